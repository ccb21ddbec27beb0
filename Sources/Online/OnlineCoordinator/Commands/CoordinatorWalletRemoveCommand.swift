internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `wallet remove`.
struct CoordinatorWalletRemoveCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Forgets a wallet. Its coins stay where they are, and the signer keeps its keys.")

  @Argument(help: "The wallet's name.")
  var name: String

  @Flag(help: "Remove it even if it has unfinished payments.")
  var force = false

  @OptionGroup var consent: CoordinatorConsentOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    _ = try session.wallet(name, store)
    guard
      try consent.agrees(
        to: "Forget \(name), with its labels and payments?", on: session.console)
    else { throw ProgramError("nothing was removed", hint: "answer yes to remove it") }
    try store.removeWallet(named: name, evenIfBusy: force)
    session.console.result(sentences: "\(name) was removed.", json: ["wallet": .string(name)])
  }
}
