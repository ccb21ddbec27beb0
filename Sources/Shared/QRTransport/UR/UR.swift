/// A uniform resource (BCR-2020-005): a type and one CBOR item, whole.
public struct UR: Hashable, Sendable {
  /// The type, in lower case: `crypto-psbt`.
  public let type: String
  /// The encoded CBOR item, without a tag of its own.
  public let cbor: [UInt8]

  /// A resource of `type`, which is 1 to 64 characters of `a-z`, `0-9` and `-`.
  ///
  /// Throws: `invalidType`, `messageTooLong`.
  public init(type: String, cbor: [UInt8]) throws(QRTransportError) {
    try self.init(
      type: Self.checkedType(Array(type.utf8)[...]), checkedCBOR: cbor, limits: .standard)
  }

  /// A resource from its single-part text, letters of any case.
  ///
  /// Throws: every error of a malformed text; `invalidPath` for a part of several.
  public init(parsing text: String) throws(QRTransportError) {
    guard case .whole(let whole) = try URFrame(parsing: Array(text.utf8), limits: .standard) else {
      throw .invalidPath
    }
    self = whole
  }

  init(type: String, checkedCBOR cbor: [UInt8], limits: TransportLimits) throws(QRTransportError) {
    guard cbor.count <= limits.messageBytes else {
      throw .messageTooLong(bytes: UInt64(cbor.count), limit: limits.messageBytes)
    }
    self.type = type
    self.cbor = cbor
  }

  /// The single-part text, in upper case so that a QR code takes it in alphanumeric mode.
  public var text: String {
    "UR:\(type.uppercased())/"
      + String(
        decoding: Bytewords.ascii(cbor, style: .minimal, upperCase: true), as: UTF8.self)
  }

  static func checkedType(_ ascii: ArraySlice<UInt8>) throws(QRTransportError) -> String {
    guard !ascii.isEmpty else { throw .invalidType(position: 0) }
    guard ascii.count <= 64 else { throw .invalidType(position: 64) }
    var lower: [UInt8] = []
    for (position, byte) in ascii.enumerated() {
      switch byte {
      case 0x30...0x39, 0x61...0x7A, 0x2D: lower.append(byte)
      case 0x41...0x5A: lower.append(byte | 0x20)
      default: throw .invalidType(position: position)
      }
    }
    return String(decoding: lower, as: UTF8.self)
  }
}
