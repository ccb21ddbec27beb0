import BitcoinPrimitives
import ExtendedKeys
import Refusals
import ReviewFixtures
import TerminalUI
import Testing
import TransactionReview

@testable import PaymentSigning

/// What is shown of a fee ladder is shown only where it is so.
@Suite struct LadderReviewTests {
  private static let attacker = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"

  /// 0.006 BTC paid, and this much back.
  private static func scene(back: Int64) throws -> Scene {
    var scene = try HonestPayment.scene()
    scene.draft.payments[1] = try HonestPayment.change(
      .wpkh, branch: 1, index: 3, satoshis: back)
    return scene
  }

  private static func cancel() throws -> Scene {
    var scene = try scene(back: 1_400_000)
    scene.draft.payments.remove(at: 0)
    return scene
  }

  private static func ladder() throws -> [Scene] {
    [try scene(back: 899_000), try scene(back: 895_000), try scene(back: 890_000), try cancel()]
  }

  /// Why it is not shown; nil where it is.
  private func refusal(_ scenes: [Scene]) throws -> ProgramError? {
    let reviews = try scenes.map { try $0.review() }
    do throws(ProgramError) {
      _ = try LadderReview(reviews)
      return nil
    } catch {
      #expect(error.rule == .r29 && error.hint.contains("written by itself"))
      return error
    }
  }

  private func expectRefusal(
    _ scenes: [Scene], saying words: String..., location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try refusal(scenes).map { "\($0)" }
    for word in words {
      #expect(
        text?.contains(word) == true, "\(text ?? "it is shown")", sourceLocation: location)
    }
  }

  @Test func `one payment at several fees is shown with its cancel, and without`() throws {
    #expect(try refusal(Self.ladder()) == nil)
    #expect(try refusal(Array(Self.ladder().dropLast())) == nil)
    #expect(try refusal([Self.scene(back: 899_000), Self.cancel()]) == nil)
    let shown = try LadderReview(Self.ladder().map { try $0.review() })
    #expect(shown.hasCancel && shown.name(3) == "the cancel" && shown.name(1) == "step 2")
    let text = shown.text(columns: 80)
    #expect(text.contains("differ in") && text.contains("The cancel pays nobody"), "\(text)")
  }

  @Test func `a cancel that pays somebody is not shown as one that pays nobody`() throws {
    var paid = try Self.ladder()
    paid[3].draft.payments = [
      try HonestPayment.payment(to: Self.attacker, satoshis: 1_400_000)
    ]
    try expectRefusal(paid, saying: "payment 4 of this fee ladder", Self.attacker)
    // Also where no step says which output is the change.
    try expectRefusal([paid[0], paid[3]], saying: "payment 2", Self.attacker)
    // The recipient of the steps is nobody to whom it is taken back.
    paid[3].draft.payments = [
      try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 1_400_000)
    ]
    try expectRefusal(paid, saying: "payment 4", HonestPayment.recipient)
    try expectRefusal([paid[0], paid[3]], saying: "payment 2", HonestPayment.recipient)
    // Another address of ours is not the one that the steps show.
    paid[3].draft.payments = [
      try HonestPayment.change(.wpkh, branch: 1, index: 9, satoshis: 1_400_000)
    ]
    try expectRefusal(paid, saying: "payment 4", "instead of our change address")
  }

  @Test func `a step that pays somebody else is not shown as a row`() throws {
    // The change goes to the attacker.
    var change = try Self.ladder()
    change[1].draft.payments[1] = try HonestPayment.payment(to: Self.attacker, satoshis: 895_000)
    try expectRefusal(change, saying: "payment 2 of this fee ladder", Self.attacker)
    // The recipient is another one.
    var payee = try Self.ladder()
    payee[1].draft.payments = [
      try HonestPayment.payment(to: Self.attacker, satoshis: 600_000),
      payee[0].draft.payments[1],
    ]
    try expectRefusal(payee, saying: "payment 2", Self.attacker)
    // The recipient gets more, and the change stays.
    var amount = try Self.ladder()
    for step in 0..<3 {
      amount[step].draft.payments = [
        try HonestPayment.payment(
          to: HonestPayment.recipient, satoshis: 605_000 - Int64(step) * 1_000),
        try HonestPayment.change(.wpkh, branch: 1, index: 3, satoshis: 890_000),
      ]
    }
    try expectRefusal(amount, saying: "payment 2", "no change of ours")
    var more = try Self.ladder()
    more[2].draft.payments.append(try HonestPayment.payment(to: Self.attacker, satoshis: 600))
    try expectRefusal(more, saying: "payment 3", "other outputs")
  }

  @Test func `fees that do not rise, other coins and coins of others are no ladder`() throws {
    try expectRefusal(
      [try Self.scene(back: 895_000), try Self.scene(back: 899_000)], saying: "not higher")
    var coins = try Self.ladder()
    coins[1].draft.coins.swapAt(0, 1)
    try expectRefusal(coins, saying: "payment 2", "other coins")
    var foreign = try Self.ladder()
    for step in foreign.indices {
      foreign[step].draft.coins.append(try HonestPayment.foreignCoin(satoshis: 100_000))
    }
    try expectRefusal(foreign, saying: "payment 1", "no wallet registered here")
  }
}
