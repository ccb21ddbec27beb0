import BitcoinPrimitives
import Bytes
import Foundation
import Synchronization
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// What a second node says beside the records.
@Suite struct NodeCompareTests {
  /// A home with two coins and a second node in front of the same chain.
  private func practising() async throws -> (Desk, DyingChain) {
    let desk = try await Desk.practising("0.5", "0.1")
    let other = DyingChain(folder: desk.path("home/rehearsal-practice"))
    desk.source = { $0.name == "other" ? other : nil }
    #expect(await desk.run("node", "add", "other", "http://127.0.0.1:1").code == .done)
    return (desk, other)
  }

  private func compare(_ desk: Desk) async -> JSONValue {
    await desk.run("node", "compare", "other", "savings", "--json").json["wallets"]?[0] ?? .null
  }

  @Test func `two nodes that say the same agree, and nothing changes`() async throws {
    let (desk, _) = try await practising()
    let run = await desk.run("node", "compare", "other")
    #expect(
      run.code == .done && run.out.contains("2 confirmed coins, 0.60000000 BTC"), "\(run.err)")
    #expect(run.out.contains("other says the same"))
    let found = await compare(desk)
    #expect(found["agree"] == true && found["coins"] == 2 && found["satoshis"] == 60_000_000)
    #expect(await desk.run("node", "list").out.contains("practice"))
  }

  @Test func `a coin that one node leaves out is named, whichever it is`() async throws {
    let (desk, other) = try await practising()
    let coins = await desk.run("coins", "savings", "--json").json.arrayValue ?? []
    let coin = try #require(coins.first { $0["amount"] == 50_000_000 })
    let address = try #require(coin["address"]?.stringValue)
    let script = try Address(parsing: address, on: .regtest).script
    other.hides.withLock { $0 = [script] }
    let run = await desk.run("node", "compare", "other", "savings")
    let outPoint = try #require(coin["outpoint"]?.stringValue)
    #expect(run.code == .failed && run.out.contains("not unspent at other: \(outPoint)"))
    let found = await compare(desk)
    #expect(found["agree"] == false && found["onlyInRecords"] == [.string(outPoint)])

    // The other way round: in a home that knows only the node that hides it.
    let whole = DyingChain(folder: desk.path("home/rehearsal-practice"))
    let blind = try Desk()
    blind.source = { $0.name == "other" ? whole : other }
    for node in ["practice", "other"] {
      await blind.run("node", "add", node, "http://127.0.0.1:1")
    }
    await blind.run("wallet", "create", "savings", Desk.account)
    #expect(await blind.run("sync", "savings").code == .done)
    let back = await blind.run("node", "compare", "other", "savings")
    #expect(
      back.code == .failed && back.out.contains("unspent at other, but not here: \(outPoint)"))
  }

  @Test func `what is spent or made after the last sync makes no difference`() async throws {
    let (desk, _) = try await practising()
    await desk.run("rehearse", "mine", "3")
    let address = await desk.run("receive", "savings", "--json").json["address"]?.stringValue
    await desk.run("rehearse", "fund", try #require(address), "0.2")
    await desk.run("rehearse", "mine")
    #expect(await compare(desk)["agree"] == true)
    #expect(await desk.run("sync", "savings").code == .done)
    let found = await compare(desk)
    #expect(found["agree"] == true && found["coins"] == 3)
  }

  @Test func `nodes that cannot be compared are told with what to do`() async throws {
    let (desk, other) = try await practising()
    await desk.fails(["node", "compare", "nobody"])
    other.isOnMainnet.withLock { $0 = true }
    await desk.fails(["node", "compare", "other", "savings"], saying: "mainnet")
    other.isOnMainnet.withLock { $0 = false }
    other.set(.before)
    // A chain of its own is no second opinion.
    desk.source = nil
    await desk.run("node", "add", "elsewhere", "rehearsal://")
    await desk.run("node", "use", "elsewhere")
    await desk.run("rehearse", "mine", "5")
    await desk.fails(["node", "compare", "elsewhere", "savings"], saying: "the node in use")
    await desk.run("node", "use", "practice")
    await desk.fails(
      ["node", "compare", "elsewhere", "savings"], saying: "is not the one up to which")
    let fresh = try Desk()
    await fresh.run("node", "add", "practice", "rehearsal://")
    await fresh.run("node", "add", "second", "rehearsal://")
    await fresh.run("wallet", "create", "savings", Desk.account)
    await fresh.fails(["node", "compare", "second", "savings"], saying: "never synced")
    await fresh.fails(["node", "compare", "second"], saying: "was ever synced")
  }
}
