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
    var writer = frame.writer(subject, mark)
    writer.notice(
      "No coin can be taken with this sheet, but whoever reads it sees every payment. A wallet of "
        + "several keys is lost without it even when enough keys are there: keep one with each seed."
    )
    writer.facts(
      [SheetFact("Network", frame.network.name), SheetFact("Printed", frame.printed)]
        + frame.logFact)
    try writer.wallets(wallets, extra: extra)
    writer.heading("To restore")
    writer.numbered([
      RestoreSteps(network: frame.network).watching(
        "NAME", from: "PHOTO",
        "a photograph of the wallet's QR code (any program that reads "
          + "descriptors will do)", wallets.birthHeight),
      "On every signer that holds a key of it: offline-signer wallet register NAME --from PHOTO, the "
        + "same photograph.",
    ])
    try writer.drillBoxes(frame, mark)
    return try RecoverySheet(.public, subject, symbols, writer)
  }
}
