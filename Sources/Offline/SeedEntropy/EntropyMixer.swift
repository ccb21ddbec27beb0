internal import Bytes
internal import Hashes
public import SecureMemory

/// Entropy that is ready to be written as words, and where it came from.
public struct MixedEntropy: ~Copyable, Sendable {
  /// 16, 20, 24, 28 or 32 bytes.
  public let entropy: SecretBytes
  /// The sources.
  public let record: EntropyRecord
}

/// The hash that all sources of a seed go through, so that the result is at least as good as the best
/// of them (docs/formats.md, "Seed entropy").
enum EntropyMixer {
  /// What is hashed begins with this.
  static let tag = "drawbridge/seed-entropy/1"
  /// The number of bytes that are asked of the system.
  static let systemLength = 32

  /// The kinds of sources, by the numbers of the transcript.
  enum Source: UInt8 {
    case system = 1
    case dice = 2
    case otherDice = 3
    case coins = 4
    case cards = 5
    case keyTiming = 6
    case camera = 7
  }

  static func start() -> SecretSHA256 {
    var hasher = SecretSHA256()
    hasher.update([UInt8(tag.utf8.count)] + Array(tag.utf8))
    return hasher
  }

  /// Kind and length (four bytes, big-endian) go before each source: no two lists look the same.
  static func append(_ source: Source, _ count: Int, to hasher: inout SecretSHA256) {
    var writer = ByteWriter(capacity: 5)
    writer.writeByte(source.rawValue)
    writer.writeUInt32BE(UInt32(clamping: count))
    hasher.update(writer.bytes)
  }

  /// Reads twice: a source that gives the same again, or one byte over and over, is broken.
  static func read(_ source: any RandomSource) throws(EntropyError) -> SecretBytes {
    do throws(RandomnessError) {
      let first = try source.secret(count: systemLength)
      let second = try source.secret(count: systemLength)
      let isBroken = first.constantTimeEquals(second) || isConstant(first) || isConstant(second)
      if !isBroken { return first }
    } catch {
      throw .randomness(error)
    }
    throw .brokenRandomness
  }

  private static func isConstant(_ secret: borrowing SecretBytes) -> Bool {
    secret.withUnsafeBytes { bytes in
      var difference: UInt8 = 0
      for byte in bytes { difference |= byte ^ bytes[0] }
      return difference == 0
    }
  }
}
