internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
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
    var vault = try session.openVault()
    var contents = vault.contents
    _ = try contents.requiredWallet(name)
    if !consent.yes {
      guard try session.console.agrees(to: "Forget the wallet \(name)?") else {
        throw ProgramError("declined: the wallet stays", hint: "run it again when you are sure")
      }
    }
    contents.wallets.removeAll { $0.name == name.text }
    if contents.seed(named: name.text) == nil {
      contents.sheets.removeAll { $0.name == name.text }
    }
    try vault.keep(contents)
    session.console.result(
      sentences: "Forgot the wallet \(name).", json: ["removed": .string(name.text)])
  }
}
