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

  @Test func `a payment that waits is replaced by a ladder, and its steps are released`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    let first = pair.scratch.path("first.psbt")
    let signed = pair.scratch.path("first-signed.psbt")
    try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=1.0", "--fee-rate", "2", "--out",
      first)
    try pair.offline.call(["sign", first, "--out", signed, "--yes"])
    try pair.online("collect", signed)
    try pair.online("broadcast", "1", "--yes")
    let built = pair.scratch.path("ladder.txt")
    let answer = pair.scratch.path("ladder-signed.txt")
    let made = try pair.online("bump", "1", "--ladder", "10,40", "--out", built, "--json").json()
    let steps = try #require(made["ladder"] as? [[String: Any]])
    // The steps change the fee alone; what takes the money back pays others than the payment that was signed.
    try pair.offline.call(["sign", built, "--out", answer, "--yes", "--accept", "replace"])
    #expect(try pair.online("collect", answer, "--json").json()["complete"] as? Bool == true)
    try pair.online("broadcast", "2", "--yes")
    try pair.online("broadcast", "2", "--step", "2", "--yes")
    try pair.node.mine(1)
    try pair.online("sync", "savings")
    let balance = try pair.balance()
    #expect(balance.confirmed == 5_000_000_000 - 100_000_000 - (steps[1]["fee"] as? Int ?? 0))
  }

  @Test func `a group signs a ladder one after the other, and a colleague sends it`() throws {
    let group = try Group(["alice", "bob", "carol"], threshold: 2, script: "wsh")
    try group.fund()
    // A colleague's coordinator of the same wallet, which hears of the ladder later.
    let colleague = try group.copiedCoordinator("colleague")
    let built = group.scratch.path("ladder.txt")
    let made = try group.online(
      "pay", "family", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--ladder", "2,10", "--out",
      built, "--json"
    ).json()
    let steps = try #require(made["ladder"] as? [[String: Any]])
    func sign(_ file: String, _ number: Int, isComplete: Bool) throws -> String {
      let member = group.members[number]
      let answer = group.scratch.path("ladder-\(member.name).txt")
      let ran = try member.offline("sign", file, "--out", answer, "--yes", "--json").json()
      #expect(ran["complete"] as? Bool == isComplete)
      return answer
    }
    let first = try sign(built, 0, isComplete: false)
    let half = try group.online("collect", first, "--json", exit: 3).json()
    #expect(half["complete"] as? Bool == false && half["missing"] as? Int == 1)
    let forward = group.scratch.path("forward.txt")
    try group.online("payments", "--payment", "1", "--ladder", "--out", forward)
    let kept = try colleague("collect", forward, "--yes", "--json", exit: 3).json()
    #expect(kept["adopted"] as? Bool == true)
    let second = try sign(forward, 1, isComplete: true)
    #expect(try group.online("collect", second, "--json").json()["complete"] as? Bool == true)
    #expect(try colleague("collect", second, "--json").json()["complete"] as? Bool == true)
    try group.online("broadcast", "1", "--yes")
    try colleague("broadcast", "1", "--step", "2", "--yes")
    try group.node.mine(1)
    try group.online("sync", "family")
    let txid = try #require(steps[1]["txid"] as? String)
    #expect(try group.online("history", "family").out.contains(txid))
  }
}
