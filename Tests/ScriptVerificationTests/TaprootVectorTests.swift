import BitcoinPrimitives
import Bytes
import ScriptVerification
import TestSupport
import Testing

@Suite(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
struct `The wallet vectors of BIP-341` {
  @Test func `the signed transaction is valid as a whole`() throws {
    let json = try Vectors.json("bitcoin-core/bip341_wallet_vectors.json")
    let cases = try #require(json["keyPathSpending"]?.arrayValue)
    #expect(!cases.isEmpty)
    for test in cases {
      let signed = try #require(test["auxiliary"]?["fullySignedTx"]?.stringValue)
      let transaction = try Transaction(decoding: try Hex.decode(signed))
      let spent = try #require(test["given"]?["utxosSpent"]?.arrayValue).map { coin in
        TxOut(
          rawValue: try #require(coin["amountSats"]?.integerValue),
          scriptPubKey: try Script(hex: try #require(coin["scriptPubKey"]?.stringValue)))
      }
      try TransactionVerifier.verify(transaction, spentOutputs: spent)
      for index in transaction.inputs.indices {
        var changed = transaction
        for item in changed.inputs[index].witness.indices {
          let last = changed.inputs[index].witness[item].count - 1
          if last >= 0 { changed.inputs[index].witness[item][last] ^= 0x04 }
        }
        guard changed != transaction else { continue }
        #expect(throws: TransactionVerificationError.self) {
          try TransactionVerifier.verify(changed, spentOutputs: spent, flags: .consensus)
        }
      }
    }
  }

  @Test func `control blocks prove exactly their own leaf`() throws {
    let json = try Vectors.json("bitcoin-core/bip341_wallet_vectors.json")
    var blocks = 0
    for test in try #require(json["scriptPubKey"]?.arrayValue) {
      let controls = test["expected"]?["scriptPathControlBlocks"]?.arrayValue ?? []
      let leaves = Self.leaves(test["given"]?["scriptTree"] ?? .null)
      let output = try Script(hex: try #require(test["expected"]?["scriptPubKey"]?.stringValue))
      for (control, leaf) in zip(controls, leaves) {
        blocks += 1
        let control = try Hex.decode(try #require(control.stringValue))
        let script = try Hex.decode(leaf)
        var spend = Spend(scriptPubKey: output, witness: [[], script, control])
        #expect(spend.error() != .witnessProgramMismatch)
        for byte in control.indices {
          var flipped = control
          // The first byte holds the leaf version as well: any change of it counts.
          flipped[byte] ^= 1
          spend.witness[2] = flipped
          #expect(spend.error() == .witnessProgramMismatch)
        }
        for count in control.indices {
          spend.witness[2] = Array(control.prefix(count))
          let error = spend.error()
          #expect(error == .taprootWrongControlSize || error == .witnessProgramMismatch)
        }
      }
    }
    #expect(blocks > 5)
  }

  /// The scripts of a tree, left to right.
  private static func leaves(_ tree: JSONValue) -> [String] {
    if let script = tree["script"]?.stringValue { return [script] }
    return (tree.arrayValue ?? []).flatMap { leaves($0) }
  }
}
