/// The field of 256 elements with Rijndael's polynomial x^8 + x^4 + x^3 + x + 1, as SLIP-39 and SSKR
/// share secrets in it.
///
/// Without tables: a table that is indexed by a secret tells about it through the processor's cache.
enum GF256 {
  /// The product; the same steps for all numbers.
  static func multiply(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product: UInt8 = 0
    var multiple = first
    for bit in UInt8(0)..<8 {
      product ^= multiple & (0 &- (second >> bit & 1))
      multiple = multiple << 1 ^ (0x1b & (0 &- (multiple >> 7)))
    }
    return product
  }

  /// The inverse; zero for zero.
  static func inverse(_ value: UInt8) -> UInt8 {
    // value^254: the square, times the square's square, and so on.
    var power = value
    var inverse: UInt8 = 1
    for _ in 0..<7 {
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
