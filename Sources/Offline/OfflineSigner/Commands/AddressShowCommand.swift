internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import KeyKeeper
internal import Refusals
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

/// `address show`: derives one address.
struct AddressShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Derives one address of a wallet.",
    discussion: """
      Shows who can spend what is paid there. Nothing is remembered: only coins and
      change that were signed for raise the index that this signer knows. An index
      of 1,000,000 or more is refused (R07).

        offline-signer address show savings-wpkh-0 7
        offline-signer address show savings-wpkh-0 7 --qr
      """)

  @Argument(help: "The wallet's name.")
  var wallet: EntryName

  @Argument(help: "The index, from 0.")
  var index: IndexArgument

  @Flag(help: "On the change branch instead of the receiving one.")
  var change = false

  @Flag(help: "Show it as a QR code on the terminal too.")
  var qr = false

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let contents = try session.contents()
    let known = try contents.requiredWallet(wallet)
    let trust = try contents.trust(of: known)
    try requireNear(known, contents.reviewLimits, session.console)
    let descriptor = try known.parsedDescriptor()
    let addresses = try derive(descriptor, on: contents.knownNetwork())
    if trust.isNeverPaid {
      session.console.warn("do not receive anything at this address: \(trust.meaning)")
      if qr {
        throw ProgramError(
          "no QR code is shown for an address of \(wallet): \(trust.meaning)", rule: .r07,
          hint: "receive in a wallet of class sole: `wallet list` shows the classes")
      }
    }
    let place = descriptor.place(named: wallet.text, branch: branch, index: index.value)
    show(addresses, at: place, trust, on: session.console)
    if qr, let address = addresses.first {
      try MessageOutput(MessageOutput.terminal).write(
        .plain(address.string), on: session.console,
        orElse: "leave --qr out: the address is shown above as text")
    }
  }

  private var branch: Int { change ? 1 : 0 }

  /// The address, or for a combo that of each kind of script of its key.
  private func derive(
    _ descriptor: Descriptor, on network: Network
  ) throws(ProgramError) -> [Address] {
    var addresses: [Address] = []
    for form in descriptor.alternatives {
      let address = try hinted(during: "\(wallet)") { () throws(DescriptorError) in
        try form.address(branch: branch, index: index.value, on: network)
      }
      if let address { addresses.append(address) }
    }
    guard !addresses.isEmpty else {
      throw ProgramError(
        "the scripts of \(wallet) have no addresses",
        hint: "use `wallet show` to see the wallet itself")
    }
    return addresses
  }

  /// Refuses an index at which no wallet would look for a coin, and warns of one far out (R07).
  ///
  /// What was asked for here is not remembered: a typed number, or one that a coordinator talked
  /// somebody into, must not make change far out ordinary.
  private func requireNear(
    _ known: StoredWallet, _ limits: ReviewLimits, _ console: Console
  ) throws(ProgramError) {
    guard try known.parsedDescriptor().isRange else { return }
    guard Int64(index.value) < limits.indexRefusal else {
      throw ProgramError(
        "the index \(index.value) must be below \(limits.indexRefusal): no wallet would find coins "
          + "received there", rule: .r07,
        hint: "ask for the next free address: `receive` on the coordinator")
    }
    let highest = (change ? known.highestChange : known.highestReceive).map(Int64.init)
    guard Int64(index.value) > (highest ?? -1) + limits.indexWarningGap else { return }
    console.warn(
      "the index \(index.value) is more than \(limits.indexWarningGap) above the highest one this "
        + "signer has seen used (\(highest.map { "\($0)" } ?? "none")): another wallet may not find "
        + "coins received there (R07)")
  }

  private func show(
    _ addresses: [Address], at place: String, _ trust: TrustClass, on console: Console
  ) {
    guard let first = addresses.first else { return }
    console.result(
      sentences: """
        \(place) on \(first.network.name), \(trust.word): \(trust.meaning)
        \(addresses.map { "\($0.grouped)\n\($0.string)" }.joined(separator: "\n"))
        """,
      json: [
        "address": .string(first.string), "wallet": .string(wallet.text),
        "index": .integer(index.value), "change": .bool(change),
        "network": .string(first.network.name), "trust": .string(trust.rawValue),
        "addresses": .array(addresses.map { .string($0.string) }),
      ])
  }
}
