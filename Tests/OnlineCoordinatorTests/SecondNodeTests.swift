import Bytes
import NodeClients
import PracticeServers
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// A second node, asked whether the payments that were sent have arrived there.
@Suite struct SecondNodeTests {
  /// A home with a coin, and a second node in front of the same chain, not chosen yet.
  private func home() async throws -> (SentPaymentTests.Home, PracticeEsploraServer) {
    let home = try await SentPaymentTests.Home("0.5")
    let server = try PracticeEsploraServer(folder: home.desk.path("home/rehearsal-practice"))
    let (source, chain) = (try server.source(), home.chain)
    home.desk.source = { $0.name == "other" ? source as any ChainSource : chain }
    try #require(
      await home.desk.run("node", "add", "other", "esplora+https://server.invalid/api").code
        == .done)
    return (home, server)
  }

  @Test func `nobody else is asked until a second node is chosen`() async throws {
    let (home, server) = try await home()
    let before = server.asked.count
    let number = try await home.complete()
    let sent = await home.desk.run("broadcast", number, "--yes", "--json")
    #expect(sent.code == .done && sent.json["second"] == nil)
    let synced = await home.desk.run("sync", "alone", "--json")
    #expect(synced.json[0]?["second"] == [])
    #expect(server.asked.count == before)
  }

  @Test func `a second node is asked after sending and at each sync until there is a block`()
    async throws
  {
    let (home, server) = try await home()
    #expect(await home.desk.run("node", "second", "other").out.contains("other is also asked"))
    let number = try await home.complete()
    let sent = await home.desk.run("broadcast", number, "--yes", "--json")
    #expect(sent.json["second"]?["seen"] == "mempool", "\(sent.out)")
    #expect(sent.err.contains("payment \(number): in the mempool of other."))
    let synced = await home.desk.run("sync", "alone")
    #expect(synced.out.contains("  payment \(number): in the mempool of other"), "\(synced.out)")
    await home.desk.run("rehearse", "mine", "--node", "practice")
    let asked = server.asked.count
    #expect(await home.desk.run("sync", "alone", "--json").json[0]?["second"] == [])
    #expect(server.asked.count == asked)
  }

  @Test func `coins are compared with the second node unless another one is named`() async throws {
    let (home, _) = try await home()
    await home.desk.fails(["node", "compare"], saying: "no second node was chosen")
    await home.desk.run("node", "second", "other")
    let compared = await home.desk.run("node", "compare")
    #expect(compared.out.contains("other says the same"), "\(compared.out) \(compared.err)")
  }

  @Test func `a second node that has not seen it, or does not answer, stops nothing`()
    async throws
  {
    let (home, server) = try await home()
    await home.desk.run("node", "second", "other")
    let number = try await home.complete()
    let payments = await home.desk.run("payments", "--json").json
    let txid = try #require(payments[0]?["txid"]?.stringValue)
    server.lie("tx/\(txid)") { _ in .missing }
    let sent = await home.desk.run("broadcast", number, "--yes")
    #expect(sent.code == .done)
    #expect(sent.err.contains("other has not seen it yet: `sync` asks again."), "\(sent.err)")
    server.lie("") { _ in .text("busy", status: 503) }
    let synced = await home.desk.run("sync", "alone", "--json")
    #expect(synced.code == .done && synced.json[0]?["second"]?[0]?["seen"] == "unknown")
    #expect(await home.desk.run("sync", "alone").out.contains("too much to do"))
  }

  @Test func `which node is the second one is chosen, shown and forgotten`() async throws {
    let (home, _) = try await home()
    let desk = home.desk
    #expect(await desk.run("node", "second").out.contains("No second node is asked"))
    await desk.fails(["node", "second", "practice"], saying: "the node in use")
    await desk.fails(["node", "second", "nobody"])
    await desk.fails(["node", "second", "other", "--none"], code: .wrongUsage)
    await desk.run("node", "second", "other")
    #expect(await desk.run("node", "second", "--json").json["second"] == "other")
    let nodes = await desk.run("node", "list", "--json").json
    #expect(nodes[0]?["second"] == false && nodes[1]?["second"] == true)
    // While it is the one in use, it is not asked twice.
    await desk.run("node", "use", "other")
    #expect(await desk.run("node", "second", "--json").json["second"] == .null)
    await desk.run("node", "use", "practice")
    #expect(await desk.run("node", "second", "--json").json["second"] == "other")
    await desk.run("node", "second", "--none")
    #expect(await desk.run("node", "second", "--json").json["second"] == .null)
    // The number of a node that was removed may be given to the next one: it is not the second one.
    await desk.run("node", "second", "other")
    await desk.run("node", "remove", "other")
    await desk.run("node", "add", "other", "esplora+https://server.invalid/api")
    #expect(await desk.run("node", "second", "--json").json["second"] == .null)
  }
}
