import Foundation
import Testing

/// Nodes that answer badly, or not at all: each is said in one line, and the next try works.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct BadNodeJourneys {
  @Test func `wrong credentials and a missing node are told apart`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh")
    let wrong = try pair.scratch.write("__cookie__:0000", to: "wrong-cookie")
    let online = try Side.coordinator(in: pair.scratch, home: "wrong-home")
    _ = try online.run("node", "add", "wrong", pair.node.url, "--cookie", wrong)
    try online.fails("node", "status", saying: "401")
    let nobody = try Side.coordinator(in: pair.scratch, home: "nobody-home")
    _ = try nobody.run("node", "add", "nobody", "http://user:pass@127.0.0.1:1")
    let said = try nobody.fails("node", "status")
    #expect(!said.err.contains("pass@"))
  }
}
