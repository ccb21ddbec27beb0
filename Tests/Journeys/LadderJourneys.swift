import Foundation
import Testing

/// One trip to the signer for a payment at several fees: both programs, and a node that judges replacements.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct LadderJourneys {
  typealias Pair = SingleKeyJourneys.Pair

  /// Builds a ladder, has it signed in one sitting and collects it; the payments with their fees.
  private func ladder(of pair: Pair, at rates: String) throws -> [[String: Any]] {
    let built = pair.scratch.path("ladder.txt")
    let signed = pair.scratch.path("ladder-signed.txt")
    let made = try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=1.0", "--ladder", rates, "--out",
      built, "--json"
    ).json()
    let answer = try pair.offline.call(["sign", built, "--out", signed, "--yes", "--json"]).json()
    #expect(answer["complete"] as? Bool == true)
    let collected = try pair.online("collect", signed, "--json").json()
    #expect(collected["complete"] as? Bool == true)
    return try #require(made["ladder"] as? [[String: Any]])
  }

  @Test(arguments: ["wpkh", "tr", "pkh", "sh-wpkh"])
  func `steps are released one after the other without the signer`(script: String) throws {
    let pair = try Pair(script: script)
    try pair.fund()
    let steps = try ladder(of: pair, at: "2,5,20")
    try pair.online("broadcast", "1", "--yes")
    try pair.online("broadcast", "1", "--step", "2", "--yes")
    try pair.online("broadcast", "1", "--step", "3", "--yes")
    try pair.node.mine(1)
    try pair.online("sync", "savings")
    let balance = try pair.balance()
    #expect(balance.confirmed == 5_000_000_000 - 100_000_000 - (steps[2]["fee"] as? Int ?? 0))
    #expect(balance.pending == 0)
  }

  @Test func `the cancel takes back what waits, without the signer`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    let steps = try ladder(of: pair, at: "2,10")
    try pair.online("broadcast", "1", "--yes")
    try pair.online("cancel", "1", "--on-chain", "--yes")
    try pair.node.mine(1)
    try pair.online("sync", "savings")
    #expect(try pair.balance().confirmed == 5_000_000_000 - (steps[2]["fee"] as? Int ?? 0))
  }
}
