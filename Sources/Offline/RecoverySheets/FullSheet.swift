internal import Mnemonics
internal import SheetPages

extension RecoverySheet {
  /// The seed in the clear with its wallets; whoever reads it has the coins.
  ///
  /// `extra` are further QR codes, such as a Recovery QR. `forSteel` adds a page from which the words are
  /// stamped into metal and the CompactSeedQR is copied. Throws: `nothingToPrint` where a seed
  /// cannot be stamped, and any other `RecoverySheetError`.
  public static func full(
    _ seed: borrowing SheetSeed, _ wallets: [SheetWallet], extra: [PrintedSymbol] = [],
    forSteel: Bool = false, _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    let symbols = try [seed.symbol] + extra + wallets.symbols()
    let mark = frame.mark(.full, of: seed.facts.name, symbols)
    let (facts, steps) = (frame.facts, RestoreSteps(frame))
    var writer = try frame.writer(
      facts.fullTitle.filling(["name": seed.facts.name]), mark, .seed)
    writer.explain(
      frame.box(
        .seed(seed.form), wallets, birthHeight: seed.facts.birthHeight,
        usesPassphrase: seed.facts.usesPassphrase, of: seed.facts))
    writer.columns(right: SheetWriter.figureWidth)
    writer.seedFacts(seed, frame)
    if let digits = seed.digits {
      writer.secretLine(label: facts.digits, digits.bytes, isSmall: true)
    }
    writer.rightColumn()
    try writer.figure(
      seed.symbol, width: SheetWriter.figureWidth, caption: seed.caption(in: facts))
    writer.endColumns()
    writer.children(seed.facts, frame.language)
    // What is long leaves no room for a heading of its own.
    if !seed.isLong { writer.heading(facts.seedHeading) }
    if case .words(let language, _) = seed.form {
      writer.words(seed.written, .bip39(language))
      writer.wordsNote(marksFourLetters: language.hasAbbreviations, frame)
    } else {
      writer.secretLine(label: seed.form.title(in: facts), seed.text)
    }
    try writer.columns(copying: seed.symbol, frame)
    writer.heading(facts.toRestore)
    let list = self.steps(of: seed, wallets, steps)
    writer.steps(list)
    writer.endColumns()
    let hasNode = wallets.isEmpty && seed.form != .singleKey
    let isShort = frame.isTight(seed.facts.usesPassphrase)
    if seed.isLong || isShort || frame.language == .japanese {
      writer.note(steps.sentences.payingInShort)
    } else {
      writer.paying(steps, hasNode: hasNode, inLines: true, after: list.count)
    }
    if forSteel { try writer.steelPage(seed, frame) }
    // Of each wallet one, in their order.
    for (number, symbol) in extra.enumerated() {
      let wallet = wallets.indices.contains(number) ? wallets[number].name : seed.facts.name
      let code = facts.recoveryQR.filling(["name": wallet])
      writer.pageBreak()
      writer.heading(facts.extraHeading.filling(["code": code]))
      try writer.tiles([symbol], [code])
    }
    // The seed's pages can be folded away while those of the wallets are used.
    if !wallets.isEmpty { writer.pageBreak() }
    try writer.wallets(wallets, frame)
    return try RecoverySheet(.full, seed.facts.name, symbols, writer)
  }

  private static func steps(
    of seed: borrowing SheetSeed, _ wallets: [SheetWallet], _ steps: RestoreSteps
  ) -> [SheetStep] {
    let (sentences, facts) = (steps.sentences, seed.facts)
    let isWords = if case .words = seed.form { true } else { false }
    var list = [
      steps.home,
      steps.seed(
        facts,
        seed.form.importOptions + (facts.usesPassphrase ? ["--with-bip39-passphrase"] : []),
        holding: sentences.holdPage,
        typing: [isWords ? sentences.typeWords : sentences.typeLetters],
        comparison: isWords ? .byProgramWithRepair : .byProgram),
    ]
    if facts.usesPassphrase { list.append(SheetStep(sentences.withoutPassphrase)) }
    list += steps.derived(facts.children)
    if seed.form == .singleKey {
      list.append(SheetStep(sentences.keyWallet.filling(["name": facts.name])))
    }
    if wallets.isEmpty {
      list += steps.accounts(
        of: facts.name, seed.form, from: facts.birthHeight)
      return list
    }
    if seed.form == .singleKey {
      return list + [
        steps.watching([sentences.holdUpEach, sentences.anyName], wallets.birthHeight)
      ]
    }
    return list + [
      steps.registering([
        sentences.registerEach, sentences.anyName, sentences.compareAddresses,
      ]),
      steps.watching([sentences.holdUpEachAgain], wallets.birthHeight),
    ]
  }
}

extension SheetSeed {
  /// Whether it is codex32, or words of another list than the English one: these take more of the page.
  fileprivate var isLong: Bool {
    switch form {
    case .words(let language, _): language != .english
    case .codex32: true
    default: false
    }
  }
}
