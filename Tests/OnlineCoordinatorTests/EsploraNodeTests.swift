import BitcoinPSBT
import Bytes
import Foundation
import NodeClients
import PracticeServers
import Synchronization
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// A coordinator whose node is an Esplora server, in front of the rehearsal chain of its home.
@Suite struct EsploraNodeTests {
  /// A home with a wallet of one key, coins of 0.5 and 0.2, and the server in use.
  private func home() async throws -> (SentPaymentTests.Home, PracticeEsploraServer) {
    let home = try await SentPaymentTests.Home("0.5", "0.2")
    let server = try PracticeEsploraServer(folder: home.desk.path("home/rehearsal-practice"))
    let source = try server.source()
    home.desk.source = { $0.name == "rest" ? source : nil }
    let added = await home.desk.run("node", "add", "rest", "esplora+https://server.invalid/api")
    try #require(added.code == .done, "\(added.err)")
    #expect(added.err.contains("use your own"))
    try #require(await home.desk.run("node", "use", "rest").code == .done)
    return (home, server)
  }

  @Test func `a payment goes from coin to block through an Esplora server`() async throws {
    let (home, server) = try await home()
    let desk = home.desk
    #expect(await desk.run("sync", "alone", "--whole").code == .done)
    #expect(await home.spendable() == 70_000_000)
    let number = try await home.complete("--fee-rate", "5", to: "0.6")
    let sent = await desk.run("broadcast", number, "--yes")
    #expect(sent.code == .done, "\(sent.err)")
    #expect(server.asked.contains("tx"))
    // Sent once, it is found in the mempool and not sent again.
    let posts = server.asked.count { $0 == "tx" }
    #expect(await desk.run("broadcast", number, "--yes").err.contains("already sent"))
    #expect(server.asked.count { $0 == "tx" } == posts)
    #expect(await desk.run("sync", "alone").code == .done)
    #expect(await home.states() == ["sent"])
    // The second node has it, too, and says the same of the coins.
    let waiting = await desk.run("node", "compare", "practice", "alone")
    #expect(waiting.out.contains("payment \(number): in the mempool of practice"), "\(waiting.out)")
    await desk.run("rehearse", "mine", "--node", "practice")
    #expect(await desk.run("sync", "alone").code == .done)
    #expect(await home.states() == ["confirmed"])
    let agreed = await desk.run("node", "compare", "practice", "alone")
    #expect(agreed.out.contains("practice says the same"), "\(agreed.out) \(agreed.err)")
    // The fee rate comes from there as well: that of the target of 6 blocks.
    let second = await desk.run(
      "pay", "alone", "--to", "\(Desk.elsewhere)=0.01", "--out", desk.path("p.psbt"), "--json")
    #expect(second.code == .done, "\(second.err)")
  }

  @Test func `a payment that the server's node refuses stays here, with its words`() async throws {
    let (home, server) = try await home()
    let number = try await home.complete("--fee-rate", "5")
    server.state.withLock {
      $0.refusal =
        #"sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}"#
    }
    let refused = await home.desk.fails(["broadcast", number, "--yes"], saying: "min relay fee")
    #expect(refused.err.contains("--fee-rate"))
    #expect(await home.states() == ["complete"])
  }

  @Test func `what cannot be done is said of a node`() async throws {
    let (home, server) = try await home()
    let status = await home.desk.run("node", "status")
    #expect(status.out.contains("limits") && status.out.contains("`broadcast` sends without"))
    let json = await home.desk.run("node", "status", "rest", "--json").json
    #expect(json["limits"]?.arrayValue?.count == 3 && json["scanning"] == "index of scripts")
    #expect(json["height"]?.intValue == server.tipHeight)
    let own = await home.desk.run("node", "status", "practice", "--json").json
    #expect(own["limits"] == [])
    let list = await home.desk.run("node", "list")
    #expect(list.out.contains("esplora+https://server.invalid:443/api"))
  }

  @Test func `a server that lies stops a sync, and nothing is written`() async throws {
    let (home, server) = try await home()
    server.lie("merkle-proof") { _ in
      .json(["block_height": 120, "pos": 0, "merkle": []])
    }
    await home.desk.fails(["sync", "alone", "--whole"], saying: "not proved")
    #expect(await home.spendable() == 70_000_000)
    server.lie("") { _ in .text("too many", status: 429) }
    await home.desk.fails(["sync", "alone"], saying: "limits how often")
    #expect(await home.spendable() == 70_000_000)
  }

  @Test func `nodes that make no sense are refused`() async throws {
    let desk = try Desk()
    await desk.fails(["node", "add", "x", "esplora+https://a:b@host"], saying: "no user")
    await desk.fails(["node", "add", "x", "esplora+https://host/a?b"], saying: "the path")
    await desk.fails(
      ["node", "add", "x", "esplora+https://h", "--cookie", "c"], saying: "cookie",
      code: .wrongUsage)
    await desk.fails(
      ["node", "add", "x", "esplora+http://127.0.0.1:1", "--certificate", "c"], saying: "no TLS",
      code: .wrongUsage)
    // Out on the internet without encryption.
    await desk.fails(
      ["node", "add", "x", "esplora+http://server.example/api"], saying: "no encryption")
    // Nobody answers there: with TLS there is no key to pin, so it is not added for later.
    await desk.fails(["node", "add", "x", "esplora+https://127.0.0.1:1"], saying: "was not added")
    let later = await desk.run("node", "add", "later", "esplora+http://127.0.0.1:1/api")
    #expect(later.code == .done && later.err.contains("does not answer yet"))
    #expect(!later.err.contains("unencrypted"))
    let near = await desk.run(
      "node", "add", "near", "esplora+http://192.168.255.255:1/api", "--proxy", "127.0.0.1:1")
    #expect(near.err.contains("unencrypted; use esplora+https://"))
  }

  @Test func `where a server is can be read again as it is shown`() async throws {
    let (home, _) = try await home()
    let listed = await home.desk.run("node", "list", "--json").json
    let urls = listed.arrayValue?.compactMap { $0["url"]?.stringValue } ?? []
    for url in urls { #expect(try NodeURL(parsing: url).withoutLogin == url) }
    #expect(urls.contains("esplora+https://server.invalid:443/api"))
  }
}
