import Bytes
import Foundation
import Measurement

/// A wallet of many coins, beside the same wallet in Bitcoin Core: both know the same coins of a regtest
/// chain, and each question is one run of a program.
enum CoreBenchmark {
  static func report(isQuick: Bool) async throws -> Report {
    let (coins, addresses) = isQuick ? (4_000, 8_000) : (100_000, 200_000)
    var report = Report(
      "A wallet of \(coins) coins at \(addresses) addresses beside Bitcoin Core",
      columns: [
        "", "Bitcoin Core, CPU", "wall", "online-coordinator, CPU", "of it the node's", "wall",
        "ratio of the CPU", "target",
      ])
    guard let folder = ProcessInfo.processInfo.environment["BITCOIN_CORE"] else {
      report.note("BITCOIN_CORE names no folder with bitcoind and bitcoin-cli.")
      return report
    }
    let program =
      ProcessInfo.processInfo.environment["ONLINE_COORDINATOR"]
      ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "online-coordinator").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      report.note("No \(program): build `online-coordinator`, or name it in ONLINE_COORDINATOR.")
      return report
    }
    let node = try CoreNode(programs: folder)
    defer { node.stop() }
    let pair = CorePair(node: node, program: program)
    try pair.measure(coins, addresses, isQuick: isQuick, &report)
    report.note(
      "Least of several rounds in which the two take turns, each clock for itself. Core's CPU is that of "
        + "bitcoin-cli and of the node while it answers; ours includes what the node does for it. "
        + "Both balances were seen to be equal.")
    return report
  }
}
