import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Secp256k1
import Secp256k1Signing
import Testing

/// The edge cases of judging a signature, each with its verdict.
@Suite struct `Cases of judging a signature` {
  private static func states(_ psbt: PSBT, input: Int = 0) -> [SignatureState] {
    `Signatures are checked`.states(psbt, input: input)
  }

  private static func packet(_ text: String, count: Int = 2) throws -> PSBT {
    try `Signatures are checked`.twoOfThree(text, count: count)
  }

  /// The order of the curve minus a number.
  static func negated(_ number: [UInt8]) throws -> [UInt8] {
    let order = try Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    var result = order
    var borrow = 0
    for place in order.indices.reversed() {
      let difference = Int(order[place]) - Int(number[place]) - borrow
      borrow = difference < 0 ? 1 : 0
      result[place] = UInt8(difference + borrow * 256)
    }
    return result
  }

  @Test(arguments: ["wsh(multi(2,#1..3))", "sh(multi(2,#1..3))", "wpkh(#1)", "pkh(#1)", "pk(#1)"])
  func `a high S and a DER that is not strict are faults of their own`(text: String) throws {
    var psbt = try Self.packet(text)
    try Cosigners.sign(&psbt, as: 1)
    #expect(Self.states(psbt).first == .valid(.all))
    let good = Array(try #require(psbt.inputs[0].partialSigs.first).signature)
    let key = try Cosigners.publicKey(1).encoded
    func state(_ bytes: [UInt8]) -> SignatureState? {
      psbt.updateInput(0) { $0.setPartialSig(bytes, publicKey: key) }
      return Self.states(psbt).first
    }
    let compact = try ECDSASignature(der: good.dropLast()).compact
    let high = try ECDSASignature(compact: compact[..<32] + Self.negated(Array(compact[32...])))
    #expect(state(high.der + [1]) == .invalid(.highS))
    // A zero too many before R, its lengths raised: BER, not DER.
    var loose = good
    loose.insert(0, at: 4)
    loose[1] += 1
    loose[3] += 1
    #expect(state(loose) == .invalid(.malformed))
    #expect(state(good.dropLast()) == .invalid(.malformed))
    #expect(state(good + [1]) == .invalid(.malformed))
    #expect(state(good.dropLast() + [0]) == .invalid(.wrongSighash(found: 0, expected: 1)))
    #expect(state(good.dropLast() + [0x41]) == .invalid(.wrongSighash(found: 0x41, expected: 1)))
    #expect(state(good) == .valid(.all))
  }

  @Test(arguments: [0, 4, 0x21, 0x41, 0x100, 0x0100_0001, 0xffff_ffff] as [UInt32])
  func `a packet that asks for an undefined sighash type has no valid signature`(
    type: UInt32
  ) throws {
    for text in ["wsh(multi(2,#1..3))", "sh(multi(2,#1..3))"] {
      var psbt = try Self.packet(text)
      psbt.updateInput(0) { $0.setSighashType(type) }
      try Cosigners.sign(&psbt, as: 1, type: SighashType(rawValue: type & 0xff))
      guard case .invalid(.wrongSighash) = Self.states(psbt)[0] else {
        Issue.record("\(text): \(Self.states(psbt)[0])")
        continue
      }
    }
  }

  @Test func `SINGLE without its output is judged as the network does, where it is asked for`()
    throws
  {
    var psbt = try Self.packet("sh(multi(2,#1..3))")
    try Cosigners.sign(&psbt, as: 1, inputs: 1..<2, type: .single)
    // It was not asked for.
    #expect(Self.states(psbt, input: 1)[0] == .invalid(.wrongSighash(found: 3, expected: 1)))
    psbt.updateInput(1) { $0.setSighashType(3) }
    #expect(Self.states(psbt, input: 1)[0] == .valid(.single))
  }

  @Test func `of taproot DEFAULT and ALL are valid, and what is asked for is meant`() throws {
    var psbt = try Self.packet("tr(#1)")
    try Cosigners.signKeyPath(&psbt, as: 1)
    let plain = Array(try #require(psbt.inputs[0].tapKeySig))
    func state(_ bytes: [UInt8], asking type: UInt32?) -> SignatureState? {
      psbt.updateInput(0) { input in
        input.removeAll { $0.type == PSBTInputKey.sighashType.rawValue }
        if let type { input.setSighashType(type) }
        input.setTapKeySig(bytes)
      }
      return Self.states(psbt).first
    }
    let cache = try Cosigners.cache(psbt)
    let digest = try cache.taproot(input: 0, type: .all)
    let all = try Cosigners.withKey(1) {
      try $0.tweakedForTaproot(merkleRoot: nil).schnorrSignature(of: digest, auxiliary: .zero)
    }
    #expect(state(plain, asking: nil) == .valid(.default))
    #expect(state(plain, asking: 0) == .valid(.default))
    #expect(state(plain, asking: 1) == .invalid(.wrongSighash(found: 0, expected: 1)))
    #expect(state(all + [1], asking: nil) == .valid(.all))
    #expect(state(all + [1], asking: 1) == .valid(.all))
    #expect(state(all + [1], asking: 0) == .invalid(.wrongSighash(found: 1, expected: 0)))
    // The type is part of what is signed.
    #expect(state(plain + [1], asking: nil) == .invalid(.doesNotVerify))
    #expect(state(all, asking: nil) == .invalid(.doesNotVerify))
    #expect(state(all + [0x81], asking: nil) == .invalid(.wrongSighash(found: 0x81, expected: nil)))
    #expect(state(plain + [4], asking: 4) == .invalid(.wrongSighash(found: 4, expected: 4)))
  }

  @Test func `a taproot signature needs every coin, an older one only its own`() throws {
    for (text, state) in [
      ("tr(#1)", SignatureState.invalid(.notCheckable)), ("wpkh(#1)", .valid(.all)),
      ("pkh(#1)", .valid(.all)),
    ] {
      var psbt = try Self.packet(text)
      if text == "tr(#1)" {
        try Cosigners.signKeyPath(&psbt, as: 1)
      } else {
        try Cosigners.sign(&psbt, as: 1)
      }
      psbt.updateInput(1) { input in input.removeAll { $0.type < 2 } }
      #expect(Self.states(psbt) == [state], "\(text)")
      #expect(PartialSignatureCheck(psbt).input(1).problem == .missingCoin(input: 1))
    }
  }

  @Test func `coins that the caller knows stand in place of the packet's`() throws {
    for text in ["tr(#1)", "wpkh(#1)", "pkh(#1)", "sh(multi(1,#1..2))"] {
      var psbt = try Self.packet(text)
      if text == "tr(#1)" {
        try Cosigners.signKeyPath(&psbt, as: 1)
      } else {
        try Cosigners.sign(&psbt, as: 1)
      }
      let coins = psbt.inputs.indices.compactMap { psbt.claimedOutput(ofInput: $0) }
      let known = Dictionary(
        uniqueKeysWithValues: coins.enumerated().map { ($0.offset, $0.element) })
      let whole = try Finalizer().finalized(psbt)
      for index in psbt.inputs.indices {
        psbt.updateInput(index) { input in input.removeAll { $0.type < 2 } }
      }
      #expect(throws: FinalizerError.missingCoin(input: 0)) { try Finalizer().finalized(psbt) }
      let final = try Finalizer(knowing: known).finalized(psbt)
      #expect(
        try Extractor(final).uncheckedTransaction() == Extractor(whole).uncheckedTransaction())
      // And in place of a lie.
      psbt.updateInput(0) {
        $0.setWitnessUTXO(TxOut(rawValue: 7, scriptPubKey: coins[0].scriptPubKey))
      }
      #expect(throws: Never.self) { try Finalizer(knowing: known).finalized(psbt) }
      let judged = PartialSignatureCheck(psbt, knowing: known).inputs()
      #expect(judged.allSatisfy { $0.isComplete && $0.faults.isEmpty })
    }
  }

  @Test func `a key that a script has twice signs once`() throws {
    let key = try Cosigners.publicKey(1).encoded
    let other = try Cosigners.publicKey(2).encoded
    let script = Script([0x52, 33] + key + [33] + key + [33] + other + [0x53, 0xae])
    var psbt = try Cosigners.packet(try Cosigners.descriptor("wsh(pk(#1))"))
    psbt.updateInput(0) {
      $0.removeAll { $0.type == 0 }
      $0.setWitnessUTXO(TxOut(rawValue: 5_000, scriptPubKey: .p2wsh(script)))
      $0.setWitnessScript(script)
    }
    try Cosigners.sign(&psbt, as: 1)
    #expect(Self.states(psbt) == [.valid(.all), .absent, .absent])
    #expect(PartialSignatureCheck(psbt).input(0).isComplete == false)
  }

  @Test func `a final input is not judged again`() throws {
    var psbt = try Self.packet("wpkh(#1)", count: 1)
    try Cosigners.sign(&psbt, as: 1)
    let judged = PartialSignatureCheck(try Finalizer().finalized(psbt)).input(0)
    #expect(judged.isFinal && judged.isComplete && judged.ways.isEmpty && judged.faults.isEmpty)
  }

  @Test func `a signature of another kind than the coin's is a fault, and spends nothing`() throws {
    var older = try Self.packet("wpkh(#1)")
    try Cosigners.sign(&older, as: 1)
    older.updateInput(0) { $0.setTapKeySig([UInt8](repeating: 7, count: 64)) }
    var taproot = try Self.packet("tr(#1)")
    try Cosigners.signKeyPath(&taproot, as: 1)
    taproot.updateInput(0) {
      $0.setPartialSig(
        Array(older.inputs[0].partialSigs[0].signature),
        publicKey: older.inputs[0].partialSigs[0].publicKey)
    }
    for psbt in [older, taproot] {
      let judged = PartialSignatureCheck(psbt).input(0)
      #expect(judged.faults.map(\.fault) == [.wrongKind] && judged.isComplete)
      #expect(throws: Never.self) { try Finalizer().finalized(psbt) }
    }
  }

  /// A PSBT that spends a script of a form that is not known here, signed by key 1 for it.
  private static func signed(_ script: Script, as key: PublicKey) throws -> PSBT {
    var psbt = try Cosigners.packet(try Cosigners.descriptor("wsh(pk(#1))"))
    psbt.updateInput(0) {
      $0.removeAll { $0.type == 0 }
      $0.setWitnessUTXO(TxOut(rawValue: 5_000, scriptPubKey: .p2wsh(script)))
      $0.setWitnessScript(script)
    }
    let digest = try Cosigners.cache(psbt).segwitV0(
      input: 0, scriptCode: script, amount: 5_000, type: .all)
    let signature = try Cosigners.withKey(1) { try $0.ecdsaSignature(of: digest) }
    psbt.updateInput(0) {
      $0.setPartialSig(signature.der + [1], publicKey: key.encoded)
    }
    return psbt
  }

  @Test func `in a script of unknown form a key counts that it has by its hash`() throws {
    let key = try Cosigners.publicKey(1)
    // DUP HASH160 <hash> EQUALVERIFY CHECKSIGVERIFY 1: pk_h of miniscript, in something longer.
    let script = Script(
      [0x76, 0xa9, 20] + Script(key.encoded).hash160 + [0x88, Opcode.checkSigVerify.rawValue, 0x51])
    #expect(Self.states(try Self.signed(script, as: key)) == [.valid(.all)])
    let stranger = PartialSignatureCheck(
      try Self.signed(script, as: Cosigners.publicKey(2))
    ).input(0)
    #expect(stranger.faults.map(\.fault) == [.foreignKey])
  }

  @Test func `a code separator is one by its place, not by its byte`() throws {
    let key = try Cosigners.publicKey(1)
    let plain = Script(
      [2, 0xab, 0xab, 0x75, 33] + key.encoded + [Opcode.checkSigVerify.rawValue, 0x51])
    #expect(Self.states(try Self.signed(plain, as: key)) == [.valid(.all)])
    let separated = Script(
      [33] + key.encoded + [Opcode.checkSigVerify.rawValue, Opcode.codeSeparator.rawValue, 0x51])
    #expect(Self.states(try Self.signed(separated, as: key)) == [.invalid(.notCheckable)])
  }

  /// A packet whose only input spends a leaf, and the leaf's hash.
  private static func packet(leaf script: Script) throws -> (psbt: PSBT, leaf: Bytes32) {
    let hash = Taproot.leafHash(script: script)
    let internalKey = try Cosigners.publicKey(9).xOnly
    let output = try internalKey.tweaked(
      by: Taproot.tweak(internalKey: internalKey.bytes, merkleRoot: hash))
    let block = try #require(
      ControlBlock(
        leafVersion: 0xc0, parityIsOdd: output.parityIsOdd, internalKey: internalKey.bytes, path: []
      ))
    var psbt = try Cosigners.packet(try Cosigners.descriptor("tr(#1)"))
    psbt.updateInput(0) {
      $0.removeAll { _ in true }
      $0.setWitnessUTXO(
        TxOut(rawValue: 5_000, scriptPubKey: .p2tr(outputKey: output.key.bytes)))
      $0.setTapInternalKey(internalKey.bytes)
      $0.setTapLeafScript(script, controlBlock: block)
    }
    return (psbt, hash)
  }

