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
    var writer = try frame.writer(
      "\(mark.kind.title): \(seed.facts.name)", mark, .encrypted)
    let facts = seed.facts
    writer.explain(
      frame.box(
        .encrypted, wallets, birthHeight: facts.birthHeight, usesPassphrase: facts.usesPassphrase,
        of: facts))
    var rows = [
      SheetFact("Seed", facts.name), SheetFact("Inside", seed.form.title),
      SheetFact("Fingerprint", facts.fingerprint, isCode: true),
      SheetFact("Network", frame.network.name), SheetWriter.arrival(facts, withOrigin: false),
      SheetWriter.birthHeight(facts.birthHeight),
      SheetFact(
        "Wallets in it",
        wallets.isEmpty ? "none" : wallets.map(\.name).joined(separator: ", ")),
      SheetFact("Locked with", "the sheet words, which are not the words of the seed"),
      SheetFact(
        "Passphrase of the seed",
        facts.usesPassphrase ? "NEEDED: a BIP-39 passphrase, as well as the sheet words" : "none"),
    ]
    if !facts.children.isEmpty {
      rows.append(
        SheetFact(
          "Children in it", "\(facts.children.count) (BIP-85); their list is encrypted too"))
    }
    let heading = "Encrypted: the seed\(wallets.isEmpty ? "" : " and its wallets")"
    if symbols.count == 1, let symbol = symbols.first {
      writer.columns(right: SheetWriter.figureWidth)
      writer.facts(rows + frame.logFact)
      writer.rightColumn()
      try writer.figure(symbol, width: SheetWriter.figureWidth, caption: heading)
      writer.endColumns()
    } else {
      writer.facts(rows + frame.logFact)
      writer.heading(heading)
      try writer.tiles(symbols)
      writer.note("The page after the letters says what to do with them.")
    }
    writer.note(
      "Do not write here where the sheet words are kept: whoever finds this page could find them too. The letter to "
        + "the heirs has room for it.")
    writer.lines(count: 1, label: "Who knows where the sheet words are kept (a name)")
    // The letters of several QR codes fill a page, which they are typed from.
    let isLong = symbols.count > 1
    if isLong { writer.pageBreak() }
    writer.heading("The same as letters, to type if a QR code cannot be read")
    writer.paragraph(
      "Type each line with the = and the six characters after it. They find one wrong letter in the line: "
        + "offline-signer puts it right; the reader of the last pages says in which line it is. A 0 (zero) has a mark in it."
    )
    try writer.letters(of: symbols)
    if isLong { writer.pageBreak() }
    writer.heading("To restore")
    writer.note(
      "Use offline-signer, as these steps say; or, without it, the reader on the last pages, as the steps further "
        + "down say.")
    let held =
      isLong
      ? "the QR codes of page 1, or those beside the letters," : "the QR code \"\(heading)\""
    writer.steps(steps(of: facts, seed.form, wallets, holding: held, frame))
    writer.paying(
      frame.network, hasNode: wallets.isEmpty && seed.form != .singleKey, inLines: false)
    try writer.encryptedFormat(sealed.parameters, of: facts, seed.form, wallets, frame)
    return try RecoverySheet(.encrypted, facts.name, symbols, writer)
  }

  private static func steps(
    of facts: SheetSeed.Facts, _ form: SheetSeed.Form, _ wallets: [SheetWallet],
    holding held: String, _ frame: SheetFrame
  ) -> [SheetStep] {
    let steps = RestoreSteps(network: frame.network)
    var list = [
      steps.home,
      steps.seed(
        facts, [], what: held, typing: "The program asks for the sheet words.",
        comparison: .byPerson, isAlternative: true),
      SheetStep(
        "Or, without a camera, do this in place of step 2: type the lines of letters into a text file `sheet.txt` as "
          + "they are printed, and then:",
        "offline-signer seed import \(facts.name) --from sheet.txt"),
    ]
    if facts.usesPassphrase {
      list.append(
        SheetStep(
          "The fingerprint is the one without the BIP-39 passphrase, which is asked for at each use."
        )
      )
    }
    if !facts.children.isEmpty {
      list.append(SheetStep("The program then says how to derive its children again."))
    }
    if wallets.isEmpty {
      list += steps.accounts(of: facts.name, form, from: facts.birthHeight)
    } else {
      // Each in a file of its own, so that the second does not take the place of the first.
      let only = wallets.count == 1 ? wallets.first?.name : nil
      let name = only ?? "NAME"
      list += [
        SheetStep(
          only == nil
            ? "Its wallets come with it. For each, put its name in place of NAME and write a file for the computer "
              + "with a network:"
            : "Its wallet comes with it. Write a file for the computer with a network:",
          "offline-signer wallet export \(name) --out \(name).gif"),
        steps.watching(name, from: "\(name).gif", "Import that file.", wallets.birthHeight),
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
  fileprivate mutating func letters(of symbols: [PrintedSymbol]) throws(RecoverySheetError) {
    let lines = SheetFact.checkedLines(of: symbols)
    guard symbols.count > 1 else {
      guard let symbol = symbols.first else { return }
      try columns(copying: symbol)
      lines.forEach { facts($0) }
      endColumns()
      return
    }
    for (number, symbol) in symbols.enumerated() {
      columns(right: Self.figureWidth)
      facts(lines[number])
      rightColumn()
      try figure(
        symbol, width: Self.figureWidth, caption: Self.copyCaption(number, of: symbols.count))
      endColumns()
    }
  }
}
