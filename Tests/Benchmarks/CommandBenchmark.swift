import ExtendedKeys
import Glibc
import Measurement

/// `sign` as a person runs it, of a payment with 1,000 p2wpkh inputs: two processes, two readings, the vault, the log.
///
/// The program is `quick-signer`: offline-signer, but for the work of a guess of the passphrase. The same command with one
/// input has all that does not grow with the payment, and is taken off.
enum CommandBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    let count = isQuick ? 200 : 1_000
    let rounds = isQuick ? 2 : 7
    var report = Report(
      "`sign` of \(count) p2wpkh inputs, as a command of two processes",
      columns: [
        "", "one core, CPU", "CPU / sum", "all cores, wall", "wall / sum", "target",
      ])
    guard let program = try Processes.beside("quick-signer", variable: "QUICK_SIGNER") else {
      report.note("No quick-signer: build it, or name it in QUICK_SIGNER.")
      return report
    }
    let home = try SignerScratch(program: program)
    defer { home.folder.remove() }
    let work = try SigningWork(.wpkh, count: count)
    let sum = try work.unavoidableSum()
    let (many, one) = (home.folder.path("many.psbt"), home.folder.path("one.psbt"))
    try home.folder.write(work.bytes, to: many)
    try home.folder.write(try SigningWork(.wpkh, count: 1).bytes, to: one)
    _ = try sum.run()

    var (alone, all, fixed): (Spent?, Spent?, Spent?)
    var (allSpread, fixedSpread): (Spent?, Spent?)
    for _ in 0..<rounds {
      try Cores.onOne {
        alone = try Spent.by { try sum.run() }.spent.least(alone)
        all = try home.sign(many).least(all)
        fixed = try home.sign(one).least(fixed)
      }
      allSpread = try home.sign(many).least(allSpread)
      fixedSpread = try home.sign(one).least(fixedSpread)
    }
    guard let alone, let all, let fixed, let allSpread, let fixedSpread else {
      throw BenchmarkError("no rounds")
    }
    func add(_ name: String, _ cpu: Double, _ wall: Double, _ target: String = "") {
      report.add(
        name, cpu.milliseconds, (cpu / alone.cpu).times, wall.milliseconds,
        (wall / alone.wall).times, target)
    }
    add("the unavoidable sum, one core", alone.cpu, alone.wall)
    add("`sign`, \(count) inputs", all.cpu, allSpread.wall)
    add("`sign`, 1 input", fixed.cpu, fixedSpread.wall)
    add(
      "what \(count - 1) inputs add", all.cpu - fixed.cpu, allSpread.wall - fixedSpread.wall, "1.5x"
    )
    report.note(
      "Least of \(rounds) rounds, each clock for itself; CPU is that of all processes of the command."
    )
    return report
  }
}
