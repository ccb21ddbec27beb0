internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import SheetPages

// The parts that several kinds of sheets have.
extension SheetWriter {
  /// What a page is, for somebody who was told nothing.
  mutating func explain(_ box: SheetBox) {
    panel(box.title, box.rows, leading: 1 + box.advice.count)
  }

  /// What stands under words that have numbers.
  mutating func wordsNote(marksFourLetters: Bool, _ frame: SheetFrame) {
    note(
      frame.language.joined(
        [frame.facts.order] + (marksFourLetters ? [frame.facts.boldEnough] : [])))
  }

  /// What is known of a seed and is not secret.
  mutating func seedFacts(_ seed: borrowing SheetSeed, _ frame: SheetFrame) {
    let (facts, own) = (frame.facts, seed.facts)
    let rows = [
      SheetFact(facts.seed, own.name), SheetFact(facts.kind, seed.form.title(in: facts)),
      SheetFact(facts.fingerprint, own.fingerprint, isCode: true),
      Self.arrival(own, frame.language),
      Self.birthHeight(own.birthHeight, frame.language),
      SheetFact(
        facts.passphrase, own.usesPassphrase ? facts.passphraseNeeded : facts.noPassphrase),
    ]
    self.facts(rows + frame.logFact)
  }

  /// Where the coins of a seed or a wallet may begin.
  static func birthHeight(_ height: UInt32?, _ language: SheetLanguage) -> SheetFact {
    let facts = language.sentences.facts
    return SheetFact(
      language.sentences.box.sinceLabel,
      height.map { facts.block.filling(["height": "\($0)"]) } ?? facts.blockUnknown)
  }

  /// The seeds that come back with a seed, when somebody knows of them.
  mutating func children(_ seed: SheetSeed.Facts, _ language: SheetLanguage) {
    let facts = language.sentences.facts
    // A block of facts has a limit, and a vault may have any number of children.
    var rest = seed.children[...]
    while !rest.isEmpty {
      self.facts(
        rest.prefix(100).map {
          SheetFact(facts.child.filling(["name": $0.name]), $0.text(in: facts))
        })
      rest = rest.dropFirst(100)
    }
  }

  /// When the seed was made here, or came from elsewhere or from another seed: then it may be older, and coins may
  /// be too.
  static func arrival(
    _ seed: SheetSeed.Facts, _ language: SheetLanguage, withOrigin: Bool = true
  ) -> SheetFact {
    let facts = language.sentences.facts
    let isOurs = !seed.isImported && !seed.isDerived
    let date =
      withOrigin
      ? (isOurs ? facts.madeFrom : facts.cameFrom).filling([
        "date": seed.created, "origin": seed.origin(in: language),
      ]) : seed.created
    guard isOurs else {
      return SheetFact(
        seed.isImported ? facts.imported : facts.derived, facts.older.filling(["made": date]))
    }
    return SheetFact(
      facts.made,
      seed.mayBeMadeAgain ? facts.olderByDraws.filling(["made": date]) : date)
  }

  /// Wallets, each with its QR codes; those of two never stand on one page.
  ///
  /// A page that is photographed alone must say of which wallet its QR codes are: each wallet but
  /// the first begins a page, and its QR codes stand right under its heading, before anything that
  /// may go on over a page's end. `extra` are further QR codes of a wallet, in the order of the
  /// wallets.
  ///
  /// `isTitle` says that the page's title is the name of the only wallet, `more` are further facts.
  /// `closing` writes what stands at the end of the page beside the copies of its QR codes.
  mutating func wallets(
    _ wallets: [SheetWallet], extra: [PrintedSymbol] = [], isTitle: Bool = false,
    more: [SheetFact] = [], _ frame: SheetFrame,
    closing: ((_ writer: inout SheetWriter) -> Void)? = nil
  ) throws(RecoverySheetError) {
    for (number, wallet) in wallets.enumerated() {
      if number > 0 { pageBreak() }
      standing(frame.standing(.noKey))
      let symbols = try wallet.symbols()
      try head(of: wallet, symbols, isTitle: isTitle, more: number == 0 ? more : [], frame)
      let own = extra.indices.contains(number) ? extra[number] : nil
      let isLast = number == wallets.count - 1
      // Below a QR code for other programs there is no room for what closes the page beside the copies.
      let closing = isLast && own == nil ? closing : nil
      switch symbols.count {
      case 1:
        text(of: wallet, frame)
        try columns(copying: symbols, frame)
        if let closing { closing(&self) } else { note(frame.facts.copyNote) }
        endColumns()
      case 2:
        try columns(copying: symbols, frame)
        text(of: wallet, isBesideCopies: true, frame)
        if let closing { closing(&self) } else { note(frame.facts.copiesNote) }
        endColumns()
        electrumKeys(of: wallet, frame)
      default:
        text(of: wallet, frame)
        if let closing { closing(&self) }
        try copies(of: symbols, of: wallet, isTitle: isTitle, frame)
      }
      if let own {
        heading(frame.facts.walletForOthers.filling(["name": wallet.name]))
        try self.tiles([own], [frame.facts.accountMap.filling(["name": wallet.name])])
      }
    }
  }

