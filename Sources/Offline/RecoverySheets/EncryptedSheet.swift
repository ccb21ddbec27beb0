internal import BitcoinPrimitives
internal import EncryptedVault
internal import SheetPages

extension RecoverySheet {
  /// The seed and its wallets under words; the text was made by `SealedContents` and sealed before.
  ///
  /// Throws: any `RecoverySheetError`.
  public static func encrypted(
    _ seed: borrowing SheetSeed, _ sealed: SealedSheet, _ wallets: [SheetWallet],
    _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    let symbols = try sealed.symbols(of: seed.facts.name)
    let mark = frame.mark(.encrypted, of: seed.facts.name, symbols)
    let (facts, known) = (frame.facts, seed.facts)
    var writer = try frame.writer(
      facts.encryptedTitle.filling(["name": known.name]), mark, .encrypted)
    writer.explain(
      frame.box(
        .encrypted, wallets, birthHeight: known.birthHeight, usesPassphrase: known.usesPassphrase,
        of: known, holding: seed.form))
    let heading = wallets.isEmpty ? facts.lockedSeed : facts.lockedWallets
    let rows = self.rows(of: seed, wallets, frame)
    if symbols.count == 1, let symbol = symbols.first {
      writer.columns(right: SheetWriter.figureWidth)
      writer.facts(rows + frame.logFact)
      writer.rightColumn()
      try writer.figure(symbol, width: SheetWriter.figureWidth, caption: heading)
      writer.endColumns()
    } else {
      writer.facts(rows + frame.logFact)
      writer.heading(heading)
      try writer.tiles(
        symbols,
        (1...symbols.count).map {
          facts.encryptedCodes.filling([
            "number": "\($0)", "count": "\(symbols.count)", "name": known.name,
          ])
        })
      writer.note(facts.afterLetters)
    }
    writer.note(facts.noPlace)
    writer.lines(count: 1, label: facts.whoKnows)
    // The letters of several QR codes fill a page, which they are typed from.
    let isLong = symbols.count > 1
    if isLong { writer.pageBreak() }
    writer.heading(facts.lettersHeading)
    writer.paragraph(facts.lettersText)
    try writer.letters(of: symbols, frame)
    if isLong { writer.pageBreak() }
    let steps = RestoreSteps(frame)
    writer.heading(facts.toRestore)
    writer.note(steps.sentences.twoWays)
    let held =
      isLong
      ? steps.sentences.eitherHoldCodes
      : steps.sentences.eitherHoldCode.filling(["heading": heading])
    let list = self.steps(of: known, seed.form, wallets, holding: held, steps)
    writer.steps(list)
    writer.paying(
      steps, hasNode: wallets.isEmpty && seed.form != .singleKey, inLines: false, after: list.count)
    try writer.encryptedFormat(sealed.parameters, of: known, seed.form, wallets, frame)
    return try RecoverySheet(.encrypted, known.name, symbols, writer)
  }

  private static func rows(
    of seed: borrowing SheetSeed, _ wallets: [SheetWallet], _ frame: SheetFrame
  ) -> [SheetFact] {
    let (facts, language, known) = (frame.facts, frame.language, seed.facts)
    var rows = [
      SheetFact(facts.seed, known.name), SheetFact(facts.inside, seed.form.title(in: facts)),
      SheetFact(facts.fingerprint, known.fingerprint, isCode: true),
      SheetFact(facts.network, frame.network.name),
      SheetWriter.arrival(known, language, withOrigin: false),
      SheetWriter.birthHeight(known.birthHeight, language),
      SheetFact(
        facts.walletsInside,
        wallets.isEmpty
          ? facts.noWallets : wallets.map(\.name).joined(separator: language.comma)),
      SheetFact(facts.lockedWith, facts.lockedWithWords),
      SheetFact(
        facts.seedPassphrase,
        known.usesPassphrase ? facts.neededBesideWords : facts.noPassphrase),
    ]
    if !known.children.isEmpty {
      rows.append(
        SheetFact(
          facts.childrenInside,
          facts.childrenInsideText.filling(["count": "\(known.children.count)"])))
    }
    return rows
  }

  private static func steps(
    of facts: SheetSeed.Facts, _ form: SheetSeed.Form, _ wallets: [SheetWallet],
    holding held: String, _ steps: RestoreSteps
  ) -> [SheetStep] {
    let sentences = steps.sentences
    var list = [
      steps.home,
      steps.seed(
        facts, [], holding: held, typing: [sentences.asksSheetWords], comparison: .byPerson),
      SheetStep(
        sentences.orType, "offline-signer seed import \(facts.name) --from sheet.txt"),
    ]
    if facts.usesPassphrase { list.append(SheetStep(sentences.withoutBIP39Inside)) }
    if !facts.children.isEmpty { list.append(SheetStep(sentences.childrenAgain)) }
    if wallets.isEmpty {
      list += steps.accounts(of: facts.name, form, from: facts.birthHeight)
    } else {
      // Each in a file of its own, so that the second does not take the place of the first.
      let only = wallets.count == 1 ? wallets.first?.name : nil
      let name = only ?? "NAME"
      list += [
        SheetStep(
          only == nil ? sentences.exportEach : sentences.exportOne,
          "offline-signer wallet export \(name) --out \(name).gif"),
        steps.watching(
          name, from: "\(name).gif", [sentences.importFile], wallets.birthHeight),
      ]
    }
    return list
  }
}

extension SheetWriter {
  /// The letters of QR codes, and beside the letters of each the same QR code once more.
  ///
  /// Where there are several these stand on the next page, below each other, while the others stand in a row:
  /// no fold goes through all of them, and one of the two pages is enough. A QR code alone stands at the
  /// right, and its copy at the left.
  fileprivate mutating func letters(
    of symbols: [PrintedSymbol], _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    let lines = SheetFact.checkedLines(of: symbols)
    guard symbols.count > 1 else {
      guard let symbol = symbols.first else { return }
      try columns(copying: symbol, frame)
      lines.forEach { facts($0) }
      endColumns()
      return
    }
    for (number, symbol) in symbols.enumerated() {
      columns(right: Self.figureWidth)
      facts(lines[number])
      rightColumn()
      try figure(
        symbol, width: Self.figureWidth,
        caption: frame.facts.copyCaption(number, of: symbols.count))
      endColumns()
    }
  }
}
