import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Secp256k1
import Testing

@Suite struct `Signatures are checked` {
  static func twoOfThree(_ text: String = "wsh(multi(2,#1..3))", count: Int = 2) throws -> PSBT {
    try Cosigners.packet(try Cosigners.descriptor(text), count: count)
  }

  static func states(_ psbt: PSBT, input: Int = 0) -> [SignatureState] {
    PartialSignatureCheck(psbt).input(input).ways.flatMap { $0.signatures.map(\.state) }
  }

  @Test func `every key of every input is valid, invalid or absent`() throws {
    var psbt = try Self.twoOfThree()
    #expect(Self.states(psbt) == [.absent, .absent, .absent])
    try Cosigners.sign(&psbt, as: 2, inputs: 1..<2)
    #expect(Self.states(psbt) == [.absent, .absent, .absent])
    #expect(Self.states(psbt, input: 1) == [.absent, .valid(.all), .absent])
    let way = try #require(PartialSignatureCheck(psbt).input(1).ways.first)
    #expect(way.kind == .script && way.threshold == 2 && way.validCount == 1 && !way.isComplete)
    #expect(way.signatures.map(\.key.description) == (try (1...3).map { try Cosigners.hex($0) }))
  }

  @Test func `a signature for another input, key or transaction is not valid`() throws {
    var psbt = try Self.twoOfThree()
    try Cosigners.sign(&psbt, as: 1)
    let signatures = psbt.inputs.map { Array($0.partialSigs[0].signature) }
    let keys = try (1...3).map { try Cosigners.publicKey($0).encoded }
    // Another input's.
    var swapped = psbt
    swapped.updateInput(0) { $0.setPartialSig(signatures[1], publicKey: keys[0]) }
    #expect(Self.states(swapped) == [.invalid(.doesNotVerify), .absent, .absent])
    #expect(Self.states(swapped, input: 1) == [.valid(.all), .absent, .absent])
    // Under another key.
    var misfiled = psbt
    misfiled.updateInput(0) { $0.setPartialSig(signatures[0], publicKey: keys[1]) }
    #expect(Self.states(misfiled) == [.valid(.all), .invalid(.doesNotVerify), .absent])
    // Another amount.
    var lie = try Self.twoOfThree()
    let script = try #require(lie.inputs[0].witnessUTXO).scriptPubKey
    lie.updateInput(0) { input in
      input.removeAll { $0.type == 0 }
      input.setWitnessUTXO(TxOut(rawValue: 1, scriptPubKey: script))
      input.setPartialSig(signatures[0], publicKey: keys[0])
    }
    #expect(Self.states(lie) == [.invalid(.doesNotVerify), .absent, .absent])
  }

  @Test func `a key that the script does not have is a stray`() throws {
    var psbt = try Self.twoOfThree()
    try Cosigners.sign(&psbt, as: 4)
    let judged = PartialSignatureCheck(psbt).input(0)
    let key = ScriptKey.full(try Cosigners.publicKey(4).encoded)
    #expect(judged.strays == judged.faults)
    #expect(judged.faults.map(\.key) == [key] && judged.faults.map(\.fault) == [.foreignKey])
    #expect(PartialSignatureCheck(psbt).input(1).faults == judged.faults)
  }

  @Test(arguments: ["wsh(multi(2,#1..3))", "sh(multi(2,#1..3))", "wpkh(#1)", "pkh(#1)"])
  func `only the sighash type that is asked for is valid`(text: String) throws {
    let single = SighashType.single
    var psbt = try Self.twoOfThree(text)
    try Cosigners.sign(&psbt, as: 1, type: single)
    #expect(Self.states(psbt)[0] == .invalid(.wrongSighash(found: 3, expected: 1)))
    psbt.updateInput(0) { $0.setSighashType(3) }
    #expect(Self.states(psbt)[0] == .valid(single))
    psbt.updateInput(0) { $0.setSighashType(1) }
    #expect(Self.states(psbt)[0] == .invalid(.wrongSighash(found: 3, expected: 1)))
    let message = "\(SignatureFault.wrongSighash(found: 3, expected: 1))"
    #expect(message == "has sighash type SINGLE instead of ALL")
  }

