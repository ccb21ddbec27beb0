import Foundation
import Testing

/// `online-coordinator` as it was built, with a home and a rehearsal chain of its own.
///
/// The modules of the coordinator are in no test of the signer: what it is told crosses as a file, here too.
struct BuiltCoordinator {
  /// The program, where `Tests/run` names the folder of built ones in the environment.
  static let program: URL? = ProcessInfo.processInfo.environment["DRAWBRIDGE_PROGRAMS"]
    .map { URL(fileURLWithPath: $0).appendingPathComponent("online-coordinator") }
    .flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }

  private static let launching = NSLock()
  private let folder: URL

  /// A chain of 800 blocks, above the birth height of the sheets.
  init(in folder: URL) throws {
    self.folder = folder
    try self("node", "add", "practice", "rehearsal://")
    try self("rehearse", "mine", "800")
  }

  /// Sends a coin to an address, in a block of its own.
  func fund(_ address: String, _ bitcoin: String = "0.5") throws {
    try self("rehearse", "fund", address, bitcoin)
    try self("rehearse", "mine", "1")
  }

  /// What a wallet has in blocks, in satoshis.
  func balance(of wallet: String) throws -> Int? {
    try self("sync", wallet)
    let said = try JSONSerialization.jsonObject(with: Data(self("balance", wallet, "--json").utf8))
    return (said as? [String: Any])?["confirmed"] as? Int
  }

  /// Runs a command that must succeed; gives what it printed.
  @discardableResult
  func callAsFunction(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder.path,
      "ONLINE_COORDINATOR_HOME": folder.appending(path: "coordinator").path,
      "XDG_STATE_HOME": folder.appending(path: "coordinator-state").path,
    ]
    // Files: a pipe that nobody drains stops a program that prints much.
    let (out, err) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [out, err] { try Data().write(to: file) }
    let handles = [try FileHandle(forWritingTo: out), try FileHandle(forWritingTo: err)]
    defer { for handle in handles { try? handle.close() } }
    (process.standardOutput, process.standardError) = (handles[0], handles[1])
    process.standardInput = FileHandle.nullDevice
    // One at a time: a process started at the same moment would inherit the descriptor by which Foundation
    // learns of the end of this one.
    try Self.launching.withLock { try process.run() }
    let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    let said = String(decoding: try Data(contentsOf: out), as: UTF8.self)
    let failure = String(decoding: try Data(contentsOf: err), as: UTF8.self)
    try #require(
      process.terminationReason == .exit && process.terminationStatus == 0,
      "\(arguments): \(said)\n\(failure)")
    return said
  }
}
