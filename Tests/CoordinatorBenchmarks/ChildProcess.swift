import Foundation
import Glibc
import Measurement

/// One run of a program, as the kernel counts it.
///
/// Not with Foundation's `Process`, which sees only after up to 51 ms that a program has ended.
struct ChildProcess {
  /// What it wrote to standard output.
  let output: [UInt8]
  /// From its start until its end was seen, in seconds.
  let wall: Double
  /// All its threads together, user and system, in seconds.
  let cpu: Double

  /// Runs a program to its end.
  ///
  /// - Throws: `BenchmarkError` with the end of what it said when it fails.
  init(
    _ program: String, _ arguments: [String], input: String = "",
    environment: [String: String] = [:]
  ) throws {
    // Files and not pipes: what is read later never blocks the writer.
    let name = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
      .path
    defer {
      for end in ["", ".err", ".in"] { try? FileManager.default.removeItem(atPath: name + end) }
    }
    try Data(input.utf8).write(to: URL(filePath: name + ".in"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, name + ".in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, name, writing, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, name + ".err", writing, 0o600)
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var child = pid_t()
    let start = Spent.now()
    guard posix_spawn(&child, program, &actions, nil, &words, &settings) == 0 else {
      throw BenchmarkError("\(program) cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child else {
      throw BenchmarkError("\(program) was lost")
    }
    wall = Spent.since(start).wall
    cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    guard status == 0 else {
      let said = (try? String(contentsOfFile: name + ".err", encoding: .utf8)) ?? ""
      throw BenchmarkError(
        "\(arguments.joined(separator: " ").prefix(200)): \(said.suffix(1_000))")
    }
    output = [UInt8](try Data(contentsOf: URL(filePath: name)))
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
