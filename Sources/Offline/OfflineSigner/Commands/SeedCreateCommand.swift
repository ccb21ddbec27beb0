import ArgumentParser
import Bytes
import EncryptedVault
import SecretKeys
import SecureMemory
import TerminalUI

/// `seed create`: makes a seed.
struct SeedCreateCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes a seed from the system's randomness mixed with dice.",
    discussion: """
      Two sources are better than one that may be broken without a sign. Roll a
      die and give the rolls with --dice, or when asked: 50 rolls carry the
      strength of 12 words by themselves, 99 of 24. With --yes and without --dice
      the system's randomness is used alone; that is said and recorded.

        offline-signer seed create savings --words 24
        offline-signer seed create savings --dice rolls.txt
      """)

  @Argument(help: "A name for the seed: letters, digits, dot, dash, underscore.")
  var name: EntryName

  @Option(help: ArgumentHelp("How many words.", valueName: "count"))
  var words: WordCount = .twentyFour

  @Option(
    help: ArgumentHelp(
      "Dice rolls, digits 1 to 6: a file, `-`, or `terminal`.", valueName: "input"))
  var dice: String?

  @Option(help: ArgumentHelp("The language of the words.", valueName: "language"))
  var language: MnemonicLanguage = .english

  @Flag(
    name: .customLong("with-bip39-passphrase"),
    help: "Ask for a BIP-39 passphrase at each use; it is never stored.")
  var withPassphrase = false

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    if let dice { try SecretInput.requireNoSecret(in: dice, "dice rolls") }
    var vault = try session.openVault()
    var contents = vault.contents
    try NewSeed.requireFree(name, in: contents)
    let mixed = try mix(session)
    let mnemonic = try hinted { () throws(MnemonicError) in
      try Mnemonic(entropy: mixed.entropy.duplicated(), language: language)
    }
    let new = NewSeed(
      name: name, given: GivenSeed(mnemonic), origin: mixed.record.text,
      usesPassphrase: withPassphrase)
    let seed = try new.store(in: &contents, now: session.now)
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error)
    }
    try reveal(mnemonic, on: session.console)
    report(seed, on: session.console)
  }

  // MARK: Entropy

  private func mix(_ session: Session) throws(ProgramError) -> MixedEntropy {
    let (count, random) = (words.rawValue, session.environment.random)
    let text = try diceText(session.console)
    guard !text.isEmpty else {
      session.console.warn(
        "the seed comes from the system's randomness alone, which nobody can check; this is recorded"
      )
      return try hinted { () throws(EntropyError) in
        try EntropyMixer.mix(wordCount: count, system: random)
      }
    }
    do throws(EntropyError) {
      let rolls = try DiceRolls(parsing: text)
      for warning in rolls.warnings(wordCount: count) {
        session.console.warn("the dice: \(warning)")
      }
      return try EntropyMixer.mix(wordCount: count, system: random, dice: rolls)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The rolls given or asked for, as text; empty when the person wants none.
  private func diceText(_ console: Console) throws(ProgramError) -> SecretBytes {
    let question = "Dice rolls (digits 1 to 6; Enter alone for none)"
    if let dice {
      return try SecretInput.read(dice, "dice rolls", question: question, on: console)
    }
    if consent.yes { return SecretBytes(count: 0) }
    guard console.screen.canAsk else {
      throw ProgramError(
        "there is no terminal to ask for dice on",
        hint: "give rolls with --dice FILE, or --yes to use the system's randomness alone")
    }
    return try console.secret(question, option: "dice rolls", mayBeEmpty: true)
  }

  // MARK: Showing

  /// Shows the words once, where a person sits.
  private func reveal(
    _ mnemonic: borrowing Mnemonic, on console: Console
  ) throws(ProgramError) {
    if console.screen.canAsk, !consent.yes {
      let title = "The words of \(name). Write them down on paper, in order, and nowhere else."
      try console.showSecret(title: title, WordSheet.text(of: mnemonic))
    } else {
      console.talk("Write its words down: offline-signer seed show \(name)")
    }
    console.talk("Then check what you wrote: offline-signer seed verify \(name)")
  }

  private func report(_ seed: StoredSeed, on console: Console) {
    console.result(
      text: """
        Made the seed \(seed.name): \(words.rawValue) words, fingerprint \(Hex.encode(seed.fingerprint)), \
        from \(seed.origin).
        """, json: seed.json)
  }
}

extension StoredSeed {
  /// The number of words; nil when it has none.
  var wordCount: Int? { kind == .mnemonic ? secret.count * 3 / 4 : nil }

  /// The object {name, fingerprint, kind, words, language, origin, bip39Passphrase, created, verified}.
  var json: JSONValue {
    [
      "name": .string(name), "fingerprint": .string(Hex.encode(fingerprint)),
      "kind": .string(kind.rawValue), "words": wordCount.map { .integer($0) } ?? .null,
      "language": language.map { .string($0) } ?? .null, "origin": .string(origin),
      "bip39Passphrase": .bool(usesPassphrase), "created": .integer(created),
      "verified": verifiedOn.last.map { .integer($0) } ?? .null,
    ]
  }
}
