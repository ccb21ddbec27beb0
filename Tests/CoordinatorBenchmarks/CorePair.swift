import Bytes
import Foundation
import Measurement

/// A node with a wallet, and a home of the coordinator that knows the same wallet.
struct CorePair {
  let node: CoreNode
  /// The coordinator's.
  let program: String

  private var home: String { node.folder + "/home" }
  private static let elsewhere = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

  /// What one question took.
  private struct Took {
    var wall = Double.infinity
    /// Ours and the node's.
    var cpu = Double.infinity
    var node = 0.0

    mutating func add(_ other: Took) {
      wall = min(wall, other.wall)
      if other.cpu < cpu { (cpu, node) = (other.cpu, other.node) }
    }
  }

  @discardableResult
  private func ours(_ arguments: [String]) throws -> (output: [UInt8], took: Took) {
    let before = node.cpu
    let run = try ChildProcess(
      program, arguments, environment: ["ONLINE_COORDINATOR_HOME": home])
    let nodes = node.cpu - before
    return (run.output, Took(wall: run.wall, cpu: run.cpu + nodes, node: nodes))
  }

  @discardableResult
  private func theirs(
    _ arguments: [String], input: String? = nil
  ) throws -> (output: [UInt8], took: Took) {
    let asked = try node.asked(["-rpcwallet=many"] + arguments, input: input)
    return (asked.output, Took(wall: asked.wall, cpu: asked.cpu))
  }

  func measure(
    _ coins: Int, _ addresses: Int, isQuick: Bool, _ report: inout Report
  ) throws {
    let paid = try node.fund(coins: coins, addresses: addresses)
    try ours(["node", "add", "node", node.url, "--cookie", node.cookie])
    let file = node.folder + "/descriptor.txt"
    try Data(paid.descriptor.utf8).write(to: URL(filePath: file))
    try ours(["wallet", "import", "many", "--from", file, "--network", "regtest"])
    try node.cli([
      "-named", "createwallet", "wallet_name=many", "disable_private_keys=true", "blank=true",
    ])
    let imports = paid.watching.enumerated().map { branch, text -> JSONValue in
      [
        "desc": .string(text), "range": [0, .integer(paid.range - 1)], "timestamp": 0,
        "active": true, "internal": .bool(branch == 1),
      ]
    }
    let rescan = try theirs(
      ["importdescriptors"], input: JSONWriter.encode(.array(imports)))
    let sync = try ours(["sync", "many"])
    add("first sync: `importdescriptors`, `sync`", rescan.took, sync.took, "", &report)
    try noteFirstSync(file, &report)
    add("`sync`, nothing new", nil, try ours(["sync", "many"]).took, "", &report)
    try noteMemory(["sync", "many"], "`sync`, nothing new", &report)
    try requireAgreement(coins)
    let rounds = isQuick ? 2 : 5
    for (name, core, own, target) in [
      ("one run, nothing asked: `-version`", ["uptime"], ["--version"], ""),
      ("`getbalance`, `balance`", ["getbalance"], ["balance", "many", "--offline"], "2x"),
      (
        "`listunspent`, `coins`", ["listunspent"], ["coins", "many", "--offline"],
        "below 400 ms"
      ),
      (
        "`listunspent`, `coins --json`", ["listunspent"],
        ["coins", "many", "--json", "--offline"], "below 400 ms"
      ),
    ] {
      var (a, b) = (Took(), Took())
      for _ in 0..<rounds {
        a.add(try theirs(core).took)
        b.add(try ours(own).took)
      }
      add(name, a, b, target, &report)
    }
    try pay(rounds, &report)
    try bump(paid, rounds, &report)
  }

  // MARK: Payments

  private func pay(_ rounds: Int, _ report: inout Report) throws {
    var (a, b) = (Took(), Took())
    let out = node.folder + "/payment.psbt"
    for _ in 0..<rounds {
      a.add(
        try theirs([
          "walletcreatefundedpsbt", "[]", "{\"\(Self.elsewhere)\":0.02}", "0",
          "{\"fee_rate\":12.3}",
        ]).took)
      let made = try ours(Self.payment(out, "12.3"))
      b.add(made.took)
      try ours(["cancel", try Self.number(made.output), "--yes"])
      try FileManager.default.removeItem(atPath: out)
    }
    add("`walletcreatefundedpsbt`, `pay --no-sync`", a, b, "below 1,000 ms", &report)
  }

