package import AirgapTransfer
package import ArgumentParser
package import BitcoinPrimitives
internal import CommandLineInterface
internal import DurableFiles
package import Mnemonics
package import SecureMemory
internal import SeedShares
internal import SignerHome
package import TerminalUI

/// Where a BIP-39 passphrase comes from: the "25th word", asked for at each use and never stored.
package struct SeedPassphraseOptions: ParsableArguments {
  @Option(
    name: .customLong("bip39-passphrase-file"),
    help: ArgumentHelp(
      "Read the seed's own BIP-39 passphrase from a file.", valueName: "path"))
  package var file: String?

  @Option(
    name: .customLong("bip39-passphrase-fd"),
    help: ArgumentHelp(
      "Read the seed's own BIP-39 passphrase from an open file descriptor.", valueName: "n"))
  package var descriptor: Int32?

  package init() {}

  /// Whether no place was named: a passphrase that is not kept is then asked for.
  package var isEmpty: Bool { file == nil && descriptor == nil }

  package func source() throws(ProgramError) -> SecretSource {
    try SecretSource(file: file, descriptor: descriptor, option: "bip39-passphrase")
  }
}

/// How a seed is written, where its text does not show it.
package struct SeedFormOptions: ParsableArguments {
  @Flag(help: "The words are parts of Seed XOR, one on each line.")
  package var xor = false

  @Option(
    name: .customLong("xor-parts"),
    help: ArgumentHelp(
      "How many parts of Seed XOR there are, 2 to 16: with another number the seed is refused, with this one nothing is asked.",
      valueName: "n"))
  var xorParts: Int?

  @Option(
    name: .customLong("slip39-passphrase-file"),
    help: ArgumentHelp(
      "Read the passphrase of SLIP-39 shares from a file; an empty file means no passphrase.",
      valueName: "path"))
  var slip39PassphraseFile: String?

  @Option(
    name: .customLong("slip39-iterations"),
    help: ArgumentHelp(
      "The most iterations that SLIP-39 shares may ask for; you are asked before more than 640000.",
      valueName: "count"))
  var slip39Iterations: Int?

  @Option(
    name: .customLong("bip38-passphrase-file"),
    help: ArgumentHelp(
      "Read the passphrase of an encrypted private key (BIP-38) from a file.",
      valueName: "path"))
  var bip38PassphraseFile: String?

  @Option(
    name: .customLong("sheet-words-file"),
    help: ArgumentHelp(
      "Read the sheet words of an encrypted sheet from a file.", valueName: "path"))
  var sheetWordsFile: String?

  @Flag(
    name: .customLong("compact-seedqr"),
    help: "A QR code of 16 or 32 readable characters is a CompactSeedQR.")
  var compactSeedQR = false

  package init() {}

  /// Refuses options that contradict each other, before anything is read.
  package func check() throws(ProgramError) {
    guard let xorParts else { return }
    guard xor else {
      throw ProgramError(
        "--xor-parts works only with --xor", hint: "add --xor, or leave --xor-parts out",
        exitCode: .wrongUsage)
    }
    guard (2...SeedXOR.limit).contains(xorParts) else {
      throw ProgramError(
        "--xor-parts must be a number from 2 to \(SeedXOR.limit)",
        hint: "give the number of parts that the seed was split into", exitCode: .wrongUsage)
    }
  }

  /// Refuses another number of parts of Seed XOR than `--xor-parts` says, and with `--xor` a seed that
  /// was not joined from parts.
  package func requireStatedParts(of given: borrowing ReadSeed) throws(ProgramError) {
    guard let found = given.xorParts else {
      guard xor else { return }
      throw ProgramError(
        "what was read is no part of Seed XOR: \(given.form)",
        hint: "give all parts; if this is the whole seed, leave --xor out")
    }
    guard let xorParts, found != xorParts else { return }
    throw ProgramError(
      "\(found) parts of Seed XOR were given, but there are \(xorParts): these join to another seed",
      hint: "give all \(xorParts) parts, each once")
  }

  /// Is asked before a seed that was joined from parts of Seed XOR is kept or exported.
  ///
  /// Any number of parts joins to a valid seed, so a person compares the fingerprint, or has said how
  /// many parts there are. A consent in advance (`--yes`) says neither.
  package func requireEveryPart(
    of given: borrowing ReadSeed, on network: Network, _ console: Console
  ) throws(ProgramError) {
    try requireStatedParts(of: given)
    guard let found = given.xorParts else { return }
    if xorParts != nil { return }
    let fingerprint = try given.seed.fingerprint(on: network)
    let text =
      "\(found) parts of Seed XOR join to a seed with the fingerprint \(fingerprint) (without a BIP-39 "
      + "passphrase). If a part is missing or wrong, this is another seed, and nothing else shows it. "
      + "Compare the number of parts and the fingerprint with your notes or sheets."
    guard
      try console.agrees(
        to: "Are these all the parts, and is this the fingerprint of your seed?", showing: text,
        isAnswered: false,
        orElse: "add --xor-parts with the number of parts (--yes does not answer this)")
    else {
      throw ProgramError(
        "declined: the seed joined from \(found) parts was not used",
        hint: "find the missing part or the right one, and give all parts again")
    }
  }

  package func reading(
    _ console: Console, language: MnemonicLanguage?, camera: PrivateInput? = nil
  ) -> SeedReading {
    SeedReading(
      console: console, language: language, isXOR: xor,
      slip39Passphrase: slip39PassphraseFile.map { .file(path: $0) },
      bip38Passphrase: bip38PassphraseFile.map { .file(path: $0) },
      mostIterations: slip39Iterations ?? SeedReading.ordinaryIterations,
      takesReadableCompact: compactSeedQR, sheetWords: sheetWordsFile.map { .file(path: $0) },
      leastSealing: SignerEnvironment.current.parameters, camera: camera)
  }
}

