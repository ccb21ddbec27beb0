import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Secp256k1
import TestSupport
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

@Suite struct PayloadTests {
  private static let form = "sh(multi(2,%))"
  private let people = SharedPayment.people

  /// The payload of a PSBT.
  private func payload(_ packet: PSBT) throws -> MultisigPayload { try MultisigPayload(packet) }

  private func with(
    _ payload: MultisigPayload, _ change: (inout [Int: [[UInt8]]]) -> Void
  ) throws -> MultisigPayload {
    var signatures = payload.signatures
    change(&signatures)
    return try MultisigPayload(
      payload.transaction, redeemScript: payload.redeemScript, signatures: signatures)
  }

  @Test(arguments: orders)
  func `payloads and packets of one payment are put together, in every order`(
    order: [Int]
  ) throws {
    let payment = try SharedPayment(Self.form)
    var collector = try payment.collector()
    try collector.add(payload(people[order[0]].sign(payment.packet)), from: "payload")
    #expect(try collector.finished() == nil && collector.kept.count == 2)
    try collector.add(people[order[1]].sign(payment.packet), from: "packet")
    #expect(try collector.finished() != nil && collector.rejected.isEmpty)
    try collector.add(payload(people[order[2]].sign(payment.packet)), from: "payload")
    #expect(try collector.finished() != nil && collector.kept.count == 6)
  }

