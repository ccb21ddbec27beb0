internal import Mnemonics
internal import QRDrawing
internal import SheetPages

extension SheetWriter {
  /// A page from which words are stamped into metal, and from which the CompactSeedQR is copied by hand.
  ///
  /// The cells of the QR code are dots between faint corners: a person copies them, and no camera
  /// reads them. Throws: `nothingToPrint` for a seed without words, or with words that four letters do not
  /// tell apart.
  mutating func steelPage(_ seed: borrowing SheetSeed) throws(RecoverySheetError) {
    guard case .words(let language, let count) = seed.form, language.hasAbbreviations else {
      throw .nothingToPrint(
        "\(seed.facts.name) has no words that are told apart by four letters, so there is nothing to stamp"
      )
    }
    pageBreak()
    heading("For steel: the \(count) words")
    note(
      "Four letters of a word are enough: no two words of the list begin with the same four. After them "
        + "comes the place of the word in the list, counted from 1 (the SeedQR's digits count from 0), "
        + "as digits and as twelve dots: punch the black ones. Each dot is worth the value above it, and "
        + "together they are the number. Letters or numbers alone restore the words; stamp both if "
        + "there is room. Stamp the fingerprint \(seed.facts.fingerprint), too.")
    plate(seed.written)
    if let compact = seed.compact {
      let modules = try compact.modules(.low)
      heading("For steel: the CompactSeedQR")
      copy(
        caption:
          "The same words for a camera, to copy into the empty grid or onto steel: fill in every cell that "
          + "has a stroke or a dot in it, block by block (A1, A2 and so on). Filled in, the grid is "
          + "the seed: guard it like the words.",
        modules)
      steps([
        SheetStep(
          "Then check it with the camera of the computer without a network:",
          "offline-signer seed verify \(seed.facts.name) --from camera")
      ])
    }
  }
}
