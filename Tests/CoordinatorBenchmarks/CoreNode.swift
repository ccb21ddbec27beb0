import Bytes
import Foundation
import Measurement

/// A separate Bitcoin Core on regtest, with a wallet that pays others.
struct CoreNode {
  let folder: String
  private let programs: String
  private let port: Int
  private let process: Process

  var url: String { "http://127.0.0.1:\(port)" }
  var cookie: String { folder + "/regtest/.cookie" }

  /// Starts one; `programs` is the folder of `bitcoind` and `bitcoin-cli`.
  init(programs: String) throws {
    self.programs = programs
    port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 10_000
    folder =
      FileManager.default.temporaryDirectory.appending(path: "core-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Not as a daemon: that keeps open what `Process` waits for, and the wait would never end.
    process = Process()
    process.executableURL = URL(filePath: programs + "/bitcoind")
    process.arguments = [
      "-regtest", "-datadir=\(folder)", "-rpcport=\(port)", "-listen=0", "-blockfilterindex=1",
      "-fallbackfee=0.0001", "-maxtxfee=10",
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    _ = try cli(["-rpcwait", "-rpcwaittimeout=60", "getblockcount"])
    _ = try cli(["createwallet", "bank"])
    try mine(200)
  }

  /// Ends it and takes its files away.
  func stop() {
    _ = try? cli(["stop"])
    for _ in 0..<100 where FileManager.default.fileExists(atPath: folder + "/regtest/bitcoind.pid")
    {
      usleep(100_000)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Asks it; with an input its lines are the last arguments.
  @discardableResult
  func cli(_ arguments: [String], input: String? = nil) throws -> String {
    String(decoding: try asked(arguments, input: input).output, as: UTF8.self)
  }

  /// Asks it, and gives what that took: the CPU of the node and of `bitcoin-cli` together.
  func asked(
    _ arguments: [String], input: String? = nil
  ) throws -> (output: [UInt8], wall: Double, cpu: Double) {
    let before = cpu
    let run = try ChildProcess(
      programs + "/bitcoin-cli",
      ["-regtest", "-datadir=\(folder)", "-rpcport=\(port)", "-rpcclienttimeout=0"]
        + (input == nil ? [] : ["-stdin"]) + arguments, input: input ?? "")
    return (run.output, run.wall, run.cpu + cpu - before)
  }

  /// What all threads of the node took so far, in seconds.
  var cpu: Double {
    let folder = "/proc/\(process.processIdentifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
      return sum + (text?.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }
  }

  func mine(_ blocks: Int) throws {
    let address = try cli(["-rpcwallet=bank", "getnewaddress"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    _ = try cli(["generatetoaddress", "\(blocks)", address])
  }

  /// A wallet that was paid, in descriptors of Bitcoin Core with their checksums.
  struct Paid {
    /// For receiving and for change, with public keys.
    let watching: [String]
    /// The same with private keys.
    let signing: [String]
    /// Both branches in one, for others.
    let descriptor: String
    /// How many addresses of each branch there are.
    let range: Int
  }

  /// Makes keys and pays their addresses: a coin to each second one of both branches, so many in each transaction
  /// and each transaction in a block of its own.
  func fund(coins: Int, addresses: Int, outputs: Int = 2_000) throws -> Paid {
    try cli(["createwallet", "keys"])
    let descriptors = { (own: Bool) in
      let listed = try JSONReader.parse(
        Array(try cli(["-rpcwallet=keys", "listdescriptors", own ? "true" : "false"]).utf8))
      let texts = (listed["descriptors"]?.arrayValue ?? []).compactMap { $0["desc"]?.stringValue }
      return try ["/0/*)", "/1/*)"].map { end in
        guard let text = texts.first(where: { $0.hasPrefix("wpkh(") && $0.contains(end) }) else {
          throw BenchmarkError("no descriptor for \(end)")
        }
        return text
      }
    }
    let paid = Paid(
      watching: try descriptors(false), signing: try descriptors(true),
      descriptor: try descriptors(false)[0].split(separator: "#")[0]
        .replacing("/0/*)", with: "/<0;1>/*)") + "\n",
      range: addresses / 2)
    // It would derive more keys for every coin that it sees.
    try cli(["unloadwallet", "keys"])
    let branches = try paid.watching.map { text in
      try JSONReader.parse(
        Array(try cli(["deriveaddresses", text, "[0,\(paid.range - 1)]"]).utf8),
        limits: JSONLimits(bytes: 64 << 20)
      ).arrayValue?.compactMap(\.stringValue) ?? []
    }
    let step = addresses / coins
    for first in stride(from: 0, to: coins, by: outputs) {
      let members = (first..<min(first + outputs, coins)).map { number in
        let satoshis = 50_000 + number * 7_919 % 100_000
        return JSONObject.Member(
          name: branches[number % 2][number / 2 * step],
          value: .number("0." + String("00000000\(satoshis)".suffix(8))))
      }
      let amounts = JSONWriter.encode(.object(JSONObject(members)))
      // The first argument is an empty string, for which Core has no use any more.
      try cli(["-rpcwallet=bank", "sendmany"], input: "\n\(amounts)")
      try mine(1)
    }
    return paid
  }
}
