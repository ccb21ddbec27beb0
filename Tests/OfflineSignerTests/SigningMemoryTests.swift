import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import RecordingScreens
import ScriptVerification
import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import PaymentSigning
@testable import SignerHome

/// What is remembered of payments that were signed: coins, recipients, amounts, indices, locks.
@Suite struct `What the signer remembers` {
  @Test func `the same payment out of another coin is said, with the day and txid of the first`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let out = desk.path("signed.psbt")
    let sign = { (fixture: PaymentFixture, options: [String]) in
      desk.run(
        ["sign", try desk.write(fixture.psbt(from: descriptor)), "--out", out, "--force", "--yes"]
          + ["--json"] + options)
    }
    let first = try sign(PaymentFixture(), [])
    #expect(first.code == .done, "\(first.err)")
    let txid = try #require(first.json["txid"]?.stringValue)
    // The very same transaction once more is not a second payment.
    #expect(try sign(PaymentFixture(), []).code == .done)
    let again = try sign(PaymentFixture(coinIndex: 4), [])
    #expect(again.code == .failed && again.err.contains("R33"), "\(again.err)")
    #expect(again.err.contains("2027-01-15") && again.err.contains(txid), "\(again.err)")
    let review = desk.run("review", desk.path("unsigned.psbt"), "--json")
    let match = review.json["signedBefore"]?[0]
    #expect(match?["kind"]?.stringValue == "same-payee" && match?["txid"]?.stringValue == txid)
    // Another amount, or another recipient, is another payment.
    #expect(try sign(PaymentFixture(payment: 20_000_000, coinIndex: 4), []).code == .done)
    #expect(try sign(PaymentFixture(coinIndex: 5), ["--accept", "R33"]).code == .done)
  }

  @Test
  func `a coin signed away is signed away again for fee and change alone, else with a warning`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let sign = { (fixture: PaymentFixture, options: [String]) in
      desk.run(
        [
          "sign", try desk.write(fixture.psbt(from: descriptor)), "--out",
          desk.path("signed.psbt"), "--force", "--yes", "--json",
        ] + options)
    }
    #expect(try sign(PaymentFixture(), []).code == .done)
    let bump = try sign(PaymentFixture(fee: 5_000), [])
    let said = bump.err.split { $0.isWhitespace }.joined(separator: " ")
    #expect(bump.code == .done && said.contains("it replaces the payment signed on"), "\(said)")
    #expect(said.contains("; only the fee changed: +4000 sat (R33)"), "\(said)")
    let elsewhere = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry"
    for other in [PaymentFixture(payment: 12_000_001), PaymentFixture(destination: elsewhere)] {
      // Neither the last question's answer nor the rule's name, which covers a line entered twice.
      let ran = try sign(other, ["--accept", "R33"])
      #expect(
        ran.code == .failed
          && ran.err.unwrapped.contains("already spent in a payment signed on 2027-01-15 ("),
        "\(ran.err)")
      #expect(ran.err.contains("you must type: replace the payment of 2027-01-15"), "\(ran.err)")
      // Against the latest, whose fee was 5000 sat.
      let said = ran.err.split { $0.isWhitespace }.joined(separator: " ")
      #expect(said.contains("the fee is 4000 sat lower"), "\(said)")
      let isNew = said.contains("output 0 is new: 0.12000000 BTC to \(elsewhere)")
      let isOther = said.contains("output 0 pays 0.12000001 BTC instead of 0.12000000 BTC")
      #expect(isNew == (other.destination == elsewhere) && isOther != isNew, "\(said)")
    }
    func typed(_ answer: String) throws -> Desk.Run {
      desk.run(
        "sign", desk.path("unsigned.psbt"), "--out", desk.path("typed.psbt"), "--yes", "--force",
        answers: [answer])
    }
    for wrong in ["R33", "replace", "replace the payment of 2027-01-14"] {
      #expect(try typed(wrong).code == .failed)
    }
    let ran = try typed("replace the payment of 2027-01-15")
    #expect(ran.code == .done, "\(ran.err)")
    let log = desk.run("log", "--last", "1", "--json")
    #expect(log.json[0]?["accepted"]?.arrayValue == [.string("replace")], "\(log.out)")
    #expect(try sign(PaymentFixture(payment: 12_000_003), ["--accept", "replace"]).code == .done)
    // Each spends the same coin: only of the last one it is open whether it was sent.
    let since = desk.run("log", "--json").json.arrayValue?.map { $0["since"]?.stringValue }
    #expect(since == ["replaced", "replaced", "replaced", "open"])
    let open = desk.run("log", "list", "--open")
    #expect(open.out.contains("open") && !open.out.contains("replaced"), "\(open.out)")
    #expect(desk.run("log", "--open", "--json").json.arrayValue?.count == 1)
  }

  @Test func `more than a log remembers of others does not make it forget which coins were ours`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let indices: [UInt32] = [150_000, 160_000]
    func sign(showing shown: Int) throws -> Desk.Run {
      desk.run(
        "sign", try desk.write(halfShown(shown, at: indices, of: descriptor)), "--out",
        desk.path("a.psbt"), "--force", "--yes", "--accept", "R12", "--accept", "R33")
    }
    #expect(try sign(showing: 0).code == .done)
    try Self.crowdOut(of: desk)
    let second = try sign(showing: 1)
    #expect(second.code == .failed, "\(second.err)")
    #expect(
      second.err.contains("input 0 spends a coin of ours, which this signer signed for on"),
      "\(second.err)")
    let log = desk.run("log", "--json")
    #expect(log.json[0]?["remembered"]?.boolValue == false, "\(log.out)")
    #expect(log.json[0]?["coinsRemembered"]?.boolValue == true && !log.err.contains("(R12)"))
    #expect(log.err.contains("The recipients of 3 payments"), "\(log.err)")
  }

  @Test func `a coin of a payment whose recipients were forgotten is still known to be signed for`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    func sign(_ fixture: PaymentFixture) throws -> Desk.Run {
      desk.run(
        "sign", try desk.write(fixture.psbt(from: descriptor)), "--out", desk.path("a.psbt"),
        "--yes",
        "--force")
    }
    #expect(try sign(PaymentFixture()).code == .done)
    try Self.crowdOut(of: desk)
    // The very same once more is not asked about; anything else with that coin is, because it may
    // be anything.
    #expect(try sign(PaymentFixture()).code == .done)
    try Self.crowdOut(of: desk)
    let other = try sign(PaymentFixture(fee: 5_000))
    #expect(
      other.code == .failed && other.err.unwrapped.contains("already spent in a payment"),
      "\(other.err)")
    #expect(other.err.contains("recipients are no longer remembered"), "\(other.err)")
  }

  /// Lets a log remember as many coins and recipients of other payments as it does at most.
  private static func crowdOut(of desk: Desk) throws {
    var passphrase = Array(Desk.passphrase.utf8)
    var vault = try Vault.open(
      in: desk.path("home"), passphrase: SecretBytes(moving: &passphrase),
      minimum: KDFParameters(unchecked: 4, r: 1, p: 1),
      // A program that another test starts at this moment has the lock of the run before until it is that program.
      waiting: 60_000)
    var contents = vault.contents
    for round in 0..<12 {
      contents.appendToLog(
        SigningRecord(
          time: 1_800_000_000 + Int64(round), wallet: "w", txid: .zero, sent: 1, fee: 1,
          lockTime: 0,
          accepted: [],
          unsignedTxid: Bytes32([UInt8](repeating: UInt8(round + 1), count: 32)) ?? .zero,
          spent: (0..<10_000).map { CoinKey(txid: .zero, vout: UInt32($0)) },
          own: (0..<10_000).map { $0 == 0 }))
    }
    try vault.save(contents)
  }

  @Test func `a coin far out does not make change far out ordinary`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    // Anybody may pay to any index; spending such a coin stays possible and warns of nothing.
    let lure = PaymentFixture(coinBranch: 1, coinIndex: 900_000)
    let spent = desk.run(
      "sign", try desk.write(lure.psbt(from: descriptor)), "--out", desk.path("a.psbt"), "--yes")
    #expect(spent.code == .done, "\(spent.err)")
    let far = PaymentFixture(changeIndex: 899_000)
    let review = desk.run("review", try desk.write(far.psbt(from: descriptor)), "--json")
    #expect(review.json["warnings"]?[0]?["rule"]?.stringValue == "R07")
  }

  /// Two coins of one account in one payment, with the way to the key of one of them only.
  private func halfShown(
    _ shown: Int, at indices: [UInt32], of descriptor: Descriptor
  ) throws -> PSBT {
    let coins = try indices.map { index in
      Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: index))],
        outputs: [
          TxOut(
            rawValue: 500_000_000,
            scriptPubKey: try descriptor.derived(branch: 0, index: index).scriptPubKey)
        ])
    }
    let stranger = try Address(
      parsing: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", on: .regtest)
    let transaction = Transaction(
      inputs: coins.map { TxIn(previousOutput: OutPoint(txid: $0.txid, vout: 0)) },
      outputs: [
        TxOut(
          rawValue: 500_000_000,
          scriptPubKey: try descriptor.derived(branch: 1, index: 0).scriptPubKey),
        TxOut(rawValue: 499_997_000, scriptPubKey: stranger.script),
      ])
    var updater = Updater(try Creator(transaction).created())
    for (number, coin) in coins.enumerated() {
      try updater.addPreviousTransaction(coin.encoded(), toInput: number)
    }
    try updater.add(descriptor, branch: 0, index: indices[shown], toInput: shown)
    try updater.add(descriptor, branch: 1, index: 0, toOutput: 0)
    return updater.psbt
  }

  // Each round shows half of our coins and calls the rest somebody else's: together they take it all.
  @Test(arguments: ["wpkh", "tr", "pkh"])
  func `a coin that was signed for as ours is never taken for somebody else's`(
    script: String
  ) throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account(script)
    // Farther out than anything is looked for.
    let indices: [UInt32] = [150_000, 160_000]
    func sign(showing shown: Int) throws -> Desk.Run {
      desk.run(
        "sign", try desk.write(halfShown(shown, at: indices, of: descriptor)), "--out",
        desk.path("a.psbt"), "--force", "--yes", "--accept", "R12", "--accept", "R33")
    }
    let first = try sign(showing: 0)
    #expect(first.code == .done && first.err.contains("input 1 is not ours"), "\(first.err)")
    let second = try sign(showing: 1)
    #expect(second.code == .failed, "\(second.err)")
    #expect(second.err.contains("input 0 spends a coin of ours, which this signer signed for on"))
    // With both shown it is what it is.
    let whole = desk.run(
      "review", try desk.write(halfShown(1, at: [1, 2], of: descriptor)), "--json")
    #expect(whole.json["leaving"]?.intValue == 499_997_000, "\(whole.out)")
  }

  @Test func `without a vault a payment with inputs of others says that nothing is remembered`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let wallet = try desk.write(descriptor.canonical, to: "wallet.txt")
    let bare = try Desk()
    let sentence = "this signing uses no vault, so nothing remembers what was signed before"
    func sign(_ psbt: PSBT, _ options: [String], answers: [String]? = nil) throws -> Desk.Run {
      bare.run(
        [
          "sign", try desk.write(psbt), "--seed", desk.path("words.txt"), "--wallet", wallet,
          "--network", "regtest", "--out", bare.path("signed.psbt"), "--force", "--accept",
          "wallet",
        ] + options, answers: answers, passphrase: nil)
    }
    let half = try halfShown(0, at: [150_000, 160_000], of: descriptor)
    let unasked = try sign(half, ["--yes"])
    #expect(unasked.code == .failed && unasked.err.unwrapped.contains(sentence), "\(unasked.err)")
    // It is acknowledged on its own, beside what is said of the input itself.
    for rules in [["--accept", "R07"], ["--accept", "R07", "--accept", "R12"]] {
      let once = try sign(half, rules, answers: ["R12"])
      #expect(
        once.code == .failed && once.err.contains("not acknowledged: \(sentence)"), "\(once.err)")
      #expect(once.err.contains("--accept no-vault"), "\(once.err)")
    }
    let told = "coins shown as other people's may be mine"
    let asked = try sign(half, ["--accept", "R07"], answers: ["no"])
    #expect(asked.err.contains("not acknowledged: input 1 is not ours"), "\(asked.err)")
    let said = try sign(half, ["--yes", "--accept", "R12", "--accept", "R07"], answers: [told])
    #expect(said.code == .done, "\(said.err)")
    let taken = try sign(
      half, ["--yes", "--accept", "R12", "--accept", "R07", "--accept", "no-vault"])
    #expect(taken.code == .done, "\(taken.err)")
    // Not where every input is ours, and not where a vault remembers.
    let ours = try sign(PaymentFixture().psbt(from: descriptor), ["--yes"])
    #expect(ours.code == .done && !ours.err.contains(sentence), "\(ours.err)")
    let vault = desk.run("review", try desk.write(half))
    #expect(vault.out.contains("input 1 is not ours") && !vault.out.contains(sentence))
  }

  // A busy wallet that was brought back from its sheet knows no index yet.
  @Test(arguments: [21, 500, 979, 1_500, 7_000, 12_000] as [UInt32])
  func `our own coin without a derivation is found from the first index on`(index: UInt32) throws {
    let desk = try Desk.withSeed()
    desk.farKeys = SignerEnvironment.system.farKeys
    let descriptor = try desk.account()
    for script in ["pkh", "tr", "sh-wpkh"] { _ = try desk.account(script) }
    let review = desk.run(
      "review", try desk.write(halfShown(0, at: [3, index], of: descriptor)), "--json")
    #expect(review.json["leaving"]?.intValue == 499_997_000, "\(review.out)")
  }

  @Test func `change does not creep out by steps that are each too small for a warning`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    func sign(_ index: UInt32, _ number: UInt32, _ options: [String] = []) throws -> Desk.Run {
      var payment = PaymentFixture(changeIndex: index)
      payment.coinIndex = number
      return desk.run(
        [
          "sign", try desk.write(payment.psbt(from: descriptor)), "--out", desk.path("a.psbt"),
          "--yes", "--force", "--accept", "R33",
        ] + options)
    }
    #expect(try sign(999, 0).code == .done)
    let second = try sign(1_999, 1)
    #expect(second.code == .failed, "\(second.err)")
    #expect(second.err.contains("the highest known is 19"), "\(second.err)")
    // What somebody acknowledged is known from then on.
    #expect(try sign(1_999, 2, ["--accept", "R07"]).code == .done)
    #expect(try sign(2_100, 3).code == .done)
  }

  @Test func `a taproot amount accepted beside another signature is remembered as a claim`() throws
  {
    let desk = try Desk.withSeed()
    let (wpkh, tr) = (try desk.account("wpkh"), try desk.account("tr"))
    let set = desk.run(
      "vault", "settings", "unproven-amounts", "1", answers: ["unproven-amounts"])
    #expect(set.code == .done, "\(set.err)")
    func packet(claiming amount: Int64) throws -> String {
      let proved = Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
        outputs: [
          TxOut(
            rawValue: 10_000_000, scriptPubKey: try wpkh.derived(branch: 0, index: 0).scriptPubKey)
        ])
      let claimed = OutPoint(txid: proved.txid, vout: 1)
      let script = try tr.derived(branch: 0, index: 0).scriptPubKey
      let transaction = Transaction(
        inputs: [
          TxIn(previousOutput: OutPoint(txid: proved.txid, vout: 0)),
          TxIn(previousOutput: claimed),
        ], outputs: [TxOut(rawValue: 19_990_000, scriptPubKey: script)])
      var updater = Updater(try Creator(transaction).created())
      try updater.addPreviousTransaction(proved.encoded(), toInput: 0)
      try updater.addCoin(TxOut(rawValue: amount, scriptPubKey: script), toInput: 1)
      try updater.add(wpkh, branch: 0, index: 0, toInput: 0)
      try updater.add(tr, branch: 0, index: 0, toInput: 1)
      return try desk.write(updater.psbt)
    }
    let signed = desk.run(
      "sign", try packet(claiming: 10_000_000), "--out", desk.path("a.psbt"), "--yes", "--accept",
      "R01")
    #expect(signed.code == .done, "\(signed.err)")
    let review = desk.run("review", try packet(claiming: 10_000_001), "--json")
    #expect(review.json["refusals"]?[0]?["rule"]?.stringValue == "R02", "\(review.out)")
    // The review is shown whole, and the exit code says what `sign` would.
    #expect(review.code == .failed)
    #expect(review.err.contains("error: refused: ") && review.err.contains("(R02)"))
    #expect(review.err.contains("hint: "))
    let text = desk.run("review", try packet(claiming: 10_000_001))
    #expect(text.code == .failed)
    #expect(text.out.contains("REFUSED") || text.out.contains("R02"))
  }

  @Test func `an unproven nested amount is acknowledged each time and remembered`() throws {
    let desk = try Desk.withSeed()
    let nested = try desk.account("sh-wpkh")
    let set = desk.run(
      "vault", "settings", "unproven-amounts", "1", answers: ["unproven-amounts"])
    #expect(set.code == .done, "\(set.err)")
    func packet(claiming amount: Int64) throws -> String {
      let script = try nested.derived(branch: 0, index: 0).scriptPubKey
      let transaction = Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 4))],
        outputs: [TxOut(rawValue: 9_990_000, scriptPubKey: script)])
      var updater = Updater(try Creator(transaction).created())
      try updater.addCoin(TxOut(rawValue: amount, scriptPubKey: script), toInput: 0)
      try updater.add(nested, branch: 0, index: 0, toInput: 0)
      return try desk.write(updater.psbt)
    }
    let sign = { (packet: String, options: [String]) in
      desk.run(["sign", packet, "--out", desk.path("a.psbt"), "--yes", "--force"] + options)
    }
    let asked = sign(try packet(claiming: 10_000_000), [])
    #expect(
      asked.code == .failed && asked.err.contains("not acknowledged: ")
        && asked.err.contains("(R01)"), "\(asked.err)")
    let signed = sign(try packet(claiming: 10_000_000), ["--accept", "R01"])
    #expect(signed.code == .done, "\(signed.err)")
    // Each time anew, and what was claimed once stays claimed.
    #expect(sign(try packet(claiming: 10_000_000), []).code == .failed)
    let lie = sign(try packet(claiming: 10_000_001), ["--accept", "R01"])
    #expect(lie.code == .failed && lie.err.contains("R02"), "\(lie.err)")
  }

  @Test func `somebody else's long scripts do not fill the vault`() throws {
    let desk = try Desk.withSeed()
    var psbt = try PaymentFixture().psbt(from: desk.account())
    let long = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 2))],
      outputs: [
        TxOut(
          rawValue: 1_000, scriptPubKey: Script([UInt8](repeating: 0x51, count: 100_000)))
      ])
    var transaction = psbt.unsignedTransaction
    transaction.inputs.append(TxIn(previousOutput: OutPoint(txid: long.txid, vout: 0)))
    var updater = Updater(try Creator(transaction).created())
    let previous = try #require(psbt.inputs[0].nonWitnessUTXO)
    try updater.addPreviousTransaction(Array(previous.bytes), toInput: 0)
    try updater.addPreviousTransaction(long.encoded(), toInput: 1)
    psbt = updater.psbt
    let ran = desk.run(
      "sign", try desk.write(psbt), "--out", desk.path("a.psbt"), "--yes", "--accept", "R12")
    #expect(ran.code == .done, "\(ran.err)")
    let size = try FileManager.default.attributesOfItem(atPath: desk.path("home/vault"))[.size]
    #expect((size as? Int).map { $0 < 50_000 } == true)
  }

  @Test func `locks creep no farther by small steps, nor by one without effect`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    try desk.allowUnattended()
    let descriptor = try desk.account()
    let now: Int64 = 1_713_571_767
    var payment = PaymentFixture(
      destination: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", network: .mainnet)
    func warnings(_ height: UInt32) throws -> JSONValue? {
      payment.lockTime = LockTime(rawValue: height)
      let packet = try desk.write(payment.psbt(from: descriptor))
      return desk.run("review", packet, "--json", now: now).json["warnings"]
    }
    func sign(_ options: String...) throws {
      let packet = try desk.write(payment.psbt(from: descriptor))
      let ran = desk.run(
        ["sign", packet, "--out", desk.path("s.psbt"), "--force", "--yes"] + options, now: now)
      try #require(ran.code == .done, "\(ran.err)")
    }
    #expect(try warnings(842_016) == .array([]))
    try sign()
    #expect(try warnings(842_016) == .array([]))
    #expect(try warnings(842_017) != .array([]))

    payment.sequence = TxIn.finalSequence
    #expect(try warnings(499_999_998) != .array([]))
    try sign("--accept", "R16")
    payment.sequence = 0xffff_fffd
    #expect(try warnings(900_000) != .array([]))

    // A height that was acknowledged is ordinary from then on, and not one block more.
    #expect(try warnings(850_000) != .array([]))
    try sign("--accept", "R16")
    #expect(try warnings(850_000) == .array([]))
    #expect(try warnings(850_001) != .array([]))
  }

  @Test func `an amount that was proved once needs no second proof`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let bare = PaymentFixture(fee: 2_000, withPrevious: false)
    let second = try desk.write(bare.psbt(from: descriptor), to: "second.psbt")
    let refused = desk.run("sign", second, "--out", desk.path("s2.psbt"), "--yes")
    #expect(refused.code == .failed)
    #expect(refused.err.contains("R01"))
    let first = try desk.write(PaymentFixture().psbt(from: descriptor))
    #expect(desk.run("sign", first, "--out", desk.path("s1.psbt"), "--yes").code == .done)
    let now = desk.run("sign", second, "--out", desk.path("s2.psbt"), "--yes")
    #expect(now.code == .done, "\(now.err)")
  }
}
