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
  static func wordsNote(marksFourLetters: Bool) -> String {
    "Order: down each column. The small number is the word's place in the list, counted from 1."
      + (marksFourLetters ? " The bold letters are enough." : "")
  }

  /// What is known of a seed and is not secret.
  mutating func seedFacts(_ seed: borrowing SheetSeed, _ frame: SheetFrame) {
    let facts = seed.facts
    var rows = [
      SheetFact("Seed", facts.name), SheetFact("What it is", seed.form.title),
      SheetFact("Fingerprint", facts.fingerprint, isCode: true),
      Self.arrival(facts),
      Self.birthHeight(facts.birthHeight),
    ]
    rows.append(
      SheetFact(
        "Passphrase",
        facts.usesPassphrase
          ? "NEEDED: a BIP-39 passphrase that is not on any sheet; without it the wallets are empty"
          : "none"))
    self.facts(rows + frame.logFact)
  }

  /// Where the coins of a seed or a wallet may begin.
  static func birthHeight(_ height: UInt32?) -> SheetFact {
    SheetFact(
      "Coins since",
      height.map { "block \($0) (birth height)" } ?? "not known: search the whole chain")
  }

  /// The seeds that come back with a seed, when somebody knows of them.
  mutating func children(_ facts: SheetSeed.Facts) {
    // A block of facts has a limit, and a vault may have any number of children.
    var rest = facts.children[...]
    while !rest.isEmpty {
      self.facts(rest.prefix(100).map { SheetFact("Child \($0.name)", $0.text) })
      rest = rest.dropFirst(100)
    }
  }

  /// When the seed was made here, or came from elsewhere or from another seed: then it may be older, and coins may
  /// be too.
  static func arrival(_ facts: SheetSeed.Facts, withOrigin: Bool = true) -> SheetFact {
    let mark = facts.isDerived ? SheetSeed.Facts.derivedMark : SheetSeed.Facts.importMark
    let origin = facts.origin.replacing(mark, with: "", maxReplacements: 1)
    if facts.isImported || facts.isDerived {
      return SheetFact(
        facts.isImported ? "Imported" : "Derived",
        "\(facts.created)\(withOrigin ? ", \(origin)" : ""); the seed may be older than that")
    }
    return SheetFact(
      "Made",
      "\(facts.created)\(withOrigin ? ", from \(origin)" : "")"
        + (facts.mayBeMadeAgain ? "; older if it was made of these draws before" : ""))
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
        text(of: wallet)
        try columns(copying: symbols)
        if let closing { closing(&self) } else { note(Self.copyNote) }
        endColumns()
      case 2:
        try columns(copying: symbols)
        text(of: wallet, isBesideCopies: true)
        if let closing { closing(&self) } else { note(Self.copiesNote) }
        endColumns()
        electrumKeys(of: wallet)
      default:
        text(of: wallet)
        if let closing { closing(&self) }
        try copies(of: symbols, of: wallet, isTitle: isTitle)
      }
      if let own {
        heading("Wallet \(wallet.name), for other programs")
        try self.tiles([own])
      }
    }
  }

  private static let copyNote =
    "One of the two QR codes is enough. If one is stained or folded, use the other."
  private static let copiesNote =
    "Each QR code is printed twice. If one is stained or folded, use its copy."

  /// What begins a wallet: its name, its box, its facts and its QR codes.
  private mutating func head(
    of wallet: SheetWallet, _ symbols: [PrintedSymbol], isTitle: Bool, more: [SheetFact],
    _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    if !isTitle { heading("Wallet \(wallet.name)") }
    explain(frame.box(.wallet, [wallet], birthHeight: wallet.birthHeight))
    var rows = [SheetFact("Rule", wallet.policy)]
    for (number, key) in wallet.keys.enumerated() {
      rows.append(SheetFact("Key \(number + 1)", key))
    }
    rows.append(Self.birthHeight(wallet.birthHeight))
    rows += more
    if symbols.count == 1, let symbol = symbols.first {
      columns(right: Self.figureWidth)
      facts(rows)
      rightColumn()
      try figure(symbol, width: Self.figureWidth)
      endColumns()
    } else if symbols.count == 2 {
      columns(right: Self.twoWidth)
      facts(rows)
      rightColumn()
      try tiles(symbols, width: Self.twoWidth / 2)
      endColumns()
    } else {
      try tiles(symbols)
      facts(rows)
    }
  }

  /// What a person types and compares of a wallet: the descriptor and the first addresses.
  private mutating func text(of wallet: SheetWallet, isBesideCopies: Bool = false) {
    note(
      "The wallet as lines of letters. The = and what follows it check the line; other programs want neither these nor "
        + "spaces.")
    // Beside copies a line has its number alone.
    facts(
      SheetFact.checkedLines(
        of: wallet.descriptor.canonical, label: isBesideCopies ? "" : "Descriptor ", letters: 56))
    if !isBesideCopies { electrumKeys(of: wallet) }
    let isOne = wallet.addresses.count <= 1
    if let warning = wallet.warning {
      paragraph(
        "\(warning) \(isOne ? "Its address" : "Its first addresses"), only to compare after restoring:"
      )
    } else {
      paragraph(isOne ? "Its address:" : "First receiving addresses, to compare after restoring:")
    }
    numbered(wallet.addresses.map(\.grouped), from: 0, isCode: true)
  }

  /// The keys that Electrum wants typed, as wide as the page and small, so that each has a line, by number and fingerprint.
  ///
  /// The checksum of each tells when a letter is wrong.
  private mutating func electrumKeys(of wallet: SheetWallet) {
    guard let keys = wallet.electrumKeys else { return }
    let lines = keys.enumerated().map { position, key in
      let print = wallet.descriptor.keys[position].origin.map { "\($0.fingerprint) " } ?? ""
      return "\n\(position + 1) \(print)`\(key)`"
    }
    note(
      "For Electrum, a line for each key above. Type the words of one key and the lines of the others."
        + lines.joined())
  }

  /// What is done once a wallet is back: steps as those before them, or where these leave less room a line for each.
  mutating func paying(_ network: Network, hasNode: Bool, inLines: Bool) {
    let steps = RestoreSteps(network: network).paying(hasNode: hasNode)
    guard inLines else {
      heading(RestoreSteps.payingHeading)
      return self.steps(steps)
    }
    var rows = steps.map { "\($0.text) `\($0.command)`" }
    // A page has no line to spare: what is collected is sent.
    let last = rows.removeLast()
    rows[rows.count - 1] += "  \(last)"
    note(
      rows.enumerated().map { number, row in
        "\(number + 1). \(number == 0 ? RestoreSteps.payingFirst : "")\(row)"
      }.joined(separator: "\n"))
  }

  /// The width of a column with a QR code, in millimeters.
  static let figureWidth = 58
  /// The width of a column with two QR codes side by side, in millimeters.
  static let twoWidth = 112
  /// The width of the second copy of a QR code, in millimeters.
  static let copyWidth = 40

  /// A QR code above its name, with as much error correction as its size has room for.
  mutating func figure(
    _ symbol: PrintedSymbol, width: Int, caption: String? = nil
  ) throws(RecoverySheetError) {
    let modules = try symbol.modules(width: width)
    self.symbol(caption: caption ?? symbol.caption, modules, width: width)
  }

  /// Begins two columns with the same QR code once more in the left one, far from the first: a stain or
  /// a fold that takes one leaves the other.
  mutating func columns(copying symbol: PrintedSymbol) throws(RecoverySheetError) {
    try columns(copying: [symbol])
  }

  /// Begins two columns with the same QR codes once more in the left one, the last of them first.
  ///
  /// The others stand in a row at the right: so no fold goes through a QR code and its copy, and no stain
  /// reaches from one to the other.
  private mutating func columns(copying symbols: [PrintedSymbol]) throws(RecoverySheetError) {
    var width = Self.copyWidth
    for symbol in symbols {
      width = max(width, try symbol.width(module: 0.63, least: Self.copyWidth, most: 56))
    }
    columns(left: width)
    for (number, symbol) in symbols.enumerated().reversed() {
      let modules = try symbol.modules(width: width, beside: symbols)
      self.symbol(
        caption: Self.copyCaption(number, of: symbols.count), modules, width: width)
    }
    rightColumn()
  }

  /// The same QR codes in rows once more: on a page of their own, they say of which wallet they are.
  private mutating func copies(
    of symbols: [PrintedSymbol], of wallet: SheetWallet, isTitle: Bool
  ) throws(RecoverySheetError) {
    heading(isTitle ? "The same QR codes again" : "Wallet \(wallet.name), the same QR codes again")
    for (number, symbol) in symbols.enumerated() {
      tile(
        caption: Self.copyCaption(number, of: symbols.count),
        try symbol.modules(width: Self.tileWidth(symbols.count), beside: symbols))
    }
  }

  /// What stands under a copy of a QR code; `number` is counted from 0.
  static func copyCaption(_ number: Int, of count: Int) -> String {
    count == 1 ? "The same QR code again" : "QR code \(number + 1) of \(count), again"
  }

  /// The width of one of several QR codes side by side, in millimeters: three stand on a page.
  private static func tileWidth(_ count: Int) -> Int { count == 1 ? 100 : count == 2 ? 84 : 56 }

  /// QR codes side by side.
  ///
  /// Each has about `width` mm.
  mutating func tiles(
    _ symbols: [PrintedSymbol], width: Int? = nil
  ) throws(RecoverySheetError) {
    let each = width ?? Self.tileWidth(symbols.count)
    for symbol in symbols {
      let modules = try symbol.modules(width: each, beside: symbols)
      tile(caption: symbol.name, modules)
    }
  }
}