  @Test func `in a leaf of unknown form only keys count that it has`() throws {
    // <key> CHECKSIGVERIFY 1: no form that is known here.
    let key = try Cosigners.publicKey(1)
    let script = Script([32] + key.xOnly.bytes.bytes + [Opcode.checkSigVerify.rawValue, 0x51])
    let (psbt, hash) = try Self.packet(leaf: script)
    let digest = try Cosigners.cache(psbt).taproot(
      input: 0, tapscript: TapscriptContext(leafHash: hash))
    for (signer, faults) in [(1, []), (2, [SignatureFault.foreignKey])] {
      var signed = psbt
      let signature = try Cosigners.withKey(signer) {
        try $0.schnorrSignature(of: digest, auxiliary: .zero)
      }
      let xOnly = try Cosigners.publicKey(signer).xOnly.bytes
      signed.updateInput(0) { $0.setTapScriptSig(signature, xOnlyKey: xOnly, leafHash: hash) }
      let judged = PartialSignatureCheck(signed).input(0)
      #expect(judged.faults.map(\.fault) == faults)
      #expect(judged.ways.last?.validCount == (faults.isEmpty ? 1 : 0))
    }
  }

  @Test func `a leaf of fifteen megabytes is judged as any other of unknown form`() throws {
    let key = try Cosigners.publicKey(1).xOnly.bytes
    let nops = [UInt8](repeating: Opcode.nop.rawValue, count: 15_000_000)
    var (psbt, hash) = try Self.packet(
      leaf: Script(nops + [32] + key.bytes + [Opcode.checkSig.rawValue]))
    let digest = try Cosigners.cache(psbt).taproot(
      input: 0, tapscript: TapscriptContext(leafHash: hash))
    let signature = try Cosigners.withKey(1) {
      try $0.schnorrSignature(of: digest, auxiliary: .zero)
    }
    let stranger = try Cosigners.publicKey(2).xOnly.bytes
    psbt.updateInput(0) {
      $0.setTapScriptSig(signature, xOnlyKey: key, leafHash: hash)
      $0.setTapScriptSig(signature, xOnlyKey: stranger, leafHash: hash)
    }
    let judged = PartialSignatureCheck(psbt).input(0)
    #expect(judged.faults.map(\.fault) == [.foreignKey])
    #expect(judged.ways.last?.threshold == nil && judged.ways.last?.validCount == 1)
  }

