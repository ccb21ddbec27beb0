import BitcoinPSBT
import BitcoinPrimitives
import ExtendedKeys
import Refusals
import ReviewFixtures
import Testing

@testable import TransactionReview

/// R34, and the chain that a payment says it was made for (R11).
@Suite struct `A signature is for one chain` {
  private static func entry(_ text: String) throws -> Network {
    try NetworkEntry(reading: Array(text.utf8)).network
  }

  /// A fork of Bitcoin with a replay lock, or without one.
  private static func fork(hasReplayLock: Bool = true) throws -> Network {
    try entry(
      """
      {"name":"ours","kind":"fork","forkHeight":900000,"unit":"OURS","replayLock":\(hasReplayLock)}
      """)
  }

  private static func scene(
    on network: Network, lockTime: LockTime, sequence: UInt32? = nil
  ) throws -> Scene {
    var scene = try HonestPayment.scene()
    scene.machine.network = network
    if network.coinType == 0 {
      scene.machine.wallets = [try Accounts.wallet(.wpkh, on: network)]
    }
    scene.draft.lockTime = lockTime
    if let sequence {
      for number in scene.draft.coins.indices {
        scene.draft.coins[number].input.sequence = sequence
      }
    }
    return scene
  }

  @Test func `the replay lock is refused on every chain that has none`() throws {
    for network in [Network.mainnet, .testnet4, .regtest, try Self.fork(hasReplayLock: false)] {
      let review = try Self.scene(on: network, lockTime: .replayLock).review()
      let found = review.refusals.filter { $0.rule == .r34 }
      #expect(found.count == 1 && found[0].message.contains("499999999"), "\(network)")
    }
    // The height before it is only far away.
    let near = LockTime(rawValue: LockTime.replayLock.rawValue - 1)
    let review = try Self.scene(on: .mainnet, lockTime: near).review()
    #expect(review.refusals.isEmpty && review.warnings.map(\.rule) == [.r16])
  }

  @Test func `on its own chain the replay lock is shown for what it is, and delays nothing`() throws
  {
    let review = try Self.scene(on: Self.fork(), lockTime: .replayLock).review()
    #expect(review.refusals.isEmpty && review.warnings.isEmpty, "\(review.findings)")
    #expect(review.notes.map(\.rule) == [.r34])
    let text = ReviewText(review).text
    #expect(text.contains("only ours can confirm it"), "\(text)")
    // Amounts are never said to be bitcoin, and the coins are no rehearsal.
    #expect(text.contains(" OURS") && !text.contains("BTC") && !text.contains("REHEARSAL"))
  }

  @Test func `a payment of a fork without its lock wants a sentence`() throws {
    for (lock, sequence) in [
      (LockTime.none, UInt32(0xffff_fffd)), (LockTime(rawValue: 839_990), 0xffff_fffd),
      // With final inputs a lock time counts for nothing.
      (.replayLock, TxIn.finalSequence),
    ] {
      let review = try Self.scene(on: Self.fork(), lockTime: lock, sequence: sequence).review()
      let found = try #require(review.warnings.first { $0.rule == .r34 }, "\(lock) \(sequence)")
      #expect(found.consent == .replay && found.message.contains("block 900000"))
      #expect(review.acknowledgements.contains("replay"))
    }
    let review = try Self.scene(on: Self.fork(hasReplayLock: false), lockTime: .none).review()
    #expect(review.warnings.contains { $0.consent == .replay })
  }

  @Test func `one input that is not final keeps the replay lock in force`() throws {
    var scene = try Self.scene(
      on: Self.fork(), lockTime: .replayLock, sequence: TxIn.finalSequence)
    scene.draft.coins[1].input.sequence = 0xffff_fffe
    #expect(try scene.review().warnings.isEmpty)
  }

  @Test func `a signet may have the lock, and needs none`() throws {
    let lab = try Self.entry(#"{"name":"lab","kind":"signet","challenge":"51","replayLock":true}"#)
    for lock in [LockTime.replayLock, .none] {
      let scene = try Self.scene(on: lab, lockTime: lock)
      #expect(try !scene.review().findings.contains { $0.rule == .r34 && $0.severity != .show })
    }
  }

  @Test func `a payment for a fork is refused in the home of Bitcoin, with both rules`() throws {
    let scene = try Self.scene(on: .mainnet, lockTime: .replayLock)
    var packet = try scene.review().psbt
    packet.global.setChainTag(try Self.fork())
    let review = Review(of: packet, in: scene.machine.context)
    let rules = review.refusals.map(\.rule)
    #expect(rules.contains(.r11) && rules.contains(.r34), "\(review.refusals)")
    #expect(review.refusals.contains { $0.message.contains("made for ours, not for mainnet") })
    // The tag alone is enough.
    let untimed = try Self.scene(on: .mainnet, lockTime: .none)
    var tagged = try untimed.review().psbt
    tagged.global.setChainTag(try Self.fork())
    #expect(Review(of: tagged, in: untimed.machine.context).refusals.map(\.rule) == [.r11])
  }

  @Test func `a tag of the home's own chain says nothing, and is no data riding along`() throws {
    let scene = try Self.scene(on: Self.fork(), lockTime: .replayLock)
    var packet = try scene.review().psbt
    packet.global.setChainTag(try Self.fork())
    #expect(packet.global.chainTag == "ours")
    var context = scene.machine
    context.limits.unknownFields = 0
    context.limits.unknownBytes = 0
    let review = Review(of: packet, in: context.context)
    #expect(review.findings.map(\.rule) == [.r34], "\(review.findings)")
    packet.global.setChainTag(.mainnet)
    #expect(packet.global.chainTag == nil)
    // One that only begins like the home's own is another.
    let long = Network.customSignet(challenge: Script([UInt8](repeating: 0x51, count: 100)))
    packet.global.setChainTag(long)
    packet.global.setUnchecked(
      PSBTField(
        type: 0xfc, keyData: [10] + Array("drawbridge".utf8) + [3],
        value: ArraySlice(Array((long.tag + "x").utf8))))
    #expect(packet.global.chainTag != long.tag)
    packet.global.setChainTag(.mainnet)
    // What cannot be a tag is one all the same: of another chain.
    packet.global.setUnchecked(
      PSBTField(
        type: 0xfc, keyData: [10] + Array("drawbridge".utf8) + [3],
        value: ArraySlice([0xff, 0x1b] + [UInt8](repeating: 0x41, count: 5_000))))
    let hostile = Review(of: packet, in: context.context)
    #expect(hostile.refusals.map(\.rule) == [.r11])
    #expect(hostile.warnings.map(\.rule) == [.r19])
    #expect(!ReviewText(hostile).text.contains("\u{1b}"))
  }
}
