import BitcoinPrimitives
import Bytes
import ScriptVerification
import Testing

@Suite struct `The check of a transaction alone` {
  private let coin = OutPoint(txid: Txid(.zero), vout: 0)

  private func transaction(
    coins: [OutPoint]? = nil, amounts: [Int64] = [1], scriptSig: Int = 0
  ) -> Transaction {
    Transaction(
      inputs: (coins ?? [coin]).map {
        TxIn(previousOutput: $0, scriptSig: Script([UInt8](repeating: 0x51, count: scriptSig)))
      },
      outputs: amounts.map { TxOut(rawValue: $0, scriptPubKey: Script()) })
  }

  private func error(_ transaction: Transaction) -> TransactionCheckError? {
    do {
      try TransactionCheck.verify(transaction)
      return nil
    } catch {
      return error
    }
  }

  @Test func `inputs and outputs are needed`() {
    #expect(error(transaction()) == nil)
    #expect(error(transaction(coins: [])) == .noInputs)
    #expect(error(transaction(amounts: [])) == .noOutputs)
  }

  @Test func `amounts are 0 to 21 million bitcoin, also together`() {
    let most = Amount.maxSatoshis
    #expect(error(transaction(amounts: [-1])) == .negativeOutput)
    #expect(error(transaction(amounts: [.min])) == .negativeOutput)
    #expect(error(transaction(amounts: [most])) == nil)
    #expect(error(transaction(amounts: [most + 1])) == .outputTooLarge)
    #expect(error(transaction(amounts: [.max])) == .outputTooLarge)
    #expect(error(transaction(amounts: [most, 0, 1])) == .outputSumTooLarge)
    #expect(
      error(transaction(amounts: [Int64](repeating: most, count: 5000))) == .outputSumTooLarge)
  }

  @Test func `a coin is spent once, however far apart`() {
    let coins = (0..<5000).map { OutPoint(txid: Txid(.zero), vout: $0) }
    #expect(error(transaction(coins: coins)) == nil)
    #expect(error(transaction(coins: coins + [coins[0]])) == .duplicateInputs)
  }

  @Test func `only a coinbase names no coin, and its script is 2 to 100 bytes`() {
    let nowhere = OutPoint(txid: Txid(.zero), vout: .max)
    #expect(error(transaction(coins: [nowhere, coin])) == .nullInput)
    for (count, isRight) in [(1, false), (2, true), (100, true), (101, false)] {
      #expect(
        error(transaction(coins: [nowhere], scriptSig: count))
          == (isRight ? nil : .coinbaseScriptSize))
    }
  }

  @Test func `a million bytes without witnesses fit, one more does not`() {
    let rest = transaction(scriptSig: 100_000).baseSize - 100_000
    #expect(error(transaction(scriptSig: 1_000_000 - rest)) == nil)
    #expect(error(transaction(scriptSig: 1_000_001 - rest)) == .tooLarge)
  }

  @Test func `the verifier counts money before it runs scripts`() throws {
    let spend = transaction(amounts: [10])
    func verify(_ amounts: [Int64]) throws -> Amount {
      try TransactionVerifier.verify(
        spend,
        spentOutputs: amounts.map { TxOut(rawValue: $0, scriptPubKey: Script([0x51])) })
    }
    #expect(try verify([12]).satoshis == 2)
    #expect(try verify([10]).satoshis == 0)
    #expect(throws: TransactionVerificationError.outputsExceedInputs(inputs: 9, outputs: 10)) {
      try verify([9])
    }
    #expect(throws: TransactionVerificationError.inputAmount(input: 0)) { try verify([-1]) }
    #expect(throws: TransactionVerificationError.inputAmount(input: 0)) { try verify([.max]) }
    #expect(throws: TransactionVerificationError.spentOutputCount(expected: 1, found: 2)) {
      try verify([12, 12])
    }
    #expect(throws: TransactionVerificationError.spentOutputCount(expected: 1, found: 0)) {
      try verify([])
    }
    let nowhere = OutPoint(txid: Txid(.zero), vout: .max)
    #expect(throws: TransactionVerificationError.coinbase) {
      try TransactionVerifier.verify(
        transaction(coins: [nowhere], scriptSig: 2),
        spentOutputs: [TxOut(rawValue: 1, scriptPubKey: Script([0x51]))])
    }
  }
}
