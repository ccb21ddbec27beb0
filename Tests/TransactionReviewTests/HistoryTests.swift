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

  @Test func `another amount, or nothing but data, is no second payment`() throws {
    let honest = try #require(HonestScene.all.first { $0.name == "data-output" })
    var scene = try honest.scene()
    let data = scene.draft.payments[2].output
    let coin = OutPoint(txid: Txid(.zero), vout: 5)
    var less = scene.draft.payments[0].output
    less.rawValue -= 1
    scene.machine.history = [
      SignedPayment(
        txid: Txid(.zero), unsignedTxid: Txid(.zero), time: 0, coins: [coin],
        payees: [PayeeMark(data), PayeeMark(less)])
    ]
    #expect(try R33SignedBefore.matches(in: scene.review().facts).isEmpty)
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
