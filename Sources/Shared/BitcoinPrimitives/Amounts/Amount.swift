/// An amount of bitcoin, counted in satoshis, between 0 and 21 million bitcoin.
public struct Amount: Hashable, Sendable {
  /// The number of satoshis, 0 to 2,100,000,000,000,000.
  public let satoshis: Int64

  /// 21 million bitcoin in satoshis (Bitcoin Core's `MAX_MONEY`).
  public static let maxSatoshis: Int64 = 2_100_000_000_000_000

  /// No money.
  public static let zero = Amount(unchecked: 0)

  /// 21 million bitcoin.
  public static let maxMoney = Amount(unchecked: maxSatoshis)

  private init(unchecked satoshis: Int64) {
    self.satoshis = satoshis
  }

  /// Takes a number of satoshis; throws when it is below zero or above 21 million bitcoin.
  public init(satoshis: Int64) throws(AmountError) {
    guard (0...Self.maxSatoshis).contains(satoshis) else {
      throw .outOfRange(satoshis: satoshis)
    }
    self.satoshis = satoshis
  }

  /// The sum; throws above 21 million bitcoin.
  public func adding(_ other: Amount) throws(AmountError) -> Amount {
    let sum = satoshis + other.satoshis  // cannot overflow: twice 21 million bitcoin fit
    guard sum <= Self.maxSatoshis else { throw .overflow }
    return Amount(unchecked: sum)
  }

  /// The difference; throws when `other` is the larger one.
  public func subtracting(_ other: Amount) throws(AmountError) -> Amount {
    guard other.satoshis <= satoshis else { throw .overflow }
    return Amount(unchecked: satoshis - other.satoshis)
  }

  /// The sum of all; throws as soon as it is above 21 million bitcoin.
  public static func sum(of amounts: some Sequence<Amount>) throws(AmountError) -> Amount {
    var total = Amount.zero
    for amount in amounts { total = try total.adding(amount) }
    return total
  }
}

extension Amount: Comparable {
  public static func < (left: Amount, right: Amount) -> Bool { left.satoshis < right.satoshis }
}

// MARK: Text

extension Amount: CustomStringConvertible {
  /// Bitcoin with all eight decimals and no unit: `0.00050000`.
  public var btc: String {
    // Digit by digit, from the last one on: lists write a hundred thousand amounts.
    var digits: [UInt8] = []
    digits.reserveCapacity(17)
    var rest = satoshis
    repeat {
      if digits.count == 8 { digits.append(UInt8(ascii: ".")) }
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0 || digits.count < 10
    digits.reverse()
    return String(decoding: digits, as: UTF8.self)
  }

  /// Bitcoin with all eight decimals and the unit: `0.00050000 BTC`.
  public var description: String { "\(btc) BTC" }

  /// Reads bitcoin with a decimal point (`0.5`, `.5`) or their unit (`1BTC`, `0.5btc`), or satoshis
  /// with theirs (`50000sat`, `50000sats`).
  ///
  /// Only digits, one point and the unit, in capitals or not: no sign, no exponent, no separators.
  /// A bare integer is refused, because a person may have meant either unit. Throws outside 0 to 21
  /// million bitcoin.
  public init(parsing text: some StringProtocol) throws(AmountError) {
    var characters = Array(text.utf8.prefix(64))
    let ends = { (unit: String) in
      characters.suffix(unit.utf8.count).map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
        == Array(unit.utf8)
    }
    for unit in ["sats", "sat"] where ends(unit) {
      let (value, _) = try Self.digits(characters.dropLast(unit.utf8.count), maximum: 16)
      self = try Amount(satoshis: value)
      return
    }
    let hasUnit = ends("btc")
    if hasUnit { characters.removeLast(3) }
    guard let point = characters.firstIndex(of: UInt8(ascii: ".")) else {
      let (whole, _) = try Self.digits(characters[...], maximum: hasUnit ? 8 : 64)
      guard hasUnit else { throw .missingUnit }
      self = try Amount(satoshis: whole * 100_000_000)
      return
    }
    let whole = point == 0 ? 0 : try Self.digits(characters[..<point], maximum: 8).value
    let decimals = characters[(point + 1)...]
    var (fraction, count) = try Self.digits(decimals, maximum: 64)
    guard count <= 8 else { throw .tooPrecise(decimals: 8) }
    while count < 8 {
      fraction *= 10
      count += 1
    }
    self = try Amount(satoshis: whole * 100_000_000 + fraction)
  }

  /// Reads a decimal amount of bitcoin as JSON of a node writes it: `0.5`, `1`, `1e-8`, `5.0E-1`.
  ///
  /// Exact arithmetic on the digits as written, never a floating-point number. Throws on anything
  /// that is not a whole number of satoshis between 0 and 21 million bitcoin.
  public init(btcNumber text: some StringProtocol) throws(AmountError) {
    var mantissa = Array(text.utf8.prefix(64))
    var exponent = 0
    if let mark = mantissa.firstIndex(where: { $0 == 0x65 || $0 == 0x45 }) {
      var digits = mantissa[(mark + 1)...]
      let isNegative = digits.first == UInt8(ascii: "-")
      if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
      let (value, _) = try Self.digits(digits, maximum: 2)
      exponent = isNegative ? -Int(value) : Int(value)
      mantissa.removeSubrange(mark...)
    }
    if let point = mantissa.firstIndex(of: UInt8(ascii: ".")) {
      guard point > 0, point < mantissa.count - 1 else { throw .malformed(offset: point) }
      exponent -= mantissa.count - point - 1
      mantissa.remove(at: point)
    }
    exponent += 8
    while exponent < 0, mantissa.count > 1, mantissa.last == UInt8(ascii: "0") {
      mantissa.removeLast()
      exponent += 1
    }
    let significant = mantissa.drop { $0 == UInt8(ascii: "0") }
    if significant.isEmpty && !mantissa.isEmpty {
      self = .zero
      return
    }
    guard exponent >= 0 else { throw .tooPrecise(decimals: 8) }
    var (value, _) = try Self.digits(significant, maximum: 18)
    for _ in 0..<exponent {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw .overflow }
      value = product
    }
    self = try Amount(satoshis: value)
  }

  /// Reads decimal digits, at least one, refusing more than `maximum` or 18 significant ones.
  private static func digits(
    _ characters: ArraySlice<UInt8>, maximum: Int
  ) throws(AmountError) -> (value: Int64, count: Int) {
    guard !characters.isEmpty else { throw .malformed(offset: characters.startIndex) }
    var value: Int64 = 0
    for index in characters.indices {
      guard (0x30...0x39).contains(characters[index]) else { throw .malformed(offset: index) }
      guard index - characters.startIndex < maximum, value < 100_000_000_000_000_000 else {
        throw .overflow
      }
      value = value * 10 + Int64(characters[index] - 0x30)
    }
    return (value, characters.count)
  }
}
