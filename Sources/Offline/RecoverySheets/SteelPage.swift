internal import Mnemonics
internal import QRDrawing
internal import SheetPages

extension SheetWriter {
  /// A page from which words are stamped into metal, and from which the CompactSeedQR is copied by hand.
  ///
  /// The cells of the QR code are dots between faint corners: a person copies them, and no camera
  /// reads them. Throws: `nothingToPrint` for a seed without words, or with words that four letters do not
  /// tell apart.
  mutating func steelPage(
    _ seed: borrowing SheetSeed, _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    let facts = frame.facts
    guard case .words(let language, let count) = seed.form, language.hasAbbreviations else {
      throw .nothingToPrint(
        "\(seed.facts.name) has no words that are told apart by four letters, so there is nothing to stamp"
      )
    }
    pageBreak()
    heading(facts.steelWords.filling(["count": "\(count)"]))
    note(facts.steelNote.filling(["fingerprint": seed.facts.fingerprint]))
    plate(seed.written)
    if let compact = seed.compact {
      let modules = try compact.modules(.low)
      heading(facts.steelCode)
      copy(caption: facts.steelCopy, modules)
      steps([
        SheetStep(
          frame.language.sentences.steps.steelCheck,
          "offline-signer seed verify \(seed.facts.name) --from camera")
      ])
    }
  }
}
