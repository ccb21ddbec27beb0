import Foundation
import Testing

/// A wallet whose coordinator talks to an Electrum server, over TLS, in front of the node of the tests.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct ElectrumServerJourneys {
  /// Tests/RegtestNode/electrum_server.py, until it is let go.
  private final class Server {
    let url: String
    private let process: Process
    private let input = Pipe()

    /// With TLS, by the certificate and the key in two files.
    init(_ node: JourneyNode, tls: (certificate: String, key: String)?) throws {
      let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
      process = Process()
      process.executableURL = URL(fileURLWithPath: python)
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("RegtestNode/electrum_server.py").path
      process.arguments =
        [script, node.url, node.cookie] + (tls.map { ["--tls", $0.certificate, $0.key] } ?? [])
      let ready = Pipe()
      process.standardInput = input
      process.standardOutput = ready
      try Programs.launch(process)
      let port = try JourneyNode.port(from: ready)
      url = "electrum\(tls == nil ? "" : "+tls")://127.0.0.1:\(port)"
    }

    deinit {
      // Not terminate(): a child of the test runner inherits its blocked signals.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// A certificate that no authority signed and that names no host, and its key.
  private static func identity(in scratch: Scratch, _ name: String) throws -> (
    certificate: String, key: String
  ) {
    let files = (certificate: scratch.path("\(name).pem"), key: scratch.path("\(name)-key.pem"))
    let made = try Programs.run(
      URL(fileURLWithPath: "/usr/bin/openssl"),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "3650", "-subj", "/CN=\(name)", "-keyout", files.key, "-out", files.certificate,
      ])
    try #require(made.status == 0, "\(made.err)")
    return files
  }

  @Test func `a payment goes from coin to block through an Electrum server`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh", filterIndex: false)
    let identity = try Self.identity(in: pair.scratch, "first")
    let server = try Server(pair.node, tls: identity)
    let added = try pair.online("node", "add", "index", server.url, "--json")
    let key = try #require(try added.json()["pinnedKey"] as? String)
    #expect(added.err.contains("so its key was pinned") && key.split(separator: " ").count == 16)
    try pair.online("node", "use", "index")
    let status = try pair.online("node", "status", "--json").json()
    #expect(status["scanning"] as? String == "index of scripts")
    #expect(status["network"] as? String == "regtest")

    try pair.fund()
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
    // Sent once, it is found in the mempool and not sent again.
    #expect(try pair.online("broadcast", payment, "--yes").err.contains("already sent"))
    try pair.online("sync", "savings")
    #expect(try pair.balance().pending > 0)
    // The second node has it, too.
    let waiting = try pair.online("node", "compare", "node", "savings")
    #expect(waiting.out.contains("payment \(payment): in the mempool of node"), "\(waiting.out)")
    try pair.node.mine(1)
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
    let first = try Server(pair.node, tls: Self.identity(in: pair.scratch, "first"))
    let other = try Self.identity(in: pair.scratch, "second")
    // By the certificate of the other one, the first is a stranger.
    let refused = try pair.online.fails(
      "node", "add", "index", first.url, "--certificate", other.certificate)
    #expect(refused.err.contains("pinned"), "\(refused.err)")
    let plain = try Server(pair.node, tls: nil)
    try pair.online("node", "add", "plain", plain.url)
    let noTLS = try pair.online.fails(
      "node", "add", "x", plain.url.replacingOccurrences(of: "electrum://", with: "electrum+tls://")
    )
    #expect(noTLS.err.contains("was not added"), "\(noTLS.err)")
  }
}
