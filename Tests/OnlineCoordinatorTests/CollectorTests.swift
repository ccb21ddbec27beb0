import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Refusals
import Secp256k1
import Testing

@testable import OnlineCoordinator

/// Two coins of one key, spent to somewhere.
@Suite struct CollectorTests {
  private static let forms = ["wpkh(%)", "pkh(%)", "sh(wpkh(%))"]
  private static let owner = Person(number: 7)

  private func payment(_ form: String = forms[0]) throws -> SharedPayment {
    try SharedPayment(form, people: [Self.owner])
  }

  private func collect(_ payment: SharedPayment, _ theirs: PSBT) throws -> Collector {
    var collector = try payment.collector()
    try collector.add(theirs, from: "")
    return collector
  }

  /// What the signer returns, with one input changed.
  private func changed(
    _ payment: SharedPayment, _ body: (inout PSBTInput) -> Void
  ) throws -> PSBT {
    var packet = try Self.owner.sign(payment.packet)
    packet.updateInput(0, body)
    return packet
  }

  @Test(arguments: forms)
  func `signatures are taken, verified and finished`(form: String) throws {
    let payment = try payment(form)
    let collector = try collect(payment, Self.owner.sign(payment.packet))
    let transaction = try #require(try collector.finished())
    #expect(transaction.withoutUnlocking == payment.packet.unsignedTransaction)
  }

  @Test func `signatures may come one by one, in any order`() throws {
    let payment = try payment()
    let half = try collect(payment, Self.owner.sign(payment.packet, inputs: [1]))
    #expect(try half.finished() == nil)
    #expect(payment.status(half.packet).mostMissing == 1)
    var whole = try payment.collector(half.packet)
    try whole.add(Self.owner.sign(payment.packet, inputs: [0]), from: "")
    #expect(try whole.finished() != nil)
  }

  @Test(arguments: forms)
  func `final scripts are taken as well, and a whole transaction`(form: String) throws {
    let payment = try payment(form)
    let final = try Finalizer().finalized(Self.owner.sign(payment.packet))
    let transaction = try #require(try collect(payment, final).finished())
    var again = try payment.collector()
    try again.add(transaction, from: "")
    #expect(try again.finished() == transaction)
    var other = transaction
    other.outputs[0].rawValue -= 1
    #expect(throws: CollectError.changedTransaction) { try again.add(other, from: "") }
    var broken = transaction
    if form == "pkh(%)" {
      var bytes = broken.inputs[1].scriptSig.bytes
      bytes[20] ^= 1
      broken.inputs[1].scriptSig = Script(bytes)
    } else {
      broken.inputs[1].witness[0][20] ^= 1
    }
    var third = try payment.collector()
    try third.add(broken, from: "")
    #expect(third.rejected.map(\.input) == [1] && third.kept.map(\.input) == [0])
    #expect(try third.finished() == nil)
  }

  @Test func `a packet that asks for another sighash signs nothing here`() throws {
    let payment = try payment()
    let asked = try changed(payment) { $0.setSighashType(3) }
    let collector = try collect(payment, asked)
    #expect(collector.rejected.map(\.fault) == [.wrongSighash(found: 3, expected: nil)])
    #expect(collector.kept.map(\.input) == [1])
    var unsigned = payment.packet
    unsigned.updateInput(1) { $0.setSighashType(0x82) }
    #expect(throws: CollectError.sighash(input: 1, type: 0x82)) { try collect(payment, unsigned) }
  }

