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
    var writer = try frame.writer(
      "\(mark.kind.title): \(seed.facts.name)", mark, .seed)
    writer.explain(
      frame.box(
        .seed(seed.form), wallets, birthHeight: seed.facts.birthHeight,
        usesPassphrase: seed.facts.usesPassphrase, of: seed.facts))
    writer.columns(right: SheetWriter.figureWidth)
    writer.seedFacts(seed, frame)
    if let digits = seed.digits {
      writer.secretLine(
        label: "Digits of the SeedQR: the place of each word in the list, counted from 0",
        digits.bytes, isSmall: true)
    }
    writer.rightColumn()
    try writer.figure(seed.symbol, width: SheetWriter.figureWidth, caption: caption(of: seed))
    writer.endColumns()
    writer.children(seed.facts)
    // What is long leaves no room for a heading of its own.
    if !seed.isLong { writer.heading("The seed") }
    if case .words(let language, _) = seed.form {
      writer.words(seed.written, .bip39(language))
      writer.note(SheetWriter.wordsNote(marksFourLetters: language.hasAbbreviations))
    } else {
      writer.secretLine(label: seed.form.title, seed.text)
    }
    try writer.columns(copying: seed.symbol)
    writer.heading("To restore")
    writer.steps(steps(of: seed, wallets, frame))
    writer.endColumns()
    let hasNode = wallets.isEmpty && seed.form != .singleKey
    // The address and the hash of an archive take lines of a box, and Letter is shorter than A4.
    if seed.isLong || (frame.archive != nil && frame.paper == .letter) {
      writer.note(RestoreSteps.payingInShort)
    } else {
      writer.paying(frame.network, hasNode: hasNode, inLines: true)
    }
    if forSteel { try writer.steelPage(seed) }
    for symbol in extra {
      writer.pageBreak()
      writer.heading("It holds the seed too: \(symbol.name)")
      try writer.tiles([symbol])
    }
    // The seed's pages can be folded away while those of the wallets are used.
    if !wallets.isEmpty { writer.pageBreak() }
    try writer.wallets(wallets, frame)
    return try RecoverySheet(.full, seed.facts.name, symbols, writer)
  }

  private static func caption(of seed: borrowing SheetSeed) -> String {
    guard case .words(.english, _) = seed.form else {
      return "\(seed.symbol.caption): any reader of QR codes shows it as text"
    }
    return seed.symbol.caption
  }

  private static func steps(
    of seed: borrowing SheetSeed, _ wallets: [SheetWallet], _ frame: SheetFrame
  ) -> [SheetStep] {
    let (steps, facts) = (RestoreSteps(network: frame.network), seed.facts)
    let isWords = if case .words = seed.form { true } else { false }
    let typed = isWords ? "the words" : "the letters and digits"
    var list = [
      steps.home,
      steps.seed(
        facts,
        seed.form.importOptions + (facts.usesPassphrase ? ["--with-bip39-passphrase"] : []),
        what: "this page", typing: RestoreSteps.typing(typed),
        comparison: isWords ? .byProgramWithRepair : .byProgram),
    ]
    if facts.usesPassphrase {
      list.append(
        SheetStep(
          "That fingerprint is the one without the passphrase, which is asked for at each use. A wrong "
            + "one gives other, empty wallets."))
    }
    list += steps.derived(facts.children)
    if seed.form == .singleKey {
      list.append(SheetStep("Its wallet comes with it: \(facts.name)-combo."))
    }
    if wallets.isEmpty {
      list += steps.accounts(
        of: facts.name, seed.form, from: facts.birthHeight)
      return list
    }
    if seed.form == .singleKey {
      let said = "Hold up the page of each wallet, never this one. \(RestoreSteps.anyName)"
      return list + [steps.watching(said, wallets.birthHeight)]
    }
    return list + [
      steps.registering("Then hold up the page of each wallet. \(RestoreSteps.anyName)"),
      steps.watching(
        "Hold up the page of each wallet again, never this one.", wallets.birthHeight),
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
