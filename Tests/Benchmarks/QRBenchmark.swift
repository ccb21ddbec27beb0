import Measurement
import Photographs
import QRTransport

/// What light carries: frames under loss, and how quickly parts are put together.
enum QRBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "QR frames", columns: ["", "measured", "known beside it", "ratio", "target"])
    for (percent, target) in [(0, "1.05x"), (30, "1.15x"), (60, "1.25x")] {
      for fragments in isQuick ? [10, 100] : [10, 30, 100, 1_000] {
        try addLoss(fragments, percent, target, trials: isQuick ? 20 : 200, &report)
      }
    }
    try addSpeed(&report)
    report.note(
      "Loss: each frame is lost with the probability that is said, seeded, from the first one that is "
        + "shown; the mean of all trials.")
    return report
  }

  /// A message as a CBOR byte string.
  private static func message(_ count: Int, seed: UInt64) throws -> UR {
    var numbers = SteadyNumbers(seed: seed)
    let length = withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }
    return try UR(type: "bytes", cbor: [0x5a] + length + numbers.bytes(count))
  }

  private static func addLoss(
    _ fragments: Int, _ percent: Int, _ target: String, trials: Int, _ report: inout Report
  ) throws {
    let perFrame = try room(.careful)
    var shown = 0
    var needed = 0
    for trial in 0..<trials {
      let ur = try message(fragments * perFrame - 5, seed: UInt64(trial))
      let encoder = try FrameEncoder(ur, limit: .careful)
      needed += encoder.frameCount
      var loss = FrameLoss(
        lost: Double(percent) / 100, doubled: 0.3,
        seed: UInt64(1_000 * fragments + 1_000_000 * percent + trial))
      var collector = FrameCollector()
      var frame = 0
      while collector.message == nil {
        for _ in 0..<loss.timesSeen() { try collector.receive(encoder.frame(frame)) }
        frame += 1
      }
      guard collector.message == .ur(ur) else { throw BenchmarkError("a message came out wrong") }
      shown += frame
    }
    let mean = Double(shown) / Double(trials)
    let least = Double(needed) / Double(trials) / (1 - Double(percent) / 100)
    report.add(
      "frames for \(needed / trials) fragments, \(percent) % lost", mean.digits(1),
      "K/(1-p) = \(least.digits(1))", (mean / least).times, target)
  }

  /// The bytes of a message in one frame of a long series.
  private static func room(_ version: QRVersion) throws -> Int {
    let probe = try message(1_000_000 / 50, seed: 0)
    return probe.cbor.count / (try FrameEncoder(probe, limit: version).frameCount)
  }

  /// How quickly the parts of a message of 1,000 are taken in, mixtures too: every other one is lost.
  private static func addSpeed(_ report: inout Report) throws {
    let ur = try message(1_000 * room(.careful) - 5, seed: 7)
    let encoder = try FrameEncoder(ur, limit: .careful)
    let parts = (0..<4_000).filter { $0 % 2 == 0 }.map { Array(encoder.frame($0).utf8) }
    var least: Spent?
    var taken = 0
    for _ in 0..<5 {
      var collector = FrameCollector()
      taken = 0
      let (_, spent) = try Spent.by {
        for part in parts where collector.message == nil {
          try collector.receive(part)
          taken += 1
        }
      }
      guard collector.message == .ur(ur) else { throw BenchmarkError("a message came out wrong") }
      least = spent.least(least)
    }
    let rate = Double(taken) / (least?.caller ?? 1)
    report.add(
      "parts a second, \(encoder.frameCount) fragments, half of them lost", "\(Int(rate))",
      "target: 20000", (rate / 20_000).times, "1x")
  }
}
