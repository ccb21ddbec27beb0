internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import TerminalUI
internal import WalletStorage

/// The command `node add`.
struct NodeAddCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds a node; the first one is used from then on.",
    discussion: """
        online-coordinator node add home http://127.0.0.1:8332 --cookie ~/.bitcoin/.cookie
        online-coordinator node add far http://user:password@abc...xyz.onion:8332
        online-coordinator node add practice rehearsal://

      An onion address goes through Tor's SOCKS port (127.0.0.1:9050), or the one given with --proxy.
      The password is kept in this home, readable by you alone.
      """)

  @Argument(help: "A name for the node.")
  var name: String

  @Argument(
    help: "http[s]://[user:pass@]host:port, btcstandup://user:pass@host:port, or rehearsal://.")
  var url: String

  @Option(help: ArgumentHelp("Path of Bitcoin Core's .cookie file.", valueName: "path"))
  var cookie: String?

  @Option(help: ArgumentHelp("A SOCKS5 proxy to go through.", valueName: "host:port"))
  var proxy: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let parsed = try hinted { () throws(NodeError) in try NodeURL(parsing: url) }
    if cookie != nil, parsed.user != nil {
      throw ProgramError(
        "both a cookie and a password were given", hint: "give one of them", exitCode: .wrongUsage)
    }
    if let proxy, HTTPClientTransport.Proxy(parsing: proxy) == nil {
      throw ProgramError(
        "the proxy is not host:port", hint: "Tor's own is 127.0.0.1:9050", exitCode: .wrongUsage)
    }
    let isLocal = ["127.0.0.1", "localhost", "[::1]"].contains(parsed.host)
    if parsed.kind == .bitcoinCore, !parsed.isTLS, !parsed.isOnion, !isLocal {
      session.console.warn("the password crosses the network in the clear; use https or an onion")
    }
    let store = try session.store()
    let node = NodeRecord(name: name, url: url, cookie: cookie, proxy: proxy, isActive: false)
    try hinted { () throws(StorageError) in try store.addNode(node) }
    var status: NodeStatus?
    do throws(ProgramError) {
      let source = try session.source(node)
      status = try await hinted { () async throws(NodeError) in try await source.status() }
    } catch {
      // It is kept: it may be switched off just now.
      session.console.warn("it does not answer yet: \(error.message)")
    }
    session.console.result(
      text: status.map { "\(name): \($0.network.name), block \($0.tip.height)" }
        ?? "\(name) was added.",
      json: [
        "node": .string(name), "url": .string(parsed.redacted), "answers": .bool(status != nil),
        "network": status.map { .string($0.network.name) } ?? .null,
      ])
  }
}
