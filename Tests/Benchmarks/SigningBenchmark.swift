import BitcoinPSBT
import ExtendedKeys
import Measurement

/// Signing 1,000 p2wpkh inputs against the sum of what cannot be avoided.
enum SigningBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    let count = isQuick ? 200 : 1_000
    let rounds = isQuick ? 3 : 9
    let work = try SigningWork(.wpkh, count: count)
    let sum = try work.unavoidableSum()
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let source = folder.path("unsigned.psbt")
    let target = folder.path("signed.psbt")
    try folder.write(work.bytes, to: source)
    try check(work, against: try sum.run())

    var alone: Spent?
    var one: Spent?
    var file: Spent?
    var all: Spent?
    for _ in 0..<rounds {
      // Rings are made before the clock starts: the vault is open. They are new for each round,
      // so that the parents of the keys are derived within the time.
      let rings = try (0..<3).map { _ in try SigningWork.ring() }
      try Cores.onOne {
        alone = try Spent.by { try sum.run() }.spent.least(alone)
        one = try Spent.by {
          try SigningWork.signed(work.bytes, in: work.context, with: rings[0])
        }.spent.least(one)
        file = try Spent.by {
          try SigningWork.signed(from: source, to: target, in: work.context, with: rings[1])
        }.spent.least(file)
      }
      all = try Spent.by {
        try SigningWork.signed(work.bytes, in: work.context, with: rings[2])
      }.spent.least(all)
    }
    guard let alone, let one, let file, let all else { throw BenchmarkError("no rounds") }

    var report = Report(
      "Signing \(count) p2wpkh inputs (\(work.bytes.count) bytes)",
      columns: [
        "", "wall", "CPU", "caller's CPU", "wall / sum", "CPU / sum", "caller's / sum", "target",
      ])
    func add(_ name: String, _ spent: Spent, _ target: String) {
      report.add(
        name, spent.wall.milliseconds, spent.cpu.milliseconds, spent.caller.milliseconds,
        (spent.wall / alone.wall).times, (spent.cpu / alone.cpu).times,
        (spent.caller / alone.caller).times, target)
    }
    add("the unavoidable sum, one core", alone, "")
    add("sign in memory, one core", one, "1.3x")
    add("sign file to file, one core", file, "1.3x")
    add("sign in memory, \(Cores.count) cores", all, "0.65x on two")
    report.note(
      "Least of \(rounds) rounds, each clock for itself; all made the same \(count) signatures. On a machine that "
        + "is busy otherwise the clock on the wall says little: CPU counts all threads, the caller's CPU only the "
        + "thread that waits for the others, which is the time that passes when each thread has a core."
    )
    return report
  }

  /// Two programs that agree on every signature did the same work.
  private static func check(_ work: SigningWork, against expected: [[UInt8]]) throws {
    let signed = try PSBT(
      decoding: try SigningWork.signed(
        work.bytes, in: work.context, with: try SigningWork.ring()))
    for (index, input) in signed.inputs.enumerated() {
      guard let signature = input.partialSigs.first, input.partialSigs.count == 1,
        signature.der.elementsEqual(expected[index])
      else { throw BenchmarkError("input \(index): signer and sum disagree") }
    }
  }
}

/// Where the time of signing goes, step by step.
enum StepsBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    let count = isQuick ? 200 : 1_000
    let work = try SigningWork(.wpkh, count: count)
    var steps: [Spent]?
    for _ in 0..<(isQuick ? 3 : 15) {
      let ring = try SigningWork.ring()
      steps = try SigningWork.steps(work.bytes, in: work.context, with: ring, least: steps)
    }
    var report = Report(
      "The steps of signing \(count) p2wpkh inputs, \(Cores.count) cores",
      columns: ["step", "CPU", "caller's CPU", "caller's / CPU"])
    let names = ["read", "review", "show", "sign", "write"]
    for (name, spent) in zip(names, steps ?? []) {
      report.add(
        name, spent.cpu.milliseconds, spent.caller.milliseconds,
        (spent.caller / spent.cpu).times)
    }
    report.note(
      "Least of all rounds, each clock for itself. What one thread does alone has 1.00x, what is spread over two 0.50x."
    )
    return report
  }
}

/// Cost per input as PSBTs grow.
enum LinearityBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    let counts = isQuick ? [100, 400] : [100, 1_000, 10_000]
    var report = Report(
      "Cost of an input as packets grow, one core, CPU",
      columns: ["script"] + counts.map { "\($0)" } + ["last / first"])
    for script in [.wpkh, .shWpkh, .tr, .pkh] as [StandardAccount] {
      var costs: [Double] = []
      for count in counts {
        let work = try SigningWork(script, count: count)
        var best: Spent?
        for _ in 0..<max(3, min(20, 5_000 / count)) {
          let ring = try SigningWork.ring()
          best = try Cores.onOne {
            try Spent.by { try SigningWork.signed(work.bytes, in: work.context, with: ring) }
          }.spent.least(best)
        }
        costs.append((best?.cpu ?? 0) / Double(count))
      }
      let growth = (costs.last ?? 0) / (costs.first ?? 1)
      let cells = ["\(script)"] + costs.map { ($0 * 1e6).digits(1) + " us" } + [growth.times]
      report.add(cells)
    }
    report.note(
      "Legacy inputs sign the whole transaction each: the second half of it is hashed for each input, "
        + "the first half comes from a kept state, so their cost per input grows with the packet.")
    return report
  }
}
