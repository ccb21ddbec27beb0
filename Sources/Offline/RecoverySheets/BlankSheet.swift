internal import BitcoinPrimitives
public import SheetPages

extension RecoverySheet {
  /// Lines for `words` words (12 to 24) and empty grids, to be filled in by hand.
  ///
  /// Throws: `pages`.
  public static func blank(
    words count: Int, paper: Paper, program: String, language: SheetLanguage = .english
  ) throws(RecoverySheetError) -> RecoverySheet {
    // Nobody knows yet of which network it will be, nor when it is filled in.
    let frame = SheetFrame(
      paper: paper, program: program, network: .mainnet, printed: "", nextDrill: "",
      language: language)
    var writer = SheetWriter(
      paper: paper, title: "\(SheetKind.blank.title): \(count) words", subtitle: frame.subtitle,
      footer: """
        \(SheetKind.blank.title), \(program)
        Read back on ______________ by ______________ , again before ______________
        """)
    writer.explain(frame.box(.blank(words: count)))
    writer.lines(count: count, columns: 3, numbered: true, label: "Words, in their order")
    writer.lines(
      count: 6, columns: 2,
      label: "Name, fingerprint, network, date, birth height, kinds of addresses and paths")
    writer.note(
      "Write with a pencil, or a pen that water does not wash out. Read it back before a coin is sent to it: "
        + "offline-signer seed verify NAME --from terminal.")
    // 48, 60 and 72 digits fit 25 modules, 84 and 96 take 29; the entropy alone takes less.
    let (digits, bytes) = (count <= 18 ? 25 : 29, count == 12 ? 21 : 25)
    writer.pageBreak()
    writer.heading("The same words as a QR code, copied by hand")
    writer.paragraph(
      "Copy one of them from the screen (seed show NAME --as seedqr, or compact-seedqr), block by block, with "
        + "the letters and numbers along the edge. Then hold it in front of the signer's camera: "
        + "offline-signer seed verify NAME --from camera.")
    let hasCompact = count == 12 || count == 24
    if hasCompact {
      writer.columns(left: 84)
      writer.blankGrid(size: bytes, caption: "CompactSeedQR: the entropy as bytes")
      writer.rightColumn()
    }
    writer.blankGrid(size: digits, caption: "SeedQR: \(count) words as \(4 * count) digits")
    if hasCompact { writer.endColumns() }
    return try RecoverySheet(.blank, "\(count) words", [], writer)
  }
}
