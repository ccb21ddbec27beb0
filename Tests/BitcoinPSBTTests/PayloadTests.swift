import BitcoinPrimitives
import Bytes
import Secp256k1
import TestSupport
import Testing

@testable import BitcoinPSBT

@Suite struct `The multisig payload` {
  typealias Fault = MultisigSignatureFault

  static func error(_ text: String) -> MultisigPayloadError? {
    do throws(MultisigPayloadError) {
      _ = try MultisigPayload(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  static func readme(_ zero: [String], _ two: [String]) throws -> MultisigPayload {
    let list = { (texts: [String]) in "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]" }
    return try MultisigPayload(
      parsing: PayloadSamples.text(signatures: "{\"0\":\(list(zero)),\"2\":\(list(two))}"))
  }

  // MARK: Public payloads

  @Test(arguments: [PayloadSamples.readme, PayloadSamples.tabBar, PayloadSamples.complete])
  func `public payloads are written back byte for byte`(_ text: String) throws {
    let payload = try MultisigPayload(parsing: text)
    #expect(payload.text == text)
    #expect(payload.faults().isEmpty)
    // Through a PSBT, where nothing of a payload is lost but unknown members.
    #expect(try MultisigPayload(try payload.psbt()).text == text)
    #expect(try MultisigPayload(try PSBT(decoding: try payload.psbt().encoded())).text == text)
  }

  @Test func `the README's payload is 3 of 3 and lacks key 1`() throws {
    let payload = try MultisigPayload(parsing: PayloadSamples.readme)
    #expect(PayloadSamples.readme.utf8.count == 1_182)
    #expect(
      "\(payload.transaction.txid)"
        == "08c29016c3ed28918da48d953d9e8bed2a80b6df26b0e5a728b598e141526a51")
    #expect(payload.redeemScript.threshold == 3)
    let addresses = try payload.redeemScript.keys.map { try Self.address(of: .p2pkh($0)) }
    #expect(
      addresses == [
        "12HDeKf4SkeucNFoC6bMMp5a4cD6LZyBje", "18bWPCKR6na3b6YMKTRm7WYwLH5PrEcj6",
        "1GTmjsJWxRT4NSz3YjZswavLUGySgRApCQ",
      ])
    #expect(payload.transaction.outputs[1].scriptPubKey == payload.redeemScript.scriptPubKey)
    #expect("\(payload.status())" == "2 of 3, missing key 1")
    #expect(throws: MultisigPayloadError.missingSignatures(payload.status())) {
      try payload.finalTransaction()
    }
  }

  /// The address of a script on the main network.
  static func address(of script: Script) throws -> String {
    try #require(Address(script: script, network: .mainnet)).string
  }

