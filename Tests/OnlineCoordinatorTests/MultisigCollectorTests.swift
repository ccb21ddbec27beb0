import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import Testing

@testable import OnlineCoordinator

/// Every order of three.
let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

@Suite struct MultisigCollectorTests {
  @Test(arguments: SharedPayment.forms, orders)
  func `signatures arrive in every order, one file each`(form: String, order: [Int]) throws {
    let payment = try SharedPayment(form)
    var stored = payment.packet
    for (arrived, person) in order.enumerated() {
      // Each time as a run of the program of its own does: from what is in the records.
      var collector = try payment.collector(stored)
      let file = try SharedPayment.people[person].sign(payment.packet)
      try collector.add(PSBT(decoding: file.encoded()), from: "file \(person)")
      #expect(collector.kept.count == 2 && collector.rejected.isEmpty)
      stored = try PSBT(decoding: collector.packet.encoded())
      let transaction = try collector.finished()
      #expect((transaction != nil) == (arrived >= 1), "\(form)")
      let status = payment.status(stored)
      #expect(status.mostMissing == max(0, 1 - arrived))
    }
  }

  @Test(arguments: SharedPayment.forms)
  func `each signer may pass on what the one before signed`(form: String) throws {
    let payment = try SharedPayment(form)
    let passed = try SharedPayment.people[1].sign(SharedPayment.people[2].sign(payment.packet))
    var collector = try payment.collector()
    try collector.add(passed, from: "passed on")
    #expect(collector.kept.count == 4)
    #expect(try collector.finished() != nil)
    // The same ones again change nothing.
    let before = collector.packet
    try collector.add(passed, from: "passed on")
    #expect(collector.packet == before && collector.kept.count == 4)
  }

  @Test(arguments: SharedPayment.forms)
  func `more signatures than needed finish with the right ones`(form: String) throws {
    let payment = try SharedPayment(form)
    var collector = try payment.collector()
    for person in SharedPayment.people {
      try collector.add(person.sign(payment.packet), from: "")
    }
    #expect(collector.kept.count == 6)
    #expect(try collector.finished() != nil)
  }

  @Test(arguments: SharedPayment.forms)
  func `a finished packet or transaction is taken apart into its signatures`(form: String) throws {
    let payment = try SharedPayment(form)
    let signed = try SharedPayment.people[0].sign(SharedPayment.people[2].sign(payment.packet))
    let final = try Finalizer().finalized(signed)
    let transaction = try Extractor(final).transaction(spending: payment.inputs.map(\.output))
    var fromPacket = try payment.collector()
    try fromPacket.add(final, from: "")
    var fromTransaction = try payment.collector()
    try fromTransaction.add(transaction, from: "")
    for collector in [fromPacket, fromTransaction] {
      #expect(collector.rejected.isEmpty && collector.kept.count == 4, "\(form)")
      #expect(try collector.finished() == transaction)
      #expect(payment.status(collector.packet).signed.allSatisfy { $0.count == 2 })
    }
  }

  // MARK: Hostile PSBTs

  private static let ecdsaForms = Array(SharedPayment.forms.dropLast())

  /// A PSBT with one signature put where it does not belong.
  private func moved(
    _ payment: SharedPayment, of person: Int, to other: Person, from input: Int, at place: Int
  ) throws -> PSBT {
    let signed = try SharedPayment.people[person].sign(payment.packet)
    let signature = try #require(signed.inputs[input].partialSigs.first).signature
    var packet = payment.packet
    let key = try other.publicKey().compressed
    packet.updateInput(place) { $0.setPartialSig(Array(signature), publicKey: key) }
    return packet
  }

