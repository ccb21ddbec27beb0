internal import BitcoinPrimitives
public import SheetPages

extension RecoverySheet {
  /// Lines for `words` words (12 to 24) and empty grids, to be filled in by hand.
  ///
  /// Throws: `pages`.
  public static func blank(
    words count: Int, paper: Paper, program: String, language: SheetLanguage = .english
  ) throws(RecoverySheetError) -> RecoverySheet {
    // Nor does anybody know of which network it will be.
    try blank(
      words: count,
      SheetFrame(
        paper: paper, program: program, network: .mainnet, printed: "", nextDrill: "",
        language: language))
  }

  /// The same with a frame, whose days are not said: nobody knows yet when the page is filled in.
  static func blank(
    words count: Int, _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    let title = "\(SheetKind.blank.title): \(count) words"
    var writer = SheetWriter(
      paper: frame.paper, title: title, subtitle: frame.subtitle,
      footer: """
        \(title), \(frame.program)
        Checked on ____ by ____ Check again before ____
        """)
    writer.standing(frame.standing(.blank))
    writer.explain(frame.box(.blank(words: count)))
    writer.lines(count: count, columns: 3, numbered: true, label: "Words, in their order")
    writer.columns(left: 78)
    for label in ["Name", "Fingerprint", "Network", "Date"] {
      writer.lines(count: 1, label: label)
    }
    writer.rightColumn()
    for label in [
      "Coins since (block or date)", "Addresses (kinds, paths)", "Passphrase (yes or no)",
      "Made with (program)",
    ] {
      writer.lines(count: 1, label: label)
    }
    writer.endColumns()
    writer.note("Write with a pencil, or a pen that water does not wash out.")
    writer.heading("To check and to restore")
    // Letter is shorter than A4.
    writer.steps(steps(count, addsNode: count <= 12 || frame.paper == .a4))
    if count > 12 {
      writer.note(RestoreSteps.payingInShort)
    } else {
      writer.paying(.mainnet, hasNode: true, inLines: true)
    }
    writer.pageBreak()
    // The two pages may be parted.
    writer.columns(left: 78)
    writer.lines(count: 1, label: "Name")
    writer.rightColumn()
    writer.lines(count: 1, label: "Fingerprint")
    writer.endColumns()
    writer.grids(for: count)
    return try RecoverySheet(.blank, "\(count) words", [], writer)
  }

  /// What is written here has no name of its own, and may be of any network.
  private static func steps(_ count: Int, addsNode: Bool) -> [SheetStep] {
    [
      SheetStep(
        "To check it, before any coin is sent to it, on the computer that made the words; NAME is the seed's name "
          + "there:",
        "offline-signer seed verify NAME --from terminal"),
      SheetStep(
        "To restore it, type this on a computer without a network. \(RestoreSteps.ownPassphrase)",
        "offline-signer init"),
      SheetStep(
        "Type the words; NAME is any name you like, FINGERPRINT the one written above. With it, the program finds "
          + "one wrong, missing or swapped word. Or type `--from camera` in place of `--from terminal`, and hold the "
          + "filled-in code of the next page in front of that computer's camera.",
        "offline-signer seed import NAME --fingerprint FINGERPRINT --from terminal"),
      SheetStep("Where there is a passphrase, add `--with-bip39-passphrase` to that line."),
    ] + RestoreSteps(network: .mainnet).accounts(of: "NAME", from: nil, addsNode: addsNode)
  }
}

extension SheetWriter {
  /// The width of a grid beside its instructions, in millimeters: two of them fill a page of Letter.
  private static let gridWidth = 88

  /// Empty grids for the words as QR codes, each beside the commands that show and check it.
  ///
  /// A code of 12 or 24 words may be drawn as either; any other number has one.
  fileprivate mutating func grids(for count: Int) {
    heading("The same words as a QR code, copied by hand")
    // 48, 60 and 72 digits fit 25 modules, 84 and 96 take 29; the entropy alone takes less.
    let (digits, bytes) = (count <= 18 ? 25 : 29, count == 12 ? 21 : 25)
    guard count == 12 || count == 24 else {
      blankGrid(size: digits, caption: "SeedQR: \(count) words as \(4 * count) digits")
      steps(Self.copying("seedqr"))
      return
    }
    columns(left: Self.gridWidth)
    blankGrid(size: bytes, caption: "CompactSeedQR: the smaller code, of the same words")
    rightColumn()
    paragraph("One of the two codes is enough; this one has fewer squares.")
    steps(Self.copying("compact-seedqr"))
    endColumns()
    columns(left: Self.gridWidth)
    blankGrid(size: digits, caption: "SeedQR: \(count) words as \(4 * count) digits")
    rightColumn()
    paragraph(
      "This one can be read as digits: four for each word, its place in the list, counted from 0.")
    steps(Self.copying("seedqr"))
    endColumns()
  }

  /// How a code is copied from the screen, and tried.
  private static func copying(_ form: String) -> [SheetStep] {
    [
      SheetStep(
        "Show it on the computer without a network:", "offline-signer seed show NAME --as \(form)"),
      SheetStep(
        "Fill in its dark squares, block by block; the letters and numbers along the edge show where you are. The "
          + "squares with a stroke are dark in every code."),
      SheetStep(
        "Hold this page in front of that computer's camera:",
        "offline-signer seed verify NAME --from camera"),
    ]
  }
}
