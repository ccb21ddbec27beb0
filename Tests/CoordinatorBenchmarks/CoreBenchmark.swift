import Bytes
import Foundation
import Measurement

/// A wallet of many coins, beside the same wallet in Bitcoin Core: both know the same coins of a regtest
/// chain, and each question is one run of a program.
enum CoreBenchmark {
  static func report(isQuick: Bool) async throws -> Report {
    var report = Report(
      "A wallet of \(isQuick ? "4,000" : "100,000") coins beside Bitcoin Core, wall clock",
      columns: [
        "", "Bitcoin Core", "least", "online-coordinator", "least", "ratio of the least", "target",
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
    let descriptor = try node.fund("many", transactions: isQuick ? 2 : 50, of: 2_000)
    let home = node.folder + "/home"
    let ours = { (arguments: [String]) in
      try CoreNode.output(of: program, arguments, environment: ["ONLINE_COORDINATOR_HOME": home])
    }
    _ = try ours(["node", "add", "node", node.url, "--cookie", node.cookie])
    let file = node.folder + "/descriptor.txt"
    try Data(descriptor.utf8).write(to: URL(filePath: file))
    _ = try ours(
      ["wallet", "import", "many", "--from", file, "--network", "regtest", "--gap-limit", "2000"])
    _ = try ours(["sync", "many"])
    try requireAgreement(node, ours)
    let rounds = isQuick ? 3 : 15
    let rows: [(String, [String], [String], Int, String)] = [
      ("one run, nothing asked", ["-version"], ["--version"], rounds, ""),
      (
        "the balance", ["-rpcwallet=many", "getbalance"], ["balance", "many", "--offline"], rounds,
        "2x"
      ),
      (
        "all coins, for eyes", ["-rpcwallet=many", "listunspent"], ["coins", "many", "--offline"],
        3,
        "below 400 ms"
      ),
      (
        "all coins, as JSON", ["-rpcwallet=many", "listunspent"],
        ["coins", "many", "--json", "--offline"], 3,
        "below 400 ms"
      ),
    ]
    for (name, theirs, asked, rounds, target) in rows {
      var core: [Double] = []
      var coordinator: [Double] = []
      for _ in 0..<rounds {
        core.append(try Spent.by { _ = try node.cli(theirs) }.spent.wall)
        coordinator.append(try Spent.by { _ = try ours(asked) }.spent.wall)
      }
      core.sort()
      coordinator.sort()
      report.add(
        name, core[rounds / 2].milliseconds, core[0].milliseconds,
        coordinator[rounds / 2].milliseconds, coordinator[0].milliseconds,
        (coordinator[0] / core[0]).times, target)
    }
    report.note("Medians and the least; the two take turns. Both balances were seen to be equal.")
    return report
  }

  private static func requireAgreement(
    _ node: CoreNode, _ ours: ([String]) throws -> Data
  ) throws {
    let theirs = try node.cli(["-rpcwallet=many", "getbalance"])
      .split(separator: ".").joined().trimmingCharacters(in: .whitespacesAndNewlines)
    let balance = try JSONReader.parse(Array(try ours(["balance", "many", "--json", "--offline"])))
    guard let confirmed = balance["confirmed"]?.integerValue, Int64(theirs) == confirmed else {
      throw BenchmarkError("the balances differ: \(theirs)")
    }
  }
}
