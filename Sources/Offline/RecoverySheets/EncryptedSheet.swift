import BitcoinPrimitives
import EncryptedVault
import SheetPages

extension RecoverySheet {
  /// The seed and its wallets under words; the text was made by `SealedContents` and sealed before.
  ///
  /// Throws: any `RecoverySheetError`.
  public static func encrypted(
    _ seed: borrowing SheetSeed, _ sealed: SealedSheet, wallets: [String], _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    var writer = frame.writer(.encrypted, seed.facts.name)
    writer.notice(
      "The symbols hold the seed, encrypted under words that stand on no sheet. Without the words "
        + "this sheet is worth nothing to anybody; keep the two apart, and forget neither.")
    let facts = seed.facts
    let stretching = sealed.parameters
    writer.facts([
      SheetFact("Seed", facts.name), SheetFact("What it is", seed.form.title),
      SheetFact("Fingerprint", facts.fingerprint, isCode: true),
      SheetFact("Network", frame.network.name), SheetFact("Made", facts.created),
      SheetFact("Wallets in it", wallets.isEmpty ? "none" : wallets.joined(separator: ", ")),
      SheetFact(
        "Passphrase", facts.usesPassphrase ? "NEEDED: a BIP-39 passphrase beside the words" : "none"
      ),
      SheetFact(
        "Encryption",
        "scrypt N=2^\(stretching.logN) r=\(stretching.r) p=\(stretching.p), ChaCha20-Poly1305; "
          + "docs/formats.md, Encrypted sheets, version 1"),
    ])
    let symbols = try sealed.symbols(of: facts.name)
    try writer.tiles(symbols)
    writer.heading("The same in letters, to be typed when a symbol cannot be read")
    writer.facts(
      symbols.enumerated().map { SheetFact("\($0 + 1)", grouped($1.publicText), isCode: true) })
    writer.heading("To restore")
    writer.numbered([
      "On a machine without a network: offline-signer init --network \(frame.network.name).",
      "offline-signer seed import \(facts.name) --from a photograph of this sheet (or a text file "
        + "with the letters, one symbol a line), and type the words. The fingerprint must be "
        + "\(facts.fingerprint).",
      "Without this program: Samples/read-encrypted-sheet is 60 lines of Python that read it.",
    ])
    writer.heading("Where the words are kept (not the words!)")
    writer.lines(count: 3)
    writer.drillBoxes(frame)
    return try RecoverySheet(.encrypted, facts.name, symbols, writer)
  }

  private static func grouped(_ text: String) -> String {
    var result = ""
    for (index, letter) in text.enumerated() {
      if index > 0, index % 4 == 0 { result.append(" ") }
      result.append(letter)
    }
    return result
  }
}