  @Test func `the signature hashes are the README's`() throws {
    let payload = try MultisigPayload(parsing: PayloadSamples.readme)
    let cache = try SighashCache(payload.transaction)
    let digests = try (0...1).map {
      try cache.legacy(input: $0, scriptCode: payload.redeemScript.script, type: .all)
    }
    #expect(
      digests.map { Hex.encode($0.bytes) } == [
        "6585d70ab1ca1c6301292120f4f37a107bb5d939b58b40340c2b39c3f76e36b9",
        "f2ae1b22b0264173d1b28d2db04ed653789252e9a79e81cf8ff7423d576dafca",
      ])
  }

  @Test func `the README's signatures verify at their own places and at no other`() throws {
    let payload = try MultisigPayload(parsing: PayloadSamples.readme)
    let own = [(0, 0), (0, 1), (2, 0), (2, 1)]
    var judge = payload.judge()
    for (number, text) in PayloadSamples.readmeSignatures.enumerated() {
      let bytes = try Hex.decode(text)
      for key in 0..<3 {
        for input in 0..<2 {
          let fault = payload.fault(of: bytes, key: key, input: input, by: &judge)?.fault
          if own[number] == (key, input) {
            #expect(fault == nil)
          } else {
            let owner = ScriptKey.full(payload.redeemScript.keys[own[number].0].encoded)
            #expect(fault == .elsewhere(key: owner, input: own[number].1))
          }
        }
      }
    }
  }

  @Test func `the complete vector finalizes to its txid`() throws {
    let payload = try MultisigPayload(parsing: PayloadSamples.complete)
    #expect("\(payload.status())" == "2 of 2, complete")
    let final = try payload.finalTransaction()
    #expect(
      "\(final.txid)" == "4e409b1cefd9d968abb3230aac1c0a173222867695ab312818a5bacde5cc4823")
    let signatures = [payload.signatures[0], payload.signatures[2]]
    for input in 0...1 {
      var builder = ScriptBuilder()
      builder.append(push: [UInt8]())
      for list in signatures { builder.append(push: try #require(list?[input])) }
      builder.append(push: payload.redeemScript.script.bytes)
      #expect(final.inputs[input].scriptSig == builder.script)
      // Bytes as Chance makes them, bugs included: OP_0, two pushes of 72, PUSHDATA1 of 105.
      let bytes = final.inputs[input].scriptSig.bytes
      #expect(
        bytes[0...1] == [0x00, 0x48] && bytes[74] == 0x48 && bytes[147...148] == [0x4c, 0x69])
    }
  }

  @Test func `the project's own payload pays its donation address`() throws {
    let payload = try MultisigPayload(parsing: PayloadSamples.tabBar)
    #expect(
      "\(payload.transaction.txid)"
        == "23b0adabec502d7539f83e2ea0f66e4fbd9d36c71be937378311700fe472565c")
    #expect(
      try Self.address(of: payload.redeemScript.scriptPubKey)
        == "3G4NdQQyCJK1RS5URb4h5KogWEyR4Mk16A")
    #expect("\(payload.status())" == "0 of 2, missing keys 0, 1")
  }

  // MARK: Form

  @Test func `a text that stops early is never a payload`() {
    let text = Array(PayloadSamples.complete.utf8)
    for count in 0..<text.count {
      #expect(Self.error(String(decoding: text[..<count], as: UTF8.self)) != nil)
    }
  }

  @Test func `a payload laid out over lines and with spaces around it is read`() throws {
    let spread = PayloadSamples.readme.replacing(",", with: " ,\r\n\t").replacing(":{", with: ": {")
      .replacing("multisig: {", with: "multisig:{")
    let payload = try MultisigPayload(parsing: "\n  \(spread) \r\n")
    #expect(payload.text == PayloadSamples.readme)
  }

  @Test func `unknown members and the order of all members are kept`() throws {
    let text = PayloadSamples.complete
      .replacing(#"{"rawTx""#, with: #"{"note":{"b":[1,2.50,null],"a":"\u00e9"},"rawTx""#)
      .replacing(#""]}}"#, with: #""]},"zeit":12345678901234567890}"#)
    let payload = try MultisigPayload(parsing: text)
    #expect(payload.text == text.replacing(#"\u00e9"#, with: "é"))
    let moved =
      #"multisig:{"keySignatures":{},"redeemScriptHex":"\#(PayloadSamples.readmeScript)","#
      + #""rawTx":"\#(PayloadSamples.readmeTx)"}"#
    #expect(try MultisigPayload(parsing: moved).text == moved)
  }

  @Test func `capital hexadecimal digits are read and written small`() throws {
    let text = PayloadSamples.text(rawTx: "\"\(PayloadSamples.readmeTx.uppercased())\"")
    #expect(try MultisigPayload(parsing: text).text == PayloadSamples.text())
  }

  @Test func `members that are missing or of another type are named`() {
    let tx = "\"rawTx\":\"\(PayloadSamples.readmeTx)\""
    let script = "\"redeemScriptHex\":\"\(PayloadSamples.readmeScript)\""
    #expect(
      Self.error("multisig:{\(script),\"keySignatures\":{}}") == .missingMember("rawTx"))
    #expect(
      Self.error("multisig:{\(tx),\"keySignatures\":{}}") == .missingMember("redeemScriptHex"))
    #expect(Self.error("multisig:{\(tx),\(script)}") == .missingMember("keySignatures"))
    for value in ["null", "[]", "\"\"", "1", "true"] {
      #expect(
        Self.error(PayloadSamples.text(signatures: value))
          == .wrongType("keySignatures", expected: "an object"))
    }
    for value in ["null", "1", "{}", "[\"00\"]"] {
      #expect(
        Self.error(PayloadSamples.text(rawTx: value)) == .wrongType("rawTx", expected: "a string"))
      #expect(
        Self.error(PayloadSamples.text(script: value))
          == .wrongType("redeemScriptHex", expected: "a string"))
      if value != "[\"00\"]" {
        #expect(
          Self.error(PayloadSamples.text(signatures: "{\"1\":\(value)}"))
            == .wrongType("keySignatures.1", expected: "an array"))
      }
    }
    #expect(
      Self.error(PayloadSamples.text(signatures: "{\"1\":[\"00\",7]}"))
        == .wrongType("keySignatures.1[1]", expected: "a string"))
    #expect(
      Self.error(PayloadSamples.text(signatures: "{\"1\":[\"00\",\"0g\"]}"))
        == .notHex("keySignatures.1[1]", .invalidCharacter(encoding: "hex", offset: 1)))
    guard case .notHex("rawTx", _)? = Self.error(PayloadSamples.text(rawTx: "\"0x01\"")) else {
      Issue.record("a prefix 0x was read")
      return
    }
  }

  @Test func `a member that stands twice is named, also through escapes`() {
    let twice = PayloadSamples.text().replacing("\"keySig", with: "\"raw\\u0054x\":\"\",\"keySig")
    guard case .repeatedMember(let name, _)? = Self.error(twice) else {
      Issue.record("a repeated member was read")
      return
    }
    #expect(name == #""raw\u{5c}u0054x""#)
    #expect(
      Self.error(PayloadSamples.text(signatures: "{\"1\":[],\"1\":[]}"))
        == .repeatedMember("\"1\"", offset: PayloadSamples.text().utf8.count + 5))
  }

  @Test(arguments: [
    ("01", "a number with a zero in front"), ("00", "a number with a zero in front"),
    ("-1", "which is not the number of a key"), ("+1", "which is not the number of a key"),
    ("", "which is not the number of a key"), (" 1", "which is not the number of a key"),
    ("1.0", "which is not the number of a key"), ("1e0", "which is not the number of a key"),
    ("one", "which is not the number of a key"), ("3", "but the redeem script has the keys 0 to 2"),
    ("4294967296", "but the redeem script has the keys 0 to 2"),
    ("18446744073709551616", "but the redeem script has the keys 0 to 2"),
  ])
  func `an index that is not canonical or not in the script is named`(
    _ index: String, _ reason: String
  ) {
    let entries =
      "[\"\(PayloadSamples.readmeSignatures[0])\",\"\(PayloadSamples.readmeSignatures[1])\"]"
    #expect(
      Self.error(PayloadSamples.text(signatures: "{\"\(index)\":\(entries)}"))
        == .badIndex("\"\(index)\"", reason: reason))
  }

  @Test func `a foreign name in an error is short and visible`() {
    let name = "\\u001b[2J\\u202e" + String(repeating: "x", count: 1_000)
    guard
      case .badIndex(let shown, _)? = Self.error(
        PayloadSamples.text(signatures: "{\"\(name)\":[]}"))
    else {
      Issue.record("read")
      return
    }
    #expect(shown == #""\u{1b}[2J\u{202e}xxxxxxxxxxxxxxx...""#)
  }

  @Test func `a transaction that is signed, empty, cut or with a witness is refused`() throws {
    var transaction = try MultisigPayload(parsing: PayloadSamples.readme).transaction
    let text = { (transaction: Transaction) in
      PayloadSamples.text(rawTx: "\"\(Hex.encode(transaction.encoded()))\"")
    }
    transaction.inputs[1].scriptSig = Script([0])
    #expect(Self.error(text(transaction)) == .signedInput(1))
    transaction.inputs[1].scriptSig = Script()
    transaction.inputs[0].witness = [[1]]
    guard case .some = Self.error(text(transaction)) else {
      Issue.record("a witness was read")
      return
    }
    transaction.inputs[0].witness = []
    let whole = transaction
    transaction.outputs = []
    #expect(Self.error(text(transaction)) == .emptyTransaction("outputs"))
    let none = "\"01000000000100000000000000000000000000\""
    #expect(Self.error(PayloadSamples.text(rawTx: none)) == .emptyTransaction("inputs"))
    guard case .transaction? = Self.error(PayloadSamples.text(rawTx: "\"01\"")),
      case .transaction? = Self.error(PayloadSamples.text(rawTx: "\"\"")),
      case .transaction? = Self.error(
        PayloadSamples.text(rawTx: "\"\(Hex.encode(whole.encoded()))00\""))
    else {
      Issue.record("a damaged transaction was read")
      return
    }
  }

  @Test func `deep, long and trailing JSON is refused`() {
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let text = PayloadSamples.text().replacing("multisig:{", with: "multisig:{\"x\":\(deep),")
    guard case .json(.tooDeep)? = Self.error(text),
      case .json(.trailing)? = Self.error(PayloadSamples.text() + "}"),
      case .json? = Self.error(PayloadSamples.text() + PayloadSamples.text()),
      case .json(.tooLarge)? = Self.error(
        PayloadSamples.text().replacing(
          "{}", with: "{\"0\":[\(String(repeating: "1,", count: 400_000))1]}"))
    else {
      Issue.record("read")
      return
    }
  }

  @Test func `one changed digit anywhere is refused, named or another payload`() throws {
    let text = Array(PayloadSamples.complete.utf8)
    let original = try MultisigPayload(parsing: PayloadSamples.complete)
    for place in text.indices {
      var changed = text
      changed[place] = text[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
      guard
        let payload = try? MultisigPayload(parsing: String(decoding: changed, as: UTF8.self))
      else { continue }
      #expect(payload != original && payload.status() != original.status())
    }
  }

  // MARK: Redeem scripts

  @Test func `redeem scripts that P2SH could not spend are refused with the reason`() throws {
    let keys = try MultisigScript(hex: PayloadSamples.readmeScript).keys.map(\.encoded)
    let script = { (threshold: UInt8, keys: [[UInt8]]) -> Script in
      var bytes: [UInt8] = [0x50 + threshold]
      for key in keys {
        bytes.append(UInt8(key.count))
        bytes += key
      }
      bytes += [0x50 + UInt8(keys.count), 0xae]
      return Script(bytes)
    }
    #expect(try MultisigScript(script(2, keys)).threshold == 2)
    #expect(throws: MultisigScriptError.notMultisig) { try MultisigScript(script(4, keys)) }
    #expect(throws: MultisigScriptError.notMultisig) { try MultisigScript(script(0, keys)) }
    #expect(throws: MultisigScriptError.notMultisig) { try MultisigScript(Script()) }
    // "0 of 0, complete": found by fuzzing.
    #expect(throws: MultisigScriptError.notMultisig) { try MultisigScript(hex: "01000100ae") }
    #expect(throws: MultisigScriptError.notMultisig) {
      try MultisigScript(Script([1, 0] + script(1, [keys[0]]).bytes.dropFirst()))
    }
    #expect(throws: MultisigScriptError.notMultisig) {
      try MultisigScript(Script(script(2, keys).bytes + [0x61]))
    }
    #expect(throws: MultisigScriptError.repeatedKey(first: 1, second: 3)) {
      try MultisigScript(script(2, keys + [keys[1]]))
    }
    let long = try PublicKey(decoding: keys[1]).encoded(compressed: false)
    #expect(throws: MultisigScriptError.uncompressedKey(1)) {
      try MultisigScript(script(2, [keys[0], long]))
    }
    let nowhere = [2] + [UInt8](repeating: 0xff, count: 32)
    #expect(throws: MultisigScriptError.badKey(0)) { try MultisigScript(script(1, [nowhere])) }
    #expect(throws: MultisigScriptError.notHex(.invalidCharacter(encoding: "hex", offset: 0))) {
      try MultisigScript(hex: "zz")
    }
    #expect(
      Self.error(PayloadSamples.text(script: "\"51\"")) == .redeemScript(.notMultisig))
  }

  // MARK: PSBTs

  @Test func `a previous transaction is placed where it belongs and checked`() throws {
    let sample = try MultisigPayload(parsing: PayloadSamples.tabBar)
    let paying = { (script: Script) in
      Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 7))],
        outputs: [
          TxOut(rawValue: 1, scriptPubKey: Script()), TxOut(rawValue: 5, scriptPubKey: script),
        ])
    }
    let previous = paying(sample.redeemScript.scriptPubKey)
    let spending = { (previous: Transaction, vout: UInt32) throws in
      try MultisigPayload(
        Transaction(
          version: 1,
          inputs: [
            TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 0)),
            TxIn(previousOutput: OutPoint(txid: previous.txid, vout: vout)),
          ], outputs: sample.transaction.outputs), redeemScript: sample.redeemScript)
    }
    let psbt = try spending(previous, 1).psbt(previousTransactions: [sample.transaction, previous])
    #expect(psbt.inputs[0].nonWitnessUTXO == nil)
    #expect(psbt.claimedOutput(ofInput: 1)?.rawValue == 5)
    #expect(psbt.inputs.allSatisfy { $0.redeemScript == sample.redeemScript.script })
    #expect(psbt.outputs.map(\.redeemScript) == [nil, sample.redeemScript.script])
    #expect(throws: MultisigPayloadError.noSuchOutput(input: 1, vout: 2, outputs: 2)) {
      try spending(previous, 2).psbt(previousTransactions: [previous])
    }
    let other = paying(.p2sh(Script([0x51])))
    #expect(throws: MultisigPayloadError.otherCoin(input: 1)) {
      try spending(other, 1).psbt(previousTransactions: [other])
    }
  }

  @Test func `a PSBT that a payload cannot say is refused with the reason`() throws {
    let sample = try MultisigPayload(parsing: PayloadSamples.complete)
    let changed = { (body: (inout PSBTInput) -> Void) throws -> MultisigPayloadError? in
      var psbt = try sample.psbt()
      psbt.updateInput(1, body)
      do throws(MultisigPayloadError) {
        _ = try MultisigPayload(psbt)
        return nil
      } catch {
        return error
      }
    }
    #expect(try changed { $0.setSighashType(1) } == nil)
    let first = PSBTInputKey.partialSig.rawValue
    #expect(
      try changed { map in map.removeAll { $0.type == first } }
        == .partlySigned(key: 0, missingInput: 1))
    let coin = TxOut(rawValue: 5, scriptPubKey: .p2sh(Script([0x51])))
    #expect(try changed { $0.setWitnessUTXO(coin) } == .otherCoin(input: 1))
    for body: (inout PSBTInput) -> Void in [
      { $0.setSighashType(3) }, { $0.setWitnessScript(Script([0x51])) },
      { $0.setRedeemScript(Script([0x51])) }, { $0.setFinalScriptSig(Script([0x51])) },
      { map in map.removeAll { $0.type == PSBTInputKey.redeemScript.rawValue } },
      { map in
        let signature = map.partialSigs[0].signature
        map.setPartialSig(
          Array(signature),
          publicKey: Array(
            Hex.encoded("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")))
      },
    ] {
      guard case .unfit(input: 1, _)? = try changed(body) else {
        Issue.record("made a payload")
        continue
      }
    }
    let bare = try Creator(sample.transaction).created()
    guard case .unfit(input: 0, _)? = Self.conversionError(bare) else {
      Issue.record("made a payload")
      return
    }
  }

  static func conversionError(_ psbt: PSBT) -> MultisigPayloadError? {
    do throws(MultisigPayloadError) {
      _ = try MultisigPayload(psbt)
      return nil
    } catch {
      return error
    }
  }
}

extension Hex {
  /// The bytes of digits that are known to be right.
  static func encoded(_ digits: String) -> [UInt8] { (try? decode(digits)) ?? [] }
}
