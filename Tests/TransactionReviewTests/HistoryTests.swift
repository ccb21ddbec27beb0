import BitcoinPrimitives
import Bytes
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
    // Once before, twice now: the payees are others.
    let found = try R33SignedBefore.matches(in: scene.review().facts)
    #expect(found.map(\.likeness) == [.sameCoin])
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
    let message = try #require(scene.review().warnings.first { $0.rule == "R33" }).message
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
    // Nobody knows whose they were: each may have been ours, none is certain.
    let older = SigningHistory([Self.round(1, coins: coins)])
    #expect(coins.allSatisfy { older.signing($0) == [0] && older.signingOwn($0) == nil })
    let again = SigningHistory([
      Self.round(1, coins: coins), Self.round(2, coins: coins, own: [coins[1]]),
    ])
    #expect(again.payments.map(\.time) == [1])
    #expect(again.signingOwn(coins[1])?.time == 1 && again.signingOwn(coins[0]) == nil)
    #expect(again.signing(coins[1]) == [0] && again.signing(coins[0]).isEmpty)
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
    ] as [([Int64], [[Int64]], String, String)])
  func `about the same amount to the same payee warns, in however many outputs`(
    amounts: [Int64], before: [[Int64]], what: String, first: String
  ) throws {
    let review = try Self.review(paying: amounts, after: before)
    let found = try #require(review.warnings.first { $0.rule == "R33" })
    #expect(found.message.contains(what) && found.message.contains(first), "\(found.message)")
  }

  @Test(
    arguments: [([600_000], [[539_999]]), ([600_000], [[10_000], [5_000_000]]), ([1], [[3]])]
      as [([Int64], [[Int64]])])
  func `another amount to a payee of before is a note with its day, amount and txid`(
    amounts: [Int64], before: [[Int64]]
  ) throws {
    let review = try Self.review(paying: amounts, after: before)
    #expect(!review.warnings.contains { $0.rule == "R33" })
    let matches = R33SignedBefore.matches(in: review.facts)
    #expect(matches.map(\.likeness) == [.knownPayee])
    let note = try #require(review.findings.first { $0.rule == "R33" }).message
    let latest = try Amount(satoshis: before[before.count - 1][0]).btc
    #expect(
      note.contains("already signed \(latest) BTC, with other coins: on 1970-01-0"), "\(note)")
    #expect(note.contains("in \(Txid(.zero))") && before.count == matches[0].count)
    let json = ReviewJSON(review).value["signedBefore"]?.arrayValue?.first
    #expect(json?["kind"]?.stringValue == "known-payee" && json?["output"]?.intValue == 0)
  }

  @Test func `nothing but data is no second payment`() throws {
    let review = try Self.review(paying: [600_000], after: [[], []])
    #expect(R33SignedBefore.matches(in: review.facts).isEmpty)
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