  private func bump(
    _ paid: CoreNode.Paid, _ rounds: Int, _ report: inout Report
  ) throws {
    let out = node.folder + "/unsigned.psbt"
    let payment = try Self.number(try ours(Self.payment(out, "2")).output)
    let packet = try Data(contentsOf: URL(filePath: out)).base64EncodedString()
    let keys = paid.signing.map { text -> JSONValue in
      ["desc": .string(text), "range": .integer(paid.range - 1)]
    }
    let answer = try JSONReader.parse(
      Array(
        try node.cli(
          ["descriptorprocesspsbt"],
          input: "\(packet)\n\(JSONWriter.encode(.array(keys)))\nALL\ntrue\nfalse"
        ).utf8))
    guard let signed = answer["psbt"]?.stringValue.flatMap({ Data(base64Encoded: $0) }) else {
      throw BenchmarkError("the payment was not signed")
    }
    let file = node.folder + "/signed.psbt"
    try signed.write(to: URL(filePath: file))
    try ours(["collect", file])
    let sent = try JSONReader.parse(try ours(["broadcast", payment, "--yes", "--json"]).output)
    guard let txid = sent["txid"]?.stringValue else { throw BenchmarkError("nothing was sent") }
    var (a, b) = (Took(), Took())
    let bumped = node.folder + "/bumped.psbt"
    for _ in 0..<min(rounds, 3) {
      a.add(try theirs(["psbtbumpfee", txid, "{\"fee_rate\":30}"]).took)
      let made = try ours([
        "bump", payment, "--fee-rate", "30", "--out", bumped, "--json", "--accept", "R04",
        "--accept", "more-coins",
      ])
      b.add(made.took)
      try ours(["cancel", try Self.number(made.output), "--yes"])
      try FileManager.default.removeItem(atPath: bumped)
    }
    add("`psbtbumpfee`, `bump` (which syncs first)", a, b, "", &report)
    try noteMemory(
      [
        "bump", payment, "--fee-rate", "30", "--out", bumped, "--accept", "R04", "--accept",
        "more-coins",
      ], "`bump`", &report)
  }

  private static func payment(_ out: String, _ rate: String) -> [String] {
    [
      "pay", "many", "--to", "\(elsewhere)=0.02", "--fee-rate", rate, "--no-sync", "--out", out,
      "--json",
    ]
  }

  /// The number of the payment that was made.
  private static func number(_ output: [UInt8]) throws -> String {
    guard let number = try JSONReader.parse(output)["payment"]?.integerValue else {
      throw BenchmarkError("no payment was made")
    }
    return "\(number)"
  }

  // MARK: Report

  /// The same wallet once more in a home of its own, for the memory that its first sync takes.
  private func noteFirstSync(_ file: String, _ report: inout Report) throws {
    let home = try BenchmarkHome.make()
    defer { BenchmarkHome.remove(home) }
    for arguments in [
      ["node", "add", "node", node.url, "--cookie", node.cookie],
      ["wallet", "import", "many", "--from", file, "--network", "regtest"],
    ] {
      _ = try ChildProcess(program, arguments, environment: ["ONLINE_COORDINATOR_HOME": home])
    }
    try noteMemory(["sync", "many"], "first `sync`", &report, home)
  }

  private func noteMemory(
    _ arguments: [String], _ name: String, _ report: inout Report, _ home: String? = nil
  ) throws {
    let run = try MeasuredProcess.command(arguments, home: home ?? self.home)
    report.note("\(name): \(Double(run.peak).megabytes) at most, \(run.cpu.milliseconds) of CPU")
  }

  private func add(
    _ name: String, _ core: Took?, _ own: Took, _ target: String, _ report: inout Report
  ) {
    report.add(
      name, core?.cpu.milliseconds ?? "", core?.wall.milliseconds ?? "", own.cpu.milliseconds,
      own.node.milliseconds, own.wall.milliseconds, core.map { (own.cpu / $0.cpu).times } ?? "",
      target)
  }

  private func requireAgreement(_ coins: Int) throws {
    let theirs = String(decoding: try theirs(["getbalance"]).output, as: UTF8.self)
      .split(separator: ".").joined().trimmingCharacters(in: .whitespacesAndNewlines)
    let balance = try JSONReader.parse(
      try ours(["balance", "many", "--json", "--offline"]).output)
    guard let confirmed = balance["confirmed"]?.integerValue, Int64(theirs) == confirmed else {
      throw BenchmarkError("the balances differ: \(theirs)")
    }
    let listed = try JSONReader.parse(
      try ours(["coins", "many", "--json", "--offline"]).output,
      limits: JSONLimits(bytes: 256 << 20))
    guard listed.arrayValue?.count == coins else { throw BenchmarkError("coins are missing") }
  }
}
