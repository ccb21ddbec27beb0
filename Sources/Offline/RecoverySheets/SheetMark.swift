internal import BitcoinPrimitives
public import Bytes
internal import Hashes
public import SecureMemory

/// A sheet's own mark: a small QR code that says which kind of sheet it is and which print of it.
///
/// QR codes of a wallet are the same on every kind of sheet; without a mark nobody could tell a
/// scanned public sheet from a letter, or the pages of an old print from those of a new one.
public struct SheetMark: Hashable, Sendable {
  /// What kind of sheet it is.
  public let kind: SheetKind
  /// Eight digits in hexadecimal, capitals; no secret can be had from them.
  public let number: String

  private static let head = "DRAWBRIDGE"

  /// The mark of a print: its number comes from what its QR codes hold, from its name and from when
  /// it was printed, in seconds since 1970.
  public init(_ kind: SheetKind, _ digest: Bytes32, of name: String, printed: Int64) {
    self.kind = kind
    var text = Array("drawbridge print \(name)".utf8) + [0]
    text += digest.bytes
    withUnsafeBytes(of: printed.bigEndian) { text += $0 }
    number = Hex.encode(Array(SHA256.hash(text).bytes.prefix(4))).uppercased()
  }

  /// Reads what a QR code holds; nil when it is not a mark of a sheet.
  public init?(reading symbol: UnsafeRawBufferPointer) {
    // Longer than any mark, and a seed must not become a string.
    guard symbol.count <= 40, symbol.starts(with: Self.head.utf8) else { return nil }
    let parts = String(decoding: symbol, as: UTF8.self).split(separator: "/")
    guard parts.count == 3, parts[0] == Self.head,
      let kind = SheetKind(rawValue: parts[1].lowercased()), parts[2].count == 8,
      parts[2].allSatisfy({ "0123456789ABCDEF".contains($0) })
    else { return nil }
    self.kind = kind
    number = String(parts[2])
  }

  /// The marks among QR codes, each once.
  public static func marks(in symbols: borrowing SecretList) -> [SheetMark] {
    var marks: [SheetMark] = []
    for index in 0..<symbols.count {
      guard let mark = symbols.withUnsafeBytes(at: index, { SheetMark(reading: $0) }),
        !marks.contains(mark)
      else { continue }
      marks.append(mark)
    }
    return marks
  }

  /// What its QR code holds: capitals, digits and slashes.
  public var text: String { "\(Self.head)/\(kind.rawValue.uppercased())/\(number)" }

  /// The number as it stands at the foot of each page.
  public var spoken: String { "\(number.prefix(4)) \(number.suffix(4))" }

  /// Its QR code.
  public var symbol: PrintedSymbol {
    PrintedSymbol("the sheet's own mark, \(spoken)", text: text)
  }
}
