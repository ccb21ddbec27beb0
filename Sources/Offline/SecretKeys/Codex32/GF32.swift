/// The field of 32 elements with x^5 + x^3 + 1, in which codex32 computes (BIP-93).
///
/// Without tables, for the elements are secrets.
enum GF32 {
  /// The product of numbers below 32; the same steps for all of them.
  static func multiply(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product: UInt8 = 0
    var multiple = first
    for bit in UInt8(0)..<5 {
      product ^= multiple & (0 &- (second >> bit & 1))
      multiple <<= 1
      multiple ^= 0x29 & (0 &- (multiple >> 5))
    }
    return product
  }

  /// The inverse; zero for zero.
  static func inverse(_ value: UInt8) -> UInt8 {
    // value^30, as value^31 is one.
    var power = value
    var inverse: UInt8 = 1
    for _ in 0..<4 {
      power = multiply(power, power)
      inverse = multiply(inverse, power)
    }
    return inverse
  }

  /// What each of the values at `places` contributes to the value at `place` of the polynomial
  /// through them (Lagrange).
  ///
  /// The places must differ; they are no secret.
  static func weights(at place: UInt8, of places: [UInt8]) -> [UInt8] {
    places.map { own in
      var weight: UInt8 = 1
      for other in places where other != own {
        weight = multiply(weight, multiply(place ^ other, inverse(own ^ other)))
      }
      return weight
    }
  }
}

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
