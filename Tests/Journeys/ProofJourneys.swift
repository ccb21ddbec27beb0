import Foundation
import Testing

/// A payment that proves to the signer that its coin is in a block, beside a node without an index of transactions.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct ProofJourneys {
  @Test(arguments: ["wpkh", "tr"])
  func `a coin of a node's chain is proved to the signer, which says so`(script: String) throws {
    let pair = try SingleKeyJourneys.Pair(script: script, filterIndex: false)
    try pair.fund()
    let file = { (name: String) in pair.scratch.path(name) }
    let pay = try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "1",
      "--prove", "--out", file("unsigned.psbt"), "--json")
    let proved = try pay.json()
    // What the journey mined is as deep as it is; less is said.
    let depth = try #require(proved["proved"] as? [Int])
    if depth.isEmpty { #expect(pay.err.contains("has no proof for input"), "\(pay.err)") }
    let payment = "\(try #require(proved["payment"]))"
    try pair.online(
      "payments", "--payment", payment, "--prove", "20", "--out", file("proved.psbt"))
    let review = try pair.offline("review", file("proved.psbt"), "--json").json()
    let inputs = try #require(review["inputs"] as? [[String: Any]])
    let confirmed = try #require(inputs[0]["confirmed"] as? [String: Int])
    #expect(confirmed["blocks"] == 20)
    let text = try pair.offline("review", file("proved.psbt")).out
    #expect(text.contains("Confirmed    at least 20 blocks deep"), "\(text)")
    #expect(text.contains("proves nothing"), "\(text)")

    // A byte that is changed on the way: nothing is signed.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file("proved.psbt")))
    let mark = try #require(bytes.range(of: Data("drawbridge".utf8)))
    bytes[mark.upperBound + 100] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file("bent.psbt")))
    let refused = try pair.offline.fails(
      "sign", file("bent.psbt"), "--out", file("never.psbt"), "--yes")
    #expect(refused.err.contains("R02"), "\(refused.err)")

    try pair.offline("sign", file("proved.psbt"), "--out", file("signed.psbt"), "--yes")
    // The answer goes without them.
    let answer = try Data(contentsOf: URL(fileURLWithPath: file("signed.psbt")))
    #expect(answer.range(of: Data("drawbridge".utf8)) == nil && answer.count < bytes.count)
    let collected = try pair.online("collect", file("signed.psbt"), "--json")
    #expect(try collected.json()["complete"] as? Bool == true)
    #expect(!collected.err.contains("PROPRIETARY"), "\(collected.err)")
    try pair.online("broadcast", payment, "--yes")
  }

  @Test func `the next signer of a group sees what the first one saw`() throws {
    let group = try Group(["alice", "bob", "carol"], threshold: 2, script: "wsh")
    try group.fund()
    let file = { (name: String) in group.scratch.path(name) }
    let pay = try group.online(
      "pay", "family", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "2", "--prove",
      "1",
      "--out", file("unsigned.psbt"), "--json"
    ).json()
    #expect((pay["proved"] as? [Int])?.isEmpty == false)
    try group.members[0].offline("sign", file("unsigned.psbt"), "--out", file("half.psbt"), "--yes")
    let text = try group.members[1].offline("review", file("half.psbt")).out
    #expect(text.contains("at least 1 block deep when this was made"), "\(text)")
    // The coordinator keeps the signature, and says nothing of what rides along.
    let half = try group.online("collect", file("half.psbt"), exit: 3)
    #expect(!half.err.contains("PROPRIETARY"), "\(half.err)")
    try group.members[1].offline("sign", file("half.psbt"), "--out", file("whole.psbt"), "--yes")
    let whole = try Data(contentsOf: URL(fileURLWithPath: file("whole.psbt")))
    #expect(whole.range(of: Data("drawbridge".utf8)) == nil)
    try group.online("collect", file("whole.psbt"))
  }

  @Test func `an Electrum server's proofs travel, in a short payment too`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh", filterIndex: false)
    let server = try IndexServer(.electrum, pair.node, tls: nil)
    try pair.online("node", "add", "index", server.url)
    try pair.online("node", "use", "index")
    try pair.fund()
    let gif = pair.scratch.path("unsigned.gif")
    let pay = try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "5", "--prove",
      "6", "--as", "compact", "--out", gif, "--json"
    ).json()
    #expect(pay["proved"] as? [Int] == [0])
    let text = try pair.offline("review", gif).out
    #expect(text.contains("at least 6 blocks deep when this was made"), "\(text)")
  }
}
