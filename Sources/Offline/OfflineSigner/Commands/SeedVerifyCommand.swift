import ArgumentParser
import Bytes
import EncryptedVault
import SecretKeys
import SecureMemory
import TerminalUI

/// `seed verify`: checks written words against a seed.
struct SeedVerifyCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks written words against a seed, and remembers that they were right.",
    discussion: """
      Type the words from the paper. A backup that nobody has read back is a hope.
      """)

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Option(
    help: ArgumentHelp("Where the words are: a file, `-`, or `terminal`.", valueName: "input"))
  var from: String = SecretInput.terminal

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    try SecretInput.requireNoSecret(in: from, "words")
    var vault = try session.openVault()
    var contents = vault.contents
    let seed = try contents.requiredSeed(name)
    let language = try seed.mnemonic().language
    let text = try SecretInput.read(
      from, "words", question: "The words from the paper, in order", on: session.console)
    let written = try hinted { () throws(MnemonicError) in
      try Mnemonic(parsing: text, language: language)
    }
    let entropy = written.withEntropy { StoredSecret(SecretBytes(copying: $0)) }
    guard entropy.constantTimeEquals(seed.secret) else {
      throw ProgramError(
        "these are the words of another seed than \(name)",
        hint: "the words themselves are whole: look whether the paper belongs to another seed")
    }
    for index in contents.seeds.indices where contents.seeds[index].name == name.text {
      contents.seeds[index].verifiedOn.append(session.now)
    }
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error)
    }
    session.console.result(
      text: "The words are those of \(name).", json: ["verified": .string(name.text)])
  }
}
