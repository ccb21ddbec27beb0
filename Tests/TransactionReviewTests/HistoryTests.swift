import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Refusals
import ReviewFixtures
import Testing

@testable import TransactionReview

/// What R33 knows of earlier payments.
@Suite struct `Payments signed before` {
  private func matches(_ name: String) throws -> [R33SignedBefore.Match] {
    let flaw = try #require(Flaw.all.first { $0.name == name })
    return try R33SignedBefore.matches(in: flaw.scene().review().facts)
  }

  @Test func `the first of several is named, with how many came since`() throws {
    let third = try matches("r33-the-same-payment-a-third-time")
    #expect(third.count == 1 && third[0].count == 2 && third[0].first.time == 951_782_400)
    #expect(third[0].likeness == .samePayee && third[0].number == 0)
    let other = try matches("r33-a-coin-signed-away-to-another-payee")
    #expect(other.count == 1 && other[0].likeness == .sameCoin)
  }

  @Test func `a replacement is no second payment, whatever else it spends`() throws {
    let honest = try #require(
      HonestScene.all.first { $0.name == "replacement-with-one-coin-more" })
    let review = try honest.scene().review()
    #expect(R33SignedBefore.matches(in: review.facts).map(\.likeness) == [.replacement])
    #expect(review.warnings.isEmpty)
    let json = ReviewJSON(review).value["signedBefore"]?.arrayValue
    #expect(json?.first?["kind"]?.stringValue == "replacement")
    #expect(json?.first?["input"]?.intValue == 0 && json?.first?["output"] == .null)
  }

  // MARK: What a replacement changes

  /// An honest payment, and what it changes about an earlier one that was like it but for `change`.
  private func difference(
    remembering: Bool = true, fee: Bool = true, _ change: (inout PacketDraft) throws -> Void
  ) throws -> (difference: ReplacementDifference, facts: ReviewFacts) {
    let honest = try #require(HonestScene.all.first { $0.name == "wpkh" })
    let scene = try honest.scene()
    var earlier = scene.draft
    try change(&earlier)
    let coins = earlier.coins.map(\.input.previousOutput)
    let sum = earlier.coins.reduce(0) { $0 + $1.output.rawValue }
    let marks = earlier.payments.enumerated().filter { $0.offset != 1 }
    let payment = SignedPayment(
      txid: Txid(.zero), unsignedTxid: Txid(.zero), time: 0,
      fee: fee ? earlier.payments.reduce(sum) { $0 - $1.output.rawValue } : nil,
      coins: remembering ? coins : [coins[0]], own: Set(coins),
      payees: remembering ? marks.map { PayeeMark($0.element.output) } : [],
      remembersPayees: remembering)
    let facts = try scene.review().facts
    return (ReplacementDifference(from: payment, to: facts), facts)
  }

  @Test func `a replacement of the fee alone says by how much`() throws {
    // More change before is less of a fee before.
    for (more, words, side) in [
      (812, "+812 sat", "higher"), (-812, "-812 sat", "lower"),
    ] as [(Int64, String, String)] {
      let (found, facts) = try difference { $0.payments[1].output.rawValue += more }
      #expect(found.summary == "only the fee changed: \(words)")
      #expect(found.recipients?.isEmpty == true && found.addedCoins == 0 && found.droppedCoins == 0)
      #expect(found.lines(in: facts) == ["the fee is 812 sat \(side)"])
    }
    #expect(
      try difference { _ in }.difference.summary
        == "the recipients, their amounts and the fee are the same")
    #expect(
      try difference(fee: false) { _ in }.difference.summary
        == "the recipients and their amounts are the same")
  }

  @Test func `a replacement out of other coins says so`() throws {
    let fewer = try difference {
      $0.payments[1].output.rawValue -= $0.coins.removeLast().output.rawValue
    }
    #expect(fewer.difference.summary == "only the coins changed: 1 coin is added")
    let more = try difference {
      let coin = try HonestPayment.coin(.wpkh, branch: 0, index: 4, satoshis: 1_500)
      $0.coins.append(coin)
    }
    #expect(
      more.difference.summary
        == "only the fee changed, -1500 sat, and the coins: 1 coin is left out")
    #expect(
      more.difference.lines(in: more.facts)
        == ["the fee is 1500 sat lower", "1 coin is left out"])
  }

  @Test func `each recipient that differs is named with its amounts`() throws {
    let (found, facts) = try difference {
      $0.payments[0].output.rawValue = 500_000
      for amount: Int64 in [30_000, 70_000] {
        $0.payments.append(
          .init(
            TxOut(
              rawValue: amount,
              scriptPubKey: .p2wpkh(hash: [UInt8](repeating: UInt8(amount / 10_000), count: 20)))))
      }
    }
    #expect(
      found.lines(in: facts) == [
        "output 0 pays 0.00600000 BTC instead of 0.00500000 BTC",
        "a recipient of 0.00070000 BTC now gets nothing",
        "a recipient of 0.00030000 BTC now gets nothing", "the fee is the same",
      ])
    let address = facts.outputs[0].address?.string ?? ""
    let other = try difference { $0.payments.remove(at: 0) }
    #expect(
      other.difference.lines(in: other.facts).first
        == "output 0 is new: 0.00600000 BTC to \(address)")
    // The same sum in two outputs is not the same payment.
    let parts = try difference {
      $0.payments[0].output.rawValue /= 2
      $0.payments.append($0.payments[0])
    }
    #expect(
      parts.difference.lines(in: parts.facts).first
        == "output 0 pays the same 0.00600000 BTC in all, divided differently")
  }

  @Test func `more recipients than are read are counted`() throws {
    let (found, facts) = try difference { draft in
      for number: UInt8 in 1...7 {
        draft.payments.append(
          .init(
            TxOut(
              rawValue: 1_000 * Int64(number),
              scriptPubKey: .p2wpkh(hash: [UInt8](repeating: number, count: 20)))))
      }
    }
    let lines = found.lines(in: facts)
    #expect(lines.count == 7 && lines[0] == "a recipient of 0.00007000 BTC now gets nothing")
    #expect(lines[5] == "2 more recipients differ")
    #expect(found.recipients?.count == 7)
  }

  @Test func `of a payment whose recipients were forgotten only coins and fee are compared`() throws
  {
    let (found, facts) = try difference(remembering: false) {
      $0.payments[1].output.rawValue += 100
    }
    #expect(found.recipients == nil && found.addedCoins == nil && found.droppedCoins == 0)
    #expect(found.lines(in: facts) == ["the fee is 100 sat higher"])
  }

  @Test func `the difference is against the latest of several, and in json too`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r33-a-coin-signed-away-twice-before" })
    let review = try flaw.scene().review()
    let json = ReviewJSON(review).value
    let found = json["signedBefore"]?[0]?["difference"]
    #expect(found?["time"]?.integerValue == 1_800_100_000)
    #expect(json["signedBefore"]?[0]?["time"]?.integerValue == 1_800_000_000)
    let changes = found?["recipients"]?.arrayValue?.map { $0["change"]?.stringValue }
    #expect(changes == ["amount", "gone"])
    let details = json["warnings"]?[0]?["details"]?.arrayValue?.compactMap(\.stringValue)
    #expect(details?.first?.hasPrefix("compared with the latest, signed on 2027-01-16") == true)
    #expect(details?.contains("output 0 pays 0.00600000 BTC instead of 0.00600001 BTC") == true)
  }

  @Test func `what is paid twice within one replaced payment is counted`() throws {
    let honest = try #require(HonestScene.all.first { $0.name == "wpkh" })
    var scene = try honest.scene()
    let payee = scene.draft.payments[0]
    scene.draft.payments[1].output.rawValue = 200_000
    scene.draft.payments.append(payee)
    let transaction = scene.draft.transaction
    scene.machine.history = [
      SignedPayment(
        txid: transaction.txid, unsignedTxid: Txid(.zero), time: 0,
        coins: scene.draft.coins.map(\.input.previousOutput), payees: [PayeeMark(payee.output)])
    ]
    // Once before, twice now: the recipients are others.
    let found = try R33SignedBefore.matches(in: scene.review().facts)
    #expect(found.map(\.likeness) == [.sameCoin])
  }

  @Test func `forty small amounts paid twice do not hide a coin that was signed away`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r33-a-coin-signed-away-to-another-payee" })
    var scene = try flaw.scene()
    for number in 0..<40 {
      var pair = scene.draft.payments[0]
      pair.output = TxOut(
        rawValue: 600 + Int64(number),
        scriptPubKey: .p2wpkh(hash: [UInt8](repeating: UInt8(number), count: 20)))
      scene.draft.payments += [pair, pair]
      scene.draft.payments[0].output.rawValue -= 2 * pair.output.rawValue
    }
    let review = try scene.review()
    let found = review.warnings.filter { $0.rule == .r33 }
    // The gravest first, and one finding for all that is paid twice.
    #expect(found.map(\.acknowledgement) == ["replace", "R33"])
    #expect(found[0].toType == "replace the payment of 2027-01-15")
    let twice = found[1].message
    #expect(
      twice.hasPrefix(
        "the same amount goes to the same address more than once: 0.00000639 BTC each in outputs "
          + "80 and 81; 0.00000638 BTC each in outputs 78 and 79; "), "\(twice)")
    #expect(twice.hasSuffix("; and at most 0.00000635 BTC each in 35 more such groups"), "\(twice)")
    let text = ReviewText(review).text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("a coin that this signer already signed for"))
    #expect(text.contains("you must type: replace the payment of 2027-01-15"))
  }

  @Test func `many outputs of one amount are listed by their first and last`() throws {
    let honest = try #require(HonestScene.all.first { $0.name == "wpkh" })
    var scene = try honest.scene()
    scene.draft.payments[0].output.rawValue /= 10
    scene.draft.payments += [PacketDraft.Payment](repeating: scene.draft.payments[0], count: 9)
    let message = try #require(scene.review().warnings.first { $0.rule == .r33 }).message
    #expect(message.hasPrefix("outputs 0, 2, 3, 4, ... and 10 pay the same amount"), "\(message)")
  }

  private static func unsigned(_ number: Int) -> Txid {
    Transaction(inputs: [], outputs: [TxOut(rawValue: Int64(number), scriptPubKey: Script())]).txid
  }

  @Test func `a transaction that was signed in several rounds counts once`() throws {
    let honest = try #require(HonestScene.all.first { $0.name == "wpkh" })
    var scene = try honest.scene()
    let payee = PayeeMark(scene.draft.payments[0].output)
    let coin = OutPoint(txid: Txid(.zero), vout: 9)
    scene.machine.history = [7, 7, 7, 8].enumerated().map { round, number in
      SignedPayment(
        txid: Self.unsigned(round), unsignedTxid: Self.unsigned(number), time: Int64(round),
        coins: [coin], payees: [payee])
    }
    let found = try R33SignedBefore.matches(in: scene.review().facts)
    #expect(found.count == 1 && found[0].count == 2 && found[0].first.txid == Self.unsigned(0))
    let message = try #require(scene.review().warnings.first { $0.rule == .r33 }).message
    #expect(message.hasSuffix(", and in 1 later payment"), "\(message)")
  }

  /// One round of a payment, as the log remembers it.
  private static func round(
    _ time: Int64, coins: [OutPoint], own: Set<OutPoint> = []
  ) -> SignedPayment {
    SignedPayment(
      txid: unsigned(Int(time)), unsignedTxid: unsigned(99), time: time, coins: coins, own: own,
      payees: coins.isEmpty
        ? []
        : [PayeeMark(TxOut(rawValue: 7, scriptPubKey: Script([0x51])))])
  }

  private static let coins = (0..<3).map { OutPoint(txid: Txid(.zero), vout: $0) }

  @Test func `a round whose coins were forgotten leaves the payment to the next that has them`() {
    let coins = Self.coins
    let history = SigningHistory([
      Self.round(1, coins: []), Self.round(2, coins: coins, own: [coins[0]]),
      Self.round(3, coins: coins, own: [coins[0]]),
    ])
    #expect(history.payments.map(\.time) == [2] && history.payments[0].payees.count == 1)
    #expect(history.signing(coins[0]) == [0] && history.signing(coins[1]).isEmpty)
    #expect(history.signingOwn(coins[0])?.txid == Self.unsigned(2))
    // Forgotten in every round: still one payment, of which nothing is known.
    let forgotten = SigningHistory([Self.round(1, coins: []), Self.round(2, coins: [])])
    #expect(forgotten.payments.count == 1 && forgotten.payments[0].coins.isEmpty)
  }

  @Test func `an older entry that does not say whose coins it spent learns it when signed again`() {
    let coins = Self.coins
    // It is not known whose they were: each may have been ours, none certainly was.
    let older = SigningHistory([Self.round(1, coins: coins)])
    #expect(coins.allSatisfy { older.signing($0) == [0] && older.signingOwn($0) == nil })
    let again = SigningHistory([
      Self.round(1, coins: coins), Self.round(2, coins: coins, own: [coins[1]]),
    ])
    #expect(again.payments.map(\.time) == [1])
    #expect(again.signingOwn(coins[1])?.time == 1 && again.signingOwn(coins[0]) == nil)
    // What the second round took for somebody else's may have been ours in the first.
    #expect(coins.allSatisfy { again.signing($0) == [0] })
  }

  @Test func `a payment whose payees were forgotten keeps its coins, and learns its payees again`()
  {
    let coins = Self.coins
    let trimmed = SignedPayment(
      txid: Self.unsigned(1), unsignedTxid: Self.unsigned(99), time: 1, coins: [coins[0]],
      own: [coins[0]], payees: [], remembersPayees: false)
    let alone = SigningHistory([trimmed])
    #expect(alone.signing(coins[0]) == [0] && alone.signingOwn(coins[0])?.time == 1)
    let again = SigningHistory([trimmed, Self.round(2, coins: coins, own: [coins[1]])])
    #expect(again.payments.count == 1 && again.payments[0].time == 1)
    #expect(again.payments[0].remembersPayees && again.payments[0].payees.count == 1)
    #expect(again.signing(coins[0]) == [0] && again.signing(coins[1]) == [0])
    #expect(again.signing(coins[2]).isEmpty)
  }

  @Test func `a coin that was found to be ours in a later round is ours in the whole payment`() {
    let coins = Self.coins
    let history = SigningHistory([
      Self.round(1, coins: coins, own: [coins[0]]), Self.round(2, coins: coins, own: [coins[1]]),
      Self.round(3, coins: coins, own: [coins[0]]),
    ])
    #expect(history.payments.count == 1 && history.payments[0].own == [coins[0], coins[1]])
    for coin in coins.prefix(2) {
      #expect(history.signing(coin) == [0])
      #expect(history.signingOwn(coin)?.txid == Self.unsigned(1))
    }
    #expect(history.signing(coins[2]).isEmpty && history.signingOwn(coins[2]) == nil)
  }

  /// An honest payment after others that paid the same address, of an amount each, out of other coins.
  private static func review(
    paying amounts: [Int64], after payments: [[Int64]]
  ) throws -> Review {
    let honest = try #require(HonestScene.all.first { $0.name == "data-output" })
    var scene = try honest.scene()
    let payee = scene.draft.payments[0]
    scene.draft.payments[0].output.rawValue = amounts[0]
    for amount in amounts.dropFirst() {
      var other = payee
      other.output.rawValue = amount
      scene.draft.payments.append(other)
    }
    let data = PayeeMark(scene.draft.payments[2].output)
    scene.machine.history = payments.enumerated().map { number, payment in
      SignedPayment(
        txid: Txid(.zero), unsignedTxid: Self.unsigned(number), time: Int64(number) * 86_400,
        coins: [OutPoint(txid: Txid(.zero), vout: UInt32(number))],
        payees: [data]
          + payment.map {
            PayeeMark(TxOut(rawValue: $0, scriptPubKey: payee.output.scriptPubKey))
          })
    }
    return try scene.review()
  }

  @Test(
    arguments: [
      ([600_000], [[600_000]], "output 0 pays 0.00600000 BTC", "signed the same amount,"),
      ([600_001], [[600_000]], "0.00600001", "about the same amount (0.00600000 BTC)"),
      (
        [540_000], [[600_000]], "output 0 pays 0.00540000 BTC",
        "about the same amount (0.00600000 BTC)"
      ),
      ([200_000, 400_000], [[600_000]], "outputs 0 and 3 pay 0.00600000 BTC", "the same"),
      ([500_000], [[300_000, 200_000]], "output 0 pays 0.00500000 BTC", "signed the same amount,"),
      ([100_000, 400_000], [[100_000]], "output 0 pays 0.00100000 BTC", "signed the same amount,"),
      ([100_000, 400_000], [[400_000, 7_000]], "output 3 pays 0.00400000 BTC", "the same"),
      ([600_000], [[10_000], [590_000], [600_000]], "0.00600000", "1970-01-02 in"),
      // An output beside others, against one or all of what was paid before, and the other way round.
      (
        [600_001, 120_000], [[600_000]], "output 0 pays 0.00600001 BTC",
        "about the same amount (0.00600000 BTC)"
      ),
      (
        [100_000, 600_001], [[400_000, 200_000]], "output 3 pays 0.00600001 BTC",
        "about the same amount (0.00600000 BTC)"
      ),
      (
        [600_000], [[599_999, 900_000]], "output 0 pays 0.00600000 BTC",
        "about the same amount (0.00599999 BTC)"
      ),
      (
        [300_000, 300_001], [[600_000, 5_000_000]], "outputs 0 and 3 pay 0.00600001 BTC together",
        "about the same amount (0.00600000 BTC)"
      ),
      // Equal amounts go before similar ones.
      (
        [500_000, 20_000], [[20_000, 499_000]], "output 3 pays 0.00020000 BTC", "the same amount,"
      ),
    ] as [([Int64], [[Int64]], String, String)])
  func `about the same amount to the same payee warns, in however many outputs`(
    amounts: [Int64], before: [[Int64]], what: String, first: String
  ) throws {
    let review = try Self.review(paying: amounts, after: before)
    let found = try #require(review.warnings.first { $0.rule == .r33 })
    #expect(found.message.contains(what) && found.message.contains(first), "\(found.message)")
  }

  @Test(
    arguments: [([600_000], [[539_999]]), ([600_000], [[10_000], [5_000_000]]), ([1], [[3]])]
      as [([Int64], [[Int64]])])
  func `another amount to a payee of before is a note with its day, amount and txid`(
    amounts: [Int64], before: [[Int64]]
  ) throws {
    let review = try Self.review(paying: amounts, after: before)
    #expect(!review.warnings.contains { $0.rule == .r33 })
    let matches = R33SignedBefore.matches(in: review.facts)
    #expect(matches.map(\.likeness) == [.knownPayee])
    let note = try #require(review.findings.first { $0.rule == .r33 }).message
    let latest = try Amount(satoshis: before[before.count - 1][0]).btc
    #expect(
      note.contains("already signed \(latest) BTC, from other coins: on 1970-01-0"), "\(note)")
    #expect(note.contains("in \(Txid(.zero))") && before.count == matches[0].count)
    let json = ReviewJSON(review).value["signedBefore"]?.arrayValue?.first
    #expect(json?["kind"]?.stringValue == "known-payee" && json?["output"]?.intValue == 0)
  }

  @Test func `nothing but data is no second payment`() throws {
    let review = try Self.review(paying: [600_000], after: [[], []])
    #expect(R33SignedBefore.matches(in: review.facts).isEmpty)
  }

  @Test func `every amount alone and all together is held against every other`() {
    var chance: UInt64 = 7
    func next(below bound: UInt64) -> UInt64 {
      chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (chance >> 33) % bound + 1
    }
    for _ in 0..<3_000 {
      let bound = [3, 30, 2_000][Int(next(below: 3)) - 1]
      let now = Paid(
        payment: -1, amounts: (0..<next(below: 4)).map { _ in next(below: UInt64(bound)) })
      let before = Paid(
        payment: 0, amounts: (0..<next(below: 4)).map { _ in next(below: UInt64(bound)) })
      let pairs = (now.amounts + [now.sum]).flatMap { one in
        (before.amounts + [before.sum]).map { (one, $0) }
      }.filter { R33SignedBefore.isNear($0, $1) }
      let best = pairs.max { first, second in
        (first.0 == first.1 ? 1 : 0, first.0, first.1)
          < (second.0 == second.1 ? 1 : 0, second.0, second.1)
      }
      let found = AmountSearch(of: now).nearest(to: before, R33SignedBefore.isNear)
      #expect(found?.now == best?.0 && found?.before == best?.1, "\(now) \(before)")
    }
    // A sum that no transaction has.
    let huge = Paid(payment: 0, amounts: [.max, 1])
    #expect(AmountSearch(of: huge).nearest(to: huge, R33SignedBefore.isNear)?.now == .max)
  }

  @Test func `many payments to one payee are held against many outputs in little work`() throws {
    // The product of both would be ten billion comparisons.
    let amounts = (0..<10_000).map { Int64(1_000 + $0) * 1_000_000 }
    let review = AmountSearch(of: Paid(payment: -1, amounts: amounts.map { UInt64($0) }))
    var asked = 0
    for number in 0..<1_000 {
      let found = review.nearest(to: Paid(payment: number, amounts: [UInt64(number)])) {
        asked += 1
        return R33SignedBefore.isNear($0, $1)
      }
      #expect(found == nil)
    }
    #expect(asked <= 1_000 * 2 * 20)
  }

  @Test func `a tenth of the larger amount is the bound`() {
    #expect(R33SignedBefore.isNear(100, 90) && R33SignedBefore.isNear(90, 100))
    #expect(!R33SignedBefore.isNear(100, 89) && !R33SignedBefore.isNear(.max, 1))
    #expect(R33SignedBefore.isNear(.max, .max) && R33SignedBefore.isNear(5, 5))
  }

  @Test func `a mark has 24 bytes and tells scripts and amounts apart`() throws {
    let one = TxOut(rawValue: 1, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 1, count: 20)))
    let more = TxOut(rawValue: 257, scriptPubKey: one.scriptPubKey)
    let other = TxOut(rawValue: 1, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 2, count: 20)))
    let marks = [one, more, other].map { PayeeMark($0) }
    #expect(Set(marks).count == 3 && marks.allSatisfy { $0.bytes.count == PayeeMark.length })
    #expect(marks[1].bytes.suffix(2) == [1, 1])
    #expect(PayeeMark(bytes: marks[0].bytes) == marks[0])
    #expect(PayeeMark(bytes: Array(marks[0].bytes.dropLast())) == nil)
  }

  @Test(
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (951_782_399, "2000-02-28"),
      (951_782_400, "2000-02-29"),
      (1_800_000_000, "2027-01-15"), (4_107_542_400, "2100-03-01"),
    ] as [(Int64, String)])
  func `the day is the one of the calendar`(time: Int64, day: String) {
    let payment = SignedPayment(
      txid: Txid(.zero), unsignedTxid: Txid(.zero), time: time, coins: [], payees: [])
    #expect(payment.date == day)
  }
}
