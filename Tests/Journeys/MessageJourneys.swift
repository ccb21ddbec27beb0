import Foundation
import Testing

/// A text goes across the gap and comes back signed.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct MessageJourneys {
  private static let text = "I hold the coins of this address."

  @Test(arguments: ["pkh", "sh-wpkh", "wpkh", "tr"])
  func `a text is asked for as a picture, signed and checked, and so are coins on a node`(
    script: String
  ) throws {
    let pair = try SingleKeyJourneys.Pair(script: script)
    try pair.fund()
    let (request, signed) = (pair.scratch.path("request.png"), pair.scratch.path("signed.png"))
    let asked = try pair.online(
      "message", "request", "savings", "0", "--text", Self.text, "--out", request, "--json")
    let address = try #require(try asked.json()["address"] as? String)
    try pair.offline(
      "message", "sign", request, "--wallet", pair.registered, "--out", signed, "--yes")
    let checked = try pair.online("message", "check", signed, "--json").json()
    #expect(checked["valid"] as? Bool == true && checked["address"] as? String == address)
    #expect(checked["message"] as? String == Self.text)

    // The block reward, which the node has as the proof says.
    let (funds, proof) = (pair.scratch.path("funds.txt"), pair.scratch.path("proof.txt"))
    try pair.online(
      "message", "request", "savings", address, "--text", Self.text, "--proof-of-funds", "--out",
      funds)
    try pair.offline("message", "sign", funds, "--wallet", pair.registered, "--out", proof, "--yes")
    let shown = try pair.online("message", "check", proof, "--json").json()
    #expect(shown["form"] as? String == "proof-of-funds")
    let coins = try #require(shown["coins"] as? [[String: Any]])
    #expect(coins.count == 1 && coins[0]["unspent"] as? Bool == true)
    #expect(coins[0]["amount"] as? Int == 5_000_000_000)

    // What was signed is in the log, and is no payment for the coordinator.
    let log = try pair.offline("log", "verify", "--json").json()
    #expect(log["entries"] as? Int == 2)
    let export = pair.scratch.path("log.txt")
    try pair.offline("log", "export", "--out", export)
    let reconciled = try pair.online("reconcile", export)
    #expect(!reconciled.out.contains("Signed and never seen"), "\(reconciled.out)")
  }

  @Test func `a signer of another maker's request answers as that reads it`() throws {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh")
    try pair.online("sync", "savings")
    let line = pair.scratch.path("line.png")
    try pair.online(
      "message", "request", "savings", "3", "--text", Self.text, "--as", "signmessage", "--out",
      line)
    let signed = pair.scratch.path("signed.txt")
    try pair.offline(
      "message", "sign", line, "--wallet", pair.registered, "--out", signed, "--yes")
    let checked = try pair.offline("message", "verify", signed, "--json").json()
    #expect(checked["form"] as? String == "bip137" && checked["message"] as? String == Self.text)
  }
}
