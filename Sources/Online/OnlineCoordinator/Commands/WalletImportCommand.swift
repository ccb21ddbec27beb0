internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage
internal import WalletTypes

/// The command `wallet import`.
struct WalletImportCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Makes a wallet from a descriptor, or from a file that another program exported.",
    discussion: """
        online-coordinator wallet import family --from wallet.txt
        online-coordinator wallet import family --from caravan.json

      Descriptors, crypto-output QR codes, BSMS records, BIP-388 policies, and the
      files of Coldcard, Caravan, Specter, Specter-DIY, Electrum and Sparrow are
      told apart by what is in them; so is a redeem script. Where the file gives
      the first address, it is derived again and compared. Of a ZIP archive the
      only wallet is taken; of Sparrow's database (.mv.db), which must have no
      password, the main account. A wallet file that Electrum encrypted is opened
      with its password, which you are asked for: only for a watch-only wallet. If
      the file can spend, do not give its password here. Give the master public key
      instead (Electrum: Wallet, Information).

      For a folder of pictures or a PDF it says what each picture or page shows, and
      which parts are still missing.

      An Account Map brings a lost wallet back: its first five addresses are shown
      before anything is kept, and its coins are looked for from its birth height
      on. Such wallets were named after the SHA-256 of their descriptor;
      --node-name checks that, in both spellings.

      If one key, or some of the keys, can spend without the others, you are asked
      about that separately (--accept stranger).
      """)

  @Argument(help: "A name for the wallet.")
  var name: String

  @Option(
    help: ArgumentHelp(
      "The wallet: file, picture, folder, `-`, `camera`, `paste` or text.", valueName: "input"))
  var from: String

  @Option(
    name: .customLong("node-name"),
    help: ArgumentHelp(
      "The name that FullyNoded 2 gave the wallet in its node; another wallet is refused.",
      valueName: "sha256"))
  var nodeName: String?

  @Option(
    name: .customLong("bsms-token"),
    help: ArgumentHelp("File with the token of an encrypted BSMS record.", valueName: "file"))
  var tokenFile: String?

  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp(
      "File with the password of a watch-only wallet that Electrum encrypted.", valueName: "file"))
  var passwordFile: String?

  @OptionGroup var new: NewWalletOptions
  @OptionGroup var consent: CoordinatorConsentOptions
  @OptionGroup var common: CoordinatorCommonOptions

  /// A wallet may be named after the hash of its descriptor, which is then compared.
  var freeTexts: [String] { NodeWalletName.isOne(name) ? [] : [name] }

  func run(in session: CoordinatorSession) async throws {
    try new.validated()
    let tokens = try BSMSTokens.read(tokenFile, on: session.console)
    let store = try session.store()
    let input = CosignerInput(unnamed: from)
    let message = try input.message(tokens, on: session.console)
      .opened(passwordFile: passwordFile, from: from, isNetworked: true, on: session.console)
    let network = try await session.network(new.network, for: message, store)
    let made = try hinted(during: input.place) { () throws(ProgramError) in
      try WalletInput(message: message, script: nil).wallet(on: network, session.console)
    }
    try requireNodeName(made.descriptor)
    if made.isRecovery { try confirm(made, on: network, session.console) }
    let wallet = try new.add(name, made, on: network, in: session, store)
    try new.report(wallet, store, on: session.console)
    if made.isRecovery { await rescan(wallet, in: session, store) }
  }

  /// A name that is itself the hash of a descriptor must be that of this one.
  private func requireNodeName(_ descriptor: Descriptor) throws {
    guard let expected = nodeName ?? (NodeWalletName.isOne(name) ? name : nil) else { return }
    let found = try NodeWalletName(descriptor)
    guard found.matches(expected) else {
      throw ProgramError(
        "the wallet's node name is \(found.text), or \(found.otherSpelling) with h: another wallet",
        rule: .r23,
        hint:
          "look for another file: this is not the wallet you want, or its descriptor was changed")
    }
  }

  private func confirm(
    _ made: NewWallet, on network: Network, _ console: Console
  ) throws {
    let page = WalletPage(
      name: name, network: network, descriptor: made.descriptor, labels: made.labels)
    let text =
      try page.text(addresses: 5)
      + "\nIts coins will be looked for from block \(made.birthHeight ?? 0) on."
    guard
      try console.agrees(
        to: "Are these the addresses of the wallet you lost?", showing: text,
        isAnswered: consent.yes)
    else {
      throw ProgramError("nothing was kept", hint: "compare with an address that you once used")
    }
  }

  /// Looks for the coins at once, where there is a node to ask.
  private func rescan(_ wallet: WalletRecord, in session: CoordinatorSession, _ store: Store) async
  {
    do {
      guard try store.activeNode() != nil else {
        return session.console.talk("Add a node, then look for its coins: `sync \(wallet.name)`")
      }
      try await session.sync(wallet, store)
      let point = try store.lastSync(of: wallet)
      if let point, point.height < wallet.birthHeight {
        session.console.warn(
          """
          the birth height \(wallet.birthHeight) lies beyond the chain's tip, block \(point.height): \
          older coins are not seen; import it again with --birth-height
          """)
      }
      let balance = try Balance(of: wallet, in: store)
      session.console.talk("Found \(balance.confirmed) confirmed, \(balance.pending) pending.")
    } catch {
      let why = ProgramError(any: error).message
      session.console.warn("its coins could not be looked for yet: \(why)")
    }
  }
}
