public import BitcoinPrimitives
public import Refusals

/// Why a transaction is not valid.
public enum TransactionVerificationError: Error, Hashable, Sendable {
  /// The transaction is wrong whatever it spends.
  case malformed(TransactionCheckError)
  /// There are more or fewer spent outputs than inputs.
  case spentOutputCount(expected: Int, found: Int)
  /// A coinbase spends nothing and cannot be verified against what it spends.
  case coinbase
  /// The coin of an input, or the sum up to it, is not between 0 and 21 million bitcoin.
  case inputAmount(input: Int)
  /// More leaves than comes in; both in satoshis.
  case outputsExceedInputs(inputs: Int64, outputs: Int64)
  /// The scripts of an input do not allow the spend.
  case script(input: Int, error: ScriptError)
  /// The scripts up to this input take more than `limit` bytes of hashing (R18).
  case tooMuchWork(input: Int, limit: Int)
}

extension TransactionVerificationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): "\(error) (\(error.rawValue))"
    case .spentOutputCount(let expected, let found):
      "\(found) spent outputs given for \(expected) inputs"
    case .coinbase: "a coinbase spends no coin"
    case .inputAmount(let input): "the amount of the coin of input \(input) is out of range"
    case .outputsExceedInputs(let inputs, let outputs):
      "the outputs pay \(outputs) sat, the inputs bring \(inputs) sat"
    case .script(let input, let error): "input \(input): \(error) (\(error.coreName))"
    case .tooMuchWork(let input, let limit):
      "input \(input): running the scripts takes more than \(limit) bytes of hashing"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .malformed, .coinbase, .spentOutputCount: .r17
    case .inputAmount, .outputsExceedInputs: .r03
    case .script: .r20
    case .tooMuchWork: .r18
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .script: "the signature is missing, wrong, or for another transaction: sign again"
    case .spentOutputCount, .inputAmount:
      "the coins that this transaction spends are not known correctly: sync, then build it again"
    case .malformed, .coinbase, .outputsExceedInputs: "build the payment again"
    case .tooMuchWork: "spend fewer coins at once, in several payments"
    }
  }
}

/// Verifies whole transactions: context-free rules, amounts and the scripts of every input.
///
/// What depends on the chain is left to the node: whether the coins exist and are mature, and
/// whether lock times have passed. The hashes that inputs share are computed once.
public enum TransactionVerifier {
  /// Verifies `transaction` against the outputs it spends, in the order of its inputs.
  ///
  /// Returns the fee. `meter` bounds the work of all scripts together. Throws the first rule that
  /// is broken.
  @discardableResult
  public static func verify(
    _ transaction: Transaction, spentOutputs: [TxOut], flags: ScriptFlags = .standard,
    meter: WorkMeter = WorkMeter()
  ) throws(TransactionVerificationError) -> Amount {
    let fee = try fee(of: transaction, spentOutputs: spentOutputs)
    let cache: SighashCache
    do {
      cache = try SighashCache(transaction, spentOutputs: spentOutputs, meter: meter)
    } catch {
      throw .spentOutputCount(expected: transaction.inputs.count, found: spentOutputs.count)
    }
    for index in transaction.inputs.indices {
      do {
        try ScriptVerifier.verify(inputIndex: index, in: cache, flags: flags)
      } catch {
        // A digest that was not allowed looks like a wrong signature.
        if meter.isExceeded { throw .tooMuchWork(input: index, limit: meter.limit) }
        throw .script(input: index, error: error)
      }
    }
    return fee
  }

  /// Verifies everything but the scripts and returns the fee.
  ///
  /// Throws the first rule that is broken.
  public static func fee(
    of transaction: Transaction, spentOutputs: [TxOut]
  ) throws(TransactionVerificationError) -> Amount {
    do {
      try TransactionCheck.verify(transaction)
    } catch {
      throw .malformed(error)
    }
    guard !transaction.isCoinbase else { throw .coinbase }
    guard spentOutputs.count == transaction.inputs.count else {
      throw .spentOutputCount(expected: transaction.inputs.count, found: spentOutputs.count)
    }
    var inputs: Int64 = 0
    for (index, output) in spentOutputs.enumerated() {
      guard (0...Amount.maxSatoshis).contains(output.rawValue) else {
        throw .inputAmount(input: index)
      }
      inputs += output.rawValue
      guard inputs <= Amount.maxSatoshis else { throw .inputAmount(input: index) }
    }
    let outputs = transaction.outputs.reduce(0) { $0 + $1.rawValue }
    guard inputs >= outputs, let fee = try? Amount(satoshis: inputs - outputs) else {
      throw .outputsExceedInputs(inputs: inputs, outputs: outputs)
    }
    return fee
  }
}
