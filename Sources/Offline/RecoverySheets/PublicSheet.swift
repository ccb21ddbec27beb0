internal import BitcoinPrimitives
internal import SheetPages

extension RecoverySheet {
  /// Wallets without any secret: enough to watch the coins and to restore who can sign for what.
  ///
  /// `extra` are further QR codes, such as Account Maps: one for each wallet, or none. Throws:
  /// `nothingToPrint` without a wallet, and any other `RecoverySheetError`.
  public static func `public`(
    _ subject: String, _ wallets: [SheetWallet], extra: [PrintedSymbol] = [], _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    guard !wallets.isEmpty else {
      throw .nothingToPrint("\(subject) has no registered wallet to put on a public sheet")
    }
    let symbols = try wallets.symbols() + extra
    let mark = frame.mark(.public, of: subject, symbols)
    var writer = try frame.writer(
      frame.facts.publicTitle.filling(["name": subject]), mark, .noKey)
    let steps = RestoreSteps(frame)
    let sentences = steps.sentences
    let list = [
      steps.registering([sentences.registerHere, sentences.anyName]),
      steps.watching([sentences.holdUp], wallets.birthHeight),
    ]
    let restoring = { (writer: inout SheetWriter) in
      writer.heading(frame.facts.toRestore)
      writer.steps(list)
    }
    // Beside the copy of an only QR code there is room for the steps, and below it for more than a line.
    let codes = try wallets.symbols().count
    let hasRoom = wallets.count == 1 && codes == 1 && !frame.isTight(false)
    let isBeside = extra.isEmpty
    try writer.wallets(
      wallets, extra: extra, isTitle: wallets.map(\.name) == [subject], more: frame.logFact, frame,
      closing: isBeside ? { writer in restoring(&writer) } : nil)
    if !isBeside { restoring(&writer) }
    if hasRoom {
      writer.paying(steps, hasNode: false, inLines: true, after: list.count)
    } else {
      writer.note(sentences.payingInShort)
    }
    return try RecoverySheet(.public, subject, symbols, writer)
  }
}
