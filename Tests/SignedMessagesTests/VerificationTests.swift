import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ScriptVerification
import SignedMessages
import TestSupport
import Testing

/// BIP-322 and BIP-137: what a signature proves, and that it proves nothing else.
@Suite struct VerificationTests {
  private func verdict(
    _ signature: String, on message: String, by address: String
  ) throws -> MessageVerdict {
    try MessageSignature(parsing: signature).verdict(
      on: Array(message.utf8), by: Address(parsing: address, on: .mainnet))
  }

  private func verdict(_ sample: SignedSample) throws -> MessageVerdict {
    try verdict(sample.signature, on: sample.message, by: sample.address)
  }

  @Test(arguments: SignedSample.all)
  func `a published signature is sound, and of no other text or address`(
    sample: SignedSample
  ) throws {
    #expect(try verdict(sample).doubt == nil)
    #expect(throws: MessageError.self) {
      try verdict(sample.signature, on: sample.message + " ", by: sample.address)
    }
    let other = sample.name == "p2wpkh" ? SignedSample.multisig : .p2wpkh
    #expect(throws: MessageError.self) {
      try verdict(sample.signature, on: sample.message, by: other.address)
    }
  }

  @Test func `a signature that is locked says from when it holds`() throws {
    let verdict = try verdict(.lockedSegwit)
    #expect(verdict.lockTime.rawValue == 2016)
    #expect(verdict.sequence == 2016)
    #expect(verdict.age == .blocks(2016))
    #expect(try self.verdict(.p2wpkh).lockTime.rawValue == 0)
  }

  @Test func `a proof of funds shows its coins, and refuses those without a proved amount`()
    throws
  {
    let verdict = try verdict(.funds)
    #expect(verdict.coins.map(\.output.rawValue) == [345_678, 345_678, 345_678, 345_678])
    #expect(verdict.coins.map(\.outPoint.vout) == [0, 1, 2, 0])

    guard case .proofOfFunds(var psbt) = try MessageSignature(parsing: SignedSample.funds.signature)
    else { return #expect(Bool(false)) }
    // Another amount in place of what the signature commits to.
    var more = psbt
    let claimed = try #require(more.inputs[4].witnessUTXO)
    more.updateInput(4) {
      $0.setWitnessUTXO(TxOut(rawValue: claimed.rawValue + 1, scriptPubKey: claimed.scriptPubKey))
    }
    #expect(throws: MessageError.script(input: 4, .nullFail)) {
      try check(.proofOfFunds(more))
    }
    // Coins of the first kind are proved by the transaction that stands with the first of them only.
    psbt.updateInput(1) { $0.removeAll { $0.type == PSBTInputKey.nonWitnessUTXO.rawValue } }
    #expect(throws: MessageError.self) { try check(.proofOfFunds(psbt)) }
  }

  private func check(_ signature: MessageSignature) throws {
    _ = try signature.verdict(
      on: Array(SignedSample.funds.message.utf8),
      by: Address(parsing: SignedSample.funds.address, on: .mainnet))
  }

  @Test func `what leaves part of the message open is refused`() throws {
    // The signature's hash type, its last byte, says NONE, which no digest here was made for.
    guard case .simple(var witness) = try MessageSignature(parsing: SignedSample.p2wpkh.signature)
    else { return #expect(Bool(false)) }
    witness[0][witness[0].count - 1] = 2
    let address = try Address(parsing: SignedSample.p2wpkh.address, on: .mainnet)
    #expect(throws: MessageError.script(input: 0, .signatureNotOfAll)) {
      try MessageSignature.simple(witness: witness).verdict(
        on: Array("Hello World".utf8), by: address)
    }
    guard case .simple(var key) = try MessageSignature(parsing: SignedSample.taproot.signature)
    else { return #expect(Bool(false)) }
    key[0] = key[0].prefix(64) + [0x83]
    let taproot = try Address(parsing: SignedSample.taproot.address, on: .mainnet)
    #expect(throws: MessageError.script(input: 0, .signatureNotOfAll)) {
      try MessageSignature.simple(witness: key).verdict(
        on: Array("No prefix fallback".utf8), by: taproot)
    }
  }

  /// A script that anybody satisfies signs nothing: what is looked at here is which rules speak.
  private func locked(
    _ script: [UInt8], _ change: (inout Transaction) -> Void = { _ in }
  ) throws -> (MessageSignature, Address) {
    let witnessScript = Script(script)
    let address = try #require(Address(script: .p2wsh(witnessScript), network: .mainnet))
    var transaction = GenericMessage([], challenge: address.script).toSign
    transaction.inputs[0].witness = [script]
    change(&transaction)
    return (.full(transaction), address)
  }

  @Test func `what a later version of bitcoin may change is doubtful`() throws {
    let (plain, address) = try locked([0x51])
    #expect(try plain.verdict(on: [], by: address).doubt == nil)
    let (versioned, _) = try locked([0x51]) { $0.version = 3 }
    #expect(try versioned.verdict(on: [], by: address).doubt == .version(3))
    let (upgraded, other) = try locked([0xb0, 0x51])
    #expect(try upgraded.verdict(on: [], by: other).doubt == .upgrade(input: 0))
  }

  @Test
  func `a script with a lock until a time holds from then on, and with an earlier lock never`()
    throws
  {
    // <100> OP_CHECKLOCKTIMEVERIFY OP_DROP OP_1, and the same for a time in seconds.
    let height: [UInt8] = [0x01, 0x64, 0xb1, 0x75, 0x51]
    let seconds: [UInt8] = [0x04, 0x00, 0x65, 0xcd, 0x1d, 0xb1, 0x75, 0x51]
    for (script, lock) in [(height, UInt32(100)), (height, 2016), (seconds, 500_000_001)] {
      let (signature, address) = try locked(script) { $0.lockTime = LockTime(rawValue: lock) }
      let verdict = try signature.verdict(on: [], by: address)
      #expect(verdict.lockTime.rawValue == lock && verdict.age == nil && verdict.doubt == nil)
    }
    // Too early, in the other unit, and switched off by a final sequence.
    for (script, lock, sequence) in [
      (height, UInt32(99), UInt32(0)), (height, 0, 0), (height, 500_000_001, 0),
      (seconds, 2016, 0), (height, 100, .max),
    ] {
      let (signature, address) = try locked(script) {
        $0.lockTime = LockTime(rawValue: lock)
        $0.inputs[0].sequence = sequence
      }
      #expect(throws: MessageError.self, "\(lock) \(sequence)") {
        try signature.verdict(on: [], by: address)
      }
    }
  }

  @Test
  func `a script with a lock by age holds for coins of that age, and with a shorter one never`()
    throws
  {
    // <10> OP_CHECKSEQUENCEVERIFY OP_DROP OP_1, and the same for 10 units of 512 seconds.
    let blocks: [UInt8] = [0x5a, 0xb2, 0x75, 0x51]
    let seconds: [UInt8] = [0x03, 0x0a, 0x00, 0x40, 0xb2, 0x75, 0x51]
    for (script, sequence, age) in [
      (blocks, UInt32(10), MessageVerdict.Age.blocks(10)), (blocks, 65_535, .blocks(65_535)),
      (seconds, 0x0040_000b, .seconds(11 * 512)),
    ] {
      let (signature, address) = try locked(script) {
        $0.version = 2
        $0.inputs[0].sequence = sequence
      }
      let verdict = try signature.verdict(on: [], by: address)
      #expect(verdict.sequence == sequence && verdict.age == age && verdict.doubt == nil)
    }
    // Too young, in the other unit, switched off, and in a version that has no such locks.
    for (script, sequence, version) in [
      (blocks, UInt32(9), Int32(2)), (blocks, 0x0040_000a, 2), (seconds, 10, 2),
      (blocks, 0x8000_000a, 2), (blocks, 10, 0),
    ] {
      let (signature, address) = try locked(script) {
        $0.version = version
        $0.inputs[0].sequence = sequence
      }
      #expect(throws: MessageError.self, "\(sequence) \(version)") {
        try signature.verdict(on: [], by: address)
      }
    }
  }

  @Test(arguments: [UInt32(0), 0x0040_0000, 0x0001_0000, 0x8000_000a, 0xffff_fffd, .max])
  func `a sequence without a lock by age says none`(sequence: UInt32) throws {
    let (signature, address) = try locked([0x51]) { $0.inputs[0].sequence = sequence }
    #expect(try signature.verdict(on: [], by: address).age == nil)
  }

  @Test func `a separator of code is refused in a witness script too`() throws {
    let (signature, address) = try locked([0xab, 0x51])
    #expect(throws: MessageError.script(input: 0, .codeSeparator)) {
      try signature.verdict(on: [], by: address)
    }
  }

  @Test func `the transaction must be made as the standard says`() throws {
    let (paying, address) = try locked([0x51]) { $0.outputs[0].rawValue = 1 }
    #expect(
      throws: MessageError.transaction(what: "its only output must be OP_RETURN with no amount")
    ) { try paying.verdict(on: [], by: address) }
    let (two, _) = try locked([0x51]) { $0.inputs.append($0.inputs[0]) }
    #expect(throws: MessageError.transaction(what: "a full signature has one input, this one 2")) {
      try two.verdict(on: [], by: address)
    }
    let (elsewhere, _) = try locked([0x51]) {
      $0.inputs[0].previousOutput = OutPoint(txid: $0.inputs[0].previousOutput.txid, vout: 1)
    }
    #expect(throws: MessageError.otherMessage) { try elsewhere.verdict(on: [], by: address) }
    let simple = MessageSignature.simple(witness: [[0x51]])
    let legacy = try Address(parsing: SignedSample.legacyMultisig.address, on: .mainnet)
    #expect(throws: MessageError.self) { try simple.verdict(on: [], by: legacy) }
  }

  // bitcoinjs-message, test/fixtures.json.
  private static let vires = "vires is numeris"

  @Test(arguments: [
    (
      "16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM",
      "G8JawPtQOrybrSP1WHQnQPr67B9S3qrxBrl1mlzoTJOSHEpmnF7D3+t+LX0Xei9J20B5AIdPbeL3AaTBZ4N3bY0="
    ),
    (
      "1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs",
      "H8JawPtQOrybrSP1WHQnQPr67B9S3qrxBrl1mlzoTJOSHEpmnF7D3+t+LX0Xei9J20B5AIdPbeL3AaTBZ4N3bY0="
    ),
    (
      "3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN",
      "JF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
    ),
    (
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "KF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
    ),
  ])
  func `a signature of 65 bytes names the key of its address`(
    address: String, signature: String
  ) throws {
    #expect(try !verdict(signature, on: Self.vires, by: address).hasOtherHeader)
    #expect(throws: MessageError.otherKey) { try verdict(signature, on: "foobar", by: address) }
    #expect(throws: MessageError.otherKey) {
      try verdict(signature, on: Self.vires, by: "1111111111111111111114oLvT2")
    }
    #expect(throws: MessageError.notForKey) {
      try verdict(signature, on: Self.vires, by: SignedSample.taproot.address)
    }
  }

  @Test
  func `the header of another kind of address is told, and an uncompressed key opens no segwit`()
    throws
  {
    // The same signature with the header of a compressed key, as programs before BIP-137 write it.
    let before =
      "IF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
    let segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    #expect(try verdict(before, on: Self.vires, by: segwit).hasOtherHeader)
    let uncompressed =
      "HF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
    #expect(throws: MessageError.otherKey) { try verdict(uncompressed, on: Self.vires, by: segwit) }
  }

  @Test(arguments: [
    "", "not-valid-base64!!!", "fooAA==", "smp", "ful", "pof", "smpAQ", "fulAA==", "pofAA==",
    "smp/wAAAAAAAAAA", "AA", "smpAAA=", "GwAA",
  ])
  func `a signature that cannot be read is refused`(text: String) throws {
    #expect(throws: MessageError.self) {
      _ = try verdict(text, on: "", by: GenericMessageTests.address)
    }
  }

  @Test(arguments: SignedSample.all)
  func `a signature that is written is read again`(sample: SignedSample) throws {
    let signature = try MessageSignature(parsing: sample.signature)
    #expect(try MessageSignature(parsing: signature.text) == signature)
  }

  // MARK: All vectors

  @Test(
    .enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not here"),
    arguments: ["basic", "generated"])
  func `every vector of BIP-322 has the verdict that it says`(file: String) throws {
    let data = try #require(try Vectors.json("bip322/\(file).json")["data"])
    var sound = 0
    for kind in ["simple", "full", "proof_of_funds"] {
      for entry in data[kind]?.arrayValue ?? [] {
        for signature in entry["bip322_signatures"]?.arrayValue ?? [] {
          let message = try #require(entry["message"]?.stringValue)
          let address = try #require(entry["address"]?.stringValue)
          let verdict = try verdict(
            try #require(signature.stringValue), on: message, by: address)
          #expect(verdict.doubt == nil, "\(address)")
          sound += 1
        }
      }
    }
    #expect(sound == (file == "basic" ? 6 : 17))
    for entry in data["error"]?.arrayValue ?? [] {
      #expect(throws: MessageError.self, "\(entry["description"]?.stringValue ?? "")") {
        try verdict(
          entry["signature"]?.stringValue ?? "", on: entry["message"]?.stringValue ?? "",
          by: entry["address"]?.stringValue ?? "")
      }
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not here"))
  func `every vector of BIP-137 has the verdict that it says`() throws {
    var judged = 0
    for vector in try Vectors.cases("bip137/messages.json") {
      guard let valid = vector.expect["valid"]?.boolValue,
        let signature = vector.input["signature"]?.stringValue,
        let message = vector.input["message"]?.stringValue,
        let address = vector.input["address"]?.stringValue
      else { continue }
      let found = (try? verdict(signature, on: message, by: address)) != nil
      #expect(found == valid, "\(vector.name)")
      judged += 1
    }
    #expect(judged >= 8)
  }
}
