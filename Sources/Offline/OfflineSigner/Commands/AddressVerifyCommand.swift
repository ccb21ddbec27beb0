internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import EncryptedVault
internal import KeyKeeper
internal import Refusals
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

/// `address verify`: says whether an address is ours.
struct AddressVerifyCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Tells whether an address belongs to a registered wallet.",
    discussion: """
      Looks through both branches of every wallet, up to the index given by
      --up-to, or 1,000 past the highest known one and at 100,000 keys in all.
      Shows whose address it is and who can spend from it. The exit code is 1 when it
      is not found, or if nothing should be paid to its wallet: one of a single
      key that came from outside, or one of a BIP-85 child.

        offline-signer address verify bc1q...
        offline-signer address verify --from camera

      Of a bitcoin: URI the address for this network is verified; what else it offers
      is named, because whoever pays it may choose that.
      """)

  @Argument(help: "The whole address, or a bitcoin: URI.")
  var address: String?

  @Option(
    help: ArgumentHelp(
      "Read the address or URI from a file, a picture, `camera` or `paste`.", valueName: "input"))
  var from: String?

  @Option(
    name: .customLong("up-to"),
    help: ArgumentHelp("The last index to look at, below 1,000,000.", valueName: "index"))
  var last: IndexArgument?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try session.requireVault()
    if let last, last.value >= AddressSearch.indexLimit {
      throw ProgramError(
        "--up-to \(last.value) must be below \(AddressSearch.indexLimit)", rule: .r07,
        hint: "give a lower index: no honest wallet uses one that high", exitCode: .wrongUsage)
    }
    // The vault says on which network.
    let console = session.console
    let (contents, asked) = try session.contents(beside: { () throws(ProgramError) in
      try given(on: console)
    })
    let network = try contents.knownNetwork()
    let wanted = try self.wanted(asked, on: network, console)
    let search = try AddressSearch(of: wanted, in: contents, upTo: last?.value)
    guard let found = search.found(on: session.console) else {
      throw ProgramError(
        "no registered wallet has the address \(wanted.string); \(search.extent)", rule: .r30,
        hint: last == nil
          ? "do not use it; if its index may be higher than those searched, add --up-to INDEX"
          : "do not use it")
    }
    try report(found, wanted, contents, on: session.console)
  }

  /// What is to be verified, before the network is known.
  private enum Given {
    case address(String)
    case request(PaymentURI)
  }

  private func given(on console: Console) throws(ProgramError) -> Given {
    switch (address, from) {
    case (let text?, nil):
      guard PaymentURI.isOne(text) else { return .address(try checked(text)) }
      let uri = try hinted { () throws(PaymentURIError) in try PaymentURI(parsing: text) }
      if let first = uri.addresses.first { _ = try checked(first) }
      return .request(uri)
    case (nil, let input?):
      let message = try MessageInput(input).message(on: console)
      switch message {
      case .address(let text): return .address(try checked(text))
      case .paymentRequest(let uri): return .request(uri)
      default:
        throw ProgramError(
          "\(ForeignText.shown(input)) holds \(message.kind), not an address",
          hint: "give the address itself, or its QR code")
      }
    default:
      throw ProgramError(
        "give an address or --from INPUT, one of them", hint: "`address verify ADDRESS`",
        exitCode: .wrongUsage)
    }
  }

  /// The address on the network of this home; of a request what it calls itself and what else it offers is said.
  private func wanted(
    _ given: Given, on network: Network, _ console: Console
  ) throws(ProgramError) -> Address {
    switch given {
    case .address(let text):
      return try hinted { () throws(AddressError) in try Address(parsing: text, on: network) }
    case .request(let uri):
      let choice = try hinted { () throws(PaymentURIError) in try uri.choice(on: network) }
      if let words = uri.words { console.talk(words) }
      if !choice.leftOut.isEmpty {
        console.warn(
          "the URI offers more than this address, and whoever pays may choose it; not verified: "
            + choice.leftOut.joined(separator: ", "))
      }
      return choice.address
    }
  }

  /// The text, unless it is an address of no network.
  private func checked(_ text: String) throws(ProgramError) -> String {
    var refusal: AddressError?
    for network in Network.standard {
      do throws(AddressError) {
        _ = try Address(parsing: text, on: network)
        return text
      } catch {
        if case .wrongNetwork = error { continue }
        refusal = refusal ?? error
      }
    }
    if let refusal { throw ProgramError(refusal) }
    return text
  }

  private func report(
    _ found: AddressSearch.Found, _ address: Address, _ contents: VaultContents,
    on console: Console
  ) throws(ProgramError) {
    let trust = try contents.trust(of: found.wallet)
    let place = "\(found.place) on \(address.network.name)"
    let words =
      switch trust {
      case .sole: "It is ours"
      case .joint: "It belongs to a joint wallet"
      case .shared: "It belongs to a shared wallet"
      case .handedOut: "DO NOT USE IT. It belongs to a wallet that was handed out"
      case .sweep: "DO NOT USE IT. It belongs to a key that came from outside"
      }
    console.result(
      sentences: """
        \(words): \(place)
        (\(trust.word): \(trust.meaning))
        \(address.grouped)
        """,
      json: [
        "address": .string(address.string), "wallet": .string(found.wallet.name),
        "index": .integer(found.index), "change": .bool(found.branch == 1),
        "network": .string(address.network.name), "trust": .string(trust.rawValue),
      ])
    // A script that only looks at the exit code must not hand it out.
    guard trust.isNeverPaid else { return }
    throw ProgramError(
      "do not receive coins in the wallet \(found.wallet.name): \(trust.meaning)", rule: .r07,
      hint: "receive in a wallet of class sole: `wallet list` shows the classes"
    ).besideResult()
  }
}
