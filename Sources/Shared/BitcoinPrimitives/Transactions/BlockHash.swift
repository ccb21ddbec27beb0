public import Bytes

/// The identifier of a block: the double SHA-256 of its header.
///
/// Bytes stand in the order in which they are hashed and sent; text is the reverse, as Bitcoin
/// Core prints it.
public struct BlockHash: Hashable, Sendable {
  /// The 32 bytes in the order of the wire.
  public let bytes: Bytes32

  /// Takes the 32 bytes in the order of the wire.
  public init(_ bytes: Bytes32) {
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits as Bitcoin Core prints them, last byte first.
  ///
  /// Throws when a digit is wrong or there are not exactly 64.
  public init(parsing text: some StringProtocol) throws(BytesError) {
    bytes = try Bytes32(reversedHex: text)
  }
}

extension BlockHash: Comparable {
  public static func < (left: BlockHash, right: BlockHash) -> Bool { left.bytes < right.bytes }
}

extension BlockHash: CustomStringConvertible {
  public var description: String { bytes.reversedHex }
}
