import Foundation
import Testing

/// The log of a signer crosses the gap and is held against the chain.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct LogJourneys {
  typealias Pair = SingleKeyJourneys.Pair

  /// Builds, signs and sends a payment; its txid.
  @discardableResult
  private func pay(_ pair: Pair, _ amount: String, signer: Side, _ name: String) throws -> String {
    let unsigned = pair.scratch.path("\(name)-unsigned.psbt")
    let signed = pair.scratch.path("\(name)-signed.psbt")
    let built = try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=\(amount)", "--fee-rate", "5",
      "--out", unsigned, "--json"
    ).json()
    try signer("sign", unsigned, "--out", signed, "--yes")
    try pair.online("collect", signed)
    let payment = "\(try #require(built["payment"]))"
    let sent = try pair.online("broadcast", payment, "--yes", "--json").json()
    try pair.node.mine(1)
    return try #require(sent["txid"] as? String)
  }

  private func states(_ ran: Ran) throws -> [String] {
    try (#require(ran.json()["signed"] as? [[String: Any]])).compactMap { $0["state"] as? String }
  }

  // In a legacy wallet signatures are part of the txid; in a newer one they are not.
  @Test(arguments: ["pkh", "wpkh"])
  func `a payment signed with a copy of the vault is in no log but the copy's`(
    script: String
  ) throws {
    let pair = try Pair(script: script)
    try pair.fund()
    try pay(pair, "0.12", signer: pair.offline, "first")
    let log = pair.scratch.path("log.gif")
    let exported = try pair.offline("log", "export", "--out", log, "--json").json()
    let whole = try pair.online("reconcile", log, "--json")
    #expect(try states(whole) == ["confirmed"])
    let words = (exported["log"] as? [String: Any])?["words"] as? String
    let shown = (try whole.json()["logs"] as? [[String: Any]])?.first?["words"] as? String
    #expect(words != nil && words == shown)

    // Whoever has a copy of the vault and its passphrase signs as well, and the log here knows
    // nothing of it.
    try FileManager.default.copyItem(
      atPath: pair.scratch.path("signer-home"), toPath: pair.scratch.path("copy"))
    let copy = try Side.signer(in: pair.scratch, home: "copy")
    let txid = try pay(pair, "0.3", signer: copy, "second")
    let alarm = try pair.online.fails(
      "reconcile", log, saying: "1 transaction spent coins of savings")
    #expect(alarm.out.contains("NOT SIGNED HERE") && alarm.out.contains(txid))
    let other = pair.scratch.path("other.txt")
    try copy("log", "export", "--out", other)
    let both = try states(pair.online("reconcile", log, other, "--json"))
    #expect(both == ["confirmed", "confirmed"])
    // A payment that was signed and kept back is said, and can be told from what was sent.
    let kept = pair.scratch.path("kept.psbt")
    try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.7", "--fee-rate", "5", "--out",
      kept)
    try copy("sign", kept, "--out", pair.scratch.path("kept-signed.psbt"), "--yes")
    try copy("log", "export", "--out", other, "--force")
    #expect(
      try states(pair.online("reconcile", other, "--json")) == ["confirmed", "confirmed", "unseen"])
  }
}
