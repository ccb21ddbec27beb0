import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Refusals
import ReviewFixtures
import Secp256k1
import TestSupport
import Testing

@testable import TransactionReview

@Suite struct ReviewTests {
  @Test func `whether money is real is asked of the network, and not by its name`() throws {
    var scene = try HonestPayment.scene()
    scene.machine.network = .otherMoney
    scene.machine.wallets = [try Accounts.wallet(.wpkh, on: .otherMoney)]
    scene.draft.lockTime = LockTime(rawValue: 850_000)
    let review = try scene.review()
    #expect(review.facts.couldSpendRealCoins)
    let text = ReviewText(review).text
    #expect(!text.contains("REHEARSAL") && text.contains("on othermoney"))
    // Nobody knows the height of a chain without a clock: there every height warns.
    scene.machine.estimatedHeight = nil
    #expect(try scene.review().warnings.contains { $0.rule == .r16 })
    scene.machine.network = .testnet4
    #expect(try !scene.review().warnings.contains { $0.rule == .r16 })
  }

  @Test
  func `a claim under another seed's fingerprint leads to no wallet, though the key is right`()
    throws
  {
    var scene = try HonestPayment.scene()
    let other = Fingerprint(value: 0x0102_0304)
    scene.machine.fingerprints.insert(other)
    let key = try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey.compressed
    let origin = KeyOrigin(
      fingerprint: other, path: try DerivationPath(parsing: "m/84h/0h/0h/0/2"))
    #expect(try scene.review().facts.inputs[0].place != nil)
    scene.draft.coins[0].set(.bip32Derivation, key, origin.encoded())
    let review = try scene.review()
    #expect(review.facts.inputs[0].place == nil)
    #expect(!review.refusals.isEmpty && !review.signableInputs.contains(0))
  }

  @Test func `own outputs without a derivation are found, at indices of the inputs and at others`()
    throws
  {
    // Known are index 4 of branch 0 and 2 of branch 1, so 24 and 22 are the last that are looked up.
    let places: [(branch: Int, index: UInt32, isFound: Bool)] = [
      (0, 2, true), (1, 1, true),  // the inputs' own
      (0, 0, true), (0, 24, true), (1, 22, true), (0, 25, false), (1, 23, false),
    ]
    for script in [StandardAccount.wpkh, .tr] {
      var scene = try HonestPayment.scene(script)
      scene.draft.payments = try places.map { place in
        var payment = try HonestPayment.change(
          script, branch: place.branch, index: place.index, satoshis: 200_000)
        payment.fields = []
        return payment
      }
      for (output, place) in zip(try scene.review().facts.outputs, places) {
        #expect(output.place?.branch == (place.isFound ? place.branch : nil))
        #expect(output.place?.index == (place.isFound ? place.index : nil))
        #expect(output.isOurs == place.isFound)
      }
    }
  }

  @Test func `a coin spent twice is found behind a hundred others`() throws {
    var scene = try HonestPayment.scene()
    for index: UInt32 in 10..<310 {
      scene.draft.coins.append(
        try HonestPayment.coin(.wpkh, branch: 0, index: index, satoshis: 10_000))
    }
    scene.draft.payments[0].output.rawValue += 290 * 10_000
    #expect(try scene.review().refusals.isEmpty)
    scene.draft.coins.append(scene.draft.coins[299])
    let refusals = try scene.review().refusals
    #expect(refusals.map(\.rule) == [.r05])
    #expect(refusals[0].message.hasPrefix("inputs 299 and 302 "))
  }