  @Test func `wrong signatures of a payload are named and left out`() throws {
    let payment = try SharedPayment(Self.form)
    let good = try payload(people[0].sign(people[2].sign(payment.packet)))
    let name = payment.name
    // Under the wrong index.
    var collector = try payment.collector()
    try collector.add(
      with(good) {
        $0[1] = $0[2]
        $0[2] = nil
      }, from: "a.txt")
    #expect(collector.kept.allSatisfy { $0.signer == 0 } && collector.kept.count == 2)
    #expect(collector.rejected.map(\.otherSigner) == [name(2), name(2)])
    #expect(collector.rejected.map(\.signer) == [name(1), name(1)])
    // The signatures of two inputs swapped.
    collector = try payment.collector()
    try collector.add(with(good) { $0[0]?.reverse() }, from: "")
    let alice = ScriptKey.full(try people[0].publicKey().encoded)
    #expect(
      collector.rejected.map(\.fault)
        == [.elsewhere(key: alice, input: 1), .elsewhere(key: alice, input: 0)])
    // No signature at all.
    collector = try payment.collector()
    try collector.add(with(good) { $0[0] = [[], [1, 2, 3]] }, from: "")
    #expect(collector.rejected.map(\.fault) == [.malformed, .malformed])
    #expect(collector.kept.count == 2)
  }

  @Test func `a payload with more signatures than its script takes is refused`() async throws {
    let desk = try Desk()
    let sample = try MultisigPayload(parsing: PayloadSamples.complete)
    let surplus = try desk.write(with(sample) { $0[1] = $0[0] }.text, to: "surplus.txt")
    await desk.fails(
      ["collect", surplus], saying: "the signatures of 3 keys, but only 2 are needed (R20)")
  }

  @Test func `worthless signatures are judged up to a limit`() throws {
    let payment = try SharedPayment(Self.form)
    var judge = try SignatureJudge(
      payment.packet.unsignedTransaction, spending: payment.inputs.map { ($0.output, $0.derived) })
    let stray = try #require(
      SharedPayment.stranger.sign(
        SharedPayment(Self.form, people: [SharedPayment.stranger] + people.dropFirst()).packet
      ).inputs[0].partialSigs.first)
    let unnamed = ClaimedSignature(
      input: 0, claim: .ecdsa(publicKey: nil), bytes: Array(stray.signature))
    // Without a name each of the three keys is tried.
    judge.meter = WorkMeter(limit: 7 * WorkMeter.verification)
    for _ in 0..<2 {
      #expect(judge.verdict(on: unnamed).fault == .doesNotVerify)
      #expect(judge.exceededLimit == nil)
    }
    #expect(judge.meter.spent == 6 * WorkMeter.verification)
    _ = judge.verdict(on: unnamed)
    #expect(judge.exceededLimit == 7 * WorkMeter.verification)
  }

  @Test func `a payload of another script or transaction is refused`() throws {
    let payment = try SharedPayment(Self.form)
    let other = try SharedPayment("sh(multi(1,%))")
    let script = try MultisigScript(try #require(other.inputs[0].derived.redeemScript))
    var collector = try payment.collector()
    let wrong = try MultisigPayload(payment.packet.unsignedTransaction, redeemScript: script)
    #expect(throws: CollectError.changedField(map: .input(0), field: "redeemScriptHex")) {
      try collector.add(wrong, from: "")
    }
    #expect(throws: CollectError.changedTransaction) {
      try collector.add(payload(other.packet), from: "")
    }
  }

  /// A payload taken in by a coordinator whose wallet is its redeem script; the coins are made up, the
  /// legacy digest does not commit to them.
  private func collected(_ text: String) throws -> (Collector, status: String) {
    let payload = try MultisigPayload(parsing: text)
    let script = payload.redeemScript
    let keys = script.keys.map { Hex.encode($0.encoded) }.joined(separator: ",")
    let descriptor = try Descriptor(parsing: "sh(multi(\(script.threshold),\(keys)))")
    let derived = try descriptor.derived(branch: 0, index: 0)
    let inputs = try payload.transaction.inputs.map {
      KnownInput(
        coin: WalletCoin(
          outPoint: $0.previousOutput, amount: try Amount(satoshis: 2_000_000), branch: 0,
          index: 0, height: 1),
        output: TxOut(rawValue: 2_000_000, scriptPubKey: derived.scriptPubKey), derived: derived)
    }
    var packet = try Creator(payload.transaction).created()
    for index in inputs.indices {
      packet.updateInput(index) {
        $0.setWitnessUTXO(inputs[index].output)
        $0.setRedeemScript(script.script)
      }
    }
    let cosigners = Cosigners(descriptor, labels: [0: "Ann", 1: "Ben", 2: "Cem"])
    var collector = try Collector(packet, inputs: inputs, cosigners: cosigners)
    try collector.add(payload, from: "")
    let status = PaymentStatus(
      of: collector.packet, inputs: inputs, cosigners: cosigners, isComplete: false)
    return (collector, status.words)
  }

  @Test func `the README's signatures verify, and key 1 is missing`() throws {
    let (collector, words) = try collected(PayloadSamples.readme)
    #expect(collector.kept.count == 4 && collector.rejected.isEmpty)
    #expect(try collector.finished() == nil)
    #expect(words.hasPrefix("3 of 3 needed. Signed: Ann ["))
    #expect(words.contains("Still missing: Ben ["))
  }

  @Test func `the complete payload finishes to its txid`() throws {
    let (collector, _) = try collected(PayloadSamples.complete)
    let transaction = try #require(try collector.finished())
    #expect(
      "\(transaction.txid)"
        == "4e409b1cefd9d968abb3230aac1c0a173222867695ab312818a5bacde5cc4823")
  }

  @Test func `who signed a payload of no known wallet is said all the same`() async throws {
    let desk = try Desk()
    let good = try desk.write(PayloadSamples.readme + "\n", to: "good.txt")
    let sample = try MultisigPayload(parsing: PayloadSamples.readme)
    let mixed = try desk.write(with(sample) { $0[0]?.reverse() }.text, to: "mixed.txt")
    let status = "Signatures: 2 of 3, missing key 1"
    await desk.fails(["collect", good], saying: status)
    let told = await desk.fails(["collect", mixed], saying: "no coin that is known here")
    #expect(told.err.contains("Signatures: 1 of 3, missing keys 0, 1"), "\(told.err)")
    let words = "Wrong: the signature of key 0 for input 0 was made by key 0 for input 1"
    #expect(told.err.contains(words), "\(told.err)")
    let read = await desk.run("qr", "read", good)
    #expect(read.out.contains("It is a multisig payload.\n\(status)"), "\(read.out)")
    let wrong = await desk.run("qr", "read", mixed, "--json")
    #expect(wrong.json["signatures"]?["signed"] == [2])
    #expect(wrong.json["signatures"]?["missing"] == [0, 1])
    #expect(wrong.json["signatures"]?["wrong"]?.arrayValue?.count == 2)
  }

  @Test func `the name of the file for what a payload spends`() {
    #expect(PreviousOutput.beside("club.txt") == "club-previous.txt")
    #expect(PreviousOutput.beside("/a.b/club") == "/a.b/club-previous.txt")
    #expect(PreviousOutput.beside("out/frames/") == "out/frames-previous.txt")
    #expect(PreviousOutput.beside("./club.v2.png") == "./club.v2-previous.txt")
  }
}
