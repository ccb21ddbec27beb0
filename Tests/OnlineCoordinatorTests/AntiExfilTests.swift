import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Refusals
import Secp256k1
import Secp256k1Signing
import SecureMemory
import Testing

@testable import OnlineCoordinator

extension Person {
  /// What the person's signer answers in round 1, and signs in round 2 (anti-exfil).
  ///
  /// With `ownNonce` it answers, and then signs as if nothing had been agreed on.
  fileprivate func agree(_ packet: PSBT, ownNonce: Bool = false) throws -> PSBT {
    var answer = packet
    let key = try publicKey()
    for index in packet.inputs.indices {
      guard let agreement = packet.inputs[index].nonceFields.agreements[key.compressed],
        let commitment = agreement.commitment
      else { continue }
      let digest = try digest(packet, index)
      guard let opening = agreement.opening, let entropy = agreement.entropy else {
        let opening = try privateKey().nonceOpening(of: digest, commitment: commitment)
        answer.updateInput(index) { $0.setNonceOpening(opening, publicKey: key.compressed) }
        continue
      }
      let signature =
        ownNonce
        ? try privateKey().ecdsaSignature(of: digest)
        : try privateKey().ecdsaSignature(
          of: digest, entropy: entropy, opening: opening, publicKey: key)
      answer.updateInput(index) {
        $0.setPartialSig(signature.der + [1], publicKey: key.compressed)
      }
    }
    return answer
  }

  private func digest(_ packet: PSBT, _ index: Int) throws -> Bytes32 {
    let coins = packet.inputs.indices.compactMap { packet.claimedOutput(ofInput: $0) }
    let cache = try SighashCache(packet.unsignedTransaction, spentOutputs: coins)
    let input = packet.inputs[index]
    let script = input.redeemScript ?? coins[index].scriptPubKey
    if let witness = input.witnessScript {
      return try cache.segwitV0(
        input: index, scriptCode: witness, amount: coins[index].rawValue, type: .all)
    }
    if case .p2wpkh(let hash) = script.type {
      return try cache.segwitV0(
        input: index, scriptCode: .p2pkh(hash: hash), amount: coins[index].rawValue, type: .all)
    }
    return try cache.legacy(input: index, scriptCode: script, type: .all)
  }
}

/// The host's side: what it says when, and what it takes.
@Suite struct `A say in the nonces` {
  private let entropy = NonceEntropy(Bytes32((0..<32).map { UInt8($0) }) ?? .zero)
  private static let owner = Person(number: 7)

  private func collector(
    _ payment: SharedPayment, _ stored: PSBT, allowsUnanswered: Bool = false
  ) throws -> Collector {
    try Collector(
      stored, inputs: payment.inputs, cosigners: payment.cosigners, entropy: entropy,
      allowsUnanswered: allowsUnanswered)
  }

  private func collected(
    _ payment: SharedPayment, _ stored: PSBT, _ theirs: PSBT
  ) throws -> Collector {
    var collector = try collector(payment, stored)
    try collector.add(theirs, from: "")
    return collector
  }

