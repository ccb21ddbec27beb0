internal import EncryptedVault
internal import SheetPages

// The last pages of an encrypted sheet: what whoever has no program of ours needs to open it.
extension SheetWriter {
  /// The bytes that a QR code of the source holds at most, so that four hold all of it.
  static let sourceLimit = 1_100
  /// The width of such a QR code, in millimeters.
  private static let sourceWidth = 84

  /// The format in words, the reader's source in letters, and the same in QR codes.
  ///
  /// `stretching` are the work factors of this sheet; the rest is what is known of its seed.
  mutating func encryptedFormat(
    _ stretching: KDFParameters, of facts: SheetSeed.Facts, _ form: SheetSeed.Form,
    _ wallets: [SheetWallet], _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    let steps = frame.language.sentences.steps
    heading(steps.readerHeading)
    var list = [
      SheetStep(steps.readerPython), SheetStep(steps.readerFile), SheetStep(steps.readerLines),
      SheetStep(steps.readerRun, "python3 read.py sheet.txt"),
      SheetStep(
        frame.language.joined([
          steps.readerFingerprint.filling(["fingerprint": facts.fingerprint]),
          Self.opened(form, facts, wallets, frame),
        ])),
    ]
    if !wallets.isEmpty { list.append(SheetStep(steps.readerWallets)) }
    self.steps(list)
    heading(steps.formatHeading)
    for part in [
      steps.formatParts,
      steps.formatBytes.filling([
        "logN": "\(stretching.logN)", "r": "\(stretching.r)", "p": "\(stretching.p)",
      ]), steps.formatKey, steps.formatText,
    ] { note(part) }
    pageBreak()
    // The program is public: what follows holds nothing that is locked.
    standing(frame.standing(.reader))
    heading(steps.sourceCodes)
    let parts = SheetReaderSource.parts(limit: Self.sourceLimit)
    try tiles(
      parts.enumerated().map { PrintedSymbol("read.py, part \($0 + 1)", text: $1) },
      parts.indices.map { steps.sourceCode.filling(["number": "\($0 + 1)"]) },
      width: Self.sourceWidth)
    pageBreak()
    heading(steps.sourceHeading)
    note(steps.sourceNote)
    listing(SheetReaderSource.text)
  }

  /// What the line with the seed is, and what is done with it.
  private static func opened(
    _ form: SheetSeed.Form, _ facts: SheetSeed.Facts, _ wallets: [SheetWallet], _ frame: SheetFrame
  ) -> String {
    let sentences = frame.language.sentences
    let (steps, box) = (sentences.steps, sentences.box)
    // At the end of a line: behind a path stands no full stop that somebody might type.
    let addresses =
      frame.addresses(of: .encrypted, wallets).map {
        "\n" + box.addressesLabel + frame.language.colon + $0
      } ?? ""
    let what =
      switch form {
      case .words(let language, let count):
        (facts.usesPassphrase ? steps.readerWordsLocked : steps.readerWords).filling([
          "count": "\(count)", "language": sentences.facts.lists.name(of: language),
        ])
      case .codex32: steps.readerCodex32
      case .extendedKey: steps.readerExtendedKey
      case .singleKey: steps.readerSingleKey
      }
    let tried = SheetMatter.seed(form).programs(for: wallets, usesPassphrase: facts.usesPassphrase)
    let named =
      tried.isEmpty ? [] : [steps.readerTried.filling(["programs": frame.language.list(of: tried)])]
    return frame.language.joined([what] + named) + (form == .singleKey ? "" : addresses)
  }
}
