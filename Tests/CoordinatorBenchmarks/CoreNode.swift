import Bytes
import Foundation
import Measurement

/// A separate Bitcoin Core on regtest, with a wallet that pays others.
struct CoreNode {
  let folder: String
  private let programs: String
  private let port: Int

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
    let process = Process()
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

  /// Asks it.
  func cli(_ arguments: [String], input: String? = nil) throws -> String {
    String(
      decoding: try Self.output(
        of: programs + "/bitcoin-cli",
        ["-regtest", "-datadir=\(folder)", "-rpcport=\(port)"] + (input == nil ? [] : ["-stdin"])
          + arguments, input: input), as: UTF8.self)
  }

  private func mine(_ blocks: Int) throws {
    let address = try cli(["-rpcwallet=bank", "getnewaddress"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    _ = try cli(["generatetoaddress", "\(blocks)", address])
  }

  /// Makes a wallet and pays it, a coin to each of its first addresses in each transaction.
  ///
  /// - Returns: its descriptor, for both branches.
  func fund(_ name: String, transactions: Int, of outputs: Int) throws -> String {
    _ = try cli(["createwallet", name])
    let listed = try JSONReader.parse(
      Array(try cli(["-rpcwallet=\(name)", "listdescriptors"]).utf8))
    let texts = (listed["descriptors"]?.arrayValue ?? []).compactMap { $0["desc"]?.stringValue }
    guard let receive = texts.first(where: { $0.hasPrefix("wpkh(") && $0.contains("/0/*)") })
    else { throw BenchmarkError("\(name) has no descriptor for receiving") }
    let addresses =
      try JSONReader.parse(
        Array(try cli(["deriveaddresses", receive, "[0,\(outputs - 1)]"]).utf8)
      ).arrayValue?.compactMap(\.stringValue) ?? []
    for number in 0..<transactions {
      let members = addresses.enumerated().map { place, address in
        let satoshis = 50_000 + (place * 7_919 + number * 104_729) % 100_000
        return JSONObject.Member(
          name: address, value: .number("0." + String("00000000\(satoshis)".suffix(8))))
      }
      let amounts = JSONWriter.encode(.object(JSONObject(members)))
      // The first argument is an empty string, for which Core has no use any more.
      _ = try cli(["-rpcwallet=bank", "sendmany"], input: "\n\(amounts)")
      try mine(1)
    }
    return receive.split(separator: "#")[0].replacing("/0/*)", with: "/<0;1>/*)") + "\n"
  }

  /// What a program writes to standard output.
  ///
  /// - Throws: `BenchmarkError` with the end of what it said when it fails.
  static func output(
    of program: String, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files and not pipes: what is read later never blocks the writer.
    let name = FileManager.default.temporaryDirectory.appending(path: "out-\(UUID().uuidString)")
    defer {
      for end in ["", ".err", ".in"] {
        try? FileManager.default.removeItem(atPath: name.path + end)
      }
    }
    try Data((input ?? "").utf8).write(to: URL(filePath: name.path + ".in"))
    for path in [name.path, name.path + ".err"] {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    process.standardInput = FileHandle(forReadingAtPath: name.path + ".in")
    process.standardOutput = FileHandle(forWritingAtPath: name.path)
    process.standardError = FileHandle(forWritingAtPath: name.path + ".err")
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let said = (try? String(contentsOfFile: name.path + ".err", encoding: .utf8)) ?? ""
      throw BenchmarkError("\(arguments.joined(separator: " ").prefix(200)): \(said.suffix(1_000))")
    }
    return try Data(contentsOf: name)
  }
}
