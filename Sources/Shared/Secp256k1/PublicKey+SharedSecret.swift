internal import CSecp256k1
public import SecureMemory

extension PublicKey {
  /// This point times a secret number, as its 33 bytes compressed: what two sides of a key agreement share.
  ///
  /// The number is big-endian, at most 64 bytes, and taken modulo the order of the curve. It takes a time that
  /// depends on the number: for files of other programs on the machine of whoever knows their password.
  ///
  /// Throws when the number is longer, or a multiple of the order.
  public func multiplied(
    by number: borrowing SecretBytes
  ) throws(Secp256k1Error) -> SecretBytes {
    guard number.count <= 64 else { throw .tweakOutOfRange }
    let scalar = Self.reduced(number)
    var product = point
    let done = scalar.withUnsafeBytes { scalar in
      scalar.assumingMemoryBound(to: UInt8.self).baseAddress.map {
        secp256k1_ec_pubkey_tweak_mul(Curve.context, &product, $0)
      }
    }
    guard done == 1 else { throw .tweakOutOfRange }
    var bytes = PublicKey(point: product).compressed
    withUnsafeMutableBytes(of: &product) { SecretBytes.wipe($0) }
    return SecretBytes(moving: &bytes)
  }

  /// The order of the curve (SEC 2), the lowest 64 bits first.
  private static let order: [UInt64] = [
    0xbfd2_5e8c_d036_4141, 0xbaae_dce6_af48_a03b, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff,
  ]

  /// The number modulo the order, 32 bytes big-endian: bit by bit, as a rest below the order doubles to less than twice
  /// the order.
  private static func reduced(_ number: borrowing SecretBytes) -> SecretBytes {
    SecretBytes(count: 32) { result in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8) { memory in
        memory.initialize(repeating: 0)
        defer { SecretBytes.wipe(UnsafeMutableRawBufferPointer(memory)) }
        let rest = UnsafeMutableBufferPointer(rebasing: memory[0..<4])
        let less = UnsafeMutableBufferPointer(rebasing: memory[4..<8])
        number.withUnsafeBytes { number in
          for byte in number {
            for shift in (0..<8).reversed() {
              double(rest, adding: UInt64(byte >> shift & 1), less)
            }
          }
        }
        for index in 0..<32 {
          result[index] = UInt8(truncatingIfNeeded: rest[3 - index / 8] >> (56 - 8 * (index % 8)))
        }
      }
    }
  }

  /// Twice the rest and a bit, less the order where it is not below it; `less` is room to compute in.
  private static func double(
    _ rest: UnsafeMutableBufferPointer<UInt64>, adding bit: UInt64,
    _ less: UnsafeMutableBufferPointer<UInt64>
  ) {
    var carry = bit
    for index in 0..<4 {
      (rest[index], carry) = (rest[index] << 1 | carry, rest[index] >> 63)
    }
    var borrow: UInt64 = 0
    for index in 0..<4 {
      let (first, isLess) = rest[index].subtractingReportingOverflow(order[index])
      let (second, isLessStill) = first.subtractingReportingOverflow(borrow)
      less[index] = second
      borrow = isLess || isLessStill ? 1 : 0
    }
    if carry == 1 || borrow == 0 { for index in 0..<4 { rest[index] = less[index] } }
  }
}
