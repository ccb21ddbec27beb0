extension DerivationPath {
  /// Purposes whose second step is the coin type (BIP-44, 48, 49, 84, 86, 87).
  private static let withCoinType: Set<UInt32> = [44, 48, 49, 84, 86, 87]

  /// The coin type (SLIP-44) that the path names: 0 for mainnet, 1 for all test networks.
  ///
  /// Nil where the purpose has none, as in BIP-45 and in paths that somebody made up.
  public var coinType: UInt32? {
    guard steps.count >= 2, steps[0].isHardened, steps[1].isHardened,
      Self.withCoinType.contains(steps[0].index)
    else { return nil }
    return steps[1].index
  }
}