  @Test func `text in an output never stands where an address or an amount does`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r15-data-that-looks-like-an-output" })
    let lines = ReviewText(try flaw.scene().review()).text.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("       text ") })
    let end = try #require(lines[start...].firstIndex { $0.hasPrefix("    1 ") })
    #expect(end - start > 1)
    #expect(lines[(start + 1)..<end].allSatisfy { $0.hasPrefix("       | ") })
  }

  @Test func `a negative version locks and says so`() throws {
    for (version, words) in [(-1 as Int32, "cannot confirm before"), (1, "has no effect")] {
      var scene = try HonestPayment.scene()
      scene.draft.version = version
      scene.draft.coins[0].input.sequence = 144
      #expect(
        try scene.review().warnings.contains { $0.rule == .r16 && $0.message.contains(words) })
    }
  }

  @Test func `limits are met exactly`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.payments[1].output.rawValue = 840_000  // 10 % of 0.006
    #expect(try scene.review().warnings.isEmpty)
    scene.draft.payments[1].output.rawValue = 525_000  // 25 % of 0.015
    #expect(try scene.review().refusals.isEmpty)
    scene.draft.payments[1].output.rawValue = 524_999
    #expect(try scene.review().refusals.map(\.rule) == [.r04])

    // 220 vB at exactly 500 sat/vB, and one satoshi more.
    scene = try HonestPayment.scene()
    scene.machine.limits.feeWarningPercent = 100
    scene.draft.payments[1].output.rawValue = 900_000 - 110_000
    #expect(try scene.review().facts.signedWeight.vsize == 220)
    #expect(try scene.review().warnings.isEmpty)
    scene.draft.payments[1].output.rawValue -= 1
    #expect(try scene.review().warnings.map(\.rule) == [.r04])

    for (index, warns) in [(1_002 as UInt32, false), (1_003, true), (999_999, true)] {
      scene = try HonestPayment.scene()
      scene.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: index, satoshis: 890_000)
      #expect(try scene.review().refusals.isEmpty)
      #expect(try scene.review().warnings.map(\.rule) == (warns ? [Rule.r07] : []))
    }
  }

  @Test(arguments: [StandardAccount.pkh, .shWpkh, .wpkh, .tr])
  func `only the inputs we derive are signable, at the place we derived`(
    script: StandardAccount
  ) throws {
    var scene = try HonestPayment.scene(script)
    scene.draft.coins.insert(try HonestPayment.foreignCoin(satoshis: 10_000), at: 1)
    if script == .tr { scene.draft.coins[1].remove(.witnessUTXO) }
    let review = try scene.review()
    #expect(review.signableInputs == [0, 2])
    #expect(review.facts.inputs[0].place?.branch == 0)
    #expect(review.facts.inputs[0].place?.index == 2)
    #expect(review.facts.inputs[2].place?.branch == 1)
    #expect(review.facts.outputs.map(\.kind) == [.payment, .change])
  }

  @Test func `a packet that says nothing is never ours by luck`() throws {
    var scene = try HonestPayment.scene()
    for index in 0..<2 { scene.draft.coins[index].fields = [] }
    let review = try scene.review()
    #expect(review.signableInputs.isEmpty)
    #expect(!review.refusals.isEmpty)
  }

  @Test func `a claim about a stranger's fingerprint changes nothing`() throws {
    var scene = try HonestPayment.scene()
    let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0]
    scene.draft.payments[0].set(
      .bip32Derivation, key.publicKey.compressed, key.origin.encoded())
    let review = try scene.review()
    #expect(review.facts.outputs[0].kind == .payment)
    #expect(review.warnings.isEmpty && review.refusals.isEmpty)
  }

  @Test func `JSON carries the stable names, satoshis as integers, and every finding`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r12-foreign-input" })
    let value = ReviewJSON(try flaw.scene().review()).value
    #expect(value["network"]?.stringValue == "mainnet")
    #expect(value["wallet"]?.stringValue == "savings-wpkh")
    #expect(value["inputs"]?.arrayValue?.count == 3)
    #expect(value["inputs"]?[0]?["amount"]?.integerValue == 1_000_000)
    #expect(value["inputs"]?[2]?["ours"]?.boolValue == false)
    #expect(value["outputs"]?[1]?["kind"]?.stringValue == "change")
    #expect(value["outputs"]?[0]?["address"]?.stringValue == HonestPayment.recipient)
    #expect(value["fee"]?.integerValue == 10_000)
    #expect(value["feeRate"] != nil)
    #expect(value["refusals"]?.arrayValue?.isEmpty == true)
    #expect(value["warnings"]?[0]?["rule"]?.stringValue == "R12")
    #expect(value["warnings"]?[0]?["message"]?.stringValue?.isEmpty == false)
    let text = JSONWriter.encode(value, pretty: true)
    #expect(try JSONReader.parse(Array(text.utf8)) == value)
  }

  @Test func `a wallet's name cannot write over the screen`() throws {
    var scene = try HonestPayment.scene()
    let wallet = scene.machine.wallets[0]
    scene.machine.wallets[0] = RegisteredWallet(
      name: "a\u{1b}[2J\u{202e}\n\u{e9}", network: wallet.network, descriptor: wallet.descriptor,
      highestKnown: wallet.highestKnown)
    let text = ReviewText(try scene.review()).text
    #expect(text.contains("a\\u{1b}[2J\\u{202e}\\u{a}\\u{e9}"))
    #expect(text.utf8.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) })
  }

  @Test func `a thousand coins do not push the findings off the screen`() throws {
    var scene = try HonestPayment.scene()
    for index: UInt32 in 10..<400 {
      var coin = try HonestPayment.coin(.wpkh, branch: 0, index: index, satoshis: 10_000)
      coin.input.sequence = 10
      scene.draft.coins.append(coin)
    }
    scene.draft.payments[0].output.rawValue += 380 * 10_000
    let text = ReviewText(try scene.review()).text
    #expect(text.contains("and 372 more coins of ours"))
    #expect(text.contains("WARNING R16: and 370 more like these."))
    #expect(text.split(separator: "\n").count < 130)
  }

  @Test func `many findings of one kind leave every other sentence of their rule on the screen`()
    throws
  {
    var scene = try HonestPayment.scene()
    for index: UInt32 in 10..<60 {
      var coin = try HonestPayment.coin(.wpkh, branch: 0, index: index, satoshis: 10_000)
      coin.input.sequence = 10
      scene.draft.coins.append(coin)
    }
    scene.draft.coins[51].input.sequence = 1 << 22 | 10
    scene.draft.payments[0].output.rawValue += 49 * 10_000
    for number in 0..<30 {
      var burnt = scene.draft.payments[0]
      burnt.output = TxOut(rawValue: 100 + Int64(number), scriptPubKey: .opReturn([UInt8(number)]))
      scene.draft.payments.append(burnt)
    }
    var anchor = scene.draft.payments[0]
    anchor.output = TxOut(rawValue: 2_000, scriptPubKey: .p2a)
    scene.draft.payments.append(anchor)
    let review = try scene.review()
    let text = ReviewText(review).text.unwrapped
    #expect(
      text.contains(
        "WARNING R16: input 51 cannot confirm before 85 minutes after its coin (5120 seconds)."))
    #expect(text.contains("WARNING R15: output 32 is an anchor"))
    #expect(text.contains("WARNING R15: and 10 more like these."))
    #expect(text.contains("WARNING R16: and 29 more like these."))
    #expect(review.warnings.count == 50 + 31)
  }

  @Test func `many inputs of others do not hide that no vault remembers what is ours`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r12-foreign-input-without-a-memory" })
    var scene = try flaw.scene()
    for number in 1...30 {
      scene.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 10_000 + Int64(number)))
    }
    scene.draft.payments[0].output.rawValue += 300_000
    let review = try scene.review()
    #expect(review.acknowledgements.prefix(2) == ["no-vault", "R12"])
    #expect(review.findings.first { $0.rule == .r12 }?.acknowledgement == "no-vault")
    let text = ReviewText(review).text
    #expect(text.contains("REFUSED UNLESS YOU CONSENT, R12: this signing uses no vault"))
    #expect(text.contains("you must type: coins shown as other people's may be mine"))
    #expect(text.contains("WARNING R12: and 11 more like these."))
  }

  @Test func `what only numbers tell apart is of one kind, and nothing else is`() {
    func finding(_ message: String, _ consent: Finding.Consent? = nil, rule: Rule = .r12)
      -> Finding
    {
      Finding(rule: rule, severity: .warn, message: message, mend: "look", consent: consent)
    }
    let one = finding("input 1 is not ours: somebody else pays 0.5 BTC into this")
    #expect(one.kind == finding("input 22 is not ours: somebody else pays 1.0 BTC into this").kind)
    for other in [
      finding("input 1 is ours: somebody else pays 0.5 BTC into this"),
      finding(one.message, rule: .r15),
      finding(one.message, Finding.Consent(name: "sweep", sentence: "yes")),
      Finding(rule: .r12, severity: .refuse, message: one.message, mend: "look"),
    ] {
      #expect(other.kind != one.kind)
    }
  }
}

