/// One `ur:` text as it stands in one QR code: a whole resource or a part of one, of either version.
enum URFrame: Equatable, Sendable {
  case whole(UR)
  case part(URPart)
  case first(FirstURPart)

  /// Whether a frame claims to be a UR: it begins with `ur:` in any case.
  static func recognizes(_ frame: [UInt8]) -> Bool {
    frame.count > 3 && frame[0] | 0x20 == 0x75 && frame[1] | 0x20 == 0x72 && frame[2] == 0x3A
  }

  init(parsing frame: [UInt8], limits: TransportLimits) throws(QRTransportError) {
    guard Self.recognizes(frame) else { throw .notUR }
    // Two letters a byte, and room for path and header: no longer text can be within the limits.
    guard frame.count <= 2 * limits.messageBytes + 256 else {
      throw .messageTooLong(bytes: UInt64(frame.count / 2), limit: limits.messageBytes)
    }
    let components = frame[3...].split(
      separator: 0x2F, maxSplits: 3, omittingEmptySubsequences: false)
    if FirstURPart.recognizes(components) {
      let part = try FirstURPart(path: components, limits: limits)
      guard part.total == 1 else {
        self = .first(part)
        return
      }
      guard
        let whole = FirstURPart.resource(
          type: part.type, digest: part.digest, body: part.content, limits: limits)
      else { throw .bodyChecksumMismatch }
      self = .whole(whole)
      return
    }
    guard components.count == 2 || components.count == 3 else { throw .invalidPath }
    let type = try UR.checkedType(components[0])
    if components.count == 2 {
      let cbor = try Bytewords.decode(ascii: components[1], style: .minimal)
      self = .whole(try UR(type: type, checkedCBOR: cbor, limits: limits))
    } else {
      let (number, length) = try Self.sequence(components[1])
      guard length <= UInt64(limits.parts) else {
        throw .tooManyParts(count: length, limit: limits.parts)
      }
      let content = try Bytewords.decode(ascii: components[2], style: .minimal)
      let part = try URPart(type: type, decoding: content, limits: limits)
      guard UInt64(part.sequenceNumber) == number else {
        throw .headerMismatch(field: "sequence number")
      }
      guard UInt64(part.sequenceLength) == length else {
        throw .headerMismatch(field: "part count")
      }
      self = .part(part)
    }
  }

  /// The two numbers of `12-34`, decimal without sign or leading zero, each at least 1.
  private static func sequence(_ ascii: ArraySlice<UInt8>) throws(QRTransportError)
    -> (UInt64, UInt64)
  {
    let numbers = ascii.split(separator: 0x2D, maxSplits: 2, omittingEmptySubsequences: false)
    guard numbers.count == 2 else { throw .invalidPath }
    var values: [UInt64] = []
    for digits in numbers {
      guard (1...10).contains(digits.count), digits.first != 0x30 else { throw .invalidPath }
      var value: UInt64 = 0
      for digit in digits {
        guard (0x30...0x39).contains(digit) else { throw .invalidPath }
        value = value * 10 + UInt64(digit - 0x30)
      }
      values.append(value)
    }
    return (values[0], values[1])
  }
}
