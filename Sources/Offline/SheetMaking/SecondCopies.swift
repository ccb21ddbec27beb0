package import EncryptedVault
internal import RecoverySheets
package import SecureMemory
internal import SeedForms
internal import SignerHome

/// QR codes that stand twice on a page, far from each other, so that a stain that takes one leaves the other.
///
/// Nothing is missing where one of them is read; but the next stain takes the rest.
package enum SecondCopies {
  /// Sheets that were printed before have each QR code once: 24 November 2026.
  private static let since: Int64 = 1_795_478_400

  /// What was read at one place of a page and should stand at two, in words; `once` are the places in
  /// the list of QR codes that were read.
  package static func lost(
    among once: [Int], in symbols: borrowing SecretList, of record: SheetRecord
  ) -> [String] {
    guard record.printed >= since, let kind = record.sheetKind else { return [] }
    var lost: [String] = []
    for place in once {
      let name = symbols.withUnsafeBytes(at: place) { Self.name(of: $0, on: kind) }
      if let name, !lost.contains(name) { lost.append(name) }
    }
    return lost
  }

  /// What a QR code is that stands twice on such a sheet; nil where it stands once.
  private static func name(of symbol: UnsafeRawBufferPointer, on kind: SheetKind) -> String? {
    // A descriptor that is cut into several QR codes has them once; it stands there in letters, too.
    if PageReport.checksum(symbol) != nil { return "the wallet" }
    guard SheetMark(reading: symbol) == nil, !SealedParts.isPart(symbol),
      SecretForm(symbol: symbol) != .unknown
    else { return nil }
    return kind == .share ? "the share" : kind == .full ? "the seed" : nil
  }
}
