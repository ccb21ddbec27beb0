import Foundation
import Testing

/// A payment that waits, sped up and taken back: both programs, and a node that judges replacements.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct BumpJourneys {
  typealias Pair = SingleKeyJourneys.Pair

  /// Signs what was built, collects the signatures and sends it.
  private func send(
    _ file: String, _ payment: Int, of pair: Pair, accepting consents: [String] = []
  ) throws {
    let signed = pair.scratch.path("signed-\(payment).psbt")
    let more = consents.flatMap { ["--accept", $0] }
    try pair.offline.call(["sign", file, "--out", signed, "--yes"] + more)
    try pair.online("collect", signed)
    try pair.online("broadcast", "\(payment)", "--yes")
  }

  @Test func `a payment is bumped, then taken back, and only the last one confirms`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    let first = pair.scratch.path("first.psbt")
    try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=1.0", "--fee-rate", "2", "--out",
      first)
    try send(first, 1, of: pair)
    let second = pair.scratch.path("second.psbt")
    let bumped = try pair.online("bump", "1", "--fee-rate", "20", "--out", second, "--json").json()
    #expect(bumped["replaces"] as? Int == 1)
    #expect((bumped["moreFee"] as? Int ?? 0) > 0)
    // A replacement of the fee alone is shown, not asked about.
    try send(second, 2, of: pair)
    let third = pair.scratch.path("third.psbt")
    let back = try pair.online("cancel", "2", "--on-chain", "--out", third, "--json").json()
    #expect(back["paid"] as? Int == 0)
    try send(third, 3, of: pair, accepting: ["replace"])
    try pair.node.mine(1)
    try pair.online("sync", "savings")
    let balance = try pair.balance()
    #expect(balance.confirmed == 5_000_000_000 - (back["fee"] as? Int ?? 0))
  }

  @Test func `a child lifts its parent, and the node counts both`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    let first = pair.scratch.path("first.psbt")
    try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=1.0", "--fee-rate", "2", "--out",
      first)
    try send(first, 1, of: pair)
    let child = pair.scratch.path("child.psbt")
    let built = try pair.online(
      "bump", "1", "--by-child", "--fee-rate", "30", "--out", child, "--json"
    ).json()
    #expect(built["way"] as? String == "child")
    #expect((built["packageFeeRate"] as? Double ?? 0) >= 30)
    try send(child, 2, of: pair)
    try pair.node.mine(1)
    try pair.online("sync", "savings")
    #expect(try pair.balance().pending == 0)
  }
}
