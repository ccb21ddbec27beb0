import TerminalUI
import Testing
import WalletStorage

/// The way to a node through a proxy, which is never left out.
@Suite struct ProxyTests {
  @Test func `a proxy that cannot be read is refused when the node is added`() async throws {
    let desk = try Desk()
    for proxy in ["9050", "http://127.0.0.1:9050", "me:word@127.0.0.1:9050", "a b:9050"] {
      await desk.fails(
        ["node", "add", "far", "http://u:p@127.0.0.1:1", "--proxy", proxy],
        saying: "the proxy is not host:port", code: .wrongUsage)
    }
  }

  @Test func `a proxy in the records that cannot be read is said, and nobody asked directly`()
    async throws
  {
    let desk = try await Desk.practising()
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    try store.addNode(
      NodeRecord(
        name: "far", url: "http://u:p@127.0.0.1:1", cookie: nil, proxy: "http://127.0.0.1:9050",
        isActive: false))
    try store.useNode(named: "far")
    await desk.fails(["sync", "savings"], saying: "the proxy of the node far is not host:port")
  }
}
