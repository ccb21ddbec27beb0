internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
internal import KeyKeeper
internal import Refusals
internal import SignerHome
internal import TerminalUI
internal import WalletRegistration

/// `wallet show`: shows a wallet in full.
struct SignerWalletShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a wallet in full.",
    discussion: """
      The rule in words, every key, the first addresses: what was shown when it was
      registered. The coordinator shows the same four Words for the same wallet. To
      hand it on: wallet export.

        offline-signer wallet show savings-wpkh-0
      """)

  @Argument(help: "The wallet's name.")
  var name: EntryName

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let contents = try session.contents()
    let wallet = try contents.requiredWallet(name)
    try show(wallet, contents, on: session.console)
  }

  private func show(
    _ wallet: StoredWallet, _ contents: VaultContents, on console: Console
  ) throws(ProgramError) {
    let screen = try WalletScreen(
      name: wallet.name, network: contents.knownNetwork(), descriptor: wallet.parsedDescriptor(),
      ownKeys: wallet.keys, sources: contents.keySources(of: wallet))
    let known = { (index: UInt32?) in index.map { "\($0)" } ?? "none yet" }
    let descriptor =
      screen.showsDescriptor ? "" : "Descriptor     \(wallet.descriptor)\n"
    let source = console.wrappedResult(
      "Taken from     \(ForeignText.shown(wallet.source)), \(UTCTime(wallet.registered).text) UTC")
    let highest = (known(wallet.highestReceive), known(wallet.highestChange))
    console.result(
      text: """
        \(screen.text(columns: console.resultColumns))
        \(descriptor)\(source)
        Highest index  \(highest.0) receiving, \(highest.1) change
        """,
      json: .object(JSONObject(wallet.members + screen.json)))
  }
}
