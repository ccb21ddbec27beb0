import Foundation
import Testing

/// The regtest node of one journey: the real `bitcoind` when `$BITCOIND` or the PATH has one,
/// else `Tests/RegtestNode`, which judges with Bitcoin Core's own consensus code.
final class JourneyNode {
  let url: String
  let cookie: String
  private let stop: () -> Void
  /// Its folder has to outlive the node: the cookie lies in it, by which the node is stopped.
  private let scratch: Scratch

  private static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let python: URL? = ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"]
    .map { URL(fileURLWithPath: $0) }
    .flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }

  private static let bitcoind: URL? = {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["BITCOIND"].map { [$0] } ?? []
    let path = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/bitcoind" }
    return (named + path).first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }()

  /// Whether a journey can run at all; else the tests say "skipped".
  static var canRun: Bool { Programs.areBuilt && python != nil }

  /// Starts a node with an empty chain, block filter index on unless said.
  ///
  /// For ElectrumX it is never the real one: that wants Bitcoin Core 31 or later.
  init(
    in scratch: Scratch, name: String = "node", filterIndex: Bool = true,
    forElectrumX: Bool = false
  ) throws {
    self.scratch = scratch
    let folder = scratch.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let bitcoind = Self.bitcoind, !forElectrumX {
      let port = try Self.freePort()
      let log = try FileHandle(forWritingTo: Self.empty(folder, "log"))
      let process = Process()
      // By way of Python, which hands no descriptor on: a daemon that kept the one by which
      // `Process` learns of the end would make the waiting below last for ever.
      let python = try #require(Self.python)
      process.executableURL = python
      process.arguments = [
        "-c", "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)",
        bitcoind.path, "-regtest", "-datadir=\(folder.path)", "-server", "-listen=0", "-dnsseed=0",
        "-fallbackfee=0.0001", "-rpcport=\(port)", "-blockfilterindex=\(filterIndex ? 1 : 0)",
        // -daemonwait returns once the node answers: nothing here waits for a guess of time.
        "-daemonwait",
      ]
      process.standardOutput = log
      process.standardError = log
      try Programs.launch(process)
      process.waitUntilExit()
      try log.close()
      try #require(process.terminationStatus == 0, "bitcoind did not start")
      url = "http://127.0.0.1:\(port)"
      cookie = folder.appendingPathComponent("regtest/.cookie").path
      stop = { [url, cookie] in _ = try? Self.call(url, cookie, "stop", "[]") }
    } else {
      let python = try #require(Self.python)
      let process = Process()
      process.executableURL = python
      process.arguments =
        [
          Self.top.appendingPathComponent("Tests/RegtestNode/regtest_node.py").path,
          "--datadir", folder.path, "--port", "0",
        ] + (filterIndex ? [] : ["--no-filter-index"]) + (forElectrumX ? ["--txindex"] : [])
      let ready = Pipe()
      let log = try FileHandle(forWritingTo: Self.empty(folder, "log"))
      process.standardOutput = ready
      process.standardError = log
      try Programs.launch(process)
      try log.close()
      defer { try? ready.fileHandleForReading.close() }
      let port = try Self.port(from: ready)
      url = "http://127.0.0.1:\(port)"
      cookie = folder.appendingPathComponent("regtest/.cookie").path
      stop = {
        // Not terminate(): a child of the test runner inherits its blocked signals.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
    }
  }

  deinit { stop() }

  /// The port of a server of the tests, whose first line is `ready PORT`, printed when it answers.
  static func port(from ready: Pipe) throws -> Int {
    let line = line(from: ready)
    return try #require(
      line.split(separator: " ").last.flatMap { Int($0) }, "the server did not start: \(line)")
  }

  /// The next line that a server of the tests prints.
  static func line(from answers: Pipe) -> String {
    var line = ""
    while true {
      let byte = answers.fileHandleForReading.readData(ofLength: 1)
      if byte.isEmpty || byte == Data("\n".utf8) { return line }
      line += String(decoding: byte, as: UTF8.self)
    }
  }

  /// Calls the node; `params` is a JSON array as text.
  @discardableResult
  func call(_ method: String, _ params: String = "[]") throws -> String {
    try Self.call(url, cookie, method, params)
  }

  /// Mines blocks to an address that nobody here owns.
  func mine(_ count: Int, to address: String = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202")
    throws
  {
    try call("generatetoaddress", "[\(count), \"\(address)\"]")
  }

  private static func call(_ url: String, _ cookie: String, _ method: String, _ params: String)
    throws -> String
  {
    let python = try #require(python)
    let script = top.appendingPathComponent("Tests/Journeys/rpc.py").path
    let ran = try Programs.run(python, [script, url, cookie, method, params])
    try #require(ran.status == 0, "\(method) \(params): \(ran.err)")
    return ran.out.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func empty(_ folder: URL, _ name: String) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try Data().write(to: file)
    return file
  }

  /// A port that the kernel had free a moment ago.
  private static func freePort() throws -> Int {
    let python = try #require(python)
    let ran = try Programs.run(
      python,
      [
        "-c",
        "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
      ])
    return try #require(Int(ran.out.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}