/// Where secret text of a person (words, dice) is read from: a file, standard input, or the terminal.
package enum SecretInput {
  /// The word that stands for the terminal.
  package static let terminal = "terminal"
  /// What the words of a seed are called.
  static let words = "words"

  /// Reads the text that an argument names.
  ///
  /// The argument is never repeated in an error: somebody may have given the secret itself.
  /// `complaint` says what is wrong with words that are typed, where it is not what words must be.
  package static func read(
    _ argument: String, _ what: String, question: String, on console: Console,
    complaint: ((borrowing SecretBytes) -> [String])? = nil
  ) throws(ProgramError) -> SecretBytes {
    switch argument {
    case terminal:
      guard console.screen.canAsk else {
        throw ProgramError(
          "there is no terminal to ask on: \(question)",
          hint: "name a file that holds the \(what), or `-` for standard input")
      }
      if what == words {
        var entry = WordEntry(console: console)
        if let complaint { entry.complaint = complaint }
        return try entry.read(question)
      }
      return try console.secret(question, option: what)
    case "-": return try console.secret(question, from: .descriptor(0), option: what)
    default: break
    }
    do throws(ProgramError) {
      return try console.secret(question, from: .file(path: argument), option: what)
    } catch {
      throw looksSecret(argument) ? givenInArgument(what) : error
    }
  }

  /// Refuses an argument that is the secret itself, before anything else is asked for.
  package static func requireNoSecret(in argument: String, _ what: String) throws(ProgramError) {
    guard looksSecret(argument) else { return }
    // Names with spaces exist: only what is not a file is taken for the words.
    guard (try? Folder.kind(of: argument)) == nil else { return }
    throw givenInArgument(what)
  }

  private static func looksSecret(_ argument: String) -> Bool {
    if argument.contains(where: \.isWhitespace) || argument.allSatisfy(\.isNumber) { return true }
    var bytes = Array(argument.utf8)
    switch SecretForm(recognising: SecretBytes(moving: &bytes)) {
    case .words, .slip39, .unknown: return false  // Names of files are single words, too.
    default: return true
    }
  }

  package static func givenInArgument(_ what: String) -> ProgramError {
    .secretArgument(
      what,
      hint: "clear the shell's history; type them at the prompt (`\(terminal)`) or name a file")
  }
}
