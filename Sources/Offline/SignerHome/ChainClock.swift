package import BitcoinPrimitives

/// The height of a chain as far as a clock can tell (R16).
package enum ChainClock {
  /// Block 840,000, the halving of 2024, came at this second since 1970.
  private static let anchor: (height: Int64, time: Int64) = (840_000, 1_713_571_767)

  /// An estimate at ten minutes a block; nil where blocks come at other times.
  package static func height(on network: Network, at now: Int64) -> UInt32? {
    guard network.isMainnet else { return nil }
    return UInt32(clamping: anchor.height + max(0, now - anchor.time) / 600)
  }
}
