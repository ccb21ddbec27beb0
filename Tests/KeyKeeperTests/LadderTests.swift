import ArgumentParser
import BitcoinPrimitives
import Bytes
import EncryptedVault
import ExtendedKeys
import PacketSigning
import RecordingScreens
import ReviewFixtures
import SecondReading
import SeedForms
import SignerHome
import Signing
import TerminalUI
import Testing
import TransactionReview

@testable import KeyKeeper

/// A fee ladder in what holds the seeds: one question only where it is right for each packet.
@Suite struct `Fee ladders` {
  /// 0.006 BTC paid, and this much back.
  private static func scene(back: Int64) throws -> Scene {
    var scene = try HonestPayment.scene()
    scene.draft.payments[1].output = TxOut(
      rawValue: back, scriptPubKey: scene.draft.payments[1].output.scriptPubKey)
    for coin in scene.draft.coins.indices { scene.draft.coins[coin].input.sequence = 0xffff_fffd }
    return scene
  }

  private static func cancel(back: Int64 = 800_000) throws -> Scene {
    var scene = try scene(back: 1_400_000)
    scene.draft.payments.remove(at: 0)
    return scene
  }

  private static func ladder() throws -> [Scene] {
    [try scene(back: 899_000), try scene(back: 895_000), try scene(back: 890_000), try cancel()]
  }

  private func kept(
    _ scenes: [Scene], change: (inout [SignRequest]) -> Void = { _ in }, yes: Bool = false
  ) throws -> KeptLadder {
    let options = KeeperOptions(
      consent: try SignerConsentOptions.parse(yes ? ["--yes"] : []),
      seedPassphrase: try SeedPassphraseOptions.parse([]), seed: nil, freshRandomness: false,
      comparesOnly: false)
    let session = try SignerSession(
      try SignerCommonOptions.parse([]),
      in: SignerEnvironment(home: nil, screen: RecordingScreen()))
    var requests = try scenes.map { scene in try scene.kept(scene.review()).request }
    change(&requests)
    return try KeptLadder(requests, scenes[0].contents, options, session)
  }

