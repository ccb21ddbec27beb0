/// A QR code of BBQr that is no part of an encrypted sheet: what its head says that it is a part of.
///
/// The head is `B$`, a letter for the encoding, one for the kind of the file, and twice two digits of base 36: how many
/// QR codes there are, and which one it is, from 0.
package struct CarriedPart: Equatable {
  /// The kinds of files that BBQr knows.
  enum Kind: UInt8 {
    case payment = 0x50
    case transaction = 0x54
    case json = 0x4A
    case cbor = 0x43
    case text = 0x55
    case file = 0x42
    case program = 0x58

    fileprivate var text: String {
      switch self {
      case .payment: "a payment (PSBT)"
      case .transaction: "a transaction"
      case .json: "a file of JSON"
      case .cbor: "a file of CBOR"
      // What it says is known only with all of its parts.
      case .text: "a text, such as a wallet's descriptor"
      case .file: "a file"
      case .program: "a program"
      }
    }
  }

  let kind: Kind
  /// Which one it is, counted from 1, and how many there are.
  let number: Int
  let count: Int

  /// Reads the head; nil for every other QR code.
  package init?(_ symbol: UnsafeRawBufferPointer) {
    guard symbol.count > 8, symbol.starts(with: "B$".utf8),
      "2HZ".utf8.contains(symbol[2]), let kind = Kind(rawValue: symbol[3]),
      let count = Self.number(symbol[4..<6]), let index = Self.number(symbol[6..<8]), index < count,
      !SealedParts.isPart(symbol)
    else { return nil }
    (self.kind, self.number, self.count) = (kind, index + 1, count)
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    // `Int` would take a sign.
    guard digits.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }) else {
      return nil
    }
    return Int(String(decoding: digits, as: UTF8.self), radix: 36)
  }

  /// Whether it may be of a wallet.
  package var isText: Bool { kind == .text }

  /// What it is, in words: `QR code 1 of 2 of a text, such as a wallet's descriptor (BBQr)`.
  package var text: String {
    (count == 1 ? "" : "QR code \(number) of \(count) of ") + "\(kind.text) (BBQr)"
  }
}
