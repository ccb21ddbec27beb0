import BitcoinPrimitives
import Bytes
import ScriptVerification

/// A transaction with one input, and the output it spends.
struct Spend {
  var scriptPubKey: Script
  var scriptSig = Script()
  var witness: [[UInt8]] = []
  var amount: Int64 = 0
  var version: Int32 = 1
  var sequence = TxIn.finalSequence
  var lockTime: UInt32 = 0

  /// The pair of transactions with which Bitcoin Core runs `script_tests.json`.
  var transaction: Transaction {
    let nowhere = OutPoint(txid: Txid(.zero), vout: .max)
    let credit = Transaction(
      version: 1,
      inputs: [
        TxIn(previousOutput: nowhere, scriptSig: Script([0, 0]), sequence: TxIn.finalSequence)
      ],
      outputs: [TxOut(rawValue: amount, scriptPubKey: scriptPubKey)])
    return Transaction(
      version: version,
      inputs: [
        TxIn(
          previousOutput: OutPoint(txid: credit.txid, vout: 0), scriptSig: scriptSig,
          sequence: sequence, witness: witness)
      ],
      outputs: [TxOut(rawValue: amount, scriptPubKey: Script())],
      lockTime: LockTime(rawValue: lockTime))
  }

  /// The error, or nil when the spend is allowed.
  func error(_ flags: ScriptFlags = .consensus) -> ScriptError? {
    do {
      try ScriptVerifier.verify(
        transaction: transaction, inputIndex: 0,
        spentOutputs: [TxOut(rawValue: amount, scriptPubKey: scriptPubKey)], flags: flags)
      return nil
    } catch {
      return error
    }
  }
}

extension Spend {
  /// A public key nobody has the secret of (BIP-341).
  static let internalKey = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"

  /// Spends a taproot output whose only leaf is `script`.
  static func leaf(
    _ script: Script, _ elements: [[UInt8]] = [], version: UInt8 = 0xC0, annex: [UInt8]? = nil
  ) throws -> Spend {
    let (output, control) = try taprootLeaf(script, version: version)
    return Spend(
      scriptPubKey: output,
      witness: elements + [script.bytes, control] + (annex.map { [$0] } ?? [])
    )
  }
}