  @Test(arguments: ecdsaForms)
  func `a signature under the wrong key is named and left out`(form: String) throws {
    let payment = try SharedPayment(form)
    let theirs = try moved(payment, of: 0, to: SharedPayment.people[1], from: 0, at: 0)
    var collector = try payment.collector()
    try collector.add(theirs, from: "bob.psbt")
    #expect(collector.kept.isEmpty && collector.packet == payment.packet)
    let rejected = try #require(collector.rejected.first)
    #expect(collector.rejected.count == 1 && rejected.input == 0)
    #expect(rejected.signer == payment.name(1) && rejected.source == "bob.psbt")
    #expect(rejected.otherSigner == payment.name(0))
    #expect(
      collector.rejected[0].words
        == "input 0: the signature of \(payment.name(1)) was really made by "
        + "\(payment.name(0)) (bob.psbt)"
    )
  }

  @Test(arguments: ecdsaForms)
  func `a signature of another input is named and left out, the right one is kept`(
    form: String
  ) throws {
    let payment = try SharedPayment(form)
    var theirs = try SharedPayment.people[0].sign(payment.packet, inputs: [1])
    let wrong = try #require(theirs.inputs[1].partialSigs.first)
    theirs.updateInput(0) {
      $0.setPartialSig(Array(wrong.signature), publicKey: wrong.publicKey)
    }
    var collector = try payment.collector()
    try collector.add(theirs, from: "")
    let alice = ScriptKey.full(try SharedPayment.people[0].publicKey().encoded)
    #expect(collector.rejected.map(\.fault) == [.elsewhere(key: alice, input: 1)])
    #expect(collector.rejected.map(\.otherSigner) == [nil])
    #expect(collector.rejected[0].words.hasSuffix("was really made for input 1"))
    #expect(collector.rejected.map(\.signer) == [payment.name(0)])
    #expect(collector.kept.map(\.input) == [1])
    #expect(payment.status(collector.packet).signed == [[], [0]])
  }

  @Test(arguments: ecdsaForms, [0x02, 0x03, 0x81, 0x83] as [UInt32])
  func `a signature that leaves something open is named and left out`(
    form: String, type: UInt32
  ) throws {
    let payment = try SharedPayment(form)
    var collector = try payment.collector()
    let theirs = try SharedPayment.people[2].sign(
      payment.packet, type: SighashType(rawValue: type))
    try collector.add(theirs, from: "")
    #expect(collector.kept.isEmpty)
    let fault = SignatureFault.wrongSighash(found: type, expected: 1)
    #expect(collector.rejected.map(\.fault) == [fault, fault])
    #expect(
      collector.rejected[0].words
        == "input 0: the signature of \(payment.name(2)) does not cover everything: sighash \(type)"
    )
    #expect(collector.rejected.map(\.signer) == [payment.name(2), payment.name(2)])
  }

  @Test(arguments: ecdsaForms)
  func `a signature that lies about its sighash does not verify`(form: String) throws {
    let payment = try SharedPayment(form)
    var theirs = try SharedPayment.people[2].sign(
      payment.packet, inputs: [0], type: SighashType(rawValue: 3))
    var bytes = Array(try #require(theirs.inputs[0].partialSigs.first).signature)
    bytes[bytes.count - 1] = 1
    let key = try SharedPayment.people[2].publicKey().compressed
    theirs.updateInput(0) { $0.setPartialSig(bytes, publicKey: key) }
    var collector = try payment.collector()
    try collector.add(theirs, from: "")
    #expect(collector.kept.isEmpty && collector.rejected.map(\.fault) == [.doesNotVerify])
  }

  @Test(arguments: ecdsaForms)
  func `a signature of a stranger's key is named and left out`(form: String) throws {
    let payment = try SharedPayment(form)
    let stranger = SharedPayment.stranger
    let theirs = try moved(payment, of: 0, to: stranger, from: 0, at: 0)
    var collector = try payment.collector()
    try collector.add(theirs, from: "")
    #expect(collector.kept.isEmpty)
    #expect(collector.rejected.map(\.fault) == [.foreignKey])
    #expect(
      collector.rejected[0].words
        == "input 0: a signature is of the key \(try stranger.hex()), which is not the wallet's")
    #expect(collector.rejected.map(\.signer) == [nil])
  }

  @Test(arguments: ecdsaForms)
  func `every single wrong byte of a signature is found, the others are kept`(form: String) throws {
    let payment = try SharedPayment(form)
    let signed = try SharedPayment.people[0].sign(payment.packet)
    let good = Array(try #require(signed.inputs[0].partialSigs.first).signature)
    let key = try SharedPayment.people[0].publicKey().compressed
    for position in good.indices {
      var bad = good
      bad[position] ^= 1
      var theirs = signed
      theirs.updateInput(0) { $0.setPartialSig(bad, publicKey: key) }
      var collector = try payment.collector()
      try collector.add(theirs, from: "")
      #expect(collector.rejected.map(\.input) == [0], "byte \(position)")
      #expect(collector.kept.map(\.input) == [1], "byte \(position)")
    }
  }

  @Test func `a signature with a high S is named`() throws {
    let payment = try SharedPayment()
    var theirs = try SharedPayment.people[0].sign(payment.packet, inputs: [0])
    let der = try #require(theirs.inputs[0].partialSigs.first).der
    let compact = try ECDSASignature(der: der).compact
    let high = try ECDSASignature(compact: compact.prefix(32) + negated(Array(compact.suffix(32))))
    let key = try SharedPayment.people[0].publicKey().compressed
    theirs.updateInput(0) { $0.setPartialSig(high.der + [1], publicKey: key) }
    var collector = try payment.collector()
    try collector.add(theirs, from: "")
    #expect(collector.rejected.map(\.fault) == [.highS])
  }

  @Test func `another script or redeem script is refused as a whole`() throws {
    let other = try SharedPayment("wsh(sortedmulti(1,%))")
    for form in ["wsh(sortedmulti(2,%))", "sh(wsh(sortedmulti(2,%)))"] {
      let payment = try SharedPayment(form)
      var theirs = try SharedPayment.people[0].sign(payment.packet)
      let script = try #require(other.inputs[0].derived.witnessScript)
      theirs.updateInput(1) { $0.setWitnessScript(script) }
      var collector = try payment.collector()
      #expect(
        throws: CollectError.changedField(map: .input(1), field: "PSBT_IN_WITNESS_SCRIPT")
      ) { try collector.add(theirs, from: "") }
      #expect(collector.kept.isEmpty && collector.packet == payment.packet)
    }
    let legacy = try SharedPayment("sh(multi(2,%))")
    var theirs = try SharedPayment.people[0].sign(legacy.packet)
    theirs.updateInput(0) { $0.setRedeemScript(Script([0x51])) }
    var collector = try legacy.collector()
    #expect(throws: CollectError.changedField(map: .input(0), field: "PSBT_IN_REDEEM_SCRIPT")) {
      try collector.add(theirs, from: "")
    }
  }

  @Test func `an account key swapped under its origin is named and never learned`() throws {
    let payment = try SharedPayment()
    let accounts = try `Shared wallets`.wsh.map { try AccountKey(parsing: $0) }
    let wrong = [
      "PSBT_GLOBAL_XPUB, which differs from the payment here (R31)"
    ]
    func naming(_ key: [UInt8], as owner: Int, _ packet: PSBT) -> PSBT {
      var packet = packet
      packet.global.addXpub(encodedXpub: key, origin: accounts[owner].origin)
      return packet
    }
    let keys = accounts.map { $0.xpub.encoded() }
    var unreadable = keys[0]
    unreadable[0] ^= 1
    let signed = try SharedPayment.people[0].sign(payment.packet)
    let wallet = try Descriptor(
      parsing: "wsh(sortedmulti(2,\(`Shared wallets`.wsh.joined(separator: ","))))")
    // By what was sent, and by the wallet where nothing of it was sent.
    for start in [
      try payment.collector(naming(keys[0], as: 0, payment.packet)),
      try Collector(payment.packet, inputs: payment.inputs, cosigners: Cosigners(wallet)),
    ] {
      for swapped in [keys[2], unreadable] {
        var collector = start
        let before = collector.packet.global
        try collector.add(naming(swapped, as: 0, signed), from: "")
        #expect(LeftOutField.words(collector.leftOut) == wrong)
        #expect(collector.kept.count == 2 && collector.packet.global == before)
        var both = start
        try both.add(naming(swapped, as: 0, naming(keys[0], as: 0, signed)), from: "")
        #expect(LeftOutField.words(both.leftOut).contains(wrong[0]))
        #expect(both.packet.global == before)
      }
      var agreeing = start
      try agreeing.add(naming(keys[0], as: 0, signed), from: "")
      #expect(agreeing.kept.count == 2)
    }
    // It is not known what a stranger's key is.
    var collector = try payment.collector(naming(keys[0], as: 0, payment.packet))
    try collector.add(naming(keys[2], as: 2, signed), from: "")
    #expect(collector.kept.count == 2)
  }

  @Test func `tapscript signatures are held against leaf, key and sighash`() throws {
    let payment = try SharedPayment(SharedPayment.forms[5])
    let signed = try SharedPayment.people[0].sign(payment.packet)
    let signature = try #require(signed.inputs[0].tapScriptSigs.first)
    func collected(_ body: (inout PSBTInput) throws -> Void) throws -> Collector {
      var theirs = payment.packet
      var input = theirs.inputs[0]
      try body(&input)
      theirs.updateInput(0) { $0 = input }
      var collector = try payment.collector()
      try collector.add(theirs, from: "")
      return collector
    }
    func field(_ key: Bytes32, _ leaf: Bytes32, _ value: [UInt8]) -> PSBTField {
      PSBTField(
        type: PSBTInputKey.tapScriptSig.rawValue, keyData: key.bytes + leaf.bytes, value: value[...]
      )
    }
    let bob = try SharedPayment.people[1].publicKey().xOnly.bytes
    let stranger = try SharedPayment.stranger.publicKey().xOnly.bytes
    let bytes = Array(signature.signature)
    let alice = signature.xOnlyKey
    let leaf = signature.leafHash
    let cases: [(PSBTField, SignatureFault)] = [
      (field(bob, leaf, bytes), .elsewhere(key: .xOnly(alice), input: 0)),
      (field(stranger, leaf, bytes), .foreignKey),
      (field(alice, .zero, bytes), .unknownLeaf),
      (field(alice, leaf, bytes + [3]), .wrongSighash(found: 3, expected: nil)),
      (field(alice, leaf, bytes + [0]), .malformed),
      (field(alice, leaf, bytes + [1]), .doesNotVerify),
      (field(alice, leaf, [bytes[0] ^ 1] + bytes.dropFirst()), .doesNotVerify),
    ]
    for (wrong, fault) in cases {
      let collector = try collected { $0.setUnchecked(wrong) }
      #expect(collector.kept.isEmpty && collector.rejected.map(\.fault) == [fault])
    }
    #expect(
      try collected { $0.setUnchecked(cases[0].0) }.rejected[0].words
        == "input 0: the signature of \(payment.name(1)) was really made by \(payment.name(0))")
    #expect(
      try collected { $0.setUnchecked(cases[1].0) }.rejected[0].words
        == "input 0: a signature is of the key \(stranger), which is not the wallet's")
    let keyPath = try collected { $0.setTapKeySig(bytes) }
    #expect(keyPath.rejected.map(\.fault) == [.nobodySigns])
  }

  @Test func `signatures of the wrong kind are named`() throws {
    let segwit = try SharedPayment()
    var theirs = segwit.packet
    theirs.updateInput(0) { $0.setTapKeySig([UInt8](repeating: 7, count: 64)) }
    var collector = try segwit.collector()
    try collector.add(theirs, from: "")
    #expect(collector.rejected.map(\.fault) == [.wrongKind])
    let taproot = try SharedPayment(SharedPayment.forms[5])
    let key = try SharedPayment.people[0].publicKey().compressed
    theirs = taproot.packet
    theirs.updateInput(0) { $0.setPartialSig([0x30, 1], publicKey: key) }
    collector = try taproot.collector()
    try collector.add(theirs, from: "")
    #expect(collector.kept.isEmpty && collector.rejected.map(\.fault) == [.wrongKind])
    #expect(collector.rejected.map(\.signer) == [taproot.name(0)])
  }

  @Test func `another person's signature of another input is told whose it is, and where`() throws {
    let payment = try SharedPayment("sh(multi(2,%))")
    let theirs = try moved(payment, of: 0, to: SharedPayment.people[1], from: 1, at: 0)
    var collector = try payment.collector()
    try collector.add(theirs, from: "")
    #expect(
      collector.rejected.map(\.words) == [
        "input 0: the signature of \(payment.name(1)) was really made by \(payment.name(0)) for "
          + "input 1"
      ])
  }

  @Test func `a signature behind which an annex stands is named and left out`() throws {
    let payment = try SharedPayment(SharedPayment.forms[5], coins: 1)
    let signed = try SharedPayment.people[0].sign(SharedPayment.people[1].sign(payment.packet))
    var finished = try Extractor(Finalizer().finalized(signed))
      .transaction(spending: payment.inputs.map(\.output))
    finished.inputs[0].witness.append([0x50, 1, 2, 3])
    var collector = try payment.collector()
    // It signs no annex, so that its signatures are right without one.
    try collector.add(finished, from: "")
    #expect(collector.kept.count == 2 && collector.rejected.isEmpty)
    finished.inputs[0].witness[1][0] ^= 1
    collector = try payment.collector()
    try collector.add(finished, from: "")
    #expect(collector.kept.count == 1 && collector.rejected.map(\.fault) == [.doesNotVerify])
  }

  @Test func `what was stored is verified again and a wrong one dropped`() throws {
    let payment = try SharedPayment()
    var stored = try SharedPayment.people[0].sign(payment.packet)
    let key = try SharedPayment.people[0].publicKey().compressed
    var bytes = Array(try #require(stored.inputs[0].partialSigs.first).signature)
    bytes[20] ^= 1
    stored.updateInput(0) { $0.setPartialSig(bytes, publicKey: key) }
    let collector = try payment.collector(stored)
    #expect(collector.kept.isEmpty && collector.rejected.map(\.input) == [0])
    #expect(payment.status(collector.packet).signed == [[], [0]])
  }

  @Test func `15 keys in sh and 20 in wsh are collected`() throws {
    for (form, count) in [("sh(multi(15,%))", 15), ("wsh(sortedmulti(20,%))", 20)] {
      let people = (0..<count).map { Person(number: UInt8(100 + $0)) }
      let payment = try SharedPayment(form, coins: 1, people: people)
      var collector = try payment.collector()
      for (number, person) in people.enumerated().reversed() {
        #expect(try collector.finished() == nil)
        try collector.add(person.sign(payment.packet), from: "\(number)")
      }
      #expect(try collector.finished() != nil, "\(form)")
    }
  }
}

/// The order of the curve minus a number.
func negated(_ number: [UInt8]) -> [UInt8] {
  let order: [UInt8] = [
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
    0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
  ]
  var result = order
  var borrow = 0
  for index in order.indices.reversed() {
    let difference = Int(order[index]) - Int(number[index]) - borrow
    borrow = difference < 0 ? 1 : 0
    result[index] = UInt8(difference + borrow * 256)
  }
  return result
}