  @Test func `a packet that asks for no sighash type is not said to ask for one`() throws {
    var psbt = try Self.twoOfThree("tr(#1)")
    psbt.updateInput(0) { $0.setTapKeySig([UInt8](repeating: 1, count: 64) + [2]) }
    let fault = SignatureFault.wrongSighash(found: 2, expected: nil)
    #expect(Self.states(psbt)[0] == .invalid(fault))
    #expect("\(fault)" == "has sighash type NONE instead of DEFAULT or ALL")
    let missing = Finalizer().finalizedWherePossible(psbt).missing.first
    #expect(missing == .wrongSighash(input: 0, found: 2, expected: nil))
    #expect(
      missing?.description
        == "a signature of input 0 has sighash type NONE instead of DEFAULT or ALL")
  }

  @Test func `signatures that cost too much to judge are all called so`() throws {
    var psbt = try Self.twoOfThree()
    try Cosigners.sign(&psbt, as: 1)
    let check = PartialSignatureCheck(psbt)
    #expect(check.inputs().contains { $0.problem != nil } == false)
    let cost = check.meter.spent
    #expect(cost > 2 * WorkMeter.verification && !check.meter.isExceeded)
    let enough = PartialSignatureCheck(psbt, meter: WorkMeter(limit: cost))
    #expect(enough.inputs() == PartialSignatureCheck(psbt).inputs())
    let scarce = PartialSignatureCheck(psbt, meter: WorkMeter(limit: cost - 1))
    #expect(
      scarce.inputs().map(\.problem)
        == psbt.inputs.indices.map { .tooMuchWork(input: $0, limit: cost - 1) })
  }

  @Test func `malformed signatures are named as such`() throws {
    let key = try Cosigners.publicKey(1)
    for bytes in [[], [1], [0x30, 1, 0, 1], [UInt8](repeating: 0x30, count: 71)] {
      var psbt = try Self.twoOfThree()
      psbt.updateInput(0) { $0.setPartialSig(bytes, publicKey: key.encoded) }
      #expect(Self.states(psbt)[0] == .invalid(.malformed))
    }
    for bytes in [[UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 64) + [0]] {
      var psbt = try Self.twoOfThree("tr(#1)")
      psbt.updateInput(0) { $0.setTapKeySig(bytes) }
      #expect(Self.states(psbt)[0] == .invalid(.malformed))
    }
  }

  @Test func `what is missing to judge an input is said`() throws {
    var psbt = try Self.twoOfThree("sh(wsh(multi(2,#1..3)))")
    func problem(_ type: UInt64) -> FinalizerError? {
      var psbt = psbt
      psbt.updateInput(0) { $0.removeAll { type == 0 ? $0.type < 2 : $0.type == type } }
      return PartialSignatureCheck(psbt).input(0).problem
    }
    #expect(problem(0) == .missingCoin(input: 0))
    #expect(problem(4) == .missingRedeemScript(input: 0))
    #expect(problem(5) == .missingWitnessScript(input: 0))
    #expect(PartialSignatureCheck(psbt).input(7).problem == .noSuchInput(7))
    let other = try Cosigners.descriptor("wsh(multi(2,#1..4))").derived(branch: 0, index: 0)
    psbt.updateInput(0) { $0.setWitnessScript(other.witnessScript ?? Script()) }
    #expect(
      PartialSignatureCheck(psbt).input(0).problem
        == .scriptMismatch(input: 0, script: "witness script"))
  }

  @Test func `the leaves and the key of a taproot input are judged apart`() throws {
    var psbt = try Self.twoOfThree("tr(#9,{pk(#1),multi_a(2,#2..4)})")
    try Cosigners.sign(&psbt, as: 2)
    try Cosigners.signKeyPath(&psbt, as: 9)
    let judged = PartialSignatureCheck(psbt).input(0)
    #expect(judged.ways.map(\.threshold) == [1, 1, 2])
    #expect(judged.ways.map(\.validCount) == [1, 0, 1])
    #expect(judged.ways[0].kind == .keyPath && judged.isComplete)
    // A signature under another leaf's hash, and one under a leaf that is not there.
    let sig = try #require(psbt.inputs[0].tapScriptSigs.first)
    let pkLeaf = try #require(judged.ways[1].leaf)
    psbt.updateInput(0) {
      $0.setTapScriptSig(Array(sig.signature), xOnlyKey: sig.xOnlyKey, leafHash: pkLeaf)
      $0.setTapScriptSig(Array(sig.signature), xOnlyKey: sig.xOnlyKey, leafHash: .zero)
    }
    let strays = PartialSignatureCheck(psbt).input(0).strays
    #expect(strays.map(\.fault) == [.foreignKey, .unknownLeaf])
    #expect(PartialSignatureCheck(psbt).input(0).faults == strays)
  }

  @Test func `a bad key path signature is the only fault beside a good leaf`() throws {
    var psbt = try Self.twoOfThree("tr(#9,pk(#1))")
    try Cosigners.sign(&psbt, as: 1)
    psbt.updateInput(0) { $0.setTapKeySig([UInt8](repeating: 1, count: 64)) }
    #expect(Self.states(psbt) == [.invalid(.doesNotVerify), .valid(.default)])
    #expect(PartialSignatureCheck(psbt).input(0).faults.map(\.leaf) == [nil])
    #expect(throws: Never.self) { try Finalizer().finalized(psbt) }
  }

  @Test func `nobody is asked for the signature of BIP-341's point`() throws {
    let psbt = try Self.twoOfThree("tr(NUMS,multi_a(2,#1..3))")
    #expect(PartialSignatureCheck(psbt).input(0).ways.map(\.threshold) == [2])
  }

  @Test func `a leaf that does not lead to the output is no way to spend it`() throws {
    var psbt = try Self.twoOfThree("tr(#9,{pk(#1),pk(#2)})")
    try Cosigners.sign(&psbt, as: 1)
    let own = psbt.inputs[0].tapLeafScripts[0]
    psbt.updateInput(0) { map in
      map.removeAll { $0.type == PSBTInputKey.tapLeafScript.rawValue }
      var block = Array(own.controlBlock)
      block[40] ^= 1
      map.setUnchecked(
        PSBTField(
          type: PSBTInputKey.tapLeafScript.rawValue, keyData: block,
          value: own.script + [own.leafVersion]))
    }
    let judged = PartialSignatureCheck(psbt).input(0)
    #expect(judged.ways.map(\.kind) == [.keyPath])
    #expect(judged.strays.map(\.fault) == [.unknownLeaf])
    #expect(throws: FinalizerError.self) { try Finalizer().finalized(psbt) }
  }

  @Test func `in a script of unknown form signatures are checked all the same`() throws {
    // <key> CHECKSIGVERIFY 1: no form that is known here.
    let key = try Cosigners.publicKey(1)
    let script = Script([33] + key.encoded + [Opcode.checkSigVerify.rawValue, 0x51])
    let descriptor = try Cosigners.descriptor("wsh(pk(#1))")
    var psbt = try Cosigners.packet(descriptor)
    psbt.updateInput(0) {
      $0.removeAll { $0.type == 0 }
      $0.setWitnessUTXO(TxOut(rawValue: 5_000, scriptPubKey: .p2wsh(script)))
      $0.setWitnessScript(script)
    }
    try Cosigners.sign(&psbt, as: 1)
    let way = try #require(PartialSignatureCheck(psbt).input(0).ways.first)
    #expect(way.threshold == nil && way.signatures.map(\.state) == [.valid(.all)])
    #expect(throws: FinalizerError.unknownForm(input: 0)) { try Finalizer().finalized(psbt) }
  }
}