  @Test(arguments: ["wpkh(%)", "pkh(%)", "sh(wpkh(%))"])
  func `commitment, opening, entropy and signature come one after the other`(
    form: String
  ) throws {
    let payment = try SharedPayment(form, people: [Self.owner])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    #expect(NonceRounds(of: first).commitments == 2 && NonceRounds(of: first).openings == 0)
    #expect(
      first.inputs.allSatisfy { $0.nonceFields.agreements.values.allSatisfy { $0.entropy == nil } })
    let opened = try collected(payment, first, Self.owner.agree(first))
    #expect(opened.openings == 2 && opened.kept.isEmpty && opened.leftOut.isEmpty)
    // Each signature has entropy of its own.
    let said = opened.packet.inputs.flatMap { $0.nonceFields.agreements.values.map(\.entropy) }
    #expect(Set(said).count == 2 && !said.contains(nil))
    let signed = try collected(payment, opened.packet, Self.owner.agree(opened.packet))
    #expect(signed.kept.count == 2 && signed.rejected.isEmpty)
    #expect(try signed.finished() != nil)
    // What is kept is looked at again, and holds; the answer to round 1 once more changes nothing.
    #expect(try collector(payment, signed.packet).packet == signed.packet)
    let again = try collected(payment, opened.packet, Self.owner.agree(first))
    #expect(again.openings == 0 && again.packet == opened.packet)
  }

  @Test func `a signer that goes its own way is named, and its signature left out`() throws {
    let payment = try SharedPayment("wpkh(%)", people: [Self.owner])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    let opened = try collected(payment, first, Self.owner.agree(first)).packet
    var leaking = try collector(payment, opened)
    try leaking.add(Self.owner.agree(opened, ownNonce: true), from: "signed.psbt")
    #expect(leaking.kept.isEmpty && leaking.rejected.map(\.nonceFault) == [.notKept, .notKept])
    #expect(leaking.rejected[0].words.contains("does not follow round 1"))
    #expect(leaking.rejected[0].rule == .r28)
    // One of two, and in a finished transaction, too.
    var half = try Self.owner.agree(opened)
    let own = try #require(try Self.owner.agree(opened, ownNonce: true).inputs[1].partialSigs.first)
    half.updateInput(1) { $0.setPartialSig(Array(own.signature), publicKey: own.publicKey) }
    let partly = try collected(payment, opened, half)
    #expect(partly.kept.map(\.input) == [0] && partly.rejected.map(\.input) == [1])
    let final = try Extractor(Finalizer().finalized(half)).transaction()
    var whole = try collector(payment, opened)
    try whole.add(final, from: "")
    #expect(whole.kept.map(\.input) == [0] && whole.rejected.map(\.input) == [1])
    // A packet of the records whose signature does not follow loses it when it is looked at again.
    #expect(try collector(payment, half).packet.inputs[1].partialSigs.isEmpty)
  }

  @Test func `a signature that comes before its opening, or with it, is left out`() throws {
    let payment = try SharedPayment("wpkh(%)", people: [Self.owner])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    let early = try collected(payment, first, Self.owner.sign(first))
    #expect(early.kept.isEmpty && early.rejected.map(\.nonceFault) == [.unanswered, .unanswered])
    // A signer that said its opening after it chose its nonce: the two come together.
    let together = try Self.owner.sign(Self.owner.agree(first))
    let both = try collected(payment, first, together)
    #expect(both.kept.isEmpty && both.openings == 2)
    #expect(both.rejected.map(\.nonceFault) == [.unanswered, .unanswered])
    // For a signer that does not know of all this, once a person says so.
    var allowed = try collector(payment, first, allowsUnanswered: true)
    try allowed.add(Self.owner.sign(first), from: "")
    #expect(allowed.kept.count == 2)
    // That is not said of one that answered.
    let opened = try collected(payment, first, Self.owner.agree(first)).packet
    var lying = try collector(payment, opened, allowsUnanswered: true)
    try lying.add(Self.owner.sign(opened), from: "")
    #expect(lying.kept.isEmpty && lying.rejected.map(\.nonceFault) == [.notKept, .notKept])
  }

  @Test func `what was said once is not taken back`() throws {
    let payment = try SharedPayment("wpkh(%)", people: [Self.owner])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    let opened = try collected(payment, first, Self.owner.agree(first)).packet
    let key = try Self.owner.publicKey()
    let other = try Person(number: 8).publicKey()
    let changed = CollectError.changedField(map: .input(0), field: "PSBT_IN_PROPRIETARY of ae")
    for change: (inout PSBTInput) -> Void in [
      { $0.setNonceOpening(other, publicKey: key.compressed) },
      { $0.setNonceCommitment(.zero, publicKey: key) },
      { $0.setNonceEntropy(.zero, publicKey: key.compressed) },
    ] {
      var theirs = try Self.owner.agree(opened)
      theirs.updateInput(0, change)
      #expect(throws: changed) { try collected(payment, opened, theirs) }
    }
    // Entropy is the host's to say, and what is not asked for is left out.
    var saying = try Self.owner.agree(first)
    saying.updateInput(0) { $0.setNonceEntropy(.zero, publicKey: key.compressed) }
    let taken = try collected(payment, first, saying)
    #expect(taken.leftOut.count == 1 && taken.openings == 2)
    #expect(
      taken.packet.inputs[0].nonceFields.agreements[key.compressed]?.entropy
        == entropy.entropy(input: 0, key: key.compressed))
    var strange = try Self.owner.agree(first)
    strange.updateInput(1) { $0.setNonceOpening(other, publicKey: other.compressed) }
    let left = try collected(payment, first, strange)
    #expect(left.leftOut.count == 1 && left.packet.inputs[1].nonceFields.agreements.count == 1)
  }

  /// A field of an opening with a value that is no point.
  private func brokenOpening(of person: Person) throws -> PSBTField {
    PSBTField(
      type: PSBTInputKey.proprietary.rawValue,
      keyData: [2] + Array("ae".utf8) + [1] + (try person.publicKey()).compressed,
      value: [UInt8](repeating: 9, count: 33)[...])
  }

  @Test func `an answer that cannot be read is named, and the others are kept`() throws {
    let payment = try SharedPayment("wpkh(%)", people: [Self.owner])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    let field = try brokenOpening(of: Self.owner)
    var broken = try Self.owner.agree(first)
    broken.updateInput(0) { $0.setUnchecked(field) }
    var half = try collector(payment, first)
    try half.add(broken, from: "answer.psbt")
    #expect(half.openings == 1 && half.rejected.map(\.input) == [0])
    #expect(half.rejected.map(\.nonceFault) == [.malformedAnswer] && half.rejected[0].rule == .r28)
    #expect(
      half.rejected[0].words.hasSuffix("to round 1 of anti-exfil is malformed (answer.psbt)"))
    #expect(half.packet.inputs[0].nonceFields == first.inputs[0].nonceFields)
    // The one that could not be read is answered again, and both are signed.
    try half.add(Self.owner.agree(half.packet), from: "")
    #expect(half.openings == 2)
    let done = try collected(payment, half.packet, Self.owner.agree(half.packet))
    #expect(try done.finished() != nil)
    // Nothing that can be used is an error, which says what to do.
    broken.updateInput(1) { $0.setUnchecked(field) }
    let none = try collected(payment, first, broken)
    #expect(none.openings == 0 && none.packet == first && none.rejected.count == 2)
    let error = CollectError.nothingRight(none.rejected[0], more: 1)
    #expect(error.rule == .r28 && error.hint == "have the signer answer round 1 again")
    #expect("\(error)".hasPrefix("no answer was accepted: input 0: the answer of "))

    // Of several people one's answer is bad; the signature of another stays, and her answer too.
    let shared = try SharedPayment("wsh(sortedmulti(2,%))")
    let (alice, bob) = (SharedPayment.people[0], SharedPayment.people[1])
    let start = try entropy.committed(shared.packet, spending: shared.inputs)
    let opened = try collected(shared, start, alice.agree(start)).packet
    var mixed = try bob.agree(alice.agree(opened))
    let bad = try brokenOpening(of: bob)
    mixed.updateInput(1) { $0.setUnchecked(bad) }
    let kept = try collected(shared, opened, mixed)
    #expect(kept.kept.count == 2 && kept.openings == 1)
    #expect(kept.rejected.map(\.input) == [1] && kept.rejected.map(\.signer).count == 1)
    #expect(kept.rejected[0].signer == shared.name(1))
  }

  @Test func `without the entropy there is no second round, and with another payment's neither`()
    throws
  {
    let payment = try SharedPayment("wpkh(%)", people: [Self.owner])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    let answer = try Self.owner.agree(first)
    var none = try payment.collector(first)
    #expect(throws: CollectError.entropyIsGone) { try none.add(answer, from: "") }
    #expect(none.packet == first)
    var other = try Collector(
      first, inputs: payment.inputs, cosigners: payment.cosigners, entropy: NonceEntropy(.zero))
    #expect(throws: CollectError.entropyIsGone) { try other.add(answer, from: "") }
  }

  @Test func `several people are each in their own round`() throws {
    let payment = try SharedPayment("wsh(sortedmulti(2,%))")
    let (alice, bob) = (SharedPayment.people[0], SharedPayment.people[1])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    #expect(NonceRounds(of: first).commitments == 6)
    let one = try collected(payment, first, alice.agree(first)).packet
    // Only whoever answered learns the entropy.
    for input in one.inputs {
      #expect(input.nonceFields.agreements.values.count { $0.entropy != nil } == 1)
    }
    var next = try collector(payment, one)
    try next.add(alice.agree(one), from: "")
    try next.add(bob.agree(one), from: "")
    #expect(next.kept.count == 2 && next.openings == 2 && next.rejected.isEmpty)
    let done = try collected(payment, next.packet, bob.agree(next.packet))
    #expect(try done.finished() != nil)
  }

  @Test func `a signature that was accepted without an answer stays`() throws {
    let payment = try SharedPayment(
      "wsh(sortedmulti(2,%))", people: Array(SharedPayment.people.prefix(2)))
    let (alice, bob) = (SharedPayment.people[0], SharedPayment.people[1])
    let first = try entropy.committed(payment.packet, spending: payment.inputs)
    var accepted = try collector(payment, first, allowsUnanswered: true)
    try accepted.add(alice.sign(first), from: "")
    #expect(accepted.kept.count == 2)
    // Bob answers, and Alice does so too late: her signatures are here already.
    let opened = try collected(
      payment, accepted.packet, alice.agree(bob.agree(accepted.packet)))
    #expect(opened.openings == 2 && opened.rejected.isEmpty)
    #expect(opened.packet.inputs.allSatisfy { $0.partialSigs.count == 1 })
    let done = try collected(payment, opened.packet, bob.agree(opened.packet))
    #expect(done.kept.count == 2 && done.rejected.isEmpty)
    #expect(done.packet.inputs.allSatisfy { $0.partialSigs.count == 2 })
    #expect(try done.finished() != nil)
  }

  @Test func `there is none for taproot`() throws {
    let payment = try SharedPayment(SharedPayment.forms[5])
    #expect(throws: (any Error).self) {
      try entropy.committed(payment.packet, spending: payment.inputs)
    }
  }

  @Test func `entropy differs for each input, key and payment`() throws {
    let keys = try SharedPayment.people.map { try $0.publicKey().compressed }
    var all: Set<Bytes32> = []
    for entropy in [entropy, NonceEntropy(.zero), try NonceEntropy.drawn(), try .drawn()] {
      for input in [0, 1, 256] {
        for key in keys { all.insert(entropy.entropy(input: input, key: key)) }
      }
    }
    #expect(all.count == 36)
  }
}
