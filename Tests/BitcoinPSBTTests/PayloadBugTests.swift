import BitcoinPrimitives
import Bytes
import ScriptVerification
import Secp256k1
import Secp256k1Signing
import SecureMemory
import TestSupport
import Testing

@testable import BitcoinPSBT

/// What the Chance wallet does wrong, each shown not to happen here.
@Suite struct `Known bugs of Chance` {
  typealias Fault = MultisigSignatureFault

  /// A wallet of the test keys 1, 2, 3 and so on, and a payment from it.
  struct Wallet {
    let redeemScript: MultisigScript
    let payload: MultisigPayload

    init(_ threshold: Int, of count: Int, inputs: Int = 2) throws {
      var builder = ScriptBuilder()
      builder.append(number: Int64(threshold))
      for number in 0..<count {
        builder.append(push: try Self.key(number).publicKey().compressed)
      }
      builder.append(number: Int64(count))
      builder.append(.checkMultiSig)
      redeemScript = try MultisigScript(builder.script)
      let transaction = Transaction(
        version: 1,
        inputs: (0..<inputs).map {
          TxIn(
            previousOutput: OutPoint(
              txid: Txid(Bytes32([UInt8](repeating: 9, count: 32)) ?? .zero), vout: UInt32($0)),
            sequence: TxIn.finalSequence)
        },
        outputs: [
          TxOut(rawValue: 1_000, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 5, count: 20))),
          TxOut(rawValue: 2_000, scriptPubKey: redeemScript.scriptPubKey),
        ])
      payload = try MultisigPayload(transaction, redeemScript: redeemScript)
    }

    static func key(_ number: Int) throws -> PrivateKey {
      var bytes = [UInt8](repeating: 0, count: 31) + [UInt8(number + 1)]
      return try PrivateKey(SecretBytes(moving: &bytes))
    }

    /// The payload with the signatures of these keys and no others.
    func signed(by keys: [Int]) throws -> MultisigPayload {
      let cache = try SighashCache(payload.transaction)
      var signatures: [Int: [[UInt8]]] = [:]
      for key in keys {
        signatures[key] = try payload.transaction.inputs.indices.map { input in
          let digest = try cache.legacy(
            input: input, scriptCode: redeemScript.script, type: .all)
          return try Self.key(key).ecdsaSignature(of: digest).der + [1]
        }
      }
      return try MultisigPayload(
        payload.transaction, redeemScript: redeemScript, signatures: signatures)
    }
  }

  @Test func `1: a wrong prefix, slashes and bad JSON are told apart`() {
    let error = `The multisig payload`.error
    #expect(error("{}") == .missingPrefix)
    #expect(error("") == .missingPrefix)
    #expect(error("MULTISIG:{}") == .missingPrefix)
    #expect(error("multisig:") == .missingPrefix)
    #expect(error("multisig:[]") == .missingPrefix)
    #expect(error(PayloadSamples.unitTest(prefix: "multisig://")) == .slashes)
    guard case .json? = error("multisig:{\"rawTx\":") else {
      Issue.record("not an error of JSON")
      return
    }
  }

  @Test func `2 and 3: missing members never become empty ones`() {
    let error = `The multisig payload`.error
    #expect(error("multisig:{}") == .missingMember("rawTx"))
    guard case .transaction? = error(PayloadSamples.text(rawTx: "\"\"")) else {
      Issue.record("an empty transaction was read")
      return
    }
    #expect(error(PayloadSamples.text(script: "\"\"")) == .redeemScript(.notMultisig))
    #expect(error(PayloadSamples.text(signatures: "{}")) == nil)
  }

  @Test func `4: an array shorter than the inputs is named`() {
    let one = "[\"\(PayloadSamples.readmeSignatures[2])\"]"
    let error = `The multisig payload`.error(PayloadSamples.text(signatures: "{\"2\":\(one)}"))
    #expect(error == .shortArray(key: 2, found: 1, inputs: 2))
    #expect(error?.description == "keySignatures.2 has 1 signature for 2 inputs")
    #expect(
      `The multisig payload`.error(PayloadSamples.text(signatures: "{\"0\":[]}"))
        == .shortArray(key: 0, found: 0, inputs: 2))
  }

  @Test func `5: keys are ordered by number, so that 11 keys and more work`() throws {
    let wallet = try Wallet(3, of: 12)
    let payload = try wallet.signed(by: [11, 2, 10])
    let names = try #require(
      try JSONReader.parse(text: String(payload.text.dropFirst(9)))["keySignatures"]?.objectValue)
    #expect(names.names == ["2", "10", "11"])
    let final = try payload.finalTransaction()
    let items = try #require(final.inputs[0].scriptSig.pushedItems)
    #expect(items.dropFirst().dropLast() == [2, 10, 11].map { payload.signatures[$0]?[0] ?? [] })
  }

  @Test func `6: more signatures than needed finalize with the lowest keys`() throws {
    let wallet = try Wallet(2, of: 4)
    let all = try wallet.signed(by: [0, 1, 2, 3])
    let parts = try [3, 1, 0, 2].map { try wallet.signed(by: [$0]) }
    var merged = parts[0]
    for part in parts.dropFirst() { merged = try merged.combined(with: part) }
    #expect(merged == all)
    #expect("\(merged.status())" == "4 of 2, complete")
    let final = try merged.finalTransaction()
    #expect(final == (try wallet.signed(by: [0, 1]).finalTransaction()))
    #expect(final.inputs.allSatisfy { $0.scriptSig.pushedItems?.count == 4 })
    // The same by way of the PSBT and the roles.
    var updater = Updater(try all.psbt())
    let coin = TxOut(rawValue: 5_000, scriptPubKey: wallet.redeemScript.scriptPubKey)
    for input in 0...1 { try updater.addCoin(coin, toInput: input) }
    #expect(try Extractor(Finalizer().finalized(updater.psbt)).transaction() == final)
  }

  @Test func `a payload with more signatures than its script takes is refused`() throws {
    let wallet = try Wallet(2, of: 3)
    let one = try wallet.signed(by: [1])
    let two = try wallet.signed(by: [0, 1])
    let three = try wallet.signed(by: [0, 1, 2])
    try one.requireNoSurplus()
    try one.requireUnfinished()
    try two.requireNoSurplus()
    let status = MultisigStatus(threshold: 2, keyCount: 3, signed: [0, 1])
    #expect(throws: MultisigPayloadError.complete(status)) { try two.requireUnfinished() }
    #expect(throws: MultisigPayloadError.surplus(keys: 3, threshold: 2)) {
      try three.requireNoSurplus()
    }
    // Somebody who holds two of the keys adds no more than are missing.
    let answer = try one.answered(by: three.psbt())
    #expect(answer.signatures.keys.sorted() == [0, 1])
    #expect(answer.signatures[1] == one.signatures[1])
    #expect(try wallet.payload.answered(by: three.psbt()).signatures.keys.sorted() == [0, 1])
  }

  @Test func `a payload that takes too much hashing is refused before any is done`() throws {
    let wallet = try Wallet(2, of: 3)
    let transaction = { (inputs: Int, bytes: Int) in
      Transaction(
        inputs: (0..<inputs).map {
          TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: UInt32($0)))
        },
        outputs: [
          TxOut(rawValue: 1, scriptPubKey: Script([UInt8](repeating: 0x51, count: bytes)))
        ])
    }
    // Each input hashes the transaction from itself on, with the redeem script.
    let script = wallet.redeemScript.script.count
    let inputs = 10_000
    func cost(_ transaction: Transaction) -> Int {
      (0..<inputs).reduce(0) { $0 + transaction.baseSize - 41 * $1 + script }
    }
    let bare = cost(transaction(inputs, 0))
    let bytes = (WorkMeter.standardLimit - bare) / inputs - 100
    let allowed = transaction(inputs, bytes)
    #expect(cost(allowed) <= WorkMeter.standardLimit)
    _ = try MultisigPayload(allowed, redeemScript: wallet.redeemScript)
    let refused = transaction(inputs, bytes + 200)
    #expect(
      throws: MultisigPayloadError.tooMuchWork(
        inputs: inputs, bytes: cost(refused), limit: WorkMeter.standardLimit)
    ) { try MultisigPayload(refused, redeemScript: wallet.redeemScript) }
  }

  @Test func `7: a bad signature is named, kept out and told from a missing one`() throws {
    let signatures = PayloadSamples.readmeSignatures
    let bad = String(signatures[0].dropLast(4)) + "1601"
    let payload = try `The multisig payload`.readme(
      [bad, signatures[1]], [signatures[3], signatures[2]])
    let script = payload.redeemScript
    let key2 = ScriptKey.full(script.keys[2].encoded)
    let faults = [
      Fault(key: 0, input: 0, fault: .doesNotVerify, in: script),
      Fault(key: 2, input: 0, fault: .elsewhere(key: key2, input: 1), in: script),
      Fault(key: 2, input: 1, fault: .elsewhere(key: key2, input: 0), in: script),
    ]
    #expect(payload.faults() == faults)
    #expect(throws: MultisigPayloadError.badSignatures(faults)) { try payload.psbt() }
    let (psbt, named) = try payload.psbtLeavingOutFaults()
    #expect(named == faults)
    #expect(psbt.inputs.map(\.partialSigs.count) == [0, 1])
    #expect("\(payload.status())" == "0 of 3, missing keys 0, 1, 2")
    #expect(
      faults.map(\.description) == [
        "the signature of key 0 for input 0 does not verify",
        "the signature of key 2 for input 0 was made by key 2 for input 1: it is in the wrong "
          + "place",
        "the signature of key 2 for input 1 was made by key 2 for input 0: it is in the wrong "
          + "place",
      ])
    // The good copy heals the bad one, from either side.
    let good = try MultisigPayload(parsing: PayloadSamples.readme)
    #expect(try good.combined(with: payload).text == PayloadSamples.readme)
    #expect(try payload.combined(with: good).text == PayloadSamples.readme)
  }

  @Test func `7: signatures under the wrong key, of another type or form are told apart`() throws {
    let signatures = try PayloadSamples.readmeSignatures.map { try Hex.decode($0) }
    let payload = try MultisigPayload(parsing: PayloadSamples.readme)
    var judge = payload.judge()
    func fault(_ bytes: [UInt8], key: Int = 0) -> SignatureFault? {
      payload.fault(of: bytes, key: key, input: 1, by: &judge)?.fault
    }
    let good = signatures[1]
    let owner = ScriptKey.full(payload.redeemScript.keys[0].encoded)
    #expect(fault(good) == nil)
    #expect(fault(good, key: 1) == .elsewhere(key: owner, input: 1))
    for type: UInt8 in [0, 2, 3, 0x81, 0xff] {
      #expect(
        fault(good.dropLast() + [type]) == .wrongSighash(found: UInt32(type), expected: 1))
    }
    #expect(fault(good.dropLast()) == .malformed)
    #expect(fault(good + [1]) == .malformed)
    #expect(fault([]) == .malformed)
    #expect(fault([1]) == .malformed)
    #expect(fault([0] + good) == .numbered)
    let order = try Bytes32(
      reversedHex: String(
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"))
    let compact = try ECDSASignature(der: good.dropLast()).compact
    let high = Self.negated(Array(compact[32...]), order: order.bytes.reversed())
    let highS = try ECDSASignature(compact: compact[..<32] + high)
    #expect(!highS.isLowS)
    #expect(fault(highS.der + [1]) == .highS)
  }

  /// The order minus a number, both big-endian.
  private static func negated(_ number: [UInt8], order: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    var borrow = 0
    for place in (0..<32).reversed() {
      let difference = Int(order[place]) - Int(number[place]) - borrow
      borrow = difference < 0 ? 1 : 0
      result[place] = UInt8((difference + 256) % 256)
    }
    return result
  }

  @Test func `7: the search for the right place ends`() throws {
    let wallet = try Wallet(15, of: 15, inputs: 300)
    let foreign = try Hex.decode(PayloadSamples.readmeSignatures[0])
    let list = [[UInt8]](repeating: foreign, count: 300)
    let payload = try MultisigPayload(
      wallet.payload.transaction, redeemScript: wallet.redeemScript,
      signatures: Dictionary(uniqueKeysWithValues: (0..<15).map { ($0, list) }))
    let faults = payload.faults()
    #expect(faults.count == 4_500)
    #expect(faults.allSatisfy { $0.fault == .doesNotVerify })
  }

  @Test func `8: the second number of the status is the threshold`() throws {
    let wallet = try Wallet(2, of: 3)
    #expect("\(wallet.payload.status())" == "0 of 2, missing 2 of the keys 0, 1, 2")
    #expect("\(try wallet.signed(by: [1]).status())" == "1 of 2, missing one of the keys 0, 2")
    #expect("\(try wallet.signed(by: [0, 2]).status())" == "2 of 2, complete")
    #expect("\(try Wallet(3, of: 3).signed(by: [1]).status())" == "1 of 3, missing keys 0, 2")
  }

  @Test func `9: fifteen keys are the most`() throws {
    let wallet = try Wallet(15, of: 15, inputs: 1)
    #expect(wallet.redeemScript.script.count == 513)
    let text = try wallet.signed(by: Array(0..<15)).text
    let payload = try MultisigPayload(parsing: text)
    #expect(payload.text == text)
    let script = try payload.finalTransaction().inputs[0].scriptSig
    #expect(script.pushedItems?.count == 17)
    #expect(throws: MultisigScriptError.tooManyKeys(16)) { try Wallet(2, of: 16) }
    let error = MultisigPayloadError.redeemScript(.tooManyKeys(16))
    #expect(error.description.contains("520 bytes, and coins paid to it can never be spent"))
  }

  @Test func `10: a coin that the redeem script does not lock is refused`() throws {
    let wallet = try Wallet(2, of: 3, inputs: 1)
    let previous = Transaction(
      inputs: wallet.payload.transaction.inputs,
      outputs: [TxOut(rawValue: 9, scriptPubKey: .p2sh(Script([0x51])))])
    let payload = try MultisigPayload(
      Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: previous.txid, vout: 0))],
        outputs: wallet.payload.transaction.outputs), redeemScript: wallet.redeemScript)
    #expect(throws: MultisigPayloadError.otherCoin(input: 0)) {
      try payload.psbt(previousTransactions: [previous])
    }
  }

  @Test func `11: a second signature with another nonce never adds an entry`() throws {
    // What Chance writes when a key signs twice: nobody looks at the entries behind, so none may be there.
    let vector = try MultisigPayload(parsing: PayloadSamples.complete)
    let own = try #require(vector.signatures[0]).map { "\"\(Hex.encode($0))\"" }
    let others = try #require(vector.signatures[2]).map { "\"\(Hex.encode($0))\"" }
    let payload = { (extra: [String]) in
      PayloadSamples.complete.replacing(
        #"],"2""#, with: ",\(extra.joined(separator: ","))],\"2\"")
    }
    for extra in [[others[0]], [own[0], others[1]], own + [others[0]]] {
      #expect(
        throws: MultisigPayloadError.longArray(key: 0, found: 2 + extra.count, inputs: 2)
      ) {
        try MultisigPayload(parsing: payload(extra))
      }
    }
    #expect(throws: MultisigPayloadError.self) { try MultisigPayload(parsing: payload(["\"zz\""])) }
    // The same once more, in whatever order, is left out and said.
    for extra in [own, own.reversed(), [own[1]], own + own] {
      let read = try MultisigPayload(parsing: payload(extra))
      #expect(read.signatures == vector.signatures && read.repeated == [0: extra.count])
      #expect(read.text == vector.text && read.repeatNotes.count == 1)
      #expect(read.repeatNotes[0].hasPrefix("keySignatures.0 has "))
    }
    #expect(vector.repeatNotes.isEmpty)
    // The vector is not ground to a low R, ours is: both are good and one of them stays.
    let wallet = try Wallet(2, of: 3)
    let mine = try wallet.signed(by: [0])
    let cache = try SighashCache(mine.transaction)
    let again = try MultisigPayload(
      mine.transaction, redeemScript: wallet.redeemScript,
      signatures: [
        0: try (0...1).map { input in
          let digest = try cache.legacy(
            input: input, scriptCode: wallet.redeemScript.script, type: .all)
          return try Self.otherNonce(of: digest)
        }
      ])
    #expect(again.faults().isEmpty)
    #expect(again != mine)
    #expect(try mine.combined(with: again) == mine)
    #expect(try again.combined(with: mine) == again)
  }

  /// A signature of test key 0 (the number 1) with the nonce 1: r is the generator's x, s follows.
  private static func otherNonce(of digest: Bytes32) throws -> [UInt8] {
    // s = (z + r) / 1; the key is 1 and so is the nonce.
    let generator = try Wallet.key(0).publicKey().xOnly.bytes.bytes
    var sum = try PrivateKey(copyingTest: generator)
    sum = try sum.adding(tweak: digest)
    let s = sum.withUnsafeBytes { Array($0) }
    return try ECDSASignature(compact: generator + s).normalized.der + [1]
  }

  @Test func `13: every kind of output is carried, and finishing loses nothing`() throws {
    let wallet = try Wallet(2, of: 3)
    #expect(wallet.payload.transaction.outputs[0].scriptPubKey.isP2WPKH)
    let payload = try wallet.signed(by: [1, 2])
    let before = payload.text
    _ = try payload.finalTransaction()
    #expect(payload.text == before)
    #expect(try MultisigPayload(parsing: before) == payload)
  }

  @Test func `14: the form from before 2016 is refused with an explanation`() throws {
    let joined =
      "00" + PayloadSamples.readmeSignatures[0] + "|02" + PayloadSamples.readmeSignatures[2]
    let error = `The multisig payload`.error
    for text in [joined, "multisig:" + joined, "00" + PayloadSamples.readmeSignatures[1]] {
      #expect(error(text) == .indexedSignatures)
    }
    #expect(MultisigPayload.recognizes(Array(joined.utf8)))
    #expect(!MultisigPayload.recognizes(Array(PayloadSamples.readmeTx.utf8)))
    // The same form inside a payload, wherever the signatures stand.
    let name = "keySignatures"
    for (signatures, field) in [
      ("\"\(joined)\"", name), ("[\"\(joined)\"]", "\(name)[0]"),
      ("{\"0\":\"\(joined)\"}", "\(name).0"),
      ("{\"0\":[\"\(PayloadSamples.readmeSignatures[0])\",\"\(joined)\"]}", "\(name).0[1]"),
      ("{\"2\":[\"00..|02..\"]}", "\(name).2[0]"),
    ] {
      let found = error(PayloadSamples.text(signatures: signatures))
      #expect(found == .joinedSignatures(field))
      #expect(found?.description.contains("in a form used before 2016") == true)
    }
    // The same numbers inside a payload: the unit test of Chance with its prefix fixed.
    let glued = try MultisigPayload(parsing: PayloadSamples.unitTest(prefix: "multisig:"))
    #expect(glued.faults().map(\.fault) == [.numbered, .numbered, .numbered, .numbered])
  }

  @Test func `a payload by itself says who signed and what is wrong`() throws {
    let readme = try MultisigPayload(parsing: PayloadSamples.readme)
    let good = MultisigReport(readme)
    #expect(good.lines == ["Signatures: 2 of 3, missing key 1"])
    let glued = try MultisigPayload(parsing: PayloadSamples.unitTest(prefix: "multisig:"))
    let bad = MultisigReport(glued)
    #expect(bad.status.signed.isEmpty && bad.faults.count == 4 && bad.lines.count == 5)
    #expect(
      bad.lines[1].hasPrefix("Wrong: the signature of key 0 for input 0 begins with the number"))
    #expect(bad.json["missing"] == [0, 1, 2] && bad.json["wrong"]?.arrayValue?.count == 4)
  }

  @Test func `payloads of another payment or another wallet are not merged`() throws {
    let (two, three) = (try Wallet(2, of: 3), try Wallet(3, of: 3))
    #expect(throws: MultisigPayloadError.self) { try two.payload.combined(with: three.payload) }
    let other = try MultisigPayload(two.payload.transaction, redeemScript: three.redeemScript)
    #expect(throws: MultisigPayloadError.otherRedeemScript) {
      try two.payload.combined(with: other)
    }
  }
}

extension PrivateKey {
  /// A key of known bytes.
  init(copyingTest bytes: [UInt8]) throws {
    var copy = bytes
    try self.init(SecretBytes(moving: &copy))
  }
}
