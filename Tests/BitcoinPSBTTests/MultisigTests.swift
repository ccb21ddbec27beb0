import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Secp256k1
import Testing

/// PSBTs of every kind of multisig, signed by real keys; each finished transaction is run.
@Suite struct `Multisig is finalized` {
  struct Kind: CustomTestStringConvertible {
    let text: String
    let signers: [Int]
    var testDescription: String { text }

    init(_ text: String, _ signers: some Sequence<Int>) {
      self.text = text
      self.signers = Array(signers)
    }
  }

  static let kinds = [
    Kind("multi(1,#1..2)", [2]), Kind("multi(2,#1..3)", [1, 3]), Kind("multi(3,#1..3)", [3, 1, 2]),
    Kind("sh(multi(2,#1..3))", [2, 3]), Kind("sh(sortedmulti(2,#1..3))", [3, 1]),
    Kind("wsh(sortedmulti(2,#1..3))", [1, 2]), Kind("wsh(multi(2,#3,#2,#1))", [3, 1]),
    Kind("sh(wsh(sortedmulti(3,#1..5)))", [5, 1, 3]),
    Kind("sh(multi(15,#1..15))", 1...15), Kind("sh(multi(1,#1..15))", [15]),
    Kind("sh(multi(8,#1..15))", 8...15),
    Kind("wsh(multi(20,#1..20))", (1...20).reversed()), Kind("wsh(sortedmulti(17,#1..20))", 4...20),
    Kind("sh(wsh(multi(20,#1..20)))", 1...20),
    Kind("tr(NUMS,multi_a(2,#1..2))", [1, 2]), Kind("tr(NUMS,sortedmulti_a(2,#1..3))", [3, 1]),
    Kind("tr(NUMS,multi_a(1,#1..20))", [20]), Kind("tr(NUMS,multi_a(17,#1..20))", 2...18),
    Kind("tr(NUMS,multi_a(3,#1..300))", [1, 150, 300]),
    Kind("tr(#9,{pk(#1),multi_a(2,#2..4)})", [1]),
    Kind("tr(#9,{pk(#1),multi_a(2,#2..4)})", [4, 2]),
    Kind("tr(NUMS,{{pkh(#1),pk(#2)},{multi_a(2,#3..4),pk(#5)}})", [1]),
    Kind("tr(NUMS,{{pkh(#1),pk(#2)},{multi_a(2,#3..4),pk(#5)}})", [3, 4]),
    Kind("pkh(#1)", [1]), Kind("wpkh(#1)", [1]), Kind("sh(wpkh(#1))", [1]), Kind("pk(#1)", [1]),
    Kind("sh(pkh(#1))", [1]), Kind("wsh(pkh(#1))", [1]), Kind("sh(wsh(pk(#1)))", [1]),
  ]

  @Test(arguments: kinds)
  func `and runs in every wrapping, within the weight that was promised`(kind: Kind) throws {
    let descriptor = try Cosigners.descriptor(kind.text)
    var psbt = try Cosigners.packet(descriptor, count: 2)
    // What the PSBT is passed around as.
    psbt = try PSBT(decoding: psbt.encoded())
    for (number, signer) in kind.signers.enumerated() {
      if number > 0 || kind.signers.count > 1 {
        #expect(PartialSignatureCheck(psbt).inputs().allSatisfy { !$0.isComplete })
        #expect(throws: FinalizerError.self) { try Finalizer().finalized(psbt) }
      }
      try Cosigners.sign(&psbt, as: signer)
    }
    let judged = PartialSignatureCheck(psbt).inputs()
    #expect(judged.allSatisfy { $0.isComplete && $0.faults.isEmpty && $0.problem == nil })
    psbt = try PSBT(decoding: psbt.encoded())
    let final = try Finalizer().finalized(psbt)
    let transaction = try Extractor(final).transaction()
    let derived = try descriptor.derived(branch: 0, index: 0)
    for input in transaction.inputs {
      let promised = try Self.promise(derived, for: input)
      let base = 36 + 4 + CompactSize.encodedLength(input.scriptSig.count) + input.scriptSig.count
      let witness = input.witness.reduce(CompactSize.encodedLength(input.witness.count)) {
        $0 + CompactSize.encodedLength($1.count) + $1.count
      }
      let weight = base * 4 + (input.witness.isEmpty ? 1 : witness)
      // One signature in 128 is a byte shorter than the longest: four units in a scriptSig.
      #expect(weight <= promised && promised - weight <= 8 + kind.signers.count)
    }
  }

  /// The weight of the way that was taken.
  static func promise(_ derived: DerivedScript, for input: TxIn) throws -> Int {
    guard let taproot = derived.taproot, input.witness.count > 1 else {
      return try #require(derived.inputWeight()).units
    }
    let script = input.witness[input.witness.count - 2]
    let leaf = try #require(taproot.leaves.first { $0.script.bytes == script })
    return leaf.satisfaction.inputWeight().units
  }

