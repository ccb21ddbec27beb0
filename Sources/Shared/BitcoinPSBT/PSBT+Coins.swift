public import BitcoinPrimitives
public import Refusals

/// What a PSBT says about a coin contradicts the coin's own transaction.
public enum PSBTCoinError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The previous transaction has another txid than the outpoint (R01).
  case wrongTransaction(input: Int, spends: Txid, given: Txid)
  /// The previous transaction has fewer outputs than the outpoint asks for (R01).
  case noSuchOutput(input: Int, vout: UInt32, outputs: Int)
  /// The witness UTXO is not the output of the previous transaction (R02).
  case differentCoins(input: Int)

  /// The rule that refuses it.
  public var rule: Rule? {
    switch self {
    case .wrongTransaction, .noSuchOutput: .r01
    case .differentCoins: .r02
    }
  }

  public var description: String {
    switch self {
    case .wrongTransaction(let input, let spends, let given):
      "input \(input) spends \(spends), but its previous transaction is \(given)"
    case .noSuchOutput(let input, let vout, let outputs):
      "input \(input) spends output \(vout) of a transaction that has \(outputs)"
    case .differentCoins(let input):
      "the witness UTXO of input \(input) is not the output of its previous transaction"
    }
  }
}

extension PSBT {
  /// The output that an input spends, as the PSBT tells it.
  ///
  /// From the previous transaction when it is there (its txid is NOT checked here), else from the
  /// witness UTXO; nil when neither says.
  public func claimedOutput(ofInput index: Int) -> TxOut? {
    guard inputs.indices.contains(index) else { return nil }
    if let previous = inputs[index].nonWitnessUTXO {
      return previous.output(at: unsignedTransaction.inputs[index].previousOutput.vout)
    }
    return inputs[index].witnessUTXO
  }

  /// Checks every previous transaction against the outpoint and the witness UTXO of its input.
  ///
  /// The reader has compared txids with outpoints and leaves the rest to its callers: the signer's
  /// review refuses it as R01 and R02, with those names. Inputs without a previous transaction
  /// pass. Each one's bytes are hashed.
  ///
  /// - Throws: `PSBTCoinError` for the first input that contradicts itself.
  public func checkCoins() throws(PSBTCoinError) {
    for index in inputs.indices { try checkCoin(ofInput: index) }
  }

  /// Checks the previous transaction of one input; see ``checkCoins()``.
  func checkCoin(ofInput index: Int) throws(PSBTCoinError) {
    let input = inputs[index]
    guard let previous = input.nonWitnessUTXO else { return }
    let outPoint = unsignedTransaction.inputs[index].previousOutput
    let txid = previous.txid
    guard txid == outPoint.txid else {
      throw .wrongTransaction(input: index, spends: outPoint.txid, given: txid)
    }
    guard let coin = previous.output(at: outPoint.vout) else {
      throw .noSuchOutput(input: index, vout: outPoint.vout, outputs: previous.outputCount)
    }
    if let claimed = input.witnessUTXO, claimed != coin { throw .differentCoins(input: index) }
  }
}
