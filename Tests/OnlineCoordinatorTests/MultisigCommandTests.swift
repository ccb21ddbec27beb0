import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Foundation
import RecordingScreens
import Secp256k1
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// A home whose wallet `family` takes two of three people.
struct Family {
  let desk: Desk
  let descriptor: Descriptor

  static func descriptor(_ form: String) throws -> Descriptor {
    let keys = try SharedPayment.people.map { try $0.hex() }.joined(separator: ",")
    return try Descriptor(
      parsing: form.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: keys))
  }

  /// With coins on a chain of its own.
  init(_ form: String = "wsh(sortedmulti(2,%))", _ coins: String...) async throws {
    desk = try Desk()
    descriptor = try Self.descriptor(form)
    try #require(await desk.run("node", "add", "practice", "rehearsal://").code == .done)
    try await addWallet()
    let address = await desk.run("receive", "family", "--json").json["address"]?.stringValue
    for coin in coins { await desk.run("rehearse", "fund", try #require(address), coin) }
    await desk.run("rehearse", "mine")
    try #require(await desk.run("sync", "family").code == .done)
  }

  /// A second home that sees the same chain.
  init(seeing other: Family) async throws {
    desk = try Desk()
    descriptor = other.descriptor
    try #require(await desk.run("node", "add", "practice", "rehearsal://").code == .done)
    let chain = "home/rehearsal-practice"
    try? FileManager.default.removeItem(atPath: desk.path(chain))
    try FileManager.default.copyItem(atPath: other.desk.path(chain), toPath: desk.path(chain))
    try await addWallet()
    try #require(await desk.run("sync", "family").code == .done)
  }

  private func addWallet() async throws {
    // Its keys are lone ones: one address, which is acknowledged.
    let made = await desk.run(
      "wallet", "create", "family", descriptor.canonical, "--accept", "R07")
    try #require(made.code == .done, "\(made.err)")
  }

  func pay(_ more: String...) async throws -> PSBT {
    let file = desk.path("unsigned-\(UUID().uuidString).psbt")
    let built = await desk.execute(
      ["pay", "family", "--to", "\(Desk.elsewhere)=0.12", "--fee-rate", "5", "--out", file] + more)
    try #require(built.code == .done, "\(built.err)")
    return try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
  }

  /// What a person's signer writes.
  func file(_ packet: PSBT, signedBy people: Int..., named name: String = "") throws -> String {
    var packet = packet
    for person in people { packet = try SharedPayment.people[person].sign(packet) }
    return try write(packet, named: name.isEmpty ? "signed-\(people)" : name)
  }

  func write(_ packet: PSBT, named name: String) throws -> String {
    let path = desk.path("\(name).psbt")
    try Data(packet.encoded()).write(to: URL(fileURLWithPath: path))
    return path
  }
}

@Suite struct MultisigCommandTests {
  private static let forms = [
    "wsh(sortedmulti(2,%))", "sh(wsh(sortedmulti(2,%)))", "sh(multi(2,%))",
    "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,%))",
  ]

  @Test(arguments: forms, [[0, 1], [1, 0], [2, 0]])
  func `a payment of several is collected file by file and sent`(
    form: String, order: [Int]
  ) async throws {
    let family = try await Family(form, "0.5")
    let packet = try await family.pay()
    let before = await family.desk.run("payments", "family", "--json").json[0]
    #expect(before?["missing"] == 2 && before?["complete"] == false)
    let first = await family.desk.run(
      "collect", try family.file(packet, signedBy: order[0]), "--json")
    #expect(first.code == .needsSignatures, "\(first.err)")
    #expect(first.json["complete"] == false && first.json["missing"] == 1)
    #expect(first.json["new"] == 1 && first.json["rejected"] == [])
    let list = await family.desk.run("payments", "family")
    #expect(list.out.contains("1/2"))
    let shown = await family.desk.run("payments", "--payment", "1")
    #expect(shown.out.contains("2 of 3 needed. Signed: ["))
    #expect(shown.out.contains("Still missing: one of ["))
    await family.desk.fails(["broadcast", "1"], saying: "still needs signatures")
    let second = await family.desk.run(
      "collect", try family.file(packet, signedBy: order[1]), "--json")
    #expect(second.code == .done, "\(second.err)")
    #expect(second.json["complete"] == true && second.json["missing"] == 0)
    let sent = await family.desk.run("broadcast", "1", "--yes", "--json")
    #expect(sent.json["txid"] == second.json["txid"], "\(sent.err)")
    await family.desk.run("rehearse", "mine")
    await family.desk.run("sync", "family")
    #expect(await family.desk.run("payments", "--json").json[0]?["state"] == "confirmed")
  }

  @Test func `before and after a payment is sent it is said what it pays, whatever it is called`()
    async throws
  {
    let second = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay("--to", "\(second)=0.2", "--label", "coffee")
    let done = await family.desk.run("collect", try family.file(packet, signedBy: 0, 1))
    try #require(done.code == .done, "\(done.err)")
    let asked = await family.desk.run("broadcast", "1", answers: ["no"])
    #expect(asked.code == .failed)
    for words in [
      "called coffee", "0.12000000  \(Desk.elsewhere)", "0.20000000  \(second)",
      "0.32000000  2 recipients", "back to family", " sat, 5",
    ] {
      #expect(asked.err.contains(words), "\(words) in \(asked.err)")
    }
    let told = asked.terminal + asked.err
    #expect(told.contains("0.32000000 BTC to 2 recipients, fee "))
    let habit = await family.desk.run("broadcast", "1", answers: ["yes", "yes", "yes"])
    #expect(habit.code == .failed && habit.err.contains("nothing was sent"), "\(habit.err)")
    // Somebody who reads what stands there; of several recipients, the amount too.
    let read = await family.desk.run(
      "broadcast", "1", "--json", answers: [RecordingScreen.read, "0.1"])
    #expect(read.code == .failed && read.terminal.contains("also type the amount"))
    let sent = await family.desk.run(
      "broadcast", "1", "--json", answers: [RecordingScreen.read, "0.32"])
    #expect(sent.json["paid"]?.intValue == 32_000_000, "\(sent.err)")
    let outputs = sent.json["outputs"]?.arrayValue ?? []
    let payees = outputs.filter { $0["change"] == .bool(false) }
    #expect(payees.count == 2)
    var left = 50_000_000
    for output in outputs { left -= Int(output["amount"]?.intValue ?? 0) }
    #expect(sent.json["fee"]?.integerValue == Int64(left))
    // Sent again, there is no question, and it is said all the same.
    let again = await family.desk.run("broadcast", "1", "--yes")
    #expect(again.out.contains("0.12000000  \(Desk.elsewhere)"), "\(again.out)")
  }

  @Test func `the packet has all that signers of several keys need`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay()
    for input in packet.inputs {
      #expect(input.nonWitnessUTXO != nil && input.witnessScript != nil)
      #expect(input.bip32Derivations.count == 3)
    }
    #expect(packet.outputs.contains { $0.bip32Derivations.count == 3 && $0.witnessScript != nil })
  }

  @Test func `several files at once, and the late one changes nothing`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.3", "0.3")
    let packet = try await family.pay()
    let both = await family.desk.run(
      "collect", try family.file(packet, signedBy: 2), try family.file(packet, signedBy: 1),
      "--json")
    #expect(both.code == .done && both.json["complete"] == true, "\(both.err)")
    let late = await family.desk.run("collect", try family.file(packet, signedBy: 0), "--json")
    #expect(late.code == .done && late.json["txid"] == both.json["txid"])
    let third = late.json["signers"]?.arrayValue?.filter { $0["signed"] == true }.count
    #expect(third == 3)
  }

  @Test func `a wrong signature is named, a right one beside it is kept`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay()
    var bad = try SharedPayment.people[0].sign(packet)
    let stolen = try #require(bad.inputs[0].partialSigs.first).signature
    let bob = try SharedPayment.people[1].publicKey().compressed
    bad.updateInput(0) { $0.setPartialSig(Array(stolen), publicKey: bob) }
    let run = await family.desk.run("collect", try family.write(bad, named: "mixed"), "--json")
    #expect(run.code == .needsSignatures && run.json["new"] == 1)
    #expect(run.err.contains("left out: input 0: the signature of ["))
    #expect(run.json["rejected"]?[0]?["input"] == 0 && run.json["rejectedCount"] == 1)
    // Nothing but wrong ones is a failure, and nothing is kept.
    var worse = packet
    worse.updateInput(0) { $0.setPartialSig(Array(stolen), publicKey: bob) }
    let failed = await family.desk.fails(
      ["collect", try family.write(worse, named: "worse")], saying: "was really made by")
    #expect(failed.err.contains("no signature was accepted"))
    let status = await family.desk.run("payments", "--payment", "1", "--json").json
    #expect(status["missing"] == 1)
  }

  @Test func `an answer with ten thousand signatures of strangers is refused by its input`()
    async throws
  {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let signed = try SharedPayment.people[0].sign(try await family.pay())
    let flood = try signed.withForeignSignatures(9_900, ofInput: 0)
    let path = try family.write(flood, named: "flood")
    await family.desk.fails(
      ["collect", path],
      saying: "input 0 has 9901 signatures, but its coin has 3 keys; at most 23 are checked (R18)")
    let status = await family.desk.run("payments", "--payment", "1", "--json").json
    #expect(status["missing"] == 2)
  }

  @Test func `an answer that rewrites the way to the change is kept for its signature`()
    async throws
  {
    // As Electrum's cosigners that were made from an extended private key do.
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay()
    var theirs = try SharedPayment.people[0].sign(packet)
    let change = try #require(packet.outputs.firstIndex { !$0.bip32Derivations.isEmpty })
    let key = try SharedPayment.people[0].publicKey().compressed
    let elsewhere = KeyOrigin(fingerprint: Fingerprint(value: 7), path: .master)
    let way = PSBTField(
      type: PSBTOutputKey.bip32Derivation.rawValue, keyData: key, value: elsewhere.encoded()[...])
    theirs.updateOutput(change) { $0.setUnchecked(way) }
    let run = await family.desk.run("collect", try family.write(theirs, named: "answer"), "--json")
    #expect(run.code == .needsSignatures && run.json["new"] == 1, "\(run.err)")
    #expect(
      run.err.contains(
        "left out: PSBT_OUT_BIP32_DERIVATION of output \(change), which differs from"))
    #expect(run.json["leftOut"]?[0]?["field"]?.stringValue == "PSBT_OUT_BIP32_DERIVATION")
    #expect(run.json["leftOut"]?[0]?["added"] == .bool(false))
    // What goes to the next signer is what was sent, and the signature.
    let next = family.desk.path("next.psbt")
    await family.desk.run("payments", "--payment", "1", "--out", next)
    let passed = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: next))))
    #expect(passed.outputs.map(\.map) == packet.outputs.map(\.map))
    #expect(passed.inputs[0].partialSigs.count == 1)
  }

  @Test func `another version of a payment is told apart in words`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay()
    var transaction = packet.unsignedTransaction
    let spent = "0.12000000 BTC to \(Desk.elsewhere)"
    for index in transaction.outputs.indices where transaction.outputs[index].rawValue == 12_000_000
    {
      transaction.outputs[index].rawValue = 13_000_000
    }
    transaction.inputs[0].sequence = 0xffff_ffff
    let other = try family.write(Creator(transaction).created(), named: "other")
    let run = await family.desk.fails(["collect", other], saying: "another version of it")
    #expect(run.err.contains("it pays 0.13000000 BTC to \(Desk.elsewhere)"))
    #expect(run.err.contains("it does not pay \(spent)"))
    #expect(run.err.contains("is ffffffff, in payment 1 fffffffd"))
    // Both at once.
    let both = await family.desk.fails(
      ["collect", try family.file(packet, signedBy: 0), other], saying: "different payments")
    #expect(both.err.contains("versions of one payment"))
    #expect(await family.desk.run("payments", "--payment", "1", "--json").json["missing"] == 2)
  }

  @Test(arguments: forms)
  func `a payment begun elsewhere is shown, kept and finished`(form: String) async throws {
    let family = try await Family(form, "0.5")
    let other = try await Family(seeing: family)
    let packet = try await family.pay()
    // Only the bare transaction and a signature: everything else is known here.
    var bare = try Creator(packet.unsignedTransaction).created()
    let signed = try SharedPayment.people[2].sign(packet)
    for (index, input) in signed.inputs.enumerated() {
      bare.updateInput(index) { map in
        for field in input.map.fields where Collector.isSignature(field.type) {
          map.setUnchecked(field)
        }
      }
    }
    let file = try other.write(bare, named: "from-elsewhere")
    await other.desk.fails(["collect", file], saying: "no terminal")
    #expect(await other.desk.run("payments", "--json").json == [])
    let refused = await other.desk.run("collect", file, answers: ["no"])
    #expect(refused.err.contains("Signed by    key "), "\(refused.err)")
    #expect(refused.code == .failed)
    // The question repeats the totals, and what it asks about stands before it on the terminal, whole.
    let hidden = await other.desk.execute(["collect", file], answers: ["no"], talkIsSeen: false)
    #expect(hidden.terminal.contains("Payment from family on regtest"), "\(hidden.terminal)")
    let totals = "0.12000000 BTC to \(Desk.elsewhere), fee "
    #expect(hidden.terminal.contains(totals), "\(hidden.terminal)")
    #expect(await other.desk.run("balance", "family", "--json").json["locked"] == 0)
    let kept = await other.desk.run("collect", file, "--json", "--yes")
    #expect(kept.code == .needsSignatures && kept.json["adopted"] == true, "\(kept.err)")
    #expect(kept.err.contains("Payment from family on regtest"))
    #expect(kept.err.contains("0.12000000 BTC"))
    // What came signed is shown as signed, before anybody agrees.
    #expect(kept.err.contains("Signed by    key "), "\(kept.err)")
    #expect(kept.err.contains("Then missing 1 more of: "), "\(kept.err)")
    #expect(kept.json["missing"] == 1)
    let words = try #require(kept.json["words"]?.stringValue)
    #expect(kept.err.contains("Words        \(words) (compare with each signer)"))
    // Its coins are held now, and what it wrote for the next signer has everything.
    #expect(
      await other.desk.run("balance", "family", "--json").json["locked"]?.intValue == 50_000_000)
    let next = other.desk.path("next.psbt")
    #expect(await other.desk.run("payments", "--payment", "1", "--out", next).code == .done)
    let passed = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: next))))
    let final = try SharedPayment.people[0].sign(passed)
    let done = await other.desk.run("collect", try other.write(final, named: "final"), "--json")
    #expect(done.code == .done, "\(done.err)")
    let sent = await other.desk.run("broadcast", "1", "--yes")
    #expect(sent.code == .done)
    #expect(sent.err.contains("0.12000000  \(Desk.elsewhere)"), "\(sent.err)")
    let line = "Words: \(words) (compare with each signer)"
    #expect(sent.err.contains(line), "\(sent.err)")
    #expect(await other.desk.run("payments", "--payment", "1").out.contains("\n  \(line)\n"))
    #expect(sent.err.contains("back to family"))
  }

  @Test func `a payload goes out, comes back and is finished`() async throws {
    let family = try await Family("sh(multi(2,%))", "0.2", "0.2")
    let file = family.desk.path("club.txt")
    let built = await family.desk.run(
      "pay", "family", "--to", "\(Desk.elsewhere)=0.3", "--fee-rate", "5", "--as", "multisig",
      "--out", file, "--json")
    #expect(built.code == .done, "\(built.err)")
    let previous = family.desk.path("club-previous.txt")
    #expect(built.json["previous"]?.stringValue == previous)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let payload = try MultisigPayload(parsing: text)
    #expect(payload.transaction.inputs.count == 2 && payload.signatures.isEmpty)
    let lines = try String(contentsOfFile: previous, encoding: .utf8).split(separator: "\n")
    let made = try lines.map { try Transaction(decoding: Hex.decode(String($0))) }
    #expect(Set(made.map(\.txid)) == Set(payload.transaction.inputs.map(\.previousOutput.txid)))
    // Carol passes the payload to Alice, who has a signer that reads PSBTs.
    let whole = try payload.psbt(previousTransactions: made)
    func signed(_ person: Int) throws -> MultisigPayload {
      let key = try SharedPayment.people[person].publicKey().compressed
      var packet = whole
      for index in packet.inputs.indices {
        packet.updateInput(index) {
          $0.setBIP32Derivation(
            publicKey: key, origin: KeyOrigin(fingerprint: .zero, path: .master))
        }
      }
      return try MultisigPayload(try SharedPayment.people[person].sign(packet))
    }
    let carol = try family.desk.write(signed(2).text + "\n", to: "carol.txt")
    let first = await family.desk.run("collect", carol, previous, "--json")
    #expect(first.code == .needsSignatures && first.json["missing"] == 1, "\(first.err)")
    let next = family.desk.path("next.txt")
    let passed = await family.desk.run(
      "payments", "--payment", "1", "--out", next, "--as", "multisig")
    #expect(passed.code == .done, "\(passed.err)")
    // What it spends goes with it, as it did the first time.
    let beside = family.desk.path("next-previous.txt")
    #expect(passed.out.contains("The transactions it spends, for the signers: \(beside)"))
    #expect(
      try String(contentsOfFile: beside, encoding: .utf8)
        == String(contentsOfFile: previous, encoding: .utf8))
    let elsewhere = family.desk.path("elsewhere.txt")
    let again = await family.desk.run(
      "payments", "--payment", "1", "--out", "-", "--as", "multisig", "--previous", elsewhere)
    #expect(again.code == .done && FileManager.default.fileExists(atPath: elsewhere))
    let bare = await family.desk.run(
      "payments", "--payment", "1", "--out", "-", "--as", "multisig")
    #expect(bare.out.hasPrefix("multisig:{") && bare.err.contains("cannot know the fee"))
    #expect(
      try MultisigPayload(parsing: String(contentsOfFile: next, encoding: .utf8)).signatures.keys
        .sorted() == [2])
    let last = await family.desk.run(
      "collect", try family.desk.write(signed(0).text, to: "alice.txt"), "--json")
    #expect(last.code == .done && last.json["complete"] == true, "\(last.err)")
    #expect(await family.desk.run("broadcast", "1", "--yes").code == .done)
  }

  @Test func `a payload begun elsewhere is adopted, with its transactions given or not`()
    async throws
  {
    let family = try await Family("sh(multi(2,%))", "0.5")
    let packet = try SharedPayment.people[1].sign(try await family.pay())
    for withPrevious in [true, false] {
      let other = try await Family(seeing: family)
      let payload = try other.desk.write(MultisigPayload(packet).text, to: "payload.txt")
      let previous = try other.desk.write(
        Hex.encode(try #require(packet.inputs[0].nonWitnessUTXO).bytes) + "\n", to: "previous.txt")
      let run = await other.desk.execute(
        ["collect", payload, "--json", "--yes"] + (withPrevious ? [previous] : []))
      #expect(run.code == .needsSignatures && run.json["adopted"] == true, "\(run.err)")
      #expect(run.json["missing"] == 1)
    }
  }

  @Test func `a payment begun elsewhere with wrong signatures alone is not kept`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let other = try await Family(seeing: family)
    let packet = try await family.pay()
    let alice = try SharedPayment.people[0].sign(packet)
    let stolen = try #require(alice.inputs[0].partialSigs.first).signature
    var wrong = packet
    let bob = try SharedPayment.people[1].publicKey().compressed
    wrong.updateInput(0) { $0.setPartialSig(Array(stolen), publicKey: bob) }
    let file = try other.write(wrong, named: "wrong")
    await other.desk.fails(["collect", file, "--yes"], saying: "no signature was accepted")
    #expect(await other.desk.run("payments", "--json").json == [])
  }

  @Test func `only legacy wallets of one script are paid from as a payload`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let out = family.desk.path("x.txt")
    await family.desk.fails(
      [
        "pay", "family", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--as", "multisig",
        "--out", out,
      ], saying: "multisig payload")
    // It was not kept, its coins are free.
    #expect(
      await family.desk.run("balance", "family", "--json").json["spendable"]?.intValue
        == 50_000_000)
    await family.desk.fails(
      [
        "pay", "family", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--previous",
        "p.txt", "--out", out,
      ], code: .wrongUsage)
  }

  @Test func `what cannot be adopted is refused with the reason`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let other = try await Family(seeing: family)
    let packet = try await family.pay()
    let transaction = packet.unsignedTransaction
    func refused(_ change: (inout Transaction) throws -> Void, saying: String) async throws {
      var changed = transaction
      try change(&changed)
      let file = try other.write(Creator(changed).created(), named: "changed")
      await other.desk.fails(["collect", file, "--yes"], saying: saying)
      #expect(await other.desk.run("payments", "--json").json == [])
    }
    let nowhere = OutPoint(txid: Txid(.zero), vout: 1)
    try await refused(
      { $0.inputs = [TxIn(previousOutput: nowhere)] }, saying: "no coin that is known here")
    try await refused(
      { $0.inputs.append(TxIn(previousOutput: nowhere)) }, saying: "does not belong to family")
    // A fee of more than a quarter of the inputs.
    try await refused({ $0.outputs = [$0.outputs[0]] }, saying: "R04")
    // More than comes in.
    try await refused({ $0.outputs[0].rawValue = 60_000_000 }, saying: "R03")
    // A warning is acknowledged by its rule, never by --yes.
    try await refused({ $0.version = 7 }, saying: "R16")
    var odd = transaction
    odd.version = 7
    let file = try other.write(Creator(odd).created(), named: "odd")
    let accepted = await other.desk.run("collect", file, "--yes", "--accept", "R16")
    #expect(accepted.code == .needsSignatures, "\(accepted.err)")
  }

  @Test func `a nonce of an earlier payment is found`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    /// Signed by Alice with one nonce for everything.
    func signed(_ packet: PSBT, nonce: UInt8) throws -> PSBT {
      let alice = SharedPayment.people[0]
      let script = try #require(packet.inputs[0].witnessScript)
      let coin = try #require(packet.claimedOutput(ofInput: 0))
      let digest = try SighashCache(packet.unsignedTransaction, spentOutputs: [coin])
        .segwitV0(input: 0, scriptCode: script, amount: coin.rawValue, type: .all)
      let signature = try ChosenNonce.signature(
        of: digest, by: ChosenNonce.number(alice.number), nonce: ChosenNonce.number(nonce))
      let key = try alice.publicKey().compressed
      var packet = packet
      packet.updateInput(0) { $0.setPartialSig(signature, publicKey: key) }
      return packet
    }
    let first = try family.write(signed(try await family.pay(), nonce: 9), named: "first")
    #expect(await family.desk.run("collect", first).code == .needsSignatures)
    await family.desk.run("cancel", "1", "--yes")
    // Another transaction for certain: the same one in the same order would have the same signature.
    let packet = try await family.pay("--fee-rate", "6")
    let again = try family.write(signed(packet, nonce: 9), named: "again")
    await family.desk.fails(
      ["collect", again], saying: "of payment 1: anybody can compute the private key")
    let other = try family.write(signed(packet, nonce: 10), named: "other")
    #expect(await family.desk.run("collect", other).code == .needsSignatures)
  }

  @Test func `the options of payments belong together`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    for wrong in [
      ["payments", "--out", "x.psbt"], ["payments", "--as", "base64"],
      ["payments", "--payment", "1", "--previous", "x.txt"],
      ["payments", "family", "--payment", "1"], ["payments", "--payment", "0"],
    ] { await family.desk.fails(wrong, code: .wrongUsage) }
    await family.desk.fails(["payments", "--payment", "9"], saying: "no payment 9")
  }
}
