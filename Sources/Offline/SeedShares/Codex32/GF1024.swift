/// The field of 1,024 elements over ``GF32`` with a cube root of one: `low + high * z`, z^2 = z + 1.
///
/// The roots of codex32's codes lie in it; for correcting them only.
struct GF1024: Hashable, Sendable {
  var low: UInt8
  var high: UInt8

  static let zero = GF1024(low: 0, high: 0)
  static let one = GF1024(low: 1, high: 0)

  static func + (left: GF1024, right: GF1024) -> GF1024 {
    GF1024(low: left.low ^ right.low, high: left.high ^ right.high)
  }

  static func * (left: GF1024, right: GF1024) -> GF1024 {
    let low = GF32.multiply(left.low, right.low)
    let high = GF32.multiply(left.high, right.high)
    let mixed = GF32.multiply(left.low, right.high) ^ GF32.multiply(left.high, right.low)
    return GF1024(low: low ^ high, high: mixed ^ high)
  }

  /// A power; the exponent may be negative for other elements than zero.
  func power(_ exponent: Int) -> GF1024 {
    // The order of every element divides 1,023.
    var rest = (exponent % 1023 + 1023) % 1023
    var square = self
    var power = GF1024.one
    while rest > 0 {
      if rest & 1 == 1 { power = power * square }
      square = square * square
      rest >>= 1
    }
    return power
  }

  /// The inverse; zero for zero.
  var inverse: GF1024 { power(1022) }
}