  @Test func `wrong signatures of one file leave the next its explanations`() throws {
    let descriptor = try Cosigners.descriptor("sh(multi(1,#1..15))")
    var psbt = try Cosigners.packet(descriptor)
    try Cosigners.sign(&psbt, as: 2)
    try Cosigners.sign(&psbt, as: 99)
    let coin = try #require(psbt.claimedOutput(ofInput: 0))
    var judge = try SignatureJudge(
      psbt.unsignedTransaction, spending: [(coin, try descriptor.derived(branch: 0, index: 0))])
    let own = try Cosigners.publicKey(1)
    let other = ScriptKey.full(try Cosigners.publicKey(2).encoded)
    let claims = Dictionary(
      uniqueKeysWithValues: psbt.inputs[0].partialSigs.map {
        let claim = ClaimedSignature(
          input: 0, claim: .ecdsa(publicKey: own.encoded), bytes: Array($0.signature))
        return (Array($0.publicKey), claim)
      })
    let misfiled = try #require(claims[Cosigners.publicKey(2).encoded])
    let nobodys = try #require(claims[Cosigners.publicKey(99).encoded])
    #expect(judge.verdict(on: misfiled).fault == .elsewhere(key: other, input: 0))
    // The first file uses up all verifications that explain wrong signatures: 5,000, fourteen for each.
    for _ in 0..<358 { _ = judge.verdict(on: nobodys) }
    #expect(judge.verdict(on: misfiled).fault == .doesNotVerify)
    judge.meter = WorkMeter()
    #expect(judge.verdict(on: misfiled).fault == .elsewhere(key: other, input: 0))
  }

