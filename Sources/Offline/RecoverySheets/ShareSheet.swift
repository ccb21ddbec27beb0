internal import BitcoinPrimitives
public import Mnemonics
public import SecureMemory
public import SeedShares
internal import SheetPages

/// One share of a seed as it is put on paper.
public struct SheetShare: ~Copyable, Sendable {
  /// What enough shares bring back.
  public enum Whole: Hashable, Sendable {
    /// Words; the shares say nothing of their language.
    case words(MnemonicLanguage, count: Int)
    /// The seed that keys are derived from (BIP-32), of so many bytes: of a seed in words what these
    /// lead to.
    case root(bytes: Int, isOfWords: Bool)
  }

  /// How it is written.
  public let form: ShareForm
  /// What tells it from the others of its set: `2`, `group 1, share 2`, a letter of codex32.
  public let name: String
  /// Which shares bring the seed back, in words.
  public let rule: String
  /// What all shares of the set have in common; nil where they say nothing.
  public let identifier: String?
  /// What enough shares bring back.
  public let whole: Whole
  /// Whether the shares have a passphrase of SLIP-39, which no sheet holds.
  public let needsPassphrase: Bool
  /// How many shares are needed of how many, where the rule is no more than that.
  public let threshold: (needed: Int, count: Int)?
  /// The share as a person reads and types it.
  public let text: SecretBytes
  /// The share as a QR code.
  public let symbol: PrintedSymbol

  /// Takes a share and what is known of its set.
  public init(
    form: ShareForm, name: String, rule: String, identifier: String?, whole: Whole,
    needsPassphrase: Bool = false, threshold: (needed: Int, count: Int)? = nil,
    text: consuming SecretBytes, symbol: consuming SecretBytes
  ) {
    self.form = form
    self.name = name
    self.rule = rule
    self.identifier = identifier
    self.whole = whole
    self.needsPassphrase = needsPassphrase
    self.threshold = threshold
    self.text = text
    self.symbol = PrintedSymbol(
      "the share \(name) in \(form.title)", symbol, isSecret: true)
  }
}

extension SheetShare {
  /// How many words it has; nil for codex32.
  var wordCount: Int? {
    form == .codex32
      ? nil : text.withUnsafeBytes { text in text.reduce(1) { $0 + ($1 == 0x20 ? 1 : 0) } }
  }

  /// Whether it is of so many words that they leave little of a page to anything else.
  fileprivate var isLong: Bool { (wordCount ?? 0) > 48 }

  /// Whether what it joins to is words of another list than the English one, which its form does not say: a program
  /// that makes English words of it opens another, empty wallet.
  fileprivate var isOfOtherWords: Bool {
    if case .words(let language, _) = whole { return language != .english }
    return false
  }

  /// Whether it is of SLIP-39 and extendable; false where it is not.
  fileprivate var isExtendable: Bool {
    form == .slip39 && ((try? SLIP39Share(parsing: text))?.isExtendable ?? true)
  }

  /// Its words, each with its number in the list, counted from 1; nil for bytewords, which have four
  /// letters each and no numbers that anybody uses.
  func numbered() -> SecretBytes? {
    switch (form, whole) {
    case (.slip39, _): return SLIP39Share.revealingNumbers(of: text)
    case (.xor, .words(let language, _)):
      guard let part = try? Mnemonic(parsing: text, language: language) else { return nil }
      return part.revealingNumberedWords()
    default: return nil
    }
  }

  /// How words with numbers are drawn.
  var style: SheetWordStyle {
    if case (.xor, .words(let language, _)) = (form, whole) { return .bip39(language) }
    return SheetWordStyle(hasNumbers: true, marksFourLetters: true)
  }
}

extension SheetShare {
  /// `Part 2 of 3 of the seed savings`; the letter of a codex32 share is no number: `Part A of the seed savings
  /// (one of 3)`.
  func title(of seed: String) -> String {
    let isNumber = Int(name) != nil
    let (before, behind) =
      threshold.map { isNumber ? (" of \($0.count)", "") : ("", " (one of \($0.count))") }
      ?? ("", "")
    return "Part \(name)\(before) of the seed \(seed)\(behind)"
  }
}

