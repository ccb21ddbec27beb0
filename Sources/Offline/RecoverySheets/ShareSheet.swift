internal import Descriptors
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
  /// Its group and its place there, counted from 1; nil where there is one group.
  public let place: (group: Int, member: Int)?
  /// Which shares bring the seed back.
  public let rule: ShareRule
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
    form: ShareForm, name: String, place: (group: Int, member: Int)? = nil, rule: ShareRule,
    identifier: String?, whole: Whole, needsPassphrase: Bool = false,
    threshold: (needed: Int, count: Int)? = nil,
    text: consuming SecretBytes, symbol: consuming SecretBytes
  ) {
    self.form = form
    self.name = name
    self.place = place
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
  /// What tells it from the others of its set, in words.
  func name(in facts: FactSentences) -> String {
    guard let place else { return name }
    return facts.groupShare.filling(["group": "\(place.group)", "share": "\(place.member)"])
  }

  /// `Part 2 of 3 of the seed savings`; the letter of a codex32 share is no number: `Part A of the seed savings
  /// (one of 3)`.
  func title(of seed: String, in facts: FactSentences) -> String {
    let part = name(in: facts)
    guard let count = threshold?.count else {
      return facts.partTitle.filling(["part": part, "name": seed])
    }
    let isNumber = Int(name) != nil
    return (isNumber ? facts.countedPartTitle : facts.letteredPartTitle).filling([
      "part": part, "count": "\(count)", "name": seed,
    ])
  }
}

extension ShareRule {
  /// Which shares bring the seed back, in words.
  func text(in language: SheetLanguage) -> String {
    let facts = language.sentences.facts
    switch self {
    case .all(2, isInAnyOrder: true): return facts.bothInAnyOrder
    case .all(let count, let isInAnyOrder):
      return (isInAnyOrder ? facts.allInAnyOrder : facts.allPartsNeeded).filling([
        "count": "\(count)"
      ])
    case .some(let needed, let count):
      return facts.somePartsNeeded.filling(["needed": "\(needed)", "count": "\(count)"])
    case .groups(let needed, let groups):
      let each = groups.enumerated().map { number, group in
        facts.groupRule.filling([
          "group": "\(number + 1)", "needed": "\(group.needed)", "count": "\(group.count)",
        ])
      }
      return facts.groupsNeeded.filling([
        "needed": "\(needed)", "count": "\(groups.count)",
        "groups": each.joined(separator: language.comma),
      ])
    }
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
    let (facts, steps) = (frame.facts, RestoreSteps(frame))
    let mark = frame.mark(.share, of: seed.name, [share.symbol])
    var writer = try frame.writer(
      share.title(of: seed.name, in: facts), mark, share.form == .xor ? .xorPart : .part)
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
    writer.facts(rows(of: share, seed, wallets, frame))
    writer.lines(
      count: 1, label: share.threshold?.count == 2 ? facts.otherPart : facts.otherParts)
    writer.rightColumn()
    try writer.figure(
      share.symbol, width: SheetWriter.figureWidth,
      caption: facts.partOf.filling(["part": share.name(in: facts), "name": seed.name]))
    writer.endColumns()
    if share.wordCount != nil, !share.isLong { writer.heading(facts.partWords) }
    if share.form == .codex32 {
      writer.secretLine(label: share.form.title, share.text)
    } else if let words = share.numbered() {
      writer.words(words, share.style)
      writer.wordsNote(marksFourLetters: share.style.marksFourLetters, frame)
    } else {
      writer.words(share.text)
      writer.note(facts.orderOfBytewords)
    }
    try writer.columns(copying: share.symbol, frame)
    writer.heading(facts.toRestore)
    writer.steps(
      // 59 words leave no room for a node on Letter, which is shorter than A4.
      self.steps(for: share, seed, steps, addsNode: !share.isLong || frame.paper == .a4))
    writer.endColumns()
    let hasSeveralKeys = wallets.isEmpty || wallets.contains { $0.descriptor.keys.count > 1 }
    writer.note(
      frame.language.joined(
        (hasSeveralKeys ? [steps.sentences.publicSheet] : []) + [steps.sentences.payingInShort]))
    return try RecoverySheet(
      .share, seed.name, [share.symbol], writer, set: share.identifier)
  }