/// PSBTs that are built to keep a signer busy.
@Suite struct WorkTests {
  @Test func `ten thousand claims about us are not all derived`() throws {
    var scene = try HonestPayment.scene()
    let key = try Accounts.derived(.wpkh, 0, 2).keys[0]
    scene.draft.coins[0].fields.removeAll { $0.type == 0x06 }
    for number: UInt32 in 0..<9_000 {
      let path = try DerivationPath(parsing: "m/84h/0h/0h/0/\(100 + number)")
      var fake = key.publicKey.compressed
      fake[31] = UInt8(truncatingIfNeeded: number)
      fake[32] = UInt8(truncatingIfNeeded: number >> 8)
      guard (try? PublicKey(decoding: fake)) != nil else { continue }
      scene.draft.coins[0].fields.append(
        .init(0x06, fake, KeyOrigin(fingerprint: Accounts.fingerprint, path: path).encoded()))
    }
    #expect(scene.draft.coins[0].fields.count > 4_000)
    #expect(try scene.review().refusals.map(\.rule).contains(.r12))
  }

  @Test func `more signatures than a script has keys are refused unread`() throws {
    var scene = try HonestPayment.scene()
    for index: UInt32 in 0..<21 {
      let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, index).keys[0].publicKey
      scene.draft.coins[0].set(
        .partialSig, key.compressed, [0x30, 6, 2, 1, 1, 2, 1, 1, 1])
    }
    let refusals = try scene.review().refusals
    #expect(refusals.map(\.rule) == [.r20])
    #expect(refusals[0].message.contains("21 signatures"))
  }

  @Test func `final inputs of a stranger share one hash of the transaction`() throws {
    var scene = try HonestPayment.scene()
    for index: UInt8 in 0..<200 {
      var coin = HonestPayment.bareCoin(paying: Script([0x51]), satoshis: 10_000, seed: index)
      coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
      coin.set(.finalScriptSig, [], [])
      scene.draft.coins.append(coin)
    }
    scene.draft.payments[0].output.rawValue += 2_000_000
    let review = try scene.review()
    #expect(review.refusals.isEmpty, "\(review.refusals.first?.description ?? "")")
    #expect(review.signableInputs == [0, 1])
  }
}
