import Foundation
import Testing

/// The coordinator has a say in the nonces: a payment crosses the gap four times.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct AntiExfilJourneys {
  @Test(arguments: ["wpkh", "pkh"])
  func `a payment is signed in two rounds, and a signature that does not follow is not taken`(
    script: String
  ) throws {
    let pair = try SingleKeyJourneys.Pair(script: script)
    try pair.fund()
    let file = { (name: String) in pair.scratch.path(name) }
    let pay = try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "1",
      "--anti-exfil", "--out", file("round-1.gif"), "--json"
    ).json()
    #expect(pay["antiExfil"] as? Bool == true)
    let payment = "\(try #require(pay["payment"]))"

    let review = try pair.offline("review", file("round-1.gif"), "--json").json()
    let notes = try #require(review["notes"] as? [[String: Any]])
    #expect(notes.contains { $0["rule"] as? String == "R28" }, "\(notes)")
    #expect((review["warnings"] as? [Any])?.isEmpty == true)
    let opened = try pair.offline(
      "sign", file("round-1.gif"), "--out", file("answer.psbt"), "--yes", "--json"
    ).json()
    #expect(opened["round"] as? Int == 1 && opened["openings"] as? Int == 1)
    #expect(opened["complete"] as? Bool == false)
    // What the signer answers is not signed by giving it to the signer again.
    let early = try pair.offline.run(
      "sign", file("answer.psbt"), "--out", file("early.psbt"), "--yes")
    #expect(early.status == 1 && early.err.contains("answer to round 1"), "\(early.err)")

    let answered = try pair.online(
      "collect", file("answer.psbt"), "--out", file("round-2.gif"), "--json", exit: 3
    ).json()
    #expect(answered["newOpenings"] as? Int == 1 && answered["new"] as? Int == 0)
    #expect((answered["antiExfil"] as? [String: Int]) == ["commitments": 1, "openings": 1])
    // The same can be written again, as often as it takes.
    try pair.online("payments", "--payment", payment, "--out", file("again.psbt"))
    let shown = try pair.online("payments", "--payment", payment).out
    #expect(shown.contains("anti-exfil: 1 of 1 opening"), "\(shown)")

    // A signer that knows nothing of all this: its signature is valid, and has another nonce.
    let plain = file("plain.psbt")
    try pair.offline("sign", try withoutFields("again.psbt", pair), "--out", plain, "--yes")
    let refused = try pair.online.run("collect", plain)
    #expect(refused.status == 1, "\(refused.err)")
    #expect(refused.err.contains("does not follow round 1 of anti-exfil"), "\(refused.err)")
    #expect(refused.err.contains("R28"), "\(refused.err)")

    let signed = try pair.offline(
      "sign", file("round-2.gif"), "--out", file("signed.gif"), "--yes", "--json"
    ).json()
    #expect(signed["complete"] as? Bool == true)
    let whole = try pair.online("collect", file("signed.gif"), "--json").json()
    #expect(whole["complete"] as? Bool == true && whole["new"] as? Int == 1)
    let sent = try pair.online("broadcast", payment, "--yes", "--json").json()
    let txid = try #require(sent["txid"] as? String)
    #expect(try pair.node.call("getrawmempool").contains(txid))
  }

  @Test func `each of several people answers and signs in their own rounds`() throws {
    let group = try Group(["alice", "bob", "carol"], threshold: 2, script: "wsh")
    try group.fund()
    let file = { (name: String) in group.scratch.path(name) }
    let pay = try group.online(
      "pay", "family", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "2",
      "--anti-exfil", "--out", file("round-1.psbt"), "--json"
    ).json()
    let payment = "\(try #require(pay["payment"]))"
    // Bob is a round behind Alice.
    try group.members[0].offline(
      "sign", file("round-1.psbt"), "--out", file("alice-1.psbt"), "--yes")
    try group.online("collect", file("alice-1.psbt"), "--out", file("second.psbt"), exit: 3)
    try group.members[0].offline(
      "sign", file("second.psbt"), "--out", file("alice-2.psbt"), "--yes")
    let bob = try group.members[1].offline(
      "sign", file("second.psbt"), "--out", file("bob-1.psbt"), "--yes", "--json"
    ).json()
    #expect(bob["round"] as? Int == 1)
    let half = try group.online(
      "collect", file("alice-2.psbt"), file("bob-1.psbt"), "--out", file("third.psbt"), "--json",
      exit: 3
    ).json()
    #expect(half["new"] as? Int == 1 && half["newOpenings"] as? Int == 1, "\(half)")
    try group.members[1].offline(
      "sign", file("third.psbt"), "--out", file("bob-2.psbt"), "--yes")
    let whole = try group.online("collect", file("bob-2.psbt"), "--json").json()
    #expect(whole["complete"] as? Bool == true)
    try group.finish(payment)
  }

  @Test func `there is none for taproot, nor for a payload`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "tr")
    try pair.fund()
    let taproot = try pair.online.run(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "2",
      "--anti-exfil", "--out", pair.scratch.path("no.psbt"))
    #expect(taproot.status == 1 && taproot.err.contains("ECDSA"), "\(taproot.err)")
    let payments = try pair.online("payments", "--json").jsonArray()
    #expect(payments.isEmpty)
  }

  /// The payment without its anti-exfil fields, as a coordinator without them would write it.
  private func withoutFields(_ name: String, _ pair: SingleKeyJourneys.Pair) throws -> String {
    var bytes = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: pair.scratch.path(name))))
    // Key length, type, identifier; part and key are 34 bytes, the value's length stands behind them.
    while let start = bytes.firstRange(of: [0x26, 0xfc, 0x02, 0x61, 0x65])?.lowerBound {
      let value = start + 1 + 38
      bytes.removeSubrange(start..<(value + 1 + Int(bytes[value])))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: pair.scratch.path("bare.psbt")))
    return pair.scratch.path("bare.psbt")
  }
}
