package import EncryptedVault
package import RecoverySheets
internal import TerminalUI

// A sheet that was printed, as the vault remembers it.

extension SheetRecord {
  /// Its kind; what follows a space tells shares of sets apart.
  package var sheetKind: SheetKind? {
    SheetKind(rawValue: String(kind.prefix { $0 != " " && $0 != "+" }))
  }

  /// Whether it holds QR codes for other programs too.
  package var hasExtra: Bool { kind.contains("+recovery-qr") || kind.contains("+account-map") }

  /// What stands behind the kind of a sheet that has a mark of its own.
  package static let markSuffix = "+mark"

  /// The mark that stands on it; nil on sheets that were printed before there were any.
  package var mark: SheetMark? {
    guard let sheetKind, kind.prefix(while: { $0 != " " }).hasSuffix(Self.markSuffix) else {
      return nil
    }
    return SheetMark(sheetKind, digest, of: name, printed: printed)
  }

  /// What it is, for a person.
  package var title: String {
    "\(sheetKind?.title.lowercased() ?? kind) of \(name), printed \(UTCTime(printed).text)"
      + (mark.map { ", print \($0.spoken)" } ?? "")
  }
}
