import ArgumentParser
import EncryptedVault
import SecretKeys
import TerminalUI

/// `seed show`: shows words on the terminal.
struct SeedShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows the words of a seed on the terminal, until Enter is pressed.",
    discussion: "Whoever sees them can take the coins. They never go to standard output or a file.")

  @Argument(help: "The seed's name.")
  var name: EntryName

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let contents = try session.openVault().contents
    let mnemonic = try contents.requiredSeed(name).mnemonic()
    guard
      try session.console.typed(
        name.text, to: "The words of \(name) will stand on this screen. Is nobody looking?",
        orElse: "words are shown on a terminal only")
    else { throw ProgramError("declined: nothing was shown", hint: "type the seed's name") }
    try session.console.showSecret(
      title: "The words of \(name), \(mnemonic.language)", WordSheet.text(of: mnemonic))
  }
}
