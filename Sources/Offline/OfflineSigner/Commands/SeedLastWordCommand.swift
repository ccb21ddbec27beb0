internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import SecretKeys
internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// `seed last-word`: the words that can come last after drawn ones.
struct SeedLastWordCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "last-word",
    abstract: "Finds the last word for 11, 14, 17, 20 or 23 words that were drawn by hand.",
    discussion: """
      If you draw words from a hat, you cannot draw the last one: it holds a checksum
      and a few random bits. Flip a coin for each of these bits (7 after 11
      words, 3 after 23); the first flip is the highest bit, heads is 1. Without
      flips all last words are shown, to choose one by dice or lot. No vault is
      needed, and nothing is kept: import all of them with `seed import`.

        offline-signer seed last-word
        offline-signer seed last-word --from eleven.txt --coins terminal
      """)

  @Option(
    help: ArgumentHelp(
      "Where the words are, all but the last: a file, `-`, or `terminal`.", valueName: "input"))
  var from: String = SecretInput.terminal

  @Option(
    help: ArgumentHelp(
      "The flips, H or T each: a file, `-`, or `terminal`; asked for unless given.",
      valueName: "input"))
  var coins: String?

  @Option(help: ArgumentHelp("The language, where several would fit.", valueName: "language"))
  var language: MnemonicLanguage?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let console = session.console
    try SecretInput.requireNoSecret(in: from, "words")
    if let coins { try DrawKind.coin.requireNoDraws(in: coins) }
    guard console.screen.canAsk else {
      throw ProgramError(
        "there is no terminal to show the last word on",
        hint: "run it in a terminal, where nobody else can see the screen")
    }
    let words = try text(console)
    let last = try lastWords(after: words, console)
    guard let flips = try flips(last.count.trailingZeroBitCount, console) else {
      return try showAll(last, console)
    }
    let mnemonic = try hinted { () throws(MnemonicError) in
      try last.mnemonic(choosing: flips)
    }
    let master = try MasterKeys.masterKey(
      of: mnemonic, passphrase: SecretBytes(count: 0), on: .mainnet)
    try console.showSecret(
      title: """
        The last word, number \(mnemonic.wordCount). With it, and without a passphrase, the fingerprint \
        is \(master.fingerprint).
        """, word(flips, of: last))
    console.talk(
      console.screen.canScrollBack
        ? "Import all words: offline-signer seed import NAME --from terminal"
        : "Now bring the seed in: \u{201c}Bring a seed in\u{201d} on the page Seeds, \u{201c}From words\u{201d}."
    )
    console.result(
      sentences: "The words have the fingerprint \(master.fingerprint) with the last one.",
      json: [
        "words": .integer(mnemonic.wordCount), "fingerprint": .string("\(master.fingerprint)"),
        "language": .string(last.language.rawValue),
      ])
  }

  private func lastWords(
    after words: borrowing SecretBytes, _ console: Console
  ) throws(ProgramError) -> LastWords {
    do throws(MnemonicError) {
      return try LastWords(after: words, language: language)
    } catch {
      try WordHelp(console: console).show(for: words, error)
      throw ProgramError(error)
    }
  }

  private func text(_ console: Console) throws(ProgramError) -> SecretBytes {
    let question = "The words, in order, all but the last"
    guard from == SecretInput.terminal else {
      return try SecretInput.read(from, "words", question: question, on: console)
    }
    var entry = WordEntry(console: console, language: language)
    let language = language
    entry.complaint = { words in
      do throws(MnemonicError) {
        _ = try LastWords(after: words, language: language)
        return []
      } catch {
        return ["\(error).", "\(error.hint)."]
      }
    }
    return try entry.read(question)
  }

  /// The number that the coins choose; nil when none are flipped.
  private func flips(_ count: Int, _ console: Console) throws(ProgramError) -> Int? {
    guard let draws = try coinDraws(count, console) else { return nil }
    guard draws.count == count else {
      throw ProgramError(
        "the last word takes \(count) flips, not \(draws.count)",
        hint: "flip a coin exactly \(count) times, or give none to see all last words")
    }
    return draws.revealingText().withUnsafeBytes { digits in
      digits.reduce(0) { $0 << 1 | Int($1 & 1) }
    }
  }

  private func coinDraws(_ count: Int, _ console: Console) throws(ProgramError) -> Draws? {
    let reading = DrawReading(console: console, wordCount: 0, wanted: count)
    if let coins { return try reading.draws(.coin, from: coins) }
    console.talk("Flip a coin \(count) times: that chooses among \(1 << count) last words.")
    return try reading.typed(.coin, orNone: true)
  }

  /// A last word with its flips before it, such as `HTTHTHH  about`.
  private func word(_ number: Int, of last: borrowing LastWords) throws(ProgramError) -> SecretBytes
  {
    let flips = (0..<last.count.trailingZeroBitCount).reversed().map {
      number >> $0 & 1 == 1 ? UInt8(ascii: "H") : UInt8(ascii: "T")
    }
    var head = flips + [0x20, 0x20]
    let label = SecretBytes(moving: &head)
    do throws(MnemonicError) {
      let word = try last.mnemonic(choosing: number)
      return SecretBytes(joining: label, WordSheet.lastWord(of: word))
    } catch {
      throw ProgramError(error)
    }
  }

  /// Shows all last words, a screen at a time.
  private func showAll(
    _ last: borrowing LastWords, _ console: Console
  ) throws(ProgramError) {
    // A title of two lines, and the prompt with its blank lines.
    let rows = max(4, console.screen.size.rows - 7)
    for start in stride(from: 0, to: last.count, by: rows) {
      let end = min(last.count, start + rows)
      var text = SecretBytes(count: 0)
      for number in start..<end {
        var feed: [UInt8] = number > start ? [0x0a] : []
        let line = SecretBytes(joining: SecretBytes(moving: &feed), try word(number, of: last))
        text = SecretBytes(joining: text, line)
      }
      try console.showSecret(
        title: """
          Last words \(start + 1) to \(end) of \(last.count) (\(last.language)), each with its flips.
          """, text)
    }
  }
}
