/// BLAKE2b (RFC 7693) without a key, of 32 bytes.
///
/// libcrypto of Debian 12 has the one of 64 bytes alone, which is another hash. Only for public data: its state is not wiped.
public enum BLAKE2b256 {
  private static let block = 128

  /// Hashes bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state = start
    // The parameter block: 32 bytes of digest, no key, no tree.
    state[0] ^= 0x0101_0000 ^ 32
    // The last block is never left out, and is all zero for an empty message.
    let blocks = max(1, (bytes.count + block - 1) / block)
    for index in 0..<blocks {
      let end = min(bytes.count, (index + 1) * block)
      var words = [UInt64](repeating: 0, count: 16)
      for position in index * block..<end {
        let place = position - index * block
        words[place / 8] |= UInt64(bytes[position]) << UInt64(8 * (place % 8))
      }
      compress(&state, words, count: UInt64(end), isLast: index == blocks - 1)
    }
    return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> UInt64(8 * ($0 % 8))) }
  }

  /// The function F of RFC 7693, 3.2; `count` bytes have been taken in by the end of this block.
  private static func compress(
    _ state: inout [UInt64], _ words: [UInt64], count: UInt64, isLast: Bool
  ) {
    var work = state + start
    work[12] ^= count
    if isLast { work[14] = ~work[14] }
    func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ x: UInt64, _ y: UInt64) {
      work[a] = work[a] &+ work[b] &+ x
      work[d] = turned(work[d] ^ work[a], by: 32)
      work[c] = work[c] &+ work[d]
      work[b] = turned(work[b] ^ work[c], by: 24)
      work[a] = work[a] &+ work[b] &+ y
      work[d] = turned(work[d] ^ work[a], by: 16)
      work[c] = work[c] &+ work[d]
      work[b] = turned(work[b] ^ work[c], by: 63)
    }
    for round in 0..<12 {
      let order = orders[round % 10]
      for column in 0..<4 {
        mix(
          column, 4 + column, 8 + column, 12 + column, words[order[2 * column]],
          words[order[2 * column + 1]])
      }
      for column in 0..<4 {
        mix(
          column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4,
          words[order[8 + 2 * column]], words[order[9 + 2 * column]])
      }
    }
    for index in 0..<8 { state[index] ^= work[index] ^ work[index + 8] }
  }

  private static func turned(_ word: UInt64, by bits: UInt64) -> UInt64 {
    word >> bits | word << (64 - bits)
  }

  /// The first 64 bits of the fractional parts of the square roots of the first eight primes, as SHA-512 has them.
  private static let start: [UInt64] = [
    0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
  ]

  /// The message schedule SIGMA of RFC 7693, 2.7.
  private static let orders: [[Int]] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
  ]
}
