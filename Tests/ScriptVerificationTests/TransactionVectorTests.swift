import BitcoinPrimitives
import Bytes
import ScriptVerification
import TestSupport
import Testing

@Suite(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
struct `Bitcoin Core's transaction tests` {
  struct Case {
    let transaction: Transaction
    let spentOutputs: [TxOut]
    let flagNames: String

    /// The first error of a script, or nil.
    func error(_ flags: ScriptFlags) throws -> ScriptError? {
      let cache = try SighashCache(transaction, spentOutputs: spentOutputs)
      for index in transaction.inputs.indices {
        do {
          try ScriptVerifier.verify(inputIndex: index, in: cache, flags: flags)
        } catch {
          return error
        }
      }
      return nil
    }
  }

  @Test func `valid transactions pass with every flag but those excluded`() throws {
    let cases = try Self.cases("tx_valid.json")
    #expect(cases.count == 121)
    for test in cases {
      let excluded = try #require(ScriptFlags(coreNames: test.flagNames))
      let flags = ScriptFlags.all.subtracting(excluded)
      #expect(throws: Never.self) { try TransactionCheck.verify(test.transaction) }
      #expect(try test.error(flags) == nil, "\(test.transaction.txid)")
      for (name, flag) in ScriptFlags.named {
        #expect(
          try test.error(flags.subtracting(flag).trimmed) == nil,
          "\(test.transaction.txid) without \(name)")
        if excluded.contains(flag) {
          #expect(
            try test.error(flags.union(flag).completed) != nil,
            "\(test.transaction.txid) needs no exclusion of \(name)")
        }
      }
    }
  }

  @Test func `invalid transactions fail with the flags named, and only with them`() throws {
    let cases = try Self.cases("tx_invalid.json")
    #expect(cases.count == 93)
    for test in cases {
      if test.flagNames == "BADTX" {
        #expect(throws: TransactionCheckError.self) {
          try TransactionCheck.verify(test.transaction)
        }
        continue
      }
      let flags = try #require(ScriptFlags(coreNames: test.flagNames))
      #expect(throws: Never.self) { try TransactionCheck.verify(test.transaction) }
      #expect(try test.error(flags) != nil, "\(test.transaction.txid)")
      for (name, flag) in ScriptFlags.named {
        #expect(
          try test.error(flags.union(flag).completed) != nil,
          "\(test.transaction.txid) with \(name)")
        if flags.contains(flag) {
          #expect(
            try test.error(flags.subtracting(flag).trimmed) == nil,
            "\(test.transaction.txid) fails without \(name) too")
        }
      }
    }
  }

  static func cases(_ file: String) throws -> [Case] {
    try (Vectors.json("bitcoin-core/\(file)").arrayValue ?? []).compactMap { json in
      guard let fields = json.arrayValue, fields.count == 3, let coins = fields[0].arrayValue else {
        return nil
      }
      var spent: [OutPoint: TxOut] = [:]
      for coin in coins {
        let index = UInt32(truncatingIfNeeded: coin[1]?.integerValue ?? 0)
        let outPoint = OutPoint(
          txid: try Txid(parsing: coin[0]?.stringValue ?? ""), vout: index)
        spent[outPoint] = TxOut(
          rawValue: coin[3]?.integerValue ?? 0,
          scriptPubKey: try coreScript(coin[2]?.stringValue ?? ""))
      }
      let transaction = try Transaction(decoding: try Hex.decode(fields[1].stringValue ?? ""))
      return Case(
        transaction: transaction,
        spentOutputs: transaction.inputs.map {
          spent[$0.previousOutput] ?? TxOut(rawValue: 0, scriptPubKey: Script())
        },
        flagNames: fields[2].stringValue ?? "")
    }
  }
}
