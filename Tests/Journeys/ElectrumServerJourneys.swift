import Foundation
import Testing

/// A wallet whose coordinator talks to an Electrum server, over TLS, in front of the node of the tests: a small one of
/// ours, and ElectrumX.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct ElectrumServerJourneys {
  @Test func `a payment goes from coin to block through an Electrum server`() throws {
    try pay(through: .electrum)
  }

  @Test(
    .enabled(if: IndexServer.electrumXIsMissing == nil, IndexServer.electrumXIsMissing))
  func `a payment goes from coin to block through ElectrumX`() throws {
    try pay(through: .electrumX)
  }

  private func pay(through kind: IndexServer.Kind) throws {
    let pair = try SingleKeyJourneys.Pair(
      script: "wpkh", filterIndex: false, forElectrumX: kind == .electrumX)
    let identity = try IndexServer.identity(in: pair.scratch, "first")
    let server = try IndexServer(kind, pair.node, tls: identity)
    let added = try pair.online("node", "add", "index", server.url, "--json")
    let key = try #require(try added.json()["pinnedKey"] as? String)
    #expect(added.err.contains("so its key was pinned") && key.split(separator: " ").count == 16)
    try pair.online("node", "use", "index")
    let status = try pair.online("node", "status", "--json").json()
    #expect(status["scanning"] as? String == "index of scripts")
    #expect(status["network"] as? String == "regtest")

    try pair.node.mine(1, to: pair.receive())
    try pair.node.mine(100)
    try server.follow()
    try pair.online("sync", "savings")
    #expect(try pair.balance().confirmed == 5_000_000_000)
    let unsigned = pair.scratch.path("unsigned.psbt")
    let pay = try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "5", "--out",
      unsigned, "--json"
    ).json()
    let payment = "\(try #require(pay["payment"]))"
    let signed = pair.scratch.path("signed.psbt")
    try pair.offline("sign", unsigned, "--out", signed, "--yes")
    try pair.online("collect", signed)
    try pair.online("broadcast", payment, "--yes")
    try server.follow()
    // Sent once, it is found in the mempool and not sent again.
    #expect(try pair.online("broadcast", payment, "--yes").err.contains("already sent"))
    try pair.online("sync", "savings")
    #expect(try pair.balance().pending > 0)
    // The second node has it, too.
    let waiting = try pair.online("node", "compare", "node", "savings")
    #expect(waiting.out.contains("payment \(payment): in the mempool of node"), "\(waiting.out)")
    try pair.node.mine(1)
    try server.follow()
    try pair.online("sync", "savings")
    let there = try pair.balance()
    #expect(
      there.pending == 0 && there.confirmed < 4_988_000_000 && there.confirmed > 4_987_000_000)

    // What Bitcoin Core's own calls say is the same, to the last satoshi: of the coins that are unspent
    // now, as this node has no filters, and after a sync of its own.
    #expect(try pair.online("node", "compare", "node").out.contains("node says the same"))
    try pair.online("node", "use", "node")
    try pair.online("sync", "savings")
    #expect(try pair.balance() == there)
  }

  @Test func `a server with another key is not talked to`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh", filterIndex: false)
    let first = try IndexServer(
      .electrum, pair.node, tls: IndexServer.identity(in: pair.scratch, "first"))
    let other = try IndexServer.identity(in: pair.scratch, "second")
    // By the certificate of the other one, the first is a stranger.
    let refused = try pair.online.fails(
      "node", "add", "index", first.url, "--certificate", other.certificate)
    #expect(refused.err.contains("pinned"), "\(refused.err)")
    let plain = try IndexServer(.electrum, pair.node, tls: nil)
    try pair.online("node", "add", "plain", plain.url)
    let noTLS = try pair.online.fails(
      "node", "add", "x", plain.url.replacingOccurrences(of: "electrum://", with: "electrum+tls://")
    )
    #expect(noTLS.err.contains("was not added"), "\(noTLS.err)")
  }
}
