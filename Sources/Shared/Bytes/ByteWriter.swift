/// Writes integers and byte strings one after the other.
public struct ByteWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8]

  /// Starts empty, with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The number of bytes written so far.
  public var count: Int { bytes.count }

  /// Writes the bytes as they are.
  public mutating func write(_ more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Writes the bytes as they are.
  public mutating func write(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
  }

  /// Writes the bytes as they are.
  public mutating func write(_ more: ArraySlice<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Writes one byte.
  public mutating func writeByte(_ byte: UInt8) {
    bytes.append(byte)
  }

  private mutating func writeInteger(_ value: some FixedWidthInteger & BitwiseCopyable) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  /// Writes two bytes, little-endian.
  public mutating func writeUInt16LE(_ value: UInt16) { writeInteger(value.littleEndian) }

  /// Writes four bytes, little-endian.
  public mutating func writeUInt32LE(_ value: UInt32) { writeInteger(value.littleEndian) }

  /// Writes eight bytes, little-endian.
  public mutating func writeUInt64LE(_ value: UInt64) { writeInteger(value.littleEndian) }

  /// Writes four bytes, little-endian, two's complement.
  public mutating func writeInt32LE(_ value: Int32) { writeInteger(value.littleEndian) }

  /// Writes eight bytes, little-endian, two's complement.
  public mutating func writeInt64LE(_ value: Int64) { writeInteger(value.littleEndian) }

  /// Writes two bytes, big-endian.
  public mutating func writeUInt16BE(_ value: UInt16) { writeInteger(value.bigEndian) }

  /// Writes four bytes, big-endian.
  public mutating func writeUInt32BE(_ value: UInt32) { writeInteger(value.bigEndian) }

  /// Writes eight bytes, big-endian.
  public mutating func writeUInt64BE(_ value: UInt64) { writeInteger(value.bigEndian) }

  /// Writes the 32 bytes in their own order.
  public mutating func writeBytes32(_ value: Bytes32) {
    value.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Writes a CompactSize in its shortest form.
  public mutating func writeCompactSize(_ value: UInt64) {
    switch value {
    case ..<0xfd: writeByte(UInt8(value))
    case ...0xffff:
      writeByte(0xfd)
      writeUInt16LE(UInt16(value))
    case ...0xffff_ffff:
      writeByte(0xfe)
      writeUInt32LE(UInt32(value))
    default:
      writeByte(0xff)
      writeUInt64LE(value)
    }
  }

  /// Writes a count as a CompactSize; counts are never negative.
  public mutating func writeCompactSize(_ count: Int) {
    writeCompactSize(UInt64(count))
  }

  /// Writes the number of bytes as a CompactSize, then the bytes.
  public mutating func writeVarBytes(_ more: [UInt8]) {
    writeCompactSize(more.count)
    bytes.append(contentsOf: more)
  }

  /// Writes the number of bytes as a CompactSize, then the bytes.
  public mutating func writeVarBytes(_ more: some Collection<UInt8>) {
    writeCompactSize(more.count)
    bytes.append(contentsOf: more)
  }
}
