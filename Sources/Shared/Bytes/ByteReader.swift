/// Reads bytes that somebody else wrote, front to back, refusing to step over the end.
///
/// Slices share the storage of what was handed in: nothing is copied. Offsets in errors count from
/// the first byte handed in, also when that was a slice.
public struct ByteReader: Sendable {
  @usableFromInline let bytes: ArraySlice<UInt8>
  @usableFromInline var position: Int

  /// Reads all of `bytes`.
  @inlinable
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    position = 0
  }

  /// Reads a slice; offsets count from its first byte.
  @inlinable
  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The number of bytes read so far.
  @inlinable public var offset: Int { position - bytes.startIndex }

  /// The number of bytes left.
  @inlinable public var remaining: Int { bytes.endIndex - position }

  /// Whether everything was read.
  @inlinable public var isAtEnd: Bool { position == bytes.endIndex }

  /// The bytes left, without reading them.
  @inlinable public var rest: ArraySlice<UInt8> { bytes[position...] }

  @usableFromInline
  func truncation(needing count: Int) -> BytesError {
    .truncated(offset: offset, needed: count, remaining: remaining)
  }

  /// Reads one byte.
  @inlinable
  public mutating func readByte() throws(BytesError) -> UInt8 {
    guard remaining >= 1 else { throw truncation(needing: 1) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads `count` bytes as a slice that shares storage.
  @inlinable
  public mutating func read(_ count: Int) throws(BytesError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw truncation(needing: count) }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// Reads the rest as a slice that shares storage.
  @inlinable
  public mutating func readRest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  /// Reads 32 bytes in their own order.
  @inlinable
  public mutating func readBytes32() throws(BytesError) -> Bytes32 {
    guard let value = Bytes32(try read(32)) else { throw truncation(needing: 32) }
    return value
  }

  @inlinable
  mutating func readInteger<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type
  ) throws(BytesError) -> T {
    let size = MemoryLayout<T>.size
    guard size <= remaining else { throw truncation(needing: size) }
    let start = position - bytes.startIndex
    position += size
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: T.self) }
  }

  /// Reads two bytes, little-endian.
  @inlinable
  public mutating func readUInt16LE() throws(BytesError) -> UInt16 {
    UInt16(littleEndian: try readInteger(UInt16.self))
  }

  /// Reads four bytes, little-endian.
  @inlinable
  public mutating func readUInt32LE() throws(BytesError) -> UInt32 {
    UInt32(littleEndian: try readInteger(UInt32.self))
  }

  /// Reads eight bytes, little-endian.
  @inlinable
  public mutating func readUInt64LE() throws(BytesError) -> UInt64 {
    UInt64(littleEndian: try readInteger(UInt64.self))
  }

  /// Reads four bytes, little-endian, two's complement.
  @inlinable
  public mutating func readInt32LE() throws(BytesError) -> Int32 {
    Int32(littleEndian: try readInteger(Int32.self))
  }

  /// Reads eight bytes, little-endian, two's complement.
  @inlinable
  public mutating func readInt64LE() throws(BytesError) -> Int64 {
    Int64(littleEndian: try readInteger(Int64.self))
  }

  /// Reads two bytes, big-endian.
  @inlinable
  public mutating func readUInt16BE() throws(BytesError) -> UInt16 {
    UInt16(bigEndian: try readInteger(UInt16.self))
  }

  /// Reads four bytes, big-endian.
  @inlinable
  public mutating func readUInt32BE() throws(BytesError) -> UInt32 {
    UInt32(bigEndian: try readInteger(UInt32.self))
  }

  /// Reads eight bytes, big-endian.
  @inlinable
  public mutating func readUInt64BE() throws(BytesError) -> UInt64 {
    UInt64(bigEndian: try readInteger(UInt64.self))
  }

  /// Reads a CompactSize, refusing every form but the shortest.
  @inlinable
  public mutating func readCompactSize() throws(BytesError) -> UInt64 {
    let start = offset
    switch try readByte() {
    case let small where small < 0xfd:
      return UInt64(small)
    case 0xfd:
      let value = try readUInt16LE()
      guard value >= 0xfd else { throw .notMinimal(offset: start) }
      return UInt64(value)
    case 0xfe:
      let value = try readUInt32LE()
      guard value > 0xffff else { throw .notMinimal(offset: start) }
      return UInt64(value)
    default:
      let value = try readUInt64LE()
      guard value > 0xffff_ffff else { throw .notMinimal(offset: start) }
      return value
    }
  }

  /// Reads a CompactSize and that many bytes, at most `max`, as a slice that shares storage.
  @inlinable
  public mutating func readVarBytes(max: Int = .max) throws(BytesError) -> ArraySlice<UInt8> {
    let start = offset
    let size = try readCompactSize()
    guard size <= UInt64(max) else {
      throw .tooLarge(what: "size", value: size, limit: UInt64(max), offset: start)
    }
    guard size <= UInt64(remaining) else {
      throw truncation(needing: Int(clamping: size))
    }
    return try read(Int(size))
  }

  /// Reads a CompactSize that counts elements which follow.
  ///
  /// Refuses a count above `limit`, and one whose elements of at least `minimumElementSize` bytes
  /// cannot fit in what is left: the result is safe to reserve memory for.
  @inlinable
  public mutating func readCount(
    minimumElementSize: Int, limit: Int
  ) throws(BytesError) -> Int {
    let start = offset
    let count = try readCompactSize()
    guard count <= UInt64(limit) else {
      throw .tooLarge(what: "count", value: count, limit: UInt64(limit), offset: start)
    }
    let (needed, overflow) = Int(count).multipliedReportingOverflow(by: minimumElementSize)
    guard !overflow, needed <= remaining else {
      throw truncation(needing: overflow ? .max : needed)
    }
    return Int(count)
  }

  /// Refuses bytes left over.
  @inlinable
  public func requireEnd() throws(BytesError) {
    guard isAtEnd else { throw .trailing(offset: offset, count: remaining) }
  }
}
