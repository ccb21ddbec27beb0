package import EncryptedVault
internal import RecoverySheets
package import SecureMemory
internal import SeedForms
internal import SignerHome

/// QR codes that stand twice on a sheet, far from each other, so that a stain that takes one leaves the other.
///
/// Nothing is missing where one of them is read; but the next stain takes the rest.
package enum SecondCopies {
  /// Sheets that were printed before have each QR code once: 24 November 2026.
  private static let since: Int64 = 1_795_478_400

  /// What was read at one place of a page and should stand there at two, in words; `once` are the places in
  /// the list of QR codes that were read.
  package static func lost(
    among once: [Int], in symbols: borrowing SecretList, of record: SheetRecord
  ) -> [String] {
    guard record.printed >= since, let kind = record.sheetKind else { return [] }
    return names(of: once, in: symbols) { name(of: $0, on: kind) }
  }

  /// What of a sheet was read at one place of all of its pages and should stand at two, in words: parts, whose
  /// copies may stand on another page.
  ///
  /// `pages` are the pages that were read, each with its QR codes as places in the list of all and, for each,
  /// how often it stands there; none where nobody counted.
  package static func lostParts(
    of places: Set<Int>, on pages: [(symbols: [Int], copies: [Int])],
    in symbols: borrowing SecretList, of record: SheetRecord
  ) -> [(page: Int, name: String)] {
    guard record.printed >= since else { return [] }
    var counts: [Int: Int] = [:]
    var pageOf: [Int: Int] = [:]
    for (page, (own, copies)) in pages.enumerated() {
      for (index, place) in own.enumerated() where places.contains(place) {
        pageOf[place] = pageOf[place] ?? page
        // A camera sees a page many times and counts nothing.
        counts[place, default: 0] += copies.count == own.count ? copies[index] : 2
      }
    }
    return counts.filter { $0.value == 1 }.keys.sorted().compactMap { place in
      let names = names(of: [place], in: symbols, Self.part)
      guard let name = names.first, let page = pageOf[place] else { return nil }
      return (page, name)
    }
  }

  /// The names of QR codes, each once.
  private static func names(
    of places: [Int], in symbols: borrowing SecretList,
    _ name: (UnsafeRawBufferPointer) -> String?
  ) -> [String] {
    var names: [String] = []
    for place in places {
      let name = symbols.withUnsafeBytes(at: place) { name($0) }
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// What a QR code is that stands twice on a page of such a sheet; nil where it does not, and for parts.
  private static func name(of symbol: UnsafeRawBufferPointer, on kind: SheetKind) -> String? {
    if PageReport.checksum(symbol) != nil { return "the wallet" }
    guard SheetMark(reading: symbol) == nil, !SealedParts.isPart(symbol),
      SecretForm(symbol: symbol) != .unknown
    else { return nil }
    return kind == .share ? "the share" : kind == .full ? "the seed" : nil
  }

  /// Which part of what a QR code is: of an encrypted sheet, or of a descriptor (BBQr: `B$`, the encoding, `U` for
  /// a text, then two digits of base 36 for how many there are and two for which one it is, from 0); else nil.
  private static func part(_ symbol: UnsafeRawBufferPointer) -> String? {
    let isSealed = SealedParts.isPart(symbol)
    guard symbol.count > 8, symbol.starts(with: "B$".utf8),
      isSealed || symbol[3] == UInt8(ascii: "U"),
      let count = Int(String(decoding: symbol[4..<6], as: UTF8.self), radix: 36),
      let number = Int(String(decoding: symbol[6..<8], as: UTF8.self), radix: 36)
    else { return nil }
    let whole = isSealed ? "the encrypted seed" : "the wallet"
    return count == 1 ? whole : "part \(number + 1) of \(count) of \(whole)"
  }
}
