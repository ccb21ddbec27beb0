internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import Mnemonics
internal import SignerHome
internal import TerminalUI

/// `vault passphrase`: changes the passphrase.
struct VaultPassphraseCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase",
    abstract: "Changes the passphrase; no kept copy opens with the old one afterwards.",
    discussion: """
      Asks for the old passphrase, then twice for the new one. Recommended:
      \(PassphraseStrength.recommendation).
      Enter alone at the question draws them for you. For mainnet a passphrase is
      refused if it is estimated at fewer than \(PassphraseStrength.hopelessBelow) bits, and called
      weak below \(PassphraseStrength.weakBelow). --log-n makes each guess cost more: 17 is
      the least (128 MB and about half a second), each step doubles it, 20 is the most.
      """)

  @Option(
    name: .customLong("new-passphrase-file"),
    help: ArgumentHelp("Read the new passphrase from a file.", valueName: "path"))
  var newFile: String?

  @Option(
    name: .customLong("new-passphrase-fd"),
    help: ArgumentHelp("Read the new passphrase from an open file descriptor.", valueName: "n"))
  var newDescriptor: Int32?

  @Option(
    name: .customLong("log-n"),
    help: ArgumentHelp("scrypt's cost: 17 to 20.", valueName: "n"))
  var logN: Int?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    var vault = try session.openVault()
    let source = try SecretSource(
      file: newFile, descriptor: newDescriptor, option: "new-passphrase")
    let question = VaultPassphraseQuestion(
      text: "New passphrase", option: "new-passphrase",
      network: try vault.contents.knownNetwork(), random: session.environment.random)
    let secret = try question.answer(from: source, on: session.console)
    var parameters: KDFParameters?
    if let logN {
      parameters = try hinted { () throws(VaultError) in try KDFParameters(logN: logN) }
    }
    do {
      try vault.changePassphrase(to: secret, parameters: parameters)
    } catch {
      throw ProgramError(error)
    }
    session.console.talk("note: \(Vault.erasureLimit)")
    session.console.result(
      sentences: "Changed the passphrase.", json: ["generation": .integer(vault.generation)])
  }
}