  @Test func `two of three can sign in every order`() throws {
    for text in [
      "sh(multi(2,#1..3))", "wsh(sortedmulti(2,#1..3))", "sh(wsh(multi(2,#1..3)))",
      "tr(NUMS,multi_a(2,#1..3))", "multi(2,#1..3)",
    ] {
      let unsigned = try Cosigners.packet(try Cosigners.descriptor(text))
      for first in 1...3 {
        for second in 1...3 where second != first {
          var one = unsigned
          var other = unsigned
          try Cosigners.sign(&one, as: first)
          try Cosigners.sign(&other, as: second)
          let combined = try Combiner([unsigned, other, one]).combined()
          _ = try Extractor(try Finalizer().finalized(combined)).transaction()
        }
      }
    }
  }

  @Test(arguments: [
    "sh(multi(2,#1..3))", "wsh(sortedmulti(2,#1..3))", "sh(wsh(multi(2,#1..3)))",
    "tr(NUMS,multi_a(2,#1..3))", "multi(2,#1..3)",
  ])
  func `with more signatures than needed, those of the first keys are taken`(text: String) throws {
    let descriptor = try Cosigners.descriptor(text)
    var all = try Cosigners.packet(descriptor)
    for signer in [3, 1, 2] { try Cosigners.sign(&all, as: signer) }
    let script = try #require(PartialSignatureCheck(all).input(0).ways.first)
    #expect(script.validCount == 3 && script.threshold == 2)
    // Without the last key of the script, the result is the same.
    var two = try Cosigners.packet(descriptor)
    for signer in 1...3 where try Self.key(signer, text) != script.signatures[2].key {
      try Cosigners.sign(&two, as: signer)
    }
    let transaction = try Extractor(try Finalizer().finalized(all)).transaction()
    #expect(transaction == (try Extractor(try Finalizer().finalized(two)).transaction()))
  }

  static func key(_ signer: Int, _ text: String) throws -> ScriptKey {
    let key = try Cosigners.publicKey(signer)
    return text.hasPrefix("tr") ? .xOnly(key.xOnly.bytes) : .full(key.encoded)
  }

  @Test(arguments: [
    "sh(multi(2,#1..3))", "wsh(sortedmulti(2,#1..3))", "sh(wsh(multi(2,#1..3)))",
    "tr(NUMS,multi_a(2,#1..3))",
  ])
  func `a signature that does not verify is passed over for one that does`(text: String) throws {
    let descriptor = try Cosigners.descriptor(text)
    var good = try Cosigners.packet(descriptor)
    for signer in 1...3 { try Cosigners.sign(&good, as: signer) }
    for bad in 1...3 {
      var psbt = good
      try Self.damage(&psbt, signer: bad)
      let transaction = try Extractor(try Finalizer().finalized(psbt)).transaction()
      #expect(!transaction.inputs.isEmpty)
      let faults = PartialSignatureCheck(psbt).input(0).faults
      #expect(faults.map(\.fault) == [.doesNotVerify])
      #expect(faults.map(\.key) == [try Self.key(bad, text)])
      // With a second bad one there are too few, and the first bad one is named.
      try Self.damage(&psbt, signer: bad % 3 + 1)
      let refusal = #expect(throws: FinalizerError.self) { try Finalizer().finalized(psbt) }
      guard case .badSignature(0, _, .doesNotVerify) = refusal else {
        Issue.record("refused as \(String(describing: refusal))")
        continue
      }
      #expect(PartialSignatureCheck(psbt).input(0).faults.count == 2)
    }
  }

  static func damage(_ psbt: inout PSBT, signer: Int) throws {
    let key = try Cosigners.publicKey(signer)
    let input = psbt.inputs[0]
    psbt.updateInput(0) { map in
      for sig in input.partialSigs where sig.publicKey.elementsEqual(key.encoded) {
        var bytes = Array(sig.signature)
        bytes[bytes.count - 2] ^= 1
        map.setPartialSig(bytes, publicKey: sig.publicKey)
      }
      for sig in input.tapScriptSigs where sig.xOnlyKey == key.xOnly.bytes {
        var bytes = Array(sig.signature)
        bytes[40] ^= 1
        map.setTapScriptSig(bytes, xOnlyKey: sig.xOnlyKey, leafHash: sig.leafHash)
      }
    }
  }

  @Test func `of several ways that are complete the cheapest is taken`() throws {
    let text = "tr(#9,{{pk(#1),multi_a(2,#2..4)},pkh(#5)})"
    var psbt = try Cosigners.packet(try Cosigners.descriptor(text))
    func items() throws -> [Int] {
      try Extractor(try Finalizer().finalized(psbt)).transaction().inputs[0].witness.map(\.count)
    }
    try Cosigners.sign(&psbt, as: 2)
    try Cosigners.sign(&psbt, as: 4)
    #expect(try items() == [64, 0, 64, 104, 97])
    try Cosigners.sign(&psbt, as: 1)
    #expect(try items() == [64, 34, 97])
    try Cosigners.sign(&psbt, as: 5)
    // A leaf nearer to the root, but with a key to show: 64 + 32 + 25 + 65 is less than 64 + 34 + 97.
    #expect(try items() == [64, 32, 25, 65])
    try Cosigners.signKeyPath(&psbt, as: 9)
    #expect(try items() == [64])
  }
}
