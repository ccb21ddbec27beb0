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
    let (facts, restoring) = (frame.facts, RestoreSteps(network: .mainnet, frame.language))
    let title = facts.blankTitle.filling(["count": "\(count)"])
    var writer = SheetWriter(
      paper: frame.paper, title: title, subtitle: frame.subtitle,
      footer: """
        \(title), \(frame.program)
        \(facts.blankChecked.filling(["line": SheetFrame.line]))
        """)
    writer.phrases(facts.phrases)
    writer.standing(frame.standing(.blank))
    writer.explain(frame.box(.blank(words: count)))
    writer.lines(count: count, columns: 3, numbered: true, label: facts.blankWords)
    writer.columns(left: 78)
    for label in [facts.name, facts.fingerprint, facts.network, facts.date] {
      writer.lines(count: 1, label: label)
    }
    writer.rightColumn()
    for label in [
      facts.blankSince, facts.blankAddresses, facts.blankPassphrase, facts.madeWith,
    ] {
      writer.lines(count: 1, label: label)
    }
    writer.endColumns()
    writer.note(facts.pencil)
    writer.heading(facts.toCheck)
    // Letter is shorter than A4.
    let list = steps(restoring, addsNode: count <= 12 || frame.paper == .a4)
    writer.steps(list)
    if count > 12 {
      writer.note(restoring.sentences.payingInShort)
    } else {
      writer.paying(restoring, hasNode: true, inLines: true, after: list.count)
    }
    writer.pageBreak()
    // The two pages may be parted.
    writer.columns(left: 78)
    writer.lines(count: 1, label: facts.name)
    writer.rightColumn()
    writer.lines(count: 1, label: facts.fingerprint)
    writer.endColumns()
    writer.grids(for: count, frame.language.sentences)
    return try RecoverySheet(.blank, "\(count) words", [], writer)
  }

  /// What is written here has no name of its own, and may be of any network.
  private static func steps(_ steps: RestoreSteps, addsNode: Bool) -> [SheetStep] {
    let sentences = steps.sentences
    return [
      SheetStep(sentences.checkBlank, "offline-signer seed verify NAME --from terminal"),
      SheetStep(
        steps.language.joined([sentences.restoreBlank, sentences.ownPassphrase]),
        "offline-signer init"),
      SheetStep(
        sentences.typeBlank,
        "offline-signer seed import NAME --fingerprint FINGERPRINT --from terminal"),
      SheetStep(sentences.lockedBlank),
    ] + steps.accounts(of: "NAME", from: nil, addsNode: addsNode)
  }
}

extension SheetWriter {
  /// The width of a grid beside its instructions, in millimeters: two of them fill a page of Letter.
  private static let gridWidth = 88

  /// Empty grids for the words as QR codes, each beside the commands that show and check it.
  ///
  /// A code of 12 or 24 words may be drawn as either; any other number has one.
  fileprivate mutating func grids(for count: Int, _ sentences: SheetSentences) {
    let facts = sentences.facts
    heading(facts.gridsHeading)
    // 48, 60 and 72 digits fit 25 modules, 84 and 96 take 29; the entropy alone takes less.
    let (digits, bytes) = (count <= 18 ? 25 : 29, count == 12 ? 21 : 25)
    let caption = facts.digitsGrid.filling(["count": "\(count)", "digits": "\(4 * count)"])
    guard count == 12 || count == 24 else {
      blankGrid(size: digits, caption: caption)
      steps(Self.copying("seedqr", sentences.steps))
      return
    }
    columns(left: Self.gridWidth)
    blankGrid(size: bytes, caption: facts.compactGrid)
    rightColumn()
    paragraph(facts.oneIsEnough)
    steps(Self.copying("compact-seedqr", sentences.steps))
    endColumns()
    columns(left: Self.gridWidth)
    blankGrid(size: digits, caption: caption)
    rightColumn()
    paragraph(facts.readAsDigits)
    steps(Self.copying("seedqr", sentences.steps))
    endColumns()
  }

  /// How a code is copied from the screen, and tried.
  private static func copying(_ form: String, _ steps: StepSentences) -> [SheetStep] {
    [
      SheetStep(steps.showCode, "offline-signer seed show NAME --as \(form)"),
      SheetStep(steps.fillIn),
      SheetStep(steps.holdCode, "offline-signer seed verify NAME --from camera"),
    ]
  }
}
