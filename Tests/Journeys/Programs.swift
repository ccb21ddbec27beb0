import Foundation
import Testing

/// What one run of a program printed and how it ended.
struct Ran {
  let command: String
  let status: Int32
  let out: String
  let err: String

  /// The object that `--json` printed.
  func json(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(out.utf8))
    return try #require(
      value as? [String: Any], "\(command) printed no JSON object: \(out)",
      sourceLocation: location)
  }

  /// The array that `--json` printed.
  func jsonArray(_ location: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
    let value = try JSONSerialization.jsonObject(with: Data(out.utf8))
    return try #require(
      value as? [[String: Any]], "\(command) printed no JSON array: \(out)",
      sourceLocation: location)
  }
}

/// The folder of built programs that the journeys drive; `Tests/run` names it in the environment.
enum Programs {
  static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["DRAWBRIDGE_PROGRAMS"] else { return nil }
    let folder = URL(fileURLWithPath: path)
    let signer = folder.appendingPathComponent("offline-signer").path
    return FileManager.default.isExecutableFile(atPath: signer) ? folder : nil
  }()

  private static let launching = NSLock()

  /// Starts a process, one at a time.
  ///
  /// A process started at the same moment would inherit the descriptor by which Foundation learns
  /// of the end of this one, and waiting for the end would last as long as that other one.
  static func launch(_ process: Process) throws {
    launching.lock()
    defer { launching.unlock() }
    try process.run()
  }

  static var areBuilt: Bool { folder != nil }

  /// Runs a program to its end.
  ///
  /// A run that has not ended after five minutes is killed, so that a hang is a failure and does
  /// not block the run.
  static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:],
    input: Data = Data(), in folder: URL? = nil
  ) throws -> Ran {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    process.currentDirectoryURL = folder
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("drawbridge-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files instead of pipes: a pipe that nobody drains stops a program that prints much.
    let outFile = scratch.appendingPathComponent("out")
    let errFile = scratch.appendingPathComponent("err")
    let inFile = scratch.appendingPathComponent("in")
    try Data().write(to: outFile)
    try Data().write(to: errFile)
    try input.write(to: inFile)
    // Closed here: `Process` keeps what it was given for ever, and a machine may allow no more than
    // 1,024 open files.
    let (out, err, typed) = (
      try FileHandle(forWritingTo: outFile), try FileHandle(forWritingTo: errFile),
      try FileHandle(forReadingFrom: inFile)
    )
    defer { for handle in [out, err, typed] { try? handle.close() } }
    process.standardOutput = out
    process.standardError = err
    process.standardInput = typed
    try Programs.launch(process)
    let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    let command = "\(program.lastPathComponent) \(arguments.joined(separator: " "))"
    // Said here: a test that expects a program to fail would take the kill for that.
    if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
      Issue.record("killed, because it had not ended after five minutes: \(command)")
    }
    return Ran(
      command: command,
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      out: String(decoding: try Data(contentsOf: outFile), as: UTF8.self),
      err: String(decoding: try Data(contentsOf: errFile), as: UTF8.self))
  }
}

/// A folder of its own for one journey, removed with it.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("drawbridge-journey-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}

/// One side of the bridge: a program with a fresh home.
struct Side {
  let program: URL
  let environment: [String: String]
  let always: [String]

  /// A signer; `isTheOneOnLaptops` for the program itself, else the one whose vaults open quickly, where it was built.
  static func signer(
    in scratch: Scratch, home: String = "signer-home", isTheOneOnLaptops: Bool = false
  ) throws -> Side {
    let folder = try #require(Programs.folder)
    let quick = folder.appendingPathComponent("quick-signer")
    let isQuick =
      !isTheOneOnLaptops && FileManager.default.isExecutableFile(atPath: quick.path)
    let passphrase = try scratch.write(
      BadInputJourneys.passphrase + "\n", to: "\(home)-passphrase")
    return Side(
      program: isQuick ? quick : folder.appendingPathComponent("offline-signer"),
      environment: ["OFFLINE_SIGNER_HOME": scratch.path(home), "HOME": scratch.url.path],
      always: ["--passphrase-file", passphrase])
  }

  /// A coordinator on a machine of its own: it shares nothing with another home, unless it is to.
  static func coordinator(
    in scratch: Scratch, home: String = "coordinator-home", state: String? = nil
  ) throws -> Side {
    let folder = try #require(Programs.folder)
    return Side(
      program: folder.appendingPathComponent("online-coordinator"),
      environment: [
        "ONLINE_COORDINATOR_HOME": scratch.path(home), "HOME": scratch.url.path,
        "XDG_STATE_HOME": scratch.path(state ?? "\(home)-state"),
      ],
      always: [])
  }

  /// Runs a command whatever its outcome.
  func run(_ arguments: String..., input: String = "") throws -> Ran {
    try Programs.run(
      program, arguments + always, environment: environment, input: Data(input.utf8))
  }

  /// Runs a command that must succeed.
  @discardableResult
  func callAsFunction(
    _ arguments: String..., exit expected: Int32 = 0,
    location: SourceLocation = #_sourceLocation
  ) throws -> Ran {
    try call(arguments, exit: expected, location: location)
  }

  /// Runs a command, given as a list, that must succeed.
  @discardableResult
  func call(
    _ arguments: [String], exit expected: Int32 = 0,
    location: SourceLocation = #_sourceLocation
  ) throws -> Ran {
    let ran = try Programs.run(program, arguments + always, environment: environment)
    try #require(
      ran.status == expected, "\(ran.command) ended with \(ran.status)\n\(ran.out)\n\(ran.err)",
      sourceLocation: location)
    return ran
  }

  /// Runs a command that must fail the way every failure does: one `error:` line, a `hint:`, exit 1
  /// (or what is named), no stack trace.
  @discardableResult
  func fails(
    _ arguments: String..., exit expected: Int32 = 1, saying words: String = "",
    location: SourceLocation = #_sourceLocation
  ) throws -> Ran {
    let ran = try Programs.run(program, arguments + always, environment: environment)
    let what = "\(ran.command)\n\(ran.out)\n\(ran.err)"
    #expect(ran.status == expected, "ended with \(ran.status): \(what)", sourceLocation: location)
    let lines = ran.err.split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("error:") }.count == 1, "not one error: line: \(what)",
      sourceLocation: location)
    #expect(
      lines.contains { $0.hasPrefix("hint:") }, "no hint: line: \(what)", sourceLocation: location)
    for trace in ["Fatal error", "Stack dump", "Thread 0", "at /", "swift runtime"] {
      #expect(!ran.err.contains(trace), "a stack trace: \(what)", sourceLocation: location)
    }
    if !words.isEmpty {
      #expect(
        ran.err.lowercased().contains(words.lowercased()), "does not say \(words): \(what)",
        sourceLocation: location)
    }
    return ran
  }
}
