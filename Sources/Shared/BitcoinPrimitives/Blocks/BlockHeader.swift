public import Bytes
internal import Hashes

/// The 80 bytes at the head of a block.
public struct BlockHeader: Hashable, Sendable {
  /// How many bytes a header has.
  public static let size = 80

  /// The version, which says nothing about the rules of the block.
  public let version: Int32
  /// The block before it.
  public let previous: BlockHash
  /// The root of the tree of the block's transactions.
  public let merkleRoot: Bytes32
  /// Seconds since 1970.
  public let time: UInt32
  /// The target in the short form of the header.
  public let bits: UInt32
  /// What was counted up to find the hash.
  public let nonce: UInt32
  /// The double SHA-256 of the 80 bytes.
  public let hash: BlockHash

  /// Reads the bytes in the order of the wire; nil when there are not 80.
  public init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    var reader = ByteReader(bytes)
    do {
      version = try reader.readInt32LE()
      previous = BlockHash(try reader.readBytes32())
      merkleRoot = try reader.readBytes32()
      time = try reader.readUInt32LE()
      bits = try reader.readUInt32LE()
      nonce = try reader.readUInt32LE()
    } catch {
      return nil
    }
    hash = BlockHash(SHA256.doubleHash(bytes))
  }

  /// The 80 bytes in the order of the wire.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: Self.size)
    writer.writeInt32LE(version)
    writer.writeBytes32(previous.bytes)
    writer.writeBytes32(merkleRoot)
    writer.writeUInt32LE(time)
    writer.writeUInt32LE(bits)
    writer.writeUInt32LE(nonce)
    return writer.bytes
  }

  /// Whether the hash is at most the target that the header itself names.
  public var hasWork: Bool {
    guard let target = Self.target(bits) else { return false }
    return !target.lexicographicallyPrecedes(hash.bytes.bytes.reversed())
  }

  /// How many hashes it takes on average to find a block of this target; 0 for a target that is none.
  public var expectedHashes: Double {
    guard let target = Self.target(bits) else { return 0 }
    let number = target.reduce(0.0) { $0 * 256 + Double($1) }
    return Double(sign: .plus, exponent: 256, significand: 1) / (number + 1)
  }

  /// Whether the target is at most that of other bits.
  public func isAsHard(as other: UInt32) -> Bool {
    guard let own = Self.target(bits), let limit = Self.target(other) else { return false }
    return !limit.lexicographicallyPrecedes(own)
  }

  /// Whether the target is at most four times that of the header before: no change of difficulty is larger.
  public func isAtMostFourTimesEasier(than before: BlockHeader) -> Bool {
    guard let own = Self.target(bits), var limit = Self.target(before.bits) else { return false }
    var carry = 0
    for index in limit.indices.reversed() {
      carry += Int(limit[index]) << 2
      limit[index] = UInt8(truncatingIfNeeded: carry)
      carry >>= 8
    }
    return carry > 0 || !limit.lexicographicallyPrecedes(own)
  }

  /// The target, 32 bytes with the highest first; nil for none, a negative one, and one that is too large.
  ///
  /// Source: the short form of Bitcoin's headers: one byte for the length in bytes, three for the highest
  /// ones.
  public static func target(_ bits: UInt32) -> [UInt8]? {
    let length = Int(bits >> 24)
    let mantissa = bits & 0x007f_ffff
    guard mantissa != 0, bits & 0x0080_0000 == 0 else { return nil }
    var target = [UInt8](repeating: 0, count: 32)
    for position in 0..<3 {
      let byte = UInt8(truncatingIfNeeded: mantissa >> (8 * UInt32(position)))
      let place = length - 3 + position
      guard place >= 0 else { continue }
      guard place < 32 else {
        if byte != 0 { return nil }
        continue
      }
      target[31 - place] = byte
    }
    return target.allSatisfy { $0 == 0 } ? nil : target
  }
}
