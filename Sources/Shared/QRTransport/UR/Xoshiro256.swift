internal import Bytes
internal import Hashes

/// The generator that both ends of a fountain run (xoshiro256**, Blackman and Vigna 2018), seeded
/// by SHA-256.
///
/// Not for secrets: its output is known to everybody who sees a QR code.
struct Xoshiro256: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Seeds with the digest of `seed`, read as four big-endian words.
  init(seed: [UInt8]) {
    self.init(digest: SHA256.hash(seed).bytes)
  }

  /// Seeds for one part: the digest of its number and the checksum of the message, both big-endian.
  init(sequenceNumber: UInt32, checksum: UInt32) {
    var seed: [UInt8] = []
    for number in [sequenceNumber, checksum] {
      for shift in [24, 16, 8, 0] as [UInt32] {
        seed.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    self.init(seed: seed)
  }

  private init(digest: [UInt8]) {
    let word = { (index: Int) in
      digest[8 * index..<8 * index + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    state = (word(0), word(1), word(2), word(3))
  }

  mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// A number from 0 to 1, as IEEE 754 double: 1 itself can come out, by rounding.
  mutating func nextDouble() -> Double { Double(next()) / 18_446_744_073_709_551_616 }

  /// A number from `low` to `high`, both possible.
  mutating func nextInt(_ low: Int, _ high: Int) -> Int {
    min(high, Int(nextDouble() * Double(high - low + 1)) + low)
  }
}
