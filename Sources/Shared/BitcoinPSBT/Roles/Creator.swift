public import BitcoinPrimitives

/// Why a transaction cannot become a PSBT.
public enum CreatorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An input has a scriptSig or a witness.
  case alreadySigned(input: Int)
  /// More inputs or outputs than ``PSBTLimits/file`` allows; the text says which.
  case tooMany(String, count: Int, limit: Int)

  public var description: String {
    switch self {
    case .alreadySigned(let input): "input \(input) of the transaction is already signed"
    case .tooMany(let what, let count, let limit): "\(count) \(what), more than \(limit)"
    }
  }
}

/// Makes a PSBT with empty maps from an unsigned transaction (BIP-174, Creator).
public struct Creator: Sendable {
  /// The unsigned transaction.
  public let transaction: Transaction

  /// Takes a transaction without scriptSigs and witnesses.
  ///
  /// - Throws: `CreatorError` when an input has either, or above 10,000 inputs or outputs.
  public init(_ transaction: Transaction) throws(CreatorError) {
    let limits = PSBTLimits.file
    let (inputs, outputs) = (transaction.inputs.count, transaction.outputs.count)
    guard inputs <= limits.inputs else {
      throw .tooMany("inputs", count: inputs, limit: limits.inputs)
    }
    guard outputs <= limits.outputs else {
      throw .tooMany("outputs", count: outputs, limit: limits.outputs)
    }
    for (index, input) in transaction.inputs.enumerated() {
      guard input.scriptSig.isEmpty, input.witness.isEmpty else {
        throw .alreadySigned(input: index)
      }
    }
    self.transaction = transaction
  }

  /// The PSBT: the transaction and a map for each input and output with nothing in it.
  public func created() -> PSBT {
    let key = PSBTGlobalKey.unsignedTx.rawValue
    let field = PSBTField(type: key, value: transaction.encodedWithoutWitness()[...])
    return PSBT(
      unsignedTransaction: transaction,
      global: PSBTGlobal(PSBTMap(fields: [field])),
      inputs: transaction.inputs.map { _ in PSBTInput() },
      outputs: transaction.outputs.map { _ in PSBTOutput() })
  }
}
