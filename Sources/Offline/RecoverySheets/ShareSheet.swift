import BitcoinPrimitives
public import SecureMemory
import SheetPages

/// One share of a seed as it is put on paper.
public struct SheetShare: ~Copyable, Sendable {
  /// How it is written: `SLIP-39`, `codex32 (BIP-93)` ...
  public let form: String
  /// What tells it from the others of its set: `2`, `group 1, share 2`, a letter of codex32.
  public let name: String
  /// Which shares bring the seed back, in words.
  public let rule: String
  /// What all shares of the set have in common; nil where they say nothing.
  public let identifier: String?
  /// Whether it is written in words.
  public let isWords: Bool
  public let text: SecretBytes
  public let symbol: PrintedSymbol

  public init(
    form: String, name: String, rule: String, identifier: String?, isWords: Bool,
    text: consuming SecretBytes, symbol: consuming SecretBytes
  ) {
    self.form = form
    self.name = name
    self.rule = rule
    self.identifier = identifier
    self.isWords = isWords
    self.text = text
    self.symbol = PrintedSymbol("the share \(name) in \(form)", symbol, isSecret: true)
  }
}

extension RecoverySheet {
  /// One share, alone: the others never stand on the same paper or in the same file.
  ///
  /// Throws: any `RecoverySheetError`.
  public static func share(
    _ share: borrowing SheetShare, of seed: SheetSeed.Facts, _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    var writer = frame.writer(.share, "\(share.name) of \(seed.name)")
    writer.notice(
      "This is a part of a seed: \(share.rule). Keep the shares apart. Whoever holds fewer learns "
        + "nothing; whoever holds enough has the coins.")
    writer.facts([
      SheetFact("Seed", seed.name), SheetFact("Fingerprint", seed.fingerprint, isCode: true),
      SheetFact("Share", "\(share.name), \(share.form)"), SheetFact("Rule", share.rule),
      SheetFact("Set", share.identifier ?? "not stated", isCode: share.identifier != nil),
      SheetFact("Network", frame.network.name), SheetFact("Made", seed.created),
      SheetFact(
        "Passphrase", seed.usesPassphrase ? "NEEDED: a BIP-39 passphrase, on no sheet" : "none"),
    ])
    // The symbol first: many words take a page of their own.
    let modules = try share.symbol.modules()
    writer.tile(caption: "Share \(share.name)", modules)
    if share.isWords {
      writer.words(share.text)
    } else {
      writer.secretLine(label: share.form, share.text)
    }
    writer.heading("To restore")
    writer.numbered([
      "Bring enough shares together, on a machine without a network.",
      "offline-signer seed import \(seed.name) --from a folder with a photograph of each sheet, or "
        + "--from terminal and type them one by one. The fingerprint must be \(seed.fingerprint).",
    ])
    writer.heading("Who holds the others")
    writer.lines(count: 4)
    writer.drillBoxes(frame)
    return try RecoverySheet(
      .share, seed.name, [share.symbol], writer, set: share.identifier)
  }
}
