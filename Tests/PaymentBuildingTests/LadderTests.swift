import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import CoinSelection
import Descriptors
import Testing
import WalletTypes

@testable import PaymentBuilding

/// One payment at several fee rates.
@Suite struct LadderTests {
  private func ladder(
    _ fixture: Fixture, _ request: PaymentRequest, at rates: [Int64], cancel: Bool = true,
    seed: UInt64 = 1
  ) throws -> BuiltLadder {
    var random = FixedRandom(state: seed)
    var request = request
    request.keepsChange = true
    request.feeRate = try FeeRate(satoshisPerKvB: rates.max() ?? 0)
    let builder = PaymentBuilder(descriptor: fixture.descriptor)
    let plan = try builder.plan(request, from: fixture.coins, using: &random)
    var back: PaymentPlan?
    if cancel {
      var all = request
      all.recipients = []
      all.returnsAll = true
      all.keepsChange = false
      all.coins = plan.inputs.map(\.outPoint)
      back = try builder.plan(all, from: fixture.coins, using: &random)
    }
    return try plan.ladder(
      at: try rates.map { try FeeRate(satoshisPerKvB: $0) }, takenBackBy: back,
      previous: fixture.previous(plan.neededTransactions), change: Fixture.change, using: &random)
  }

  @Test(arguments: Fixture.forms)
  func `the steps differ in their fee and their change alone`(form: String) throws {
    let fixture = try Fixture(form, amounts: [100_000, 200_000, 300_000])
    let rates: [Int64] = [2000, 5000, 10_000, 25_000]
    let built = try ladder(
      fixture, Fixture.request([150_000, 30_000]), at: rates, seed: 7)
    let first = built.steps[0]
    let place = try #require(first.changePosition)
    for (step, rate) in zip(built.steps, rates) {
      let (mine, other) = (step.unsigned, first.unsigned)
      #expect(mine.inputs == other.inputs && mine.lockTime == other.lockTime)
      #expect(mine.version == other.version && step.changePosition == first.changePosition)
      let differing = mine.outputs.indices.filter { mine.outputs[$0] != other.outputs[$0] }
      #expect(differing.isEmpty || differing == [place])
      #expect(step.fee == (try FeeRate(satoshisPerKvB: rate).fee(for: step.weight)))
      let paid = mine.outputs.reduce(Int64(0)) { $0 + $1.rawValue }
      let spent = step.inputs.reduce(Int64(0)) { $0 + $1.amount.satoshis }
      #expect(spent - paid == step.fee.satoshis)
      #expect(step.psbt.outputs[place] == first.psbt.outputs[place])
    }
    // Each pays at least 1 sat/vB more than the one before, for its own size (BIP-125, rule 4).
    for (lower, higher) in zip(built.steps, built.steps.dropFirst()) {
      #expect(higher.fee.satoshis - lower.fee.satoshis >= Int64(higher.weight.vsize))
    }
  }

  @Test func `the cancel pays the change's address alone, and more than each step`() throws {
    let fixture = try Fixture(amounts: [100_000, 200_000])
    let built = try ladder(
      fixture, Fixture.request([150_000, 10_000, 20_000]), at: [2000, 40_000])
    let cancel = try #require(built.cancel)
    let top = try #require(built.steps.last)
    #expect(cancel.unsigned.inputs == top.unsigned.inputs)
    #expect(cancel.unsigned.outputs.count == 1)
    let change = top.unsigned.outputs[try #require(top.changePosition)]
    #expect(cancel.unsigned.outputs[0].scriptPubKey == change.scriptPubKey)
    // BIP-125, rules 3 and 4: the highest step pays for more bytes than the cancel has.
    #expect(cancel.fee.satoshis >= top.fee.satoshis + Int64(cancel.weight.vsize))
    #expect(cancel.change == top.change)
    #expect(
      try ladder(fixture, Fixture.request([150_000]), at: [2000, 4000], cancel: false).cancel == nil
    )
  }

  @Test(arguments: 1...40)
  func `coins that are chosen leave change at the highest rate`(seed: UInt64) throws {
    // One coin would fit without change.
    let fixture = try Fixture(amounts: [101_500, 60_000, 70_000, 80_000])
    let built = try ladder(
      fixture, Fixture.request([100_000]), at: [2000, 10_000], cancel: false, seed: seed)
    for step in built.steps {
      let change = step.unsigned.outputs[try #require(step.changePosition)]
      #expect(change.rawValue >= 294, "\(change)")
    }
  }

  @Test func `coins that were named and leave no change are refused with words`() throws {
    let fixture = try Fixture(amounts: [101_500])
    let coin = fixture.coins[0].outPoint
    #expect(throws: PaymentError.stepWithoutChange(try FeeRate(satoshisPerKvB: 10_000))) {
      try ladder(
        fixture, Fixture.request([100_000], coins: [coin]), at: [2000, 10_000], cancel: false)
    }
    let words = PaymentError.stepWithoutChange(try FeeRate(satoshisPerKvB: 10_000))
    #expect(words.description.contains("at 10 sat/vB") && words.hint.contains("--ladder"))
  }

  @Test func `a cancel that waits for nothing takes back what waits`() throws {
    let fixture = try Fixture(amounts: [200_000])
    var request = try Fixture.request([100_000])
    request.notBefore = LockTime(height: 900_000)
    let built = try ladder(fixture, request, at: [2000, 4000])
    #expect(built.steps.allSatisfy { $0.unsigned.lockTime == LockTime(height: 900_000) })
    #expect(built.cancel?.unsigned.lockTime == LockTime.none)
  }
}
