internal import SecureMemory

/// Finds the wrong and the unreadable characters of a string from what its checksum says about it
/// (a BCH code whose generator has eight roots in a row).
///
/// Not in constant time: it runs when a person fixes a sheet, and its steps depend on where the
/// sheet is damaged, not on what it says.
struct Codex32Corrector {
  /// What must be added to the value at an index.
  struct Change: Equatable {
    let index: Int
    let value: UInt8
  }

  private let code: Codex32Code
  private let count: Int
  /// The number of roots in a row: twice the number of errors that can be corrected.
  private let reach = 8

  init(_ code: Codex32Code, count: Int) {
    self.code = code
    self.count = count
  }

  /// The changes that make the string valid; nil when there are none within reach.
  ///
  /// Unreadable values are zero in the string, and their indices in ascending order are given.
  func changes(in values: borrowing SecretBytes, erased: [Int]) -> [Change]? {
    let residue = values.withUnsafeBytes { code.values(of: code.residue(of: $0)) }
    guard residue.contains(where: { $0 != 0 }) else {
      return erased.map { Change(index: $0, value: 0) }
    }
    return erased.count > reach
      ? filled(residue, erased: erased) : decoded(residue, erased: erased)
  }

  // MARK: Errors and erasures

  /// The element of the field that stands for an index: a power of the root.
  private func locator(_ index: Int) -> GF1024 { code.root.power(count - 1 - index) }

  /// The residue as a polynomial, at one of the roots of the generator.
  private func syndromes(_ residue: [UInt8]) -> [GF1024] {
    (0..<reach).map { offset in
      let root = code.root.power(code.firstRoot + offset)
      return residue.reduce(.zero) { $0 * root + GF1024(low: $1, high: 0) }
    }
  }

  /// Berlekamp and Massey's algorithm, started with the erasures; then Forney's for the values.
  private func decoded(_ residue: [UInt8], erased: [Int]) -> [Change]? {
    let syndromes = syndromes(residue)
    var locators: [GF1024] = [.one]
    for index in erased { locators = product(locators, [.one, locator(index)]) }
    var previous = locators
    var length = erased.count
    for step in erased.count..<reach {
      var discrepancy = GF1024.zero
      for (degree, coefficient) in locators.enumerated() where degree <= step {
        discrepancy = discrepancy + coefficient * syndromes[step - degree]
      }
      previous.insert(.zero, at: 0)
      guard discrepancy != .zero else { continue }
      let next = sum(locators, previous.map { $0 * discrepancy })
      if 2 * length <= step + erased.count {
        length = step + 1 + erased.count - length
        let inverse = discrepancy.inverse
        previous = locators.map { $0 * inverse }
      }
      locators = next
    }
    while locators.last == .zero { locators.removeLast() }
    guard locators.count - 1 == length else { return nil }
    let found = (0..<count).filter { value(of: locators, at: locator($0).inverse) == .zero }
    guard found.count == length else { return nil }

    let evaluator = Array(product(syndromes, locators).prefix(reach))
    // In a field of characteristic two the derivative keeps the odd degrees.
    let derivative = locators.indices.dropFirst().map { $0 % 2 == 1 ? locators[$0] : .zero }
    var changes: [Change] = []
    for index in found {
      let inverse = locator(index).inverse
      let slope = value(of: derivative, at: inverse)
      guard slope != .zero else { return nil }
      let change =
        locator(index).power(1 - code.firstRoot) * value(of: evaluator, at: inverse)
        * slope.inverse
      // A value outside of the small field belongs to no character.
      guard change.high == 0 else { return nil }
      changes.append(Change(index: index, value: change.low))
    }
    return changes
  }

  private func value(of polynomial: [GF1024], at place: GF1024) -> GF1024 {
    polynomial.reversed().reduce(.zero) { $0 * place + $1 }
  }

  private func sum(_ first: [GF1024], _ second: [GF1024]) -> [GF1024] {
    (0..<max(first.count, second.count)).map {
      ($0 < first.count ? first[$0] : .zero) + ($0 < second.count ? second[$0] : .zero)
    }
  }

  private func product(_ first: [GF1024], _ second: [GF1024]) -> [GF1024] {
    var product = [GF1024](repeating: .zero, count: first.count + second.count - 1)
    for (index, left) in first.enumerated() {
      for (offset, right) in second.enumerated() {
        product[index + offset] = product[index + offset] + left * right
      }
    }
    return product
  }

  // MARK: Many erasures

  /// Solves the equations of the checksum for the unreadable values alone; nil unless exactly one
  /// solution exists, as it does for 13 in a row (15 in a long string).
  private func filled(_ residue: [UInt8], erased: [Int]) -> [Change]? {
    guard erased.count <= code.checksumLength else { return nil }
    // A column for each unreadable value: what a one there does to the checksum.
    let columns = erased.map { index in
      code.values(
        of: code.fed(0, [1] + [UInt8](repeating: 0, count: count - 1 - index)))
    }
    var rows = residue.indices.map { row in columns.map { $0[row] } + [residue[row]] }
    for column in erased.indices {
      guard let pivot = (column..<rows.count).first(where: { rows[$0][column] != 0 }) else {
        return nil
      }
      // Not swapAt: what the optimizer makes of it for arrays differed from build to build (docs/decisions/0006).
      let first = rows[pivot]
      rows[pivot] = rows[column]
      let inverse = GF32.inverse(first[column])
      rows[column] = first.map { GF32.multiply($0, inverse) }
      for row in rows.indices where row != column && rows[row][column] != 0 {
        let factor = rows[row][column]
        rows[row] = zip(rows[row], rows[column]).map { $0 ^ GF32.multiply($1, factor) }
      }
    }
    guard rows.dropFirst(erased.count).allSatisfy({ $0.last == 0 }) else { return nil }
    return erased.enumerated().map { Change(index: $1, value: rows[$0].last ?? 0) }
  }
}
