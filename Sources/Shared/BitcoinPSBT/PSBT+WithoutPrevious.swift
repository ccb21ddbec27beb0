internal import BitcoinPrimitives

extension PSBT {
  /// The PSBT without the previous transactions of its segwit inputs, for a signer that does not look
  /// at them; `leftOut` is of how many inputs.
  ///
  /// The coin itself stands in their place (`PSBT_IN_WITNESS_UTXO`), taken from the previous transaction
  /// where nothing said it before. A legacy input keeps its transaction: its signature commits to no
  /// amount, and no coin may stand there. What comes out proves no amount of segwit v0.
  ///
  /// - Throws: `PSBTCoinError` where a transaction that would be left out contradicts its input: without it
  ///   nobody could see that any more.
  public func withoutPreviousTransactions() throws(PSBTCoinError) -> (psbt: PSBT, leftOut: Int) {
    // A proof that a coin is confirmed is about its transaction: without that it is worth nothing.
    var psbt = withoutConfirmationProofs
    var leftOut = 0
    for index in inputs.indices {
      guard inputs[index].nonWitnessUTXO != nil, let coin = claimedOutput(ofInput: index),
        Self.isSegwit(coin.scriptPubKey, inputs[index].redeemScript)
      else { continue }
      try checkCoin(ofInput: index)
      psbt.updateInput(index) { input in
        if input.witnessUTXO == nil { input.setWitnessUTXO(coin) }
        input.map.removeAll { $0.type == PSBTInputKey.nonWitnessUTXO.rawValue }
      }
      leftOut += 1
    }
    return (psbt, leftOut)
  }

  private static func isSegwit(_ script: Script, _ redeemScript: Script?) -> Bool {
    if script.witnessProgram != nil { return true }
    guard let redeemScript, redeemScript.witnessProgram != nil else { return false }
    return Script.p2sh(redeemScript) == script
  }
}
