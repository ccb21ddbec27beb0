internal import BitcoinPrimitives
internal import Descriptors
internal import SheetPages

// The parts that several kinds of sheets have.
extension SheetWriter {
  /// What is known of a seed and is not secret.
  mutating func seedFacts(_ seed: borrowing SheetSeed, _ frame: SheetFrame) {
    let facts = seed.facts
    var rows = [
      SheetFact("Seed", facts.name), SheetFact("What it is", seed.form.title),
      SheetFact("Fingerprint", facts.fingerprint, isCode: true),
      SheetFact("Network", frame.network.name),
      made(facts),
      Self.birthHeight(facts.birthHeight),
    ]
    rows.append(
      SheetFact(
        "Passphrase",
        facts.usesPassphrase
          ? "NEEDED: a BIP-39 passphrase that is not on any sheet; without it the wallets are empty"
          : "none"))
    if seed.form != .singleKey {
      rows.append(SheetFact("Standard paths", frame.standardPaths, isCode: true))
    }
    self.facts(rows + frame.logFact)
    children(facts)
  }

  /// Where the coins of a seed or a wallet may begin.
  static func birthHeight(_ height: UInt32?) -> SheetFact {
    SheetFact("Birth height", height.map { "block \($0)" } ?? "not known: search the whole chain")
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

  /// When the seed was made here, or came from elsewhere.
  private func made(_ facts: SheetSeed.Facts) -> SheetFact {
    let mark = "imported "
    return facts.origin.hasPrefix(mark)
      ? SheetFact("Imported", "\(facts.created), \(facts.origin.dropFirst(mark.count))")
      : SheetFact("Made", "\(facts.created), from \(facts.origin)")
  }

  /// Wallets, each with its QR codes; those of two never stand on one page.
  ///
  /// A page that is photographed alone must say of which wallet its QR codes are: each wallet but
  /// the first begins a page, and its QR codes stand right under its heading, before anything that
  /// may go on over a page's end. `extra` are further QR codes of a wallet, in the order of the
  /// wallets.
  mutating func wallets(
    _ wallets: [SheetWallet], extra: [PrintedSymbol] = []
  ) throws(RecoverySheetError) {
    for (number, wallet) in wallets.enumerated() {
      if number > 0 { pageBreak() }
      try self.wallet(wallet, wallet.symbols())
      if extra.indices.contains(number) {
        heading("Wallet \(wallet.name), for other programs")
        try self.tiles([extra[number]])
      }
    }
  }

  /// A wallet: the QR codes, the rule, the keys, the descriptor and the first addresses.
  private mutating func wallet(
    _ wallet: SheetWallet, _ symbols: [PrintedSymbol]
  ) throws(RecoverySheetError) {
    heading("Wallet \(wallet.name)")
    try tiles(symbols)
    var rows = [SheetFact("Rule", wallet.policy)]
    for (number, key) in wallet.keys.enumerated() {
      rows.append(SheetFact("Key \(number + 1)", key))
    }
    rows.append(Self.birthHeight(wallet.birthHeight))
    facts(rows)
    paragraph(
      "The descriptor as lines of letters. The = and the six letters behind it check the line; another program "
        + "wants the descriptor without them and without spaces.")
    facts(SheetFact.checkedLines(of: wallet.descriptor.canonical, label: "Descriptor "))
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

  /// QR codes side by side.
  mutating func tiles(_ symbols: [PrintedSymbol]) throws(RecoverySheetError) {
    for symbol in symbols {
      let modules = try symbol.modules()
      tile(caption: symbol.name, modules)
    }
  }

  /// The sheet's own mark, what is filled in by hand, and when the sheet is tried next.
  mutating func drillBoxes(
    _ frame: SheetFrame, _ mark: SheetMark
  ) throws(RecoverySheetError) {
    heading("Tried")
    try tiles([mark.symbol])
    // Three lines on A4, with and without the log: with a fourth the boxes of a full sheet have no room.
    guard let log = frame.log else {
      paragraph(
        "A backup counts once it has been read back. Read all pages with `sheet check`, and do it again "
          + "before \(frame.nextDrill). The mark says which sheet it is and "
          + "holds nothing else; pages with another number belong to another print.")
      return drillBoxes(frame)
    }
    paragraph(
      "A backup counts once it has been read back: all pages, with `sheet check`, and again before "
        + "\(frame.nextDrill). The mark only says which sheet it is; another number means another print. "
        + "If `log verify --entries \(log.entries)` shows other words on this vault, an older one was put "
        + "back.")
    drillBoxes(frame)
  }

  /// What is filled in by hand.
  private mutating func drillBoxes(_ frame: SheetFrame) {
    box(label: "Read back on")
    box(label: "Next drill before (suggested: \(frame.nextDrill))")
    box(label: "Name")
  }
}
