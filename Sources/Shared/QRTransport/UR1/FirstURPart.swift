internal import Bytes
internal import Hashes

/// One `ur:` text of the first version (BCR-2020-005 before its second version, BC32 instead of bytewords), as it stands
/// in one QR code.
///
/// `ur:bytes/BODY`, `ur:bytes/DIGEST/BODY` or `ur:bytes/3of8/DIGEST/SLICE`: the body is BC32 of one CBOR item, the digest
/// BC32 of that item's SHA-256. Only read: nobody has written it since 2021, but older signers still do.
struct FirstURPart: Equatable, Sendable {
  let type: String
  /// From 1 to `total`.
  let number: Int
  let total: Int
  /// 58 characters in lower case; nil for a single part without one.
  let digest: [UInt8]?
  /// A slice of the body, in lower case.
  let content: [UInt8]

  /// Whether the parts of a path are of the first version, and not of the second.
  ///
  /// The second has bytewords, which are letters alone, and a number with a dash. A body of BC32 without any
  /// digit is so rare that its sender would have had to look for it.
  static func recognizes(_ components: [ArraySlice<UInt8>]) -> Bool {
    switch components.count {
    case 2: components[1].contains { (0x30...0x39).contains($0) }
    case 3: !components[1].contains(0x2D)
    default: components.count == 4
    }
  }

  /// Reads the path behind `ur:`.
  init(path components: [ArraySlice<UInt8>], limits: TransportLimits) throws(QRTransportError) {
    type = try UR.checkedType(components[0])
    if components.count == 4 {
      (number, total) = try Self.sequence(components[1], limits)
    } else {
      (number, total) = (1, 1)
    }
    digest = components.count > 2 ? Self.lower(components[components.count - 2]) : nil
    guard digest.map({ $0.count == 58 }) ?? true else { throw .invalidPath }
    content = Self.lower(components[components.count - 1])
    guard !content.isEmpty else { throw .bodyTooShort(bytes: 0) }
    guard content.count <= Self.textLimit(limits) / total else {
      throw .messageTooLong(
        bytes: UInt64(content.count) * UInt64(total) * 5 / 8, limit: limits.messageBytes)
    }
  }

  /// The most characters that a body within the limits has.
  private static func textLimit(_ limits: TransportLimits) -> Int {
    limits.messageBytes / 5 * 8 + 16
  }

  /// What a whole body says; nil when it is not whole, or not what the digest is of.
  static func resource(
    type: String, digest: [UInt8]?, body: [UInt8], limits: TransportLimits
  ) -> UR? {
    guard var cbor = try? BC32.decode(body, maxLength: textLimit(limits)) else { return nil }
    if let digest {
      guard Array(BC32.encode(SHA256.hash(cbor).bytes).utf8) == digest else { return nil }
    }
    // BCR-2020-005 once gave 0x60 for a length of four bytes; it is 0x5a. As CBOR 0x60 is an empty text, with nothing
    // behind it.
    if cbor.count > 5, cbor[0] == 0x60,
      cbor[1...4].reduce(0, { $0 << 8 | Int($1) }) == cbor.count - 5
    {
      cbor[0] = 0x5a
    }
    return try? UR(type: type, checkedCBOR: cbor, limits: limits)
  }

  /// The two numbers of `3of8`, decimal, each at least 1.
  private static func sequence(
    _ ascii: ArraySlice<UInt8>, _ limits: TransportLimits
  ) throws(QRTransportError) -> (Int, Int) {
    let text = lower(ascii)
    guard let middle = text.firstIndex(of: 0x6F), text[middle...].starts(with: [0x6F, 0x66]),
      let number = decimal(text[..<middle]), let total = decimal(text[(middle + 2)...])
    else { throw .invalidPath }
    guard total <= limits.parts else {
      throw .tooManyParts(count: UInt64(total), limit: limits.parts)
    }
    guard (1...total).contains(number) else { throw .invalidPath }
    return (number, total)
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...6).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.first != 0x30
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func lower(_ ascii: ArraySlice<UInt8>) -> [UInt8] {
    ascii.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
