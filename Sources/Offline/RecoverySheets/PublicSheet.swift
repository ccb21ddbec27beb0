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
    var writer = try frame.writer("\(mark.kind.title): \(subject)", mark, .noKey)
    // Beside the steps the QR code of an only wallet has room once more.
    let only = wallets.count == 1 ? try SheetWriter.only(wallets.symbols()) : nil
    try writer.wallets(
      wallets, extra: extra, isTitle: wallets.map(\.name) == [subject], more: frame.logFact,
      copying: only == nil, frame)
    if let only { try writer.columns(copying: only) }
    writer.heading("To restore")
    let steps = RestoreSteps(network: frame.network)
    writer.steps([
      steps.registering(
        "On each computer without a network that has a key of this wallet: hold this page in front of its camera. "
          + RestoreSteps.anyName),
      steps.watching("Hold up this page.", wallets.birthHeight),
    ])
    if only != nil { writer.endColumns() }
    writer.note(only == nil ? RestoreSteps.payingInShort : steps.paying)
    return try RecoverySheet(.public, subject, symbols, writer)
  }
}
