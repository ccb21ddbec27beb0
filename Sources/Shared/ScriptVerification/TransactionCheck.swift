public import BitcoinPrimitives

/// What is wrong with a transaction whatever it spends; raw values are Bitcoin Core's reasons.
public enum TransactionCheckError: String, Error, Hashable, Sendable, CaseIterable {
  /// The transaction has no inputs.
  case noInputs = "bad-txns-vin-empty"
  /// The transaction has no outputs.
  case noOutputs = "bad-txns-vout-empty"
  /// Without its witnesses, over 1,000,000 bytes.
  case tooLarge = "bad-txns-oversize"
  /// An output has an amount below 0.
  case negativeOutput = "bad-txns-vout-negative"
  /// An output is over 21 million bitcoin.
  case outputTooLarge = "bad-txns-vout-toolarge"
  /// The outputs together are over 21 million bitcoin.
  case outputSumTooLarge = "bad-txns-txouttotal-toolarge"
  /// Two inputs spend one coin.
  case duplicateInputs = "bad-txns-inputs-duplicate"
  /// The scriptSig of a coinbase is not 2 to 100 bytes.
  case coinbaseScriptSize = "bad-cb-length"
  /// An input of a transaction that is not a coinbase spends no coin.
  case nullInput = "bad-txns-prevout-null"
}

extension TransactionCheckError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noInputs: "the transaction has no inputs"
    case .noOutputs: "the transaction has no outputs"
    case .tooLarge: "the transaction is over 4,000,000 weight units"
    case .negativeOutput: "an output has a negative amount"
    case .outputTooLarge: "an output is over 21 million bitcoin"
    case .outputSumTooLarge: "the outputs together are over 21 million bitcoin"
    case .duplicateInputs: "a coin is spent twice"
    case .coinbaseScriptSize: "the script of a coinbase is not 2 to 100 bytes"
    case .nullInput: "an input names no coin"
    }
  }
}

/// The rules of consensus that need nothing but the transaction (Bitcoin Core's
/// `CheckTransaction`).
public enum TransactionCheck {
  /// The most weight a block can hold, in weight units.
  static let maximumWeight = 4_000_000

  /// Throws the first rule that `transaction` breaks, in Bitcoin Core's order.
  public static func verify(_ transaction: Transaction) throws(TransactionCheckError) {
    if transaction.inputs.isEmpty { throw .noInputs }
    if transaction.outputs.isEmpty { throw .noOutputs }
    // As Bitcoin Core: without witnesses, which are counted by the block.
    if transaction.baseSize > maximumWeight / 4 { throw .tooLarge }
    var sum: Int64 = 0
    for output in transaction.outputs {
      if output.rawValue < 0 { throw .negativeOutput }
      if output.rawValue > Amount.maxSatoshis { throw .outputTooLarge }
      // Both are at most 21 million bitcoin: far from overflowing.
      sum += output.rawValue
      if sum > Amount.maxSatoshis { throw .outputSumTooLarge }
    }
    var seen = Set<OutPoint>(minimumCapacity: transaction.inputs.count)
    for input in transaction.inputs where !seen.insert(input.previousOutput).inserted {
      throw .duplicateInputs
    }
    if transaction.isCoinbase {
      guard (2...100).contains(transaction.inputs[0].scriptSig.count) else {
        throw .coinbaseScriptSize
      }
    } else if transaction.inputs.contains(where: \.previousOutput.isNull) {
      throw .nullInput
    }
  }
}
