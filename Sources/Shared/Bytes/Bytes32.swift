/// A value of exactly 32 bytes: a digest, a key coordinate, a tweak.
///
/// The bytes lie in memory in their own order. Comparison is that of the bytes, first byte first.
/// Not for secrets: the value is freely copied and never wiped.
@frozen
public struct Bytes32: Hashable, Sendable {
  // Four words instead of an array: no allocation, and equality is four comparisons.
  @usableFromInline var word0: UInt64
  @usableFromInline var word1: UInt64
  @usableFromInline var word2: UInt64
  @usableFromInline var word3: UInt64

  @inlinable
  init(words word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
  }

  /// The value whose 32 bytes are all zero.
  public static let zero = Bytes32(words: 0, 0, 0, 0)

  /// Takes four words, each with its first byte highest: how a constant is written.
  public init(bigEndianWords word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    self.init(
      words: word0.bigEndian, word1.bigEndian, word2.bigEndian, word3.bigEndian)
  }

  /// Takes exactly 32 bytes; nil when there are more or fewer.
  @inlinable
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.init(words: 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &self) { target in
      target.copyBytes(from: bytes)
    }
  }

  /// Lets `body` fill the 32 bytes, which start out as zero.
  @inlinable
  public init(unsafeUninitialized body: (UnsafeMutableRawBufferPointer) -> Void) {
    self.init(words: 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &self) { body($0) }
  }

  /// Lends the 32 bytes for the duration of `body`.
  @inlinable
  public func withUnsafeBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try Swift.withUnsafeBytes(of: self, body)
  }

  /// The 32 bytes as an array.
  @inlinable public var bytes: [UInt8] {
    withUnsafeBytes { [UInt8]($0) }
  }

  /// The bytes in opposite order: how Bitcoin prints transaction and block identifiers.
  public var reversed: Bytes32 {
    Bytes32(words: word3.byteSwapped, word2.byteSwapped, word1.byteSwapped, word0.byteSwapped)
  }

  /// The byte at `index`, which must be 0 to 31.
  @inlinable
  public subscript(index: Int) -> UInt8 {
    withUnsafeBytes { $0[index] }
  }

  /// Lower-case hexadecimal, first byte first.
  public var hex: String { withUnsafeBytes { Hex.encode($0) } }

  /// Lower-case hexadecimal, last byte first: how Bitcoin prints transaction and block identifiers.
  public var reversedHex: String { reversed.hex }

  /// Reads 64 hexadecimal digits, first byte first.
  ///
  /// Throws when a digit is wrong or there are not exactly 64.
  public init(hex: some StringProtocol) throws(BytesError) {
    let bytes = try Hex.decode(hex)
    guard let value = Bytes32(bytes) else {
      throw .wrongLength(what: "value", expected: 32, found: bytes.count)
    }
    self = value
  }

  /// Reads 64 hexadecimal digits, last byte first, as Bitcoin prints identifiers.
  ///
  /// Throws when a digit is wrong or there are not exactly 64.
  public init(reversedHex: some StringProtocol) throws(BytesError) {
    self = try Bytes32(hex: reversedHex).reversed
  }
}

extension Bytes32: Comparable {
  @inlinable
  public static func < (left: Bytes32, right: Bytes32) -> Bool {
    if left.word0 != right.word0 { return left.word0.bigEndian < right.word0.bigEndian }
    if left.word1 != right.word1 { return left.word1.bigEndian < right.word1.bigEndian }
    if left.word2 != right.word2 { return left.word2.bigEndian < right.word2.bigEndian }
    return left.word3.bigEndian < right.word3.bigEndian
  }
}

extension Bytes32: CustomStringConvertible {
  public var description: String { hex }
}