  @Test func `a field that says something else is refused`() throws {
    let payment = try payment()
    let coin = TxOut(rawValue: 50_001, scriptPubKey: payment.inputs[0].output.scriptPubKey)
    let theirs = try changed(payment) { $0.setWitnessUTXO(coin) }
    #expect(throws: CollectError.changedField(map: .input(0), field: "PSBT_IN_WITNESS_UTXO")) {
      try collect(payment, theirs)
    }
    var another = payment.packet.unsignedTransaction
    another.outputs[0].rawValue += 1
    let other = try Creator(another).created()
    #expect(throws: CollectError.changedTransaction) { try collect(payment, other) }
  }

  @Test func `what is added beside signatures is named and left out, and they are kept`() throws {
    let payment = try payment()
    let proprietary: [UInt8] = [4] + Array("LEAK".utf8) + [0]
    var theirs = try Self.owner.sign(payment.packet)
    for index in 0...1 {
      theirs.updateInput(index) {
        $0.setUnchecked(PSBTField(type: 0xF0, keyData: [1], value: [2, 3]))
        $0.setUnchecked(PSBTField(type: 0xFC, keyData: proprietary, value: [7]))
      }
    }
    theirs.updateOutput(0) { $0.setUnchecked(PSBTField(type: 0xF1, keyData: [], value: [1])) }
    let collector = try collect(payment, theirs)
    #expect(
      LeftOutField.words(collector.leftOut) == [
        "the unknown field 0xf1 of output 0, which the payment here does not have (R31)",
        "the unknown field 0xf0 of inputs 0, 1, which the payment here does not have (R31)",
        "PSBT_IN_PROPRIETARY of LEAK of inputs 0, 1, which the payment here does not have (R31)",
      ])
    #expect(collector.kept.count == 2)
    #expect(try collector.finished() != nil)
    let sent = payment.packet
    for (index, input) in collector.packet.inputs.enumerated() {
      let rest = input.map.fields.filter { !Collector.isSignature($0.type) }
      #expect(rest == sent.inputs[index].map.fields)
    }
    #expect(collector.packet.outputs.map(\.map) == sent.outputs.map(\.map))
  }

  @Test(arguments: forms)
  func `another way to a key is named and left out, and the signature kept`(form: String) throws {
    let payment = try payment(form)
    let key = try Self.owner.publicKey().compressed
    let elsewhere = KeyOrigin(fingerprint: Fingerprint(value: 0xdead_beef), path: .master)
    let theirs = try changed(payment) {
      $0.setBIP32Derivation(publicKey: key, origin: elsewhere)
    }
    let collector = try collect(payment, theirs)
    #expect(
      LeftOutField.words(collector.leftOut) == [
        "PSBT_IN_BIP32_DERIVATION of input 0, which differs from the payment here (R31)"
      ])
    #expect(collector.kept.count == 2 && collector.packet.inputs[0].bip32Derivations.count == 1)
    #expect(
      collector.packet.inputs[0].bip32Derivations[0].origin
        == payment.packet.inputs[0].bip32Derivations[0].origin)
  }

  @Test func `an amount or a script that is added has to be the true one`() throws {
    let legacy = try payment(Self.forms[1])
    let coin = legacy.inputs[0].output
    let agreeing = try changed(legacy) { $0.setWitnessUTXO(coin) }
    #expect(try collect(legacy, agreeing).leftOut.isEmpty)
    let lying = try changed(legacy) {
      $0.setWitnessUTXO(TxOut(rawValue: coin.rawValue + 1, scriptPubKey: coin.scriptPubKey))
    }
    #expect(throws: CollectError.changedField(map: .input(0), field: "PSBT_IN_WITNESS_UTXO")) {
      try collect(legacy, lying)
    }
    let scripted = try changed(legacy) { $0.setRedeemScript(Script([0x51])) }
    #expect(throws: CollectError.changedField(map: .input(0), field: "PSBT_IN_REDEEM_SCRIPT")) {
      try collect(legacy, scripted)
    }
    let other = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 7))], outputs: [coin])
    let swapped = try changed(legacy) {
      $0.setUnchecked(PSBTField(type: 0, keyData: [], value: other.encoded()[...]))
    }
    #expect(throws: CollectError.changedField(map: .input(0), field: "PSBT_IN_NON_WITNESS_UTXO")) {
      try collect(legacy, swapped)
    }
  }

  @Test func `a second good signature of the same key changes nothing`() throws {
    let payment = try payment()
    var collector = try collect(payment, Self.owner.sign(payment.packet))
    let before = collector.packet
    let other = try signed(payment, nonces: [[3], [4]])
    try collector.add(other, from: "")
    #expect(collector.packet == before && collector.rejected.isEmpty)
  }

  // MARK: Too many

  @Test(arguments: [0, 1])
  func `an input with far more signatures than keys is refused, and nothing of it is kept`(
    input: Int
  ) throws {
    let payment = try payment()
    let signed = try Self.owner.sign(payment.packet)
    let flood = try signed.withForeignSignatures(9_000, ofInput: input)
    var collector = try payment.collector()
    let error = CollectError.tooManySignatures(input: input, count: 9_001, keys: 1)
    #expect(throws: error) { try collector.add(flood, from: "") }
    #expect(
      error.description
        == "input \(input) has 9001 signatures, but its coin has 1 key; at most 21 are checked")
    #expect(error.rule == .r18)
    #expect(collector.kept.isEmpty && collector.rejectedCount == 0 && collector.rejected.isEmpty)
    // One less than too many are left out, and the right one is kept.
    let few = try signed.withForeignSignatures(20, ofInput: input)
    #expect(try collect(payment, few).kept.count == 2)
    let many = try signed.withForeignSignatures(21, ofInput: input)
    #expect(throws: CollectError.tooManySignatures(input: input, count: 22, keys: 1)) {
      try collect(payment, many)
    }
  }

  @Test func `a finished input with far more signatures than keys is refused`() throws {
    let payment = try payment()
    let packet = try Finalizer().finalized(Self.owner.sign(payment.packet))
    var transaction = try #require(try collect(payment, packet).finished())
    let useless = [0x30] + [UInt8](repeating: 7, count: 70)
    transaction.inputs[1].witness += [[UInt8]](repeating: useless, count: 21)
    let error = CollectError.tooManySignatures(input: 1, count: 22, keys: 1)
    var collector = try payment.collector()
    #expect(throws: error) { try collector.add(transaction, from: "") }
    var final = packet
    let witness = transaction.inputs[1].witness
    final.updateInput(1) { $0.setFinalScriptWitness(witness) }
    #expect(throws: error) { try collector.add(final, from: "") }
  }

  @Test func `wrong signatures without number are counted, and the first thousand listed`() throws {
    let payment = try SharedPayment(Self.forms[0], coins: 51, people: [Self.owner])
    var theirs = try Self.owner.sign(payment.packet)
    for index in 0..<51 { theirs = try theirs.withForeignSignatures(20, ofInput: index) }
    let collector = try collect(payment, theirs)
    #expect(collector.kept.count == 51)
    #expect(collector.rejectedCount == 1_020 && collector.rejected.count == 1_000)
  }

  // MARK: Nonces

  /// Signatures with nonces of one's choice, for the inputs in order.
  private func signed(_ payment: SharedPayment, nonces: [[UInt8]]) throws -> PSBT {
    var packet = payment.packet
    let cache = try SighashCache(
      packet.unsignedTransaction, spentOutputs: payment.inputs.map(\.output))
    let key = try Self.owner.publicKey()
    for (index, nonce) in nonces.enumerated() {
      let digest = try cache.segwitV0(
        input: index, scriptCode: .p2pkh(key), amount: payment.inputs[index].output.rawValue,
        type: .all)
      let whole = nonce.count == 32 ? nonce : ChosenNonce.number(nonce[0])
      let signature = try ChosenNonce.signature(
        of: digest, by: ChosenNonce.number(Self.owner.number), nonce: whole)
      packet.updateInput(index) { $0.setPartialSig(signature, publicKey: key.compressed) }
    }
    return packet
  }

  @Test func `signatures that share a nonce are found, in one file or in two`() throws {
    let payment = try payment()
    let signer = payment.name(0)
    let reuse = try signed(payment, nonces: [[5], [5]])
    #expect(throws: CollectError.reusedNonce(inputs: [0, 1], signers: [signer])) {
      try collect(payment, reuse)
    }
    var collector = try collect(payment, signed(payment, nonces: [[5]]))
    #expect(collector.kept.count == 1)
    let before = collector.packet
    #expect(throws: CollectError.reusedNonce(inputs: [0, 1], signers: [signer])) {
      try collector.add(reuse, from: "")
    }
    #expect(collector.packet == before && collector.kept.count == 1)
    // With nonces of their own they are as good as any.
    #expect(try collect(payment, signed(payment, nonces: [[5], [6]])).finished() != nil)
  }

  @Test func `nonces that everybody knows are found`() throws {
    let payment = try payment()
    for nonce in [ChosenNonce.number(1), ChosenNonce.half] {
      let weak = try signed(payment, nonces: [nonce])
      #expect(throws: CollectError.weakNonce(input: 0, signer: payment.name(0))) {
        try collect(payment, weak)
      }
    }
  }

  @Test func `a wrong signature with the nonce of a good one is only wrong`() throws {
    let payment = try payment()
    var theirs = try Self.owner.sign(payment.packet, inputs: [0])
    let good = try #require(theirs.inputs[0].partialSigs.first)
    // Its r once more, with an s that does not fit: no key can be learned from it.
    var bytes = Array(good.signature)
    bytes[bytes.count - 3] ^= 1
    let key = good.publicKey
    theirs.updateInput(1) { $0.setPartialSig(bytes, publicKey: key) }
    let collector = try collect(payment, theirs)
    #expect(collector.kept.map(\.input) == [0] && collector.rejected.map(\.input) == [1])
  }
}
