package import BitcoinPrimitives
internal import ScriptVerification

/// Whether a transaction really spends the coins of the wallet that it names: only with what unlocks
/// them, which a node cannot make up.
package struct SpendCheck {
  package enum Verdict { case valid, invalid, unknown }

  private let transaction: Transaction
  /// The coins that it spends, as far as they are known, in the order of its inputs.
  private let coins: [TxOut?]
  private let meter = WorkMeter()
  private let cache: SighashCache?

  /// What blocks were held to when they were mined: BIP-66 (strict DER) and BIP-147 (the dummy of a
  /// multisig) came later than the first coins, and a forger is not helped without them.
  private static let flags = ScriptFlags.consensus.subtracting([.strictDER, .nullDummy])

  package init(_ transaction: Transaction, spending coins: [TxOut?]) {
    self.transaction = transaction
    self.coins = coins
    let unknown = TxOut(rawValue: 0, scriptPubKey: Script())
    cache = try? SighashCache(
      transaction, spentOutputs: coins.map { $0 ?? unknown }, meter: meter)
  }

  /// Whether the input unlocks its coin.
  ///
  /// Unknown where the coin is, where a taproot coin is spent beside coins of others (its signature
  /// covers their amounts), and where it takes too much work (R18).
  package func verdict(ofInput index: Int) -> Verdict {
    guard let cache, coins.indices.contains(index), let coin = coins[index] else { return .unknown }
    guard !coin.scriptPubKey.isP2TR || coins.allSatisfy({ $0 != nil }) else { return .unknown }
    do {
      try ScriptVerifier.verify(inputIndex: index, in: cache, flags: Self.flags)
      return .valid
    } catch {
      // A digest that was not allowed looks like a wrong signature.
      return meter.isExceeded ? .unknown : .invalid
    }
  }
}