  /// Why it is refused; nil where it is not.
  private func refusal(_ scenes: [Scene]) -> String? {
    do {
      _ = try kept(scenes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `of one payment are taken, with its change and its cancel`() throws {
    let ladder = try kept(Self.ladder())
    #expect(ladder.hasCancel && ladder.change == 1 && ladder.paying.count == 3)
    #expect(ladder.top.reading.fee == 10_000)
    let without = try kept(Array(Self.ladder().dropLast()))
    #expect(!without.hasCancel && without.change == 1 && without.paying.count == 3)
    #expect(without.top.reading.fee == 10_000)
    let one = try kept([Self.scene(back: 899_000), Self.cancel()])
    #expect(one.hasCancel && one.change == 1 && one.paying.count == 1)
  }

  @Test func `that are not one payment are refused, whatever the reviewer says`() throws {
    let payee = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
    var other = try Self.ladder()
    other[1].draft.payments[0] = try HonestPayment.payment(to: payee, satoshis: 600_000)
    #expect(refusal(other)?.contains("payment 2 of this fee ladder") == true)
    var amount = try Self.ladder()
    amount[2].draft.payments[0] = try HonestPayment.payment(
      to: HonestPayment.recipient, satoshis: 600_001)
    #expect(refusal(amount)?.contains("payment 3") == true)
    // The change goes to another address of ours.
    var place = try Self.ladder()
    place[1].draft.payments[1] = try HonestPayment.change(
      .wpkh, branch: 1, index: 4, satoshis: 895_000)
    #expect(refusal(place)?.contains("does not come back to the same address") == true)
    var coins = try Self.ladder()
    coins[1].draft.coins.swapAt(0, 1)
    #expect(refusal(coins)?.contains("other coins") == true)
    var sequence = try Self.ladder()
    sequence[2].draft.coins[0].input.sequence = 1
    #expect(refusal(sequence)?.contains("other coins") == true)
    var lock = try Self.ladder()
    lock[1].draft.lockTime = LockTime(rawValue: 839_991)
    #expect(refusal(lock)?.contains("another lock time") == true)
    var more = try Self.ladder()
    more[1].draft.payments.append(try HonestPayment.payment(to: payee, satoshis: 600))
    #expect(refusal(more)?.contains("other outputs") == true)
    // Out of order, and twice the same.
    #expect(refusal([try Self.scene(back: 895_000), try Self.scene(back: 899_000)]) != nil)
    #expect(refusal([try Self.scene(back: 895_000), try Self.scene(back: 895_000)]) != nil)
  }

  /// Which payment it is that does not fit, and why.
  private func reason(
    _ scenes: [Scene], change: (inout [SignRequest]) -> Void = { _ in }
  ) -> String? {
    do {
      _ = try kept(scenes, change: change)
      return nil
    } catch {
      let message = (error as? ProgramError)?.unruled ?? ""
      let parts = message.split(separator: " of this fee ladder ", maxSplits: 1)
      let why = parts.last?.split(separator: ": ", maxSplits: 1).last ?? ""
      return "\(parts.first ?? "")|\(why)"
    }
  }

  @Test func `name the payment that does not fit, counted from 1, and why`() throws {
    var foreign = try Self.ladder()
    for number in foreign.indices {
      foreign[number].draft.coins.append(try HonestPayment.foreignCoin(satoshis: 200_000))
      let place = number == 3 ? 0 : 1
      foreign[number].draft.payments[place].output.rawValue += 200_000
    }
    #expect(reason(foreign) == "payment 1|it spends coins of somebody else, too")
    #expect(
      reason([try Self.scene(back: 890_000), try Self.scene(back: 890_000)])
        == "payment 2|its fee is not higher than the one before")
    var lock = try Self.ladder()
    lock[2].draft.lockTime = LockTime(rawValue: 839_991)
    #expect(reason(lock) == "payment 3|it has another lock time")
    var outputs = try Self.ladder()
    outputs[1].draft.payments.append(
      try HonestPayment.payment(
        to: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", satoshis: 1_000))
    #expect(reason(outputs) == "payment 2|it has other outputs")
    var version = try Self.ladder()
    version[2].draft.version = 1
    #expect(reason(version) == "payment 3|it has another version")
    var last = try Self.ladder()
    last[3].draft.version = 1
    #expect(reason(last) == "payment 4|it has another version")
    #expect(
      reason(try Self.ladder()) { $0[1].inputs = [0] }
        == "payment 2|other inputs of it are to be signed")
    var coin = try Self.ladder()
    coin[3].draft.coins.removeLast()
    coin[3].draft.payments[0].output.rawValue -= 500_000
    #expect(reason(coin) == "payment 4|it spends other coins")
  }

  @Test func `take back what one payment alone paid, to the address of its change`() throws {
    let step = try Self.scene(back: 899_000)
    var elsewhere = try Self.cancel()
    elsewhere.draft.payments = [
      try HonestPayment.change(.wpkh, branch: 1, index: 9, satoshis: 1_400_000)
    ]
    #expect(
      reason([step, elsewhere]) == "payment 2|it does not go to the address of the change")
    for (lock, isTaken) in [(0 as UInt32, true), (839_990, true), (839_989, false)] {
      for steps in [[step], Array(try Self.ladder().dropLast())] {
        var cancel = try Self.cancel()
        cancel.draft.lockTime = LockTime(rawValue: lock)
        let number = steps.count + 1
        #expect(
          reason(steps + [cancel])
            == (isTaken ? nil : "payment \(number)|it has another lock time"), "\(lock)")
      }
    }
    // A recipient's address is none of ours, though it is the same in both.
    var paid = try Self.cancel()
    paid.draft.payments = [
      try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 1_400_000)
    ]
    #expect(
      reason([step, paid]) == "payment 2|it does not go to the address of the change")
    #expect(
      reason(Array(try Self.ladder().dropLast()) + [paid])
        == "payment 4|it has other outputs, and does not take all of it back to the address of the "
        + "change")
  }

  @Test func `of one output that comes back to us have no cancel`() throws {
    func step(_ back: Int64) throws -> Scene {
      var scene = try Self.cancel(back: 0)
      scene.draft.payments = [
        try HonestPayment.change(.wpkh, branch: 1, index: 3, satoshis: back)
      ]
      return scene
    }
    let ladder = try kept([try step(1_499_000), try step(1_495_000), try step(1_490_000)])
    #expect(!ladder.hasCancel && ladder.change == 0 && ladder.paying.count == 3)
  }

  @Test func `differ in one output, the same in each`() throws {
    func step(_ one: Int64, _ other: Int64) throws -> Scene {
      var scene = try Self.scene(back: one)
      scene.draft.payments.append(
        try HonestPayment.change(.wpkh, branch: 1, index: 2, satoshis: other))
      return scene
    }
    #expect(
      reason([
        try step(500_000, 399_000), try step(498_000, 399_000), try step(500_000, 390_000),
      ]) == "payment 3|other outputs than that of the change differ")
    #expect(reason([try step(500_000, 399_000), try step(498_000, 399_000)]) == nil)
  }

  @Test func `want each consent in words once`() throws {
    let name = Txid(try #require(Bytes32([UInt8](repeating: 7, count: 32))))
    var scenes = Array(try Self.ladder().dropLast())
    let coin = scenes[0].draft.coins[0].input.previousOutput
    for number in scenes.indices {
      scenes[number].machine.history = [
        SignedPayment(
          txid: name, unsignedTxid: name, time: 1_800_000_000, fee: 1_000, coins: [coin],
          own: [coin],
          payees: [
            PayeeMark(
              try HonestPayment.payment(
                to: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", satoshis: 70_000
              ).output)
          ])
      ]
    }
    #expect(try kept(scenes).consents.demands.map(\.consent.name) == ["replace"])
  }

  @Test func `of two to nine packets are taken`() throws {
    func steps(_ count: Int) throws -> [Scene] {
      try (0..<count).map { try Self.scene(back: 899_000 - 1_000 * Int64($0)) }
    }
    for (count, isTaken) in [(1, false), (2, true), (9, true), (10, false)] {
      #expect((refusal(try steps(count)) == nil) == isTaken, "\(count)")
    }
  }

  @Test func `whose cancel pays somebody, or another address, are refused`() throws {
    var somebody = try Self.ladder()
    somebody[3].draft.payments = [
      try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 1_400_000)
    ]
    #expect(refusal(somebody)?.contains("payment 4") == true)
    var elsewhere = try Self.ladder()
    elsewhere[3].draft.payments = [
      try HonestPayment.change(.wpkh, branch: 1, index: 9, satoshis: 1_400_000)
    ]
    #expect(refusal(elsewhere)?.contains("payment 4") == true)
    // Only the last may be one.
    var early = try Self.ladder()
    early.swapAt(2, 3)
    #expect(refusal(early) != nil)
  }

  @Test func `are judged packet by packet as though each came alone`() throws {
    // A fee above its ceiling in the highest step alone.
    var dear = try Self.ladder()
    dear[2] = try Self.scene(back: 300_000)
    #expect(throws: ProgramError.self) { try kept(dear) }
    // What the reviewer says of one step is held against that step.
    #expect(throws: ProgramError.self) {
      try kept(Self.ladder()) { $0[1].claims = $0[0].claims }
    }
    #expect(throws: ProgramError.self) { try kept(Self.ladder()) { $0[2].inputs = [0] } }
    #expect(throws: ProgramError.self) { try kept(Self.ladder()) { $0.removeLast(3) } }
  }

  @Test func `say each fee, the highest and the payee once in the question`() throws {
    let scenes = try Self.ladder()
    let ladder = try kept(scenes)
    let environment = SignerEnvironment(home: nil, screen: RecordingScreen())
    let session = try SignerSession(try SignerCommonOptions.parse([]), in: environment)
    let options = KeeperOptions(
      consent: try SignerConsentOptions.parse([]),
      seedPassphrase: try SeedPassphraseOptions.parse([]), seed: nil, freshRandomness: false,
      comparesOnly: false)
    let question = try LastQuestion(
      ladder, scenes[0].contents, options, session, .mainnet)
    let text = question.summary(payees: [0])
    #expect(text.ranges(of: HonestPayment.recipient).count == 1, "\(text)")
    #expect(text.contains("at 3 fees"))
    for (name, fee, back) in [
      ("step 1", "0.00001000", "0.00899000"), ("step 2", "0.00005000", "0.00895000"),
      ("step 3", "0.00010000", "0.00890000"), ("cancel", "0.00100000", "0.01400000"),
    ] {
      #expect(text.contains("\(name): fee \(fee), back \(back), Words: "), "\(text)")
    }
    #expect(text.contains("Leaving us 0.00600000 BTC, highest fee 0.00100000 BTC"))
    #expect(text.contains("The cancel pays nobody"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
  }
}
