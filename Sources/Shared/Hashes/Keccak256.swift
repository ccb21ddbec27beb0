/// Keccak-256 as it was submitted to NIST, before SHA-3 changed the padding: 32 bytes.
///
/// What MultiversX signs by and what Ethereum names SHA3. libcrypto of Debian 12 has SHA-3 alone. Only for public data: its
/// state is not wiped.
public enum Keccak256 {
  /// Bytes taken in between two permutations.
  private static let rate = 136

  /// Hashes bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state = [UInt64](repeating: 0, count: 25)
    // The first bit of the padding, and the last one of the block.
    var padded = bytes + [0x01]
    padded += [UInt8](repeating: 0, count: (rate - padded.count % rate) % rate)
    padded[padded.count - 1] |= 0x80
    for start in stride(from: 0, to: padded.count, by: rate) {
      for lane in 0..<rate / 8 {
        for byte in 0..<8 {
          state[lane] ^= UInt64(padded[start + 8 * lane + byte]) << UInt64(8 * byte)
        }
      }
      permute(&state)
    }
    return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> UInt64(8 * ($0 % 8))) }
  }

  /// Keccak-f[1600] (The Keccak reference 3.0, 1.2), 24 rounds of theta, rho and pi, chi, iota.
  ///
  /// Lane (x, y) is `state[x + 5y]`.
  private static func permute(_ state: inout [UInt64]) {
    var columns = [UInt64](repeating: 0, count: 5)
    for constant in roundConstants {
      for x in 0..<5 {
        columns[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]
      }
      for x in 0..<5 {
        let parity = columns[(x + 4) % 5] ^ rotated(columns[(x + 1) % 5], by: 1)
        for y in 0..<5 { state[x + 5 * y] ^= parity }
      }
      var held = state[1]
      for step in 0..<24 {
        let next = state[lanes[step]]
        state[lanes[step]] = rotated(held, by: turns[step])
        held = next
      }
      for row in stride(from: 0, to: 25, by: 5) {
        let old = Array(state[row..<row + 5])
        for x in 0..<5 { state[row + x] = old[x] ^ (~old[(x + 1) % 5] & old[(x + 2) % 5]) }
      }
      state[0] ^= constant
    }
  }

  private static func rotated(_ lane: UInt64, by bits: UInt64) -> UInt64 {
    lane << bits | lane >> (64 - bits)
  }

  /// The way of a lane through pi, which visits every lane but the first: (x, y) goes to (y, 2x + 3y).
  private static let lanes: [Int] = {
    var (x, y) = (1, 0)
    return (0..<24).map { (_: Int) -> Int in
      (x, y) = (y, (2 * x + 3 * y) % 5)
      return x + 5 * y
    }
  }()

  /// How far rho turns what arrives there: the triangular numbers.
  private static let turns: [UInt64] = (0..<24).map { (step: UInt64) in
    (step + 1) * (step + 2) / 2 % 64
  }

  /// Bits of iota, out of a shift register of eight bits.
  private static let roundConstants: [UInt64] = {
    var register: UInt8 = 1
    return (0..<24).map { (_: Int) -> UInt64 in
      var constant: UInt64 = 0
      for power in 0..<7 {
        let place = UInt64((1 << power) - 1)
        if register & 1 == 1 { constant |= 1 << place }
        let carries = register & 0x80 != 0
        register = register << 1 ^ (carries ? 0x71 : 0)
      }
      return constant
    }
  }()
}
