import AirgapTransfer
import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import TerminalUI

/// `address show`: derives one address.
struct AddressShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Derives one address of a wallet.",
    discussion: """
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

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    var vault = try session.openVault()
    let descriptor = try vault.contents.requiredWallet(wallet).parsedDescriptor()
    let addresses = try derive(descriptor, on: vault.contents.knownNetwork())
    try remember(in: &vault)
    let place = descriptor.place(named: wallet.text, branch: branch, index: index.value)
    show(addresses, at: place, on: session.console)
    if qr, let address = addresses.first {
      try MessageOutput(MessageOutput.terminal).write(.plain(address.string), on: session.console)
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
        "the scripts of \(wallet) have no addresses", hint: "show the wallet instead")
    }
    return addresses
  }

  /// An address that was shown may have been given to somebody: the index is known from now on
  /// (R07).
  private func remember(in vault: inout Vault) throws(ProgramError) {
    var contents = vault.contents
    guard let place = contents.wallets.firstIndex(where: { $0.name == wallet.text }) else { return }
    let before = contents.wallets[place]
    contents.wallets[place].note(branch: branch, index: index.value)
    guard contents.wallets[place] != before else { return }
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error)
    }
  }

  private func show(_ addresses: [Address], at place: String, on console: Console) {
    guard let first = addresses.first else { return }
    console.result(
      text: """
        \(place) on \(first.network.name)
        \(addresses.map { "\($0.grouped)\n\($0.string)" }.joined(separator: "\n"))
        """,
      json: [
        "address": .string(first.string), "wallet": .string(wallet.text),
        "index": .integer(index.value), "change": .bool(change),
        "network": .string(first.network.name),
        "addresses": .array(addresses.map { .string($0.string) }),
      ])
  }
}