  /// What begins a wallet: its name, its box, its facts and its QR codes.
  private mutating func head(
    of wallet: SheetWallet, _ symbols: [PrintedSymbol], isTitle: Bool, more: [SheetFact],
    _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    let facts = frame.facts
    if !isTitle {
      heading(frame.language.sentences.letter.walletLabel.filling(["name": wallet.name]))
    }
    explain(frame.box(.wallet, [wallet], birthHeight: wallet.birthHeight))
    var rows = [SheetFact(facts.rule, wallet.rule(in: facts, comma: frame.language.comma))]
    for (number, key) in wallet.keys(in: facts).enumerated() {
      rows.append(SheetFact(facts.key.filling(["number": "\(number + 1)"]), key))
    }
    rows.append(Self.birthHeight(wallet.birthHeight, frame.language))
    rows += more
    let captions = wallet.captions(in: facts, count: symbols.count)
    if symbols.count == 1, let symbol = symbols.first {
      columns(right: Self.figureWidth)
      self.facts(rows)
      rightColumn()
      try figure(symbol, width: Self.figureWidth, caption: captions[0])
      endColumns()
    } else if symbols.count == 2 {
      columns(right: Self.twoWidth)
      self.facts(rows)
      rightColumn()
      try tiles(symbols, captions, width: Self.twoWidth / 2)
      endColumns()
    } else {
      try tiles(symbols, captions)
      self.facts(rows)
    }
  }

  /// What a person types and compares of a wallet: the descriptor and the first addresses.
  private mutating func text(
    of wallet: SheetWallet, isBesideCopies: Bool = false, _ frame: SheetFrame
  ) {
    let facts = frame.facts
    note(facts.linesNote)
    // Beside copies a line has its number alone.
    self.facts(
      SheetFact.checkedLines(
        of: wallet.descriptor.canonical,
        label: isBesideCopies ? "" : facts.descriptorLine + " ", letters: 56))
    if !isBesideCopies { electrumKeys(of: wallet, frame) }
    let isOne = wallet.addresses.count <= 1
    if let warning = wallet.warning(in: facts) {
      paragraph(
        (isOne ? facts.warnedAddress : facts.warnedAddresses).filling(["warning": warning]))
    } else {
      paragraph(isOne ? facts.onlyAddress : facts.firstAddresses)
    }
    numbered(wallet.addresses.map(\.grouped), from: 0, isCode: true)
  }

  /// The keys that Electrum wants typed, as wide as the page and small, so that each has a line; of several keys by number
  /// and fingerprint.
  ///
  /// The checksum of each tells when a letter is wrong.
  private mutating func electrumKeys(of wallet: SheetWallet, _ frame: SheetFrame) {
    if let key = wallet.electrumKey { return note("\(frame.facts.electrumKey)\n`\(key)`") }
    guard let keys = wallet.electrumKeys else { return }
    let lines = keys.enumerated().map { position, key in
      let print = wallet.descriptor.keys[position].origin.map { "\($0.fingerprint) " } ?? ""
      return "\n\(position + 1) \(print)`\(key)`"
    }
    note(frame.facts.electrumKeys + lines.joined())
  }

