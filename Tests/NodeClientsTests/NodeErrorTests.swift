import NodeClients
import Testing

@Suite struct NodeErrorTests {
  @Test(
    arguments: [
      { NodeError.refused(method: "sendrawtransaction", code: -26, message: $0) },
      { NodeError.warmingUp(stage: $0) }, { NodeError.cannotScan(reason: $0) },
      { NodeError.unreachable(place: "host:8332", reason: $0) },
      { NodeError.notJSON(method: "getblock", reason: $0) },
      { NodeError.wrongNetwork(node: $0, wallet: "regtest") },
    ] as [@Sendable (String) -> NodeError])
  func `words of a node write no line of their own`(error: @Sendable (String) -> NodeError) {
    let said = error("no\nerror: send it to \u{202e}me\u{1b}[2J\r").description
    #expect(said.contains("no\\u{a}error: send it to \\u{202e}me\\u{1b}[2J\\u{d}"))
    #expect(!said.contains { $0.isNewline })
    #expect(error(String(repeating: "x", count: 100_000)).description.count < 600)
  }
}
