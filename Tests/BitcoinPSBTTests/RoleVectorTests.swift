import BitcoinPrimitives
import Bytes
import TestSupport
import Testing

@testable import BitcoinPSBT

@Suite(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
struct `The published roles` {
  static func role(_ name: String) throws -> VectorCase {
    try #require(try Vectors.cases("bip174/roles.json").first { $0.name == name })
  }

  static func core(_ role: String) throws -> [JSONValue] {
    try #require(try Vectors.json("bitcoin-core/rpc_psbt.json")[role]?.arrayValue)
  }

  @Test func `the creator makes the packet of BIP-174`() throws {
    let vector = try Self.role("creator")
    let inputs = try #require(vector.input["inputs"]?.arrayValue).map { input in
      let txid = try Txid(parsing: try #require(input["txid"]?.stringValue))
      let vout = UInt32(try #require(input["vout"]?.intValue))
      return TxIn(
        previousOutput: OutPoint(txid: txid, vout: vout),
        sequence: UInt32(try #require(input["sequence"]?.intValue)))
    }
    let outputs = try #require(vector.input["outputs"]?.arrayValue).map { output in
      TxOut(
        rawValue: Int64(try #require(output["amount_sat"]?.intValue)),
        scriptPubKey: try Script(hex: try #require(output["script_pubkey_hex"]?.stringValue)))
    }
    let transaction = Transaction(version: 2, inputs: inputs, outputs: outputs)
    let psbt = try Creator(transaction).created()
    #expect(psbt.base64 == vector.expect["psbt_base64"]?.stringValue)
    #expect(try PSBT(base64: psbt.base64) == psbt)
  }

  @Test func `the updater's SIGHASH_ALL gives the packet of BIP-174`() throws {
    let vector = try Self.role("updater adds SIGHASH_ALL")
    var psbt = try PSBT(base64: try #require(vector.input["psbt_base64"]?.stringValue))
    for index in psbt.inputs.indices { psbt.updateInput(index) { $0.setSighashType(1) } }
    #expect(psbt.base64 == vector.expect["psbt_base64"]?.stringValue)
  }

  @Test(arguments: ["combiner", "combiner with unknown keys, lexicographic"])
  func `the combiner makes the packet of BIP-174`(name: String) throws {
    let vector = try Self.role(name)
    let packets = try #require(vector.input["psbts_base64"]?.arrayValue).map {
      try PSBT(base64: try #require($0.stringValue))
    }
    let combined = try Combiner(packets).combined()
    #expect(combined.base64 == vector.expect["psbt_base64"]?.stringValue)
    let backwards = try Combiner(packets.reversed()).combined()
    #expect(backwards.sortedFields == combined.sortedFields)
    #expect(try combined.combined(with: combined) == combined)
  }

  @Test func `Bitcoin Core's combiner agrees, but for an unknown field that BIP-370 took`() throws {
    let vectors = try Self.core("combiner")
    #expect(vectors.count == 2)
    for (number, vector) in vectors.enumerated() {
      let texts = try #require(vector["combine"]?.arrayValue).map {
        try #require($0.stringValue)
      }
      if number == 1 {
        // Its "unknown" field has type 0x0F, which has been PSBT_IN_OUTPUT_INDEX since BIP-370.
        #expect(throws: PSBTError.self) { try PSBT(base64: texts[0]) }
        continue
      }
      let combined = try Combiner(texts.map { try PSBT(base64: $0) }).combined()
      #expect(combined.base64 == vector["result"]?.stringValue)
    }
  }

  @Test func `the finalizer makes the packet of BIP-174`() throws {
    let vector = try Self.role("finalizer")
    let psbt = try PSBT(base64: try #require(vector.input["psbt_base64"]?.stringValue))
    let finalized = try Finalizer().finalized(psbt)
    #expect(finalized.base64 == vector.expect["psbt_base64"]?.stringValue)
    #expect(try Finalizer().finalized(finalized) == finalized)
    for vector in try Self.core("finalizer") {
      let psbt = try PSBT(base64: try #require(vector["finalize"]?.stringValue))
      #expect(try Finalizer().finalized(psbt).base64 == vector["result"]?.stringValue)
    }
  }

  @Test func `the extractor takes out the transaction of BIP-174, and its scripts run`() throws {
    let vector = try Self.role("extractor")
    let psbt = try PSBT(base64: try #require(vector.input["psbt_base64"]?.stringValue))
    let transaction = try Extractor(psbt).transaction()
    #expect(Hex.encode(transaction.encoded()) == vector.expect["tx_hex"]?.stringValue)
    for vector in try Self.core("extractor") {
      let psbt = try PSBT(base64: try #require(vector["extract"]?.stringValue))
      let transaction = try Extractor(psbt).transaction()
      #expect(Hex.encode(transaction.encoded()) == vector["result"]?.stringValue)
    }
  }

  @Test func `a damaged signature is not used`() throws {
    let vector = try Self.role("finalizer")
    let psbt = try PSBT(base64: try #require(vector.input["psbt_base64"]?.stringValue))
    for input in psbt.inputs.indices {
      for sig in psbt.inputs[input].partialSigs {
        var damaged = psbt
        var signature = Array(sig.signature)
        signature[signature.count - 2] ^= 1
        damaged.updateInput(input) { $0.setPartialSig(signature, publicKey: sig.publicKey) }
        let key = ScriptKey.full(Array(sig.publicKey))
        #expect(throws: FinalizerError.badSignature(input: input, key: key, .doesNotVerify)) {
          try Finalizer().finalized(damaged)
        }
        let judged = PartialSignatureCheck(damaged).inputs()
        #expect(
          judged.map { $0.faults.map(\.key) }
            == damaged.inputs.indices.map { $0 == input ? [key] : [] })
      }
    }
  }
}

extension PSBT {
  /// The fields of each map without their order.
  var sortedFields: [[[UInt8]]] {
    ([global.map] + inputs.map(\.map) + outputs.map(\.map)).map { map in
      map.fields.map { Array($0.key) + [0xFF] + Array($0.value) }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
  }
}