  private static func rows(
    of share: borrowing SheetShare, _ seed: SheetSeed.Facts, _ wallets: [SheetWallet],
    _ frame: SheetFrame
  ) -> [SheetFact] {
    let (facts, language) = (frame.facts, frame.language)
    let part = share.name(in: facts)
    var rows = [
      SheetFact(facts.seed, seed.name),
      SheetFact(facts.itsFingerprint, seed.fingerprint, isCode: true),
      SheetFact(
        facts.part,
        share.identifier.map {
          facts.partTextOfSet.filling(["part": part, "form": share.form.title, "set": $0])
        } ?? facts.partText.filling(["part": part, "form": share.form.title])),
      SheetFact(facts.rule, share.rule.text(in: language)),
    ]
    switch share.whole {
    case .words(let list, let count):
      rows.append(
        SheetFact(facts.kind, SheetSeed.Form.words(list, count: count).title(in: facts)))
    case .root(let bytes, let isOfWords):
      rows.append(
        SheetFact(
          facts.restores,
          (isOfWords ? facts.restoresWords : facts.restoresRoot).filling(["count": "\(bytes)"])))
    }
    rows += [
      SheetWriter.arrival(seed, language, withOrigin: false),
      SheetWriter.birthHeight(seed.birthHeight, language),
      SheetFact(facts.passphrase, passphrase(of: share, seed, language)),
    ]
    if !wallets.isEmpty {
      let named = wallets.map {
        facts.walletInList.filling(["name": $0.name, "checksum": $0.checksum])
      }
      rows.append(SheetFact(facts.wallets, named.joined(separator: language.semicolon)))
    }
    return rows + frame.logFact
  }

  private static func passphrase(
    of share: borrowing SheetShare, _ seed: SheetSeed.Facts, _ language: SheetLanguage
  ) -> String {
    let facts = language.sentences.facts
    let needed =
      (share.needsPassphrase ? [facts.slip39Needed] : [])
      + (seed.usesPassphrase ? [facts.bip39Needed] : [])
    return needed.isEmpty
      ? facts.noPassphrase : needed.joined(separator: language.isSpaced ? ". " : "。")
  }

  private static func steps(
    for share: borrowing SheetShare, _ seed: SheetSeed.Facts, _ steps: RestoreSteps,
    addsNode: Bool
  ) -> [SheetStep] {
    let sentences = steps.sentences
    let isXOR = share.form == .xor
    var options = isXOR ? ["--xor"] : []
    if case .words(let language, let count) = share.whole {
      options += SheetSeed.Form.words(language, count: count).importOptions
      if seed.usesPassphrase { options.append("--with-bip39-passphrase") }
    }
    // Further parts of Seed XOR are typed: nobody can see in a QR code that it is one.
    let others =
      share.threshold?.count == 2 ? sentences.otherPartWords : sentences.otherPartsWords
    var list = [
      steps.home,
      steps.seed(
        seed, options, holding: isXOR ? sentences.holdPart : sentences.holdParts,
        typing: (isXOR ? [others] : [])
          + [share.form == .codex32 ? sentences.typeEach : sentences.typeWordsOfEach],
        comparison: isXOR ? .byProgramWithRepair : .byProgram),
    ]
    if share.form == .slip39 {
      list.append(
        SheetStep(share.needsPassphrase ? sentences.slip39Needed : sentences.slip39None))
    }
    if seed.usesPassphrase { list.append(SheetStep(sentences.withoutBIP39)) }
    return list + steps.accounts(of: seed.name, from: seed.birthHeight, addsNode: addsNode)
  }
}
