import Glibc
import Measurement

/// How long a command takes to start, beside the least program there is: with its files in memory
/// already, and from the disk as at the first start after the machine's own.
enum StartBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Starting a command", columns: ["", "median", "least", "target"])
    let rounds = isQuick ? 5 : 40
    try add("/bin/true", [], rounds, "", &report)
    guard let program = try Processes.beside("offline-signer", variable: "OFFLINE_SIGNER") else {
      report.note("No offline-signer: build it, or name it in OFFLINE_SIGNER.")
      return report
    }
    try add(program, ["--help"], rounds, "30 ms", &report)
    // Up to the passphrase, which is not there: both processes of the first are started and isolated by then.
    let home = try SignerScratch(program: program)
    defer { home.folder.remove() }
    for command in [["review", home.folder.path("key")], ["seed", "list"]] {
      let arguments = command + ["--passphrase-file", home.folder.path("none")]
      try add(program, arguments, rounds, "30 ms", shown: command[0], endsWell: false, &report)
    }
    guard forgetsFiles() else {
      report.note("From the disk: run as root, only who may empty the kernel's cache of files.")
      return report
    }
    let rest = isQuick ? 2 : 10
    try add("/bin/true", [], rest, "", isCold: true, &report)
    try add(program, ["--help"], rest, "", isCold: true, &report)
    return report
  }

  /// Empties the kernel's cache of files; false without the permission.
  private static func forgetsFiles() -> Bool {
    sync()
    let switchFile = open("/proc/sys/vm/drop_caches", O_WRONLY)
    guard switchFile >= 0 else { return false }
    defer { close(switchFile) }
    return write(switchFile, "3", 1) == 1
  }

  private static func add(
    _ program: String, _ arguments: [String], _ rounds: Int, _ target: String,
    isCold: Bool = false, shown: String? = nil, endsWell: Bool = true, _ report: inout Report
  ) throws {
    var times: [Double] = []
    for _ in 0..<rounds {
      if isCold, !forgetsFiles() { throw BenchmarkError("the cache cannot be emptied") }
      let (status, spent) = try Spent.by { try Processes.run(program, arguments) }
      guard (status == 0) == endsWell, status >= 0 else {
        throw BenchmarkError("\(program) ended with \(status)")
      }
      times.append(spent.wall)
    }
    times.sort()
    let name = program.split(separator: "/").last.map(String.init) ?? program
    let command =
      shown.map { "\(name) \($0), up to the passphrase" }
      ?? ([name] + arguments).joined(separator: " ")
    report.add(
      isCold ? "\(command), from the disk" : command, times[times.count / 2].milliseconds,
      times[0].milliseconds, target)
  }
}
