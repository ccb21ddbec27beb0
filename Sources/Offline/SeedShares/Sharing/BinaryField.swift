/// A field of 2^`degree` elements, in which secrets are shared.
///
/// Without tables: a table that is indexed by a secret tells about it through the processor's cache.
protocol BinaryField {
  /// The bits of an element, 1 to 8.
  static var degree: UInt8 { get }
  /// The field's polynomial without its highest power.
  static var reduction: UInt8 { get }
}

extension BinaryField {
  /// The product of two elements; the same steps for all of them.
  static func multiply(_ first: UInt8, _ second: UInt8) -> UInt8 {
    let elements = UInt8.max >> (8 - degree)
    var product: UInt8 = 0
    var multiple = first
    for bit in 0..<degree {
      product ^= multiple & (0 &- (second >> bit & 1))
      let carry = multiple >> (degree - 1) & 1
      multiple = multiple << 1 & elements ^ (reduction & (0 &- carry))
    }
    return product
  }

  /// The inverse; zero for zero.
  static func inverse(_ value: UInt8) -> UInt8 {
    // value^(2^degree - 2): the square, times the square's square, and so on.
    var power = value
    var inverse: UInt8 = 1
    for _ in 1..<degree {
      power = multiply(power, power)
      inverse = multiply(inverse, power)
    }
    return inverse
  }

  /// What each of the values at `places` contributes to the value at `place` of the polynomial
  /// through them (Lagrange).
  ///
  /// The places must differ; they are not secret.
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

/// The field of 256 elements with Rijndael's polynomial x^8 + x^4 + x^3 + x + 1, as SLIP-39 and SSKR
/// share secrets in it.
enum GF256: BinaryField {
  static var degree: UInt8 { 8 }
  static var reduction: UInt8 { 0x1b }
}

/// The field of 32 elements with x^5 + x^3 + 1, in which codex32 computes (BIP-93).
enum GF32: BinaryField {
  static var degree: UInt8 { 5 }
  static var reduction: UInt8 { 0x09 }
}
