internal import BitcoinPrimitives
internal import SheetPages

extension RecoverySheet {
  /// A letter to the heirs: what there is, who holds what, and the steps; no secret.
  ///
  /// In the language of the sheets, and in English after it; the wallets once, at the end. `otherWallets` are the
  /// names of those that the same seeds have and the letter is not about. Throws: `nothingToPrint` without a wallet, and any other `RecoverySheetError`.
  public static func inheritance(
    _ subject: String, _ wallets: [SheetWallet], seeds: [SheetSeed.Facts],
    otherWallets: [String] = [], _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    guard !wallets.isEmpty else {
      throw .nothingToPrint("\(subject) has no registered wallet to write a letter about")
    }
    let symbols = try wallets.symbols()
    let mark = frame.mark(.inheritance, of: subject, symbols)
    let title = SheetSentences.filled(
      frame.language.sentences.letter.title, [("name", subject)])
    var writer = try frame.writer(title, mark, .noKey)
    let languages = frame.language == .english ? [.english] : [frame.language, .english]
    for (number, language) in languages.enumerated() {
      // Who reads one language alone takes its pages.
      if number > 0 { writer.pageBreak() }
      LetterText(language, wallets, seeds, otherWallets, frame)
        .write(on: &writer, isFirst: number == 0)
    }
    writer.pageBreak()
    writer.heading(frame.facts.walletsHeading)
    try writer.wallets(wallets, frame)
    return try RecoverySheet(.inheritance, subject, symbols, writer)
  }
}