  /// What is done once a wallet is back: steps as those before them, or where these leave less room a line for each.
  ///
  /// Their numbers go on from the `before` steps above: "step 2" is one step of the page.
  mutating func paying(_ steps: RestoreSteps, hasNode: Bool, inLines: Bool, after before: Int) {
    let list = steps.paying(hasNode: hasNode)
    guard inLines else {
      heading(steps.sentences.payingHeading)
      return self.steps(list, from: before + 1)
    }
    var rows = list.map { "\($0.text) `\($0.command)`" }
    // A page has no line to spare: what is collected is sent.
    let last = rows.removeLast()
    rows[rows.count - 1] += "  \(last)"
    if let first = rows.first {
      rows[0] = steps.language.joined([steps.sentences.payingFirst, first])
    }
    note(rows.enumerated().map { "\($0 + before + 1). \($1)" }.joined(separator: "\n"))
  }

  /// The width of a column with a QR code, in millimeters.
  static let figureWidth = 58
  /// The width of a column with two QR codes side by side, in millimeters.
  static let twoWidth = 112
  /// The width of the second copy of a QR code, in millimeters.
  static let copyWidth = 40

  /// A QR code above its name, with as much error correction as its size has room for.
  mutating func figure(
    _ symbol: PrintedSymbol, width: Int, caption: String
  ) throws(RecoverySheetError) {
    let modules = try symbol.modules(width: width)
    self.symbol(caption: caption, modules, width: width)
  }

  /// Begins two columns with the same QR code once more in the left one, far from the first: a stain or
  /// a fold that takes one leaves the other.
  mutating func columns(
    copying symbol: PrintedSymbol, _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    try columns(copying: [symbol], frame)
  }

  /// Begins two columns with the same QR codes once more in the left one, the last of them first.
  ///
  /// The others stand in a row at the right: so no fold goes through a QR code and its copy, and no stain
  /// reaches from one to the other.
  private mutating func columns(
    copying symbols: [PrintedSymbol], _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    var width = Self.copyWidth
    for symbol in symbols {
      width = max(width, try symbol.width(module: 0.63, least: Self.copyWidth, most: 56))
    }
    columns(left: width)
    for (number, symbol) in symbols.enumerated().reversed() {
      let modules = try symbol.modules(width: width, beside: symbols)
      self.symbol(
        caption: frame.facts.copyCaption(number, of: symbols.count), modules, width: width)
    }
    rightColumn()
  }

  /// The same QR codes in rows once more: on a page of their own, they say of which wallet they are.
  private mutating func copies(
    of symbols: [PrintedSymbol], of wallet: SheetWallet, isTitle: Bool, _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    heading(
      isTitle
        ? frame.facts.copies : frame.facts.walletCopies.filling(["name": wallet.name]))
    for (number, symbol) in symbols.enumerated() {
      tile(
        caption: frame.facts.copyCaption(number, of: symbols.count),
        try symbol.modules(width: Self.tileWidth(symbols.count), beside: symbols))
    }
  }

  /// The width of one of several QR codes side by side, in millimeters: three stand on a page.
  private static func tileWidth(_ count: Int) -> Int { count == 1 ? 100 : count == 2 ? 84 : 56 }

  /// QR codes side by side, each with its caption.
  ///
  /// Each has about `width` mm.
  mutating func tiles(
    _ symbols: [PrintedSymbol], _ captions: [String], width: Int? = nil
  ) throws(RecoverySheetError) {
    let each = width ?? Self.tileWidth(symbols.count)
    for (symbol, caption) in zip(symbols, captions) {
      let modules = try symbol.modules(width: each, beside: symbols)
      tile(caption: caption, modules)
    }
  }
}

extension FactSentences {
  /// What stands under a copy of a QR code; `number` is counted from 0.
  func copyCaption(_ number: Int, of count: Int) -> String {
    count == 1
      ? sameCode : countedCopy.filling(["number": "\(number + 1)", "count": "\(count)"])
  }
}
