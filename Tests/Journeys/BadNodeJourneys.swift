import Foundation
import Testing

/// Nodes that answer badly, or not at all: each is reported in one line, and the next try works.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct BadNodeJourneys {
  @Test func `wrong credentials and a missing node are told apart`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh")
    let wrong = try pair.scratch.write("__cookie__:0000", to: "wrong-cookie")
    let online = try Side.coordinator(in: pair.scratch, home: "wrong-home")
    try online.fails("node", "add", "wrong", pair.node.url, "--cookie", wrong, saying: "401")
    try online.fails("node", "status", saying: "there is no node yet")
    let nobody = try Side.coordinator(in: pair.scratch, home: "nobody-home")
    _ = try nobody.run("node", "add", "nobody", "http://user:pass@127.0.0.1:1")
    let said = try nobody.fails("node", "status")
    #expect(!said.err.contains("pass@"))
  }

  @Test func `a node that answers badly is told in one line, and the next try works`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh", throughBadNode: true)
    let badNode = try #require(pair.badNode)
    try pair.fund()
    let address = try pair.receive()
    for how in [
      "answers: status 500", "answers: garbage", "answers: elsewhere",
      "the way: hung up in the middle", "the way: hung up before a word", "the way: 4 GB",
    ] {
      try badNode.lie(how)
      try pair.online.fails("node", "status")
      try pair.online.fails("sync", "savings")
      try badNode.tellTheTruth()
      try pair.online("node", "status")
      try pair.online("sync", "savings")
      #expect(try pair.balance().confirmed == 5_000_000_000, "after \(how)")
    }
    // Badly in the middle of a sync: what was known stays known.
    try pair.node.mine(1, to: address)
    for method in ["scanblocks", "getdescriptoractivity"] {
      try badNode.lie("the way: hung up in the middle", about: method)
      try pair.online.fails("sync", "savings")
      #expect(try pair.balance().confirmed == 5_000_000_000, "after \(method)")
    }
    try badNode.tellTheTruth()
    try pair.online("sync", "savings")
  }

  @Test func `a payment is not lost when the node fails as it is sent`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh", throughBadNode: true)
    let badNode = try #require(pair.badNode)
    try pair.fund()
    let unsigned = pair.scratch.path("unsigned.psbt")
    let signed = pair.scratch.path("signed.psbt")
    let pay = try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "5", "--out",
      unsigned, "--json"
    ).json()
    let payment = "\(try #require(pay["payment"]))"
    try pair.offline("sign", unsigned, "--out", signed, "--yes")
    try pair.online("collect", signed)
    for method in ["testmempoolaccept", "sendrawtransaction"] {
      try badNode.lie("answers: status 500", about: method)
      try pair.online.fails("broadcast", payment, "--yes")
      try badNode.tellTheTruth()
      #expect(try pair.node.call("getrawmempool") == "[]")
    }
    let sent = try pair.online("broadcast", payment, "--yes", "--json").json()
    let txid = try #require(sent["txid"] as? String)
    #expect(try pair.node.call("getrawmempool").contains(txid))
  }
}
