public import BitcoinPrimitives
internal import Bytes
public import Refusals
public import ScriptVerification

/// Why a PSBT does not give a finished transaction.
public enum ExtractorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An input has no final scripts.
  case notFinal(input: Int)
  /// Neither a previous transaction nor a witness UTXO says what the input spends.
  case missingCoin(input: Int)
  /// What the PSBT says about a coin contradicts the coin's own transaction.
  case badCoin(PSBTCoinError)
  /// The caller gave more or fewer coins than there are inputs.
  case wrongNumberOfCoins(found: Int, expected: Int)
  /// A finished script does not unlock its coin.
  case invalid(TransactionVerificationError)

  /// The rule that refuses it; nil where something is only missing.
  public var rule: Rule? {
    switch self {
    case .badCoin(let error): error.rule
    case .invalid(let error): error.rule
    case .notFinal, .missingCoin, .wrongNumberOfCoins: nil
    }
  }

  public var description: String {
    switch self {
    case .notFinal(let input): "input \(input) is not final: signatures are missing"
    case .missingCoin(let input): "input \(input) does not say which output it spends"
    case .badCoin(let error): "\(error)"
    case .wrongNumberOfCoins(let found, let expected):
      "\(found) coins were given for \(expected) inputs"
    case .invalid(let error): "the finished transaction is not valid: \(error)"
    }
  }
}

/// Takes the finished transaction out of a PSBT and runs its scripts (BIP-174, Transaction
/// Extractor).
public struct Extractor: Sendable {
  /// The PSBT whose transaction is taken out.
  public let psbt: PSBT

  /// Takes a PSBT; nothing is checked yet.
  public init(_ psbt: PSBT) {
    self.psbt = psbt
  }

  /// The transaction with its final scripts; NOT verified.
  ///
  /// - Throws: `ExtractorError.notFinal` for the first input without final scripts.
  public func uncheckedTransaction() throws(ExtractorError) -> Transaction {
    var transaction = psbt.unsignedTransaction
    for (index, input) in psbt.inputs.enumerated() {
      guard input.isFinal else { throw .notFinal(input: index) }
      if let script = input.finalScriptSig { transaction.inputs[index].scriptSig = script }
      if let witness = input.finalScriptWitness { transaction.inputs[index].witness = witness }
    }
    return transaction
  }

  /// The transaction with its final scripts, each of which was run against the coin it spends.
  ///
  /// `coins` are what the inputs spend, in their order, when the caller knows it better than the
  /// PSBT does. Throws when an input is not final, its coin is not known or its script fails.
  public func transaction(spending coins: [TxOut]? = nil) throws(ExtractorError) -> Transaction {
    let transaction = try uncheckedTransaction()
    let spent = if let coins { coins } else { try claimedCoins() }
    guard spent.count == transaction.inputs.count else {
      throw .wrongNumberOfCoins(found: spent.count, expected: transaction.inputs.count)
    }
    do {
      try TransactionVerifier.verify(transaction, spentOutputs: spent, flags: .standard)
    } catch {
      throw .invalid(error)
    }
    return transaction
  }

  /// What the inputs spend according to the PSBT; previous transactions are hashed.
  private func claimedCoins() throws(ExtractorError) -> [TxOut] {
    do {
      try psbt.checkCoins()
    } catch {
      throw .badCoin(error)
    }
    var coins: [TxOut] = []
    coins.reserveCapacity(psbt.inputs.count)
    for index in psbt.inputs.indices {
      guard let coin = psbt.claimedOutput(ofInput: index) else {
        throw .missingCoin(input: index)
      }
      coins.append(coin)
    }
    return coins
  }
}
