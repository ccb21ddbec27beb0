/// Corrects the code words of one block of a QR code (ISO/IEC 18004, annex B; field 0x11D, first
/// root 1).
///
/// A wrong code word whose place is unknown costs two check words, one whose place is given costs
/// one: what a stain covers costs half as much when the stain is seen.
enum ReedSolomon {
  /// The exponents of 2 in the field, twice in a row.
  private static let powers: [UInt8] = {
    var powers = [UInt8](repeating: 0, count: 510)
    var value = 1
    for index in 0..<255 {
      powers[index] = UInt8(value)
      powers[index + 255] = UInt8(value)
      value <<= 1
      if value > 255 { value ^= 0x11D }
    }
    return powers
  }()

  private static let logarithms: [Int] = {
    var logarithms = [Int](repeating: 0, count: 256)
    for index in 0..<255 { logarithms[Int(powers[index])] = index }
    return logarithms
  }()

  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 || b == 0 ? 0 : powers[logarithms[Int(a)] + logarithms[Int(b)]]
  }

  private static func quotient(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 ? 0 : powers[logarithms[Int(a)] + 255 - logarithms[Int(b)]]
  }

  /// The remainders of a block at the roots; all zero for a right one.
  private static func syndromes(_ block: [UInt8], _ checks: Int) -> [UInt8] {
    (0..<checks).map { root in
      block.reduce(0) { sum, word in product(sum, powers[root]) ^ word }
    }
  }

  /// The block as it was written, and how many check words are left over; nil when it cannot be
  /// told.
  ///
  /// `checks` are the check words at its end, `erased` the places of words that are not believed.
  /// Where fewer than `spare` check words are left over, it is not told: nothing would say that the
  /// answer is right.
  static func corrected(
    _ block: [UInt8], checks: Int, erased: [Int], spare: Int
  ) -> (block: [UInt8], left: Int)? {
    guard erased.count + spare <= checks, block.count <= 255 else { return nil }
    var block = block
    for place in erased { block[place] = 0 }
    let syndromes = syndromes(block, checks)
    guard syndromes.contains(where: { $0 != 0 }) else { return (block, checks - erased.count) }
    let locator = locator(syndromes, erased.map { block.count - 1 - $0 })
    let degree = locator.lastIndex { $0 != 0 } ?? 0
    let left = checks - erased.count - 2 * (degree - erased.count)
    guard degree >= erased.count, left >= spare else { return nil }
    guard let right = repaired(block, syndromes, locator, degree) else { return nil }
    return (right, left)
  }

  /// The polynomial whose roots are the inverses of the wrong places (Berlekamp and Massey, begun
  /// with the places that are known).
  private static func locator(_ syndromes: [UInt8], _ exponents: [Int]) -> [UInt8] {
    let checks = syndromes.count
    var lambda = [UInt8](repeating: 0, count: checks + 1)
    lambda[0] = 1
    for (count, exponent) in exponents.enumerated() {
      for index in stride(from: min(count + 1, checks), to: 0, by: -1) {
        lambda[index] ^= product(lambda[index - 1], powers[exponent % 255])
      }
    }
    var last = lambda
    var length = exponents.count
    for step in exponents.count..<checks {
      var difference: UInt8 = 0
      for index in 0...step { difference ^= product(lambda[index], syndromes[step - index]) }
      let shifted = [0] + last.dropLast()
      guard difference != 0 else {
        last = shifted
        continue
      }
      var next = lambda
      for index in 0...checks { next[index] ^= product(difference, shifted[index]) }
      if 2 * length <= step + exponents.count {
        length = step + 1 + exponents.count - length
        last = lambda.map { quotient($0, difference) }
      } else {
        last = shifted
      }
      lambda = next
    }
    return lambda
  }

  /// Puts the wrong words right (Chien, Forney); nil when the polynomial does not have all its
  /// roots within the block.
  private static func repaired(
    _ block: [UInt8], _ syndromes: [UInt8], _ locator: [UInt8], _ degree: Int
  ) -> [UInt8]? {
    let checks = syndromes.count
    var evaluator = [UInt8](repeating: 0, count: checks)
    for index in 0..<checks {
      for other in 0...index {
        evaluator[index] ^= product(syndromes[index - other], locator[other])
      }
    }
    var block = block
    var roots = 0
    for place in block.indices {
      let exponent = (block.count - 1 - place) % 255
      let inverse = powers[(255 - exponent) % 255]
      guard value(locator, at: inverse) == 0 else { continue }
      roots += 1
      var slope: UInt8 = 0
      var power: UInt8 = 1
      let square = product(inverse, inverse)
      for index in stride(from: 1, through: checks, by: 2) {
        slope ^= product(locator[index], power)
        power = product(power, square)
      }
      guard slope != 0 else { return nil }
      block[place] ^= quotient(
        product(value(evaluator, at: inverse), powers[exponent]), slope)
    }
    guard roots == degree, Self.syndromes(block, checks).allSatisfy({ $0 == 0 }) else {
      return nil
    }
    return block
  }

  private static func value(_ polynomial: [UInt8], at point: UInt8) -> UInt8 {
    polynomial.reversed().reduce(0) { product($0, point) ^ $1 }
  }
}
