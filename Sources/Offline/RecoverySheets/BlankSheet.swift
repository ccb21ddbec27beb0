public import SheetPages

extension RecoverySheet {
  /// Lines for `words` words (12 to 24) and empty grids, to be filled in by hand.
  ///
  /// Throws: `pages`.
  public static func blank(
    words count: Int, paper: Paper, program: String
  ) throws(RecoverySheetError) -> RecoverySheet {
    var writer = SheetWriter(
      paper: paper, title: "\(SheetKind.blank.title): \(count) words",
      footer: "\(program), sheet \(SheetKind.blank.rawValue)")
    writer.notice(
      "Once it is filled in, this sheet is the seed: whoever reads it can take the coins. Write with a pencil "
        + "or a pen that water does not wash out.")
    writer.lines(count: count, columns: 3, numbered: true, label: "Words")
    writer.lines(
      count: 6, label: "Name, fingerprint, network, date, birth height, paths and wallets")
    // 48, 60 and 72 digits fit 25 modules, 84 and 96 take 29; the entropy alone takes less.
    let (digits, bytes) = (count <= 18 ? 25 : 29, count == 12 ? 21 : 25)
    writer.blankGrid(size: digits, caption: "SeedQR: \(count) words as \(4 * count) digits")
    if count == 12 || count == 24 {
      writer.blankGrid(size: bytes, caption: "CompactSeedQR: the entropy as bytes")
    }
    writer.paragraph(
      "Copy a QR code from the screen block by block, with the letters and numbers along the edge. Any mask is "
        + "right. Then read it back: offline-signer seed verify NAME --from camera.")
    writer.box(label: "Read back on")
    writer.box(label: "Next drill before")
    writer.box(label: "Name")
    return try RecoverySheet(.blank, "\(count) words", [], writer)
  }
}
