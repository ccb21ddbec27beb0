internal import ArgumentParser
internal import Bytes
internal import KeyKeeper
internal import SignerHome
internal import TerminalUI

/// `wallet remove`: forgets a wallet.
struct SignerWalletRemoveCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Forgets a wallet: this signer no longer signs for its coins.",
    discussion: "The seed stays. The wallet can be registered again at any time.")

  @Argument(help: "The wallet's name.")
  var name: EntryName

  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let keeper = KeeperClient(
      session.environment.keeper ?? KeeperServer(session, for: task))
    let contents = try keeper.open()
    try session.beginRehearsal(on: contents.knownNetwork())
    _ = try contents.requiredWallet(name)
    try keeper.remove(walletNamed: name.text)
    session.console.result(
      sentences: "Forgot the wallet \(name).", json: ["removed": .string(name.text)])
  }

  /// What this command line says to what holds the seeds.
  var task: KeeperTask { .remove(RemoveOptions(name: name, consent: consent)) }
}
