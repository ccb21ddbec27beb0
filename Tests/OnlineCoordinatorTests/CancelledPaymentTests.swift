import Bytes
import Synchronization
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// Before a payment that a node may have is given up, the node is asked.
@Suite struct CancelledPaymentTests {
  private typealias Home = SentPaymentTests.Home

  /// A payment whose broadcast was cut off, before the node had it or after; the node answers again.
  private func cutOff(_ moment: DyingChain.Moment) async throws -> (home: Home, number: String) {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    home.chain.set(moment)
    await home.desk.fails(["broadcast", number, "--yes"], saying: "is not known")
    home.chain.set(nil)
    try #require(await home.states() == ["sending"])
    return (home, number)
  }

  @Test func `after a crash cancel asks the node, and frees no coin that its mempool spends`()
    async throws
  {
    let (home, number) = try await cutOff(.after)
    // The person reads it before the question, and thinks again.
    let declined = await home.desk.run("cancel", number, answers: ["no"])
    #expect(declined.code == .failed)
    #expect(
      declined.err.contains("the node has payment \(number) in its mempool"), "\(declined.err)")
    #expect(await home.states() == ["sent"])
    let cancelled = await home.desk.run("cancel", number, "--yes", "--json")
    #expect(cancelled.code == .done, "\(cancelled.err)")
    #expect(cancelled.json["node"] == "mempool" && cancelled.json["state"] == "sent")
    #expect(await home.spendable() == 0)
    await home.desk.run("sync", "alone")
    #expect(await home.spendable() == 0)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["confirmed"])
  }

  @Test func `what the node has in a block is not cancelled`() async throws {
    let (home, number) = try await cutOff(.after)
    await home.desk.run("rehearse", "mine")
    let refused = await home.desk.fails(["cancel", number, "--yes"], saying: "is in block")
    #expect(refused.err.contains("sync alone"))
    #expect(await home.spendable() == 0)
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["confirmed"])
  }

  @Test func `nothing is freed when the node says that a coin of it is spent in a block`()
    async throws
  {
    let (home, number) = try await cutOff(.after)
    await home.desk.run("rehearse", "mine")
    // A node without an index, of whose outputs all are spent, does not find the transaction.
    home.chain.findsNothing.withLock { $0 = true }
    await home.desk.fails(["cancel", number, "--yes"], saying: "may be confirmed")
    #expect(await home.spendable() == 0)
  }

  @Test func `what the node does not have is cancelled once that was said`() async throws {
    let (home, number) = try await cutOff(.before)
    let cancelled = await home.desk.run("cancel", number, answers: ["yes"])
    #expect(cancelled.code == .done, "\(cancelled.err)")
    #expect(cancelled.err.contains("does not have payment \(number) in its mempool"))
    #expect(cancelled.err.contains("was being sent when the program ended"))
    #expect(await home.spendable() == 50_000_000)
  }

  @Test(arguments: ["gone", "silent", "none", "other"])
  func `without a node to ask, cancel says so and goes on`(_ why: String) async throws {
    let (home, number) = try await cutOff(.before)
    switch why {
    case "gone":
      home.chain.set(.before)
      await home.desk.fails(["broadcast", number, "--yes"], saying: "is not known")
    case "silent":
      home.chain.isSilent.withLock { $0 = true }
      home.desk.questionLimit = .milliseconds(1)
    case "none": await home.desk.run("node", "remove", "practice")
    default: home.chain.isOnMainnet.withLock { $0 = true }
    }
    let cancelled = await home.desk.run("cancel", number, "--yes", "--json")
    #expect(cancelled.code == .done, "\(cancelled.err)")
    #expect(
      cancelled.err.contains("no node could be asked whether it has payment \(number)"),
      "\(cancelled.err)")
    #expect(cancelled.json["node"] == .null && cancelled.json["mayStillConfirm"] == true)
  }

  @Test func `payments asks no node when it is told so`() async throws {
    let (home, _) = try await cutOff(.after)
    home.desk.source = { _ in
      Issue.record("a node was asked")
      return nil
    }
    let list = await home.desk.run("payments", "--offline")
    #expect(list.out.contains("not known whether the node took it"), "\(list.out)")
  }
}
