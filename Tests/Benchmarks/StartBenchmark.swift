import Glibc
import Measurement

/// How long a command takes to start, beside the least program there is.
enum StartBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Starting a command", columns: ["", "median", "least", "target"])
    let rounds = isQuick ? 5 : 40
    try add("/bin/true", [], rounds, "", &report)
    let own = try Processes.ownPath()
    let folder = own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    let program = getenv("OFFLINE_SIGNER").map { String(cString: $0) } ?? "\(folder)/offline-signer"
    guard access(program, X_OK) == 0 else {
      report.note("No \(program): build `offline-signer`, or name it in OFFLINE_SIGNER.")
      return report
    }
    try add(program, ["--help"], rounds, "30 ms", &report)
    return report
  }

  private static func add(
    _ program: String, _ arguments: [String], _ rounds: Int, _ target: String,
    _ report: inout Report
  ) throws {
    var times: [Double] = []
    for _ in 0..<rounds {
      let (status, spent) = try Spent.by { try Processes.run(program, arguments) }
      guard status == 0 else { throw BenchmarkError("\(program) ended with \(status)") }
      times.append(spent.wall)
    }
    times.sort()
    let name = program.split(separator: "/").last.map(String.init) ?? program
    report.add(
      ([name] + arguments).joined(separator: " "), times[times.count / 2].milliseconds,
      times[0].milliseconds, target)
  }
}
