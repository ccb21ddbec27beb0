internal import Bytes

/// One part of a resource (BCR-2020-005, BCR-2024-001): a plain fragment, or the exclusive or of
/// several.
public struct URPart: Hashable, Sendable {
  /// The type of the whole, in lower case.
  public let type: String
  /// The number of this part, from 1; above `sequenceLength` parts are mixed.
  public let sequenceNumber: UInt32
  /// How many fragments the message is cut into.
  public let sequenceLength: Int
  /// The length of the message in bytes, without the padding of its last fragment.
  public let messageLength: Int
  /// CRC-32 of the message.
  public let checksum: UInt32
  /// The bytes of this part; every part of a message has the same number.
  public let fragment: [UInt8]

  init(
    type: String, sequenceNumber: UInt32, sequenceLength: Int, messageLength: Int, checksum: UInt32,
    fragment: [UInt8]
  ) {
    self.type = type
    self.sequenceNumber = sequenceNumber
    self.sequenceLength = sequenceLength
    self.messageLength = messageLength
    self.checksum = checksum
    self.fragment = fragment
  }

  /// A part from `[number, count, length, checksum, fragment]` in CBOR.
  ///
  /// Every number is compared with `limits` before anything is allocated by it.
  init(type: String, decoding content: [UInt8], limits: TransportLimits) throws(QRTransportError) {
    guard let parsed = try? CBORReader.parse(content), case .array(let items) = parsed,
      items.count == 5, case .unsigned(let number) = items[0],
      case .unsigned(let count) = items[1], case .unsigned(let length) = items[2],
      case .unsigned(let checksum) = items[3], case .bytes(let fragment) = items[4],
      let number = UInt32(exactly: number), number > 0, count > 0, length > 0, !fragment.isEmpty,
      let checksum = UInt32(exactly: checksum)
    else { throw .malformedPart }
    guard count <= UInt64(limits.parts) else {
      throw .tooManyParts(count: count, limit: limits.parts)
    }
    guard length <= UInt64(limits.messageBytes) else {
      throw .messageTooLong(bytes: length, limit: limits.messageBytes)
    }
    // Senders choose ceil(length / count), or a fixed fragment and ceil(length / fragment) parts.
    // More padding than either leaves would let a small message claim a large room.
    let room = Int(count) * fragment.count
    guard room >= Int(length), room - Int(length) < max(Int(count), fragment.count) else {
      throw .inconsistentLengths
    }
    self.init(
      type: type, sequenceNumber: number, sequenceLength: Int(count), messageLength: Int(length),
      checksum: checksum, fragment: fragment)
  }

  /// The CBOR of the part.
  public var cbor: [UInt8] {
    CBORWriter.encode(
      .array([
        .unsigned(UInt64(sequenceNumber)), .unsigned(UInt64(sequenceLength)),
        .unsigned(UInt64(messageLength)), .unsigned(UInt64(checksum)), .bytes(fragment),
      ]))
  }

  /// The text of the part in upper case.
  public var text: String {
    "UR:\(type.uppercased())/\(sequenceNumber)-\(sequenceLength)/"
      + String(
        decoding: Bytewords.ascii(cbor, style: .minimal, upperCase: true), as: UTF8.self)
  }
}
