/// A price of block space, kept exactly in satoshis per 1,000 virtual bytes.
public struct FeeRate: Hashable, Sendable {
  /// Satoshis per 1,000 virtual bytes, 0 to 2,100,000,000,000,000.
  public let satoshisPerKvB: Int64

  /// Takes satoshis per 1,000 virtual bytes; throws when negative or above 21 million bitcoin.
  public init(satoshisPerKvB: Int64) throws(AmountError) {
    self.satoshisPerKvB = try Amount(satoshis: satoshisPerKvB).satoshis
  }

  private init(unchecked satoshisPerKvB: Int64) {
    self.satoshisPerKvB = satoshisPerKvB
  }

  /// Nothing per byte.
  public static let zero = FeeRate(unchecked: 0)

  /// One satoshi per virtual byte.
  public static let oneSatPerVByte = FeeRate(unchecked: 1000)

  /// The rate by which Bitcoin Core judges dust: 3 sat/vB (`DUST_RELAY_TX_FEE`).
  public static let dustRelay = FeeRate(unchecked: 3000)

  /// The rate that `fee` pays for `weight`, rounded down to a whole sat/kvB; zero weight pays zero.
  public init(fee: Amount, for weight: Weight) {
    guard weight.vsize > 0 else {
      self = .zero
      return
    }
    let rate = Int128(fee.satoshis) * 1000 / Int128(weight.vsize)
    satoshisPerKvB = Int64(clamping: min(rate, Int128(Amount.maxSatoshis)))
  }

  /// The fee for `weight`, by its virtual size, rounded up to a whole satoshi.
  ///
  /// Throws above 21 million bitcoin.
  public func fee(for weight: Weight) throws(AmountError) -> Amount {
    let product = Int128(satoshisPerKvB) * Int128(weight.vsize)
    let fee = (product + 999) / 1000
    guard fee <= Int128(Amount.maxSatoshis) else { throw .overflow }
    return try Amount(satoshis: Int64(fee))
  }

  /// Reads satoshis per virtual byte with at most three decimals: `1`, `2.5`, `0.125`.
  ///
  /// Throws on anything but digits and one point, and out of range.
  public init(satPerVByte text: some StringProtocol) throws(AmountError) {
    var digits = Array(text.utf8.prefix(32))
    var decimals = 0
    if let point = digits.firstIndex(of: UInt8(ascii: ".")) {
      decimals = digits.count - point - 1
      guard point > 0, decimals > 0 else { throw .malformed(offset: point) }
      guard decimals <= 3 else { throw .tooPrecise(decimals: 3) }
      digits.remove(at: point)
    }
    guard !digits.isEmpty else { throw .malformed(offset: 0) }
    var value: Int64 = 0
    for (offset, digit) in digits.enumerated() {
      guard (0x30...0x39).contains(digit) else { throw .malformed(offset: offset) }
      guard value < Amount.maxSatoshis else { throw .overflow }
      value = value * 10 + Int64(digit - 0x30)
    }
    for _ in decimals..<3 {
      guard value < Amount.maxSatoshis else { throw .overflow }
      value *= 10
    }
    try self.init(satoshisPerKvB: value)
  }

  /// Satoshis per virtual byte with up to three decimals, without trailing zeros: `2.5`.
  public var satPerVByte: String {
    let whole = satoshisPerKvB / 1000
    var fraction = String(satoshisPerKvB % 1000)
    guard fraction != "0" else { return String(whole) }
    fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}

extension FeeRate: Comparable {
  public static func < (left: FeeRate, right: FeeRate) -> Bool {
    left.satoshisPerKvB < right.satoshisPerKvB
  }
}

extension FeeRate: CustomStringConvertible {
  /// Satoshis per virtual byte with the unit: `2.5 sat/vB`.
  public var description: String { "\(satPerVByte) sat/vB" }
}
