/// The weight of (a part of) a transaction in weight units (BIP-141): four per byte outside of
/// witnesses, one per byte of witness.
public struct Weight: Hashable, Sendable {
  /// The number of weight units; never negative.
  public let units: Int

  /// Takes a number of weight units; below zero counts as none.
  public init(units: Int) {
    self.units = max(0, units)
  }

  /// The weight of bytes outside of witnesses, four units each.
  public init(baseBytes: Int) {
    let (units, overflow) = baseBytes.multipliedReportingOverflow(by: 4)
    self.init(units: overflow ? .max : units)
  }

  /// No weight.
  public static let zero = Weight(units: 0)

  /// The heaviest transaction that nodes relay (Bitcoin Core's `MAX_STANDARD_TX_WEIGHT`).
  public static let maxStandardTransaction = Weight(units: 400_000)

  /// The heaviest block, and so the heaviest transaction (BIP-141).
  public static let maxBlock = Weight(units: 4_000_000)

  /// The virtual size in bytes: a quarter of the weight, rounded up.
  public var vsize: Int { units / 4 + (units % 4 == 0 ? 0 : 1) }

  /// The sum, which stops at the largest number there is.
  public static func + (left: Weight, right: Weight) -> Weight {
    let (sum, overflow) = left.units.addingReportingOverflow(right.units)
    return Weight(units: overflow ? .max : sum)
  }

  /// Adds `right`.
  public static func += (left: inout Weight, right: Weight) { left = left + right }
}

extension Weight: Comparable {
  public static func < (left: Weight, right: Weight) -> Bool { left.units < right.units }
}

extension Weight: CustomStringConvertible {
  public var description: String { "\(units) WU" }
}