  @Test func `who has signed and who can still is counted by the way that is nearest`() {
    typealias Way = SigningStatus.Way
    let none = SigningStatus(ways: [Way(threshold: 2, keys: [0, 1, 2], signed: [])])
    #expect(none.signed.isEmpty && none.missing == 2 && none.candidates == [0, 1, 2])
    let one = SigningStatus(ways: [Way(threshold: 2, keys: [0, 1, 2], signed: [1])])
    #expect(one.signed == [1] && one.missing == 1 && one.candidates == [0, 2])
    let surplus = SigningStatus(ways: [Way(threshold: 1, keys: [0, 1], signed: [0, 1])])
    #expect(surplus.isComplete && surplus.candidates.isEmpty && surplus.signed == [0, 1])
    let ways = SigningStatus(ways: [
      Way(threshold: 1, keys: [0], signed: []),
      Way(threshold: 3, keys: [1, 2, 3], signed: [2, 3]),
    ])
    // Of two that are as near the first; a key of no way does not count for one.
    #expect(ways.signed == [2, 3] && ways.missing == 1 && ways.candidates == [0])
    let stranger = SigningStatus(ways: [Way(threshold: 1, keys: [0], signed: [5])])
    #expect(stranger.missing == 1)
    let uncounted = SigningStatus(ways: [], others: [2, 1])
    #expect(uncounted.missing == nil && uncounted.signed == [1, 2] && !uncounted.isComplete)
  }
}