extension RecoverySheet {
  /// One share, alone: the others never stand on the same paper or in the same file.
  ///
  /// `wallets` are those of its seed, which are named.
  ///
  /// Throws: any `RecoverySheetError`.
  public static func share(
    _ share: borrowing SheetShare, of seed: SheetSeed.Facts, wallets: [SheetWallet] = [],
    _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    let mark = frame.mark(.share, of: seed.name, [share.symbol])
    var writer = try frame.writer(
      share.title(of: seed.name), mark, share.form == .xor ? .xorPart : .part)
    writer.explain(
      frame.box(
        .share(
          share.form, words: share.wordCount, needed: share.threshold?.needed,
          count: share.threshold?.count),
        wallets, birthHeight: seed.birthHeight,
        usesPassphrase: share.needsPassphrase || seed.usesPassphrase,
        joinsToOtherWords: share.isOfOtherWords, isExtendable: share.isExtendable,
        of: seed))
    writer.columns(right: SheetWriter.figureWidth)
    writer.facts(facts(of: share, seed, wallets, frame))
    writer.lines(
      count: 1,
      label: share.threshold?.count == 2
        ? "The other part is with (name)" : "Other parts are with (names)")
    writer.rightColumn()
    try writer.figure(
      share.symbol, width: SheetWriter.figureWidth,
      caption: "Part \(share.name) of \(seed.name)")
    writer.endColumns()
    if share.wordCount != nil, !share.isLong { writer.heading("The words of this part") }
    if share.form == .codex32 {
      writer.secretLine(label: share.form.title, share.text)
    } else if let words = share.numbered() {
      writer.words(words, share.style)
      writer.note(SheetWriter.wordsNote(marksFourLetters: share.style.marksFourLetters))
    } else {
      writer.words(share.text)
      writer.note("Order: down each column.")
    }
    try writer.columns(copying: share.symbol)
    writer.heading("To restore")
    writer.steps(steps(for: share, seed, wallets, frame))
    writer.endColumns()
    let hasSeveralKeys = wallets.isEmpty || wallets.contains { $0.keys.count > 1 }
    writer.note(
      (hasSeveralKeys ? "A wallet of several keys needs its public sheet, too. " : "")
        + RestoreSteps.payingInShort)
    return try RecoverySheet(
      .share, seed.name, [share.symbol], writer, set: share.identifier)
  }

  private static func facts(
    of share: borrowing SheetShare, _ seed: SheetSeed.Facts, _ wallets: [SheetWallet],
    _ frame: SheetFrame
  ) -> [SheetFact] {
    var rows = [
      SheetFact("Seed", seed.name), SheetFact("Its fingerprint", seed.fingerprint, isCode: true),
      SheetFact(
        "Part",
        "\(share.name), \(share.form.title)"
          + (share.identifier.map { ", set \($0) (the same on each part)" } ?? "")),
      SheetFact("Rule", share.rule),
    ]
    switch share.whole {
    case .words(let language, let count):
      rows.append(SheetFact("What it is", SheetSeed.Form.words(language, count: count).title))
    case .root(let bytes, let isOfWords):
      rows.append(
        SheetFact(
          "What it restores",
          isOfWords
            ? "the key itself (\(bytes)-byte BIP-39 seed), not the words"
            : "the \(bytes)-byte seed (BIP-32 root)"))
    }
    rows += [
      SheetWriter.arrival(seed, withOrigin: false),
      SheetWriter.birthHeight(seed.birthHeight),
      SheetFact("Passphrase", passphrase(of: share, seed)),
    ]
    if !wallets.isEmpty {
      rows.append(
        SheetFact(
          "Wallets",
          wallets.map { "\($0.name), descriptor #\($0.checksum)" }.joined(separator: "; ")))
    }
    return rows + frame.logFact
  }

  private static func passphrase(
    of share: borrowing SheetShare, _ seed: SheetSeed.Facts
  ) -> String {
    var needed: [String] = []
    if share.needsPassphrase {
      needed.append(
        "NEEDED: SLIP-39 passphrase, not on any sheet; a wrong one gives other, empty wallets")
    }
    if seed.usesPassphrase {
      needed.append(
        "NEEDED: a BIP-39 passphrase, not on any sheet; without it the wallets are empty")
    }
    return needed.isEmpty ? "none" : needed.joined(separator: ". ")
  }

  private static func steps(
    for share: borrowing SheetShare, _ seed: SheetSeed.Facts, _ wallets: [SheetWallet],
    _ frame: SheetFrame
  ) -> [SheetStep] {
    let steps = RestoreSteps(network: frame.network)
    let isXOR = share.form == .xor
    var options = isXOR ? ["--xor"] : []
    if case .words(let language, let count) = share.whole {
      options += SheetSeed.Form.words(language, count: count).importOptions
      if seed.usesPassphrase { options.append("--with-bip39-passphrase") }
    }
    var list = [
      steps.home,
      steps.seed(
        seed, options,
        // Further parts of Seed XOR are typed: nobody can see in a QR code that it is one.
        what: isXOR ? "the QR code of one part" : "the parts, one after the other,",
        typing: (isXOR
          ? "Then type the words of the other part\(share.threshold?.count == 2 ? "" : "s"), and just press Enter "
            + "when there are no more. " : "")
          + RestoreSteps.typing(share.form == .codex32 ? "each of them" : "the words of each"),
        comparison: isXOR ? .byProgramWithRepair : .byProgram),
    ]
    if share.form == .slip39 {
      list.append(
        SheetStep(
          share.needsPassphrase
            ? "The program asks for the SLIP-39 passphrase, which is needed. Another one, or none, gives "
              + "another seed, without coins: only the fingerprint shows it."
            : "The program asks for a SLIP-39 passphrase: there is none, so just press Enter."))
    }
    if seed.usesPassphrase {
      list.append(
        SheetStep(
          "That fingerprint is the one without the BIP-39 passphrase, which is asked for at each use."
        ))
    }
    return list
      + steps.accounts(
        // 59 words leave no room for it on Letter, which is shorter than A4.
        of: seed.name, from: seed.birthHeight, addsNode: !share.isLong || frame.paper == .a4)
  }
}
