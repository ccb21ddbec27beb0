import DurableFiles
import ExtendedKeys
import Measurement
import TransactionReview

/// The most memory that signing takes, against the size of the PSBT; in a process of its own.
enum MemoryBenchmark {
  static let childOption = "--measure-memory"

  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Peak memory of signing, file to file",
      columns: [
        "packet", "bytes", "own peak", "own / bytes", "resident before", "resident peak",
        "resident / bytes", "added / bytes", "target",
      ])
    let packets: [(StandardAccount, Int)] =
      isQuick
      ? [(.wpkh, 1_000)]
      : [
        (.wpkh, 1_000), (.wpkh, 3_000), (.wpkh, 10_000), (.shWpkh, 10_000), (.tr, 10_000),
        (.pkh, 10_000),
      ]
    for (script, count) in packets {
      let folder = try ScratchFolder()
      defer { folder.remove() }
      let work = try SigningWork(script, count: count)
      try folder.write(work.bytes, to: folder.path("unsigned.psbt"))
      let status = try Processes.run(
        try Processes.ownPath(),
        [
          childOption, script.rawValue, "\(count)", folder.path("unsigned.psbt"),
          folder.path("signed.psbt"), folder.path("figures"),
        ], keepingErrors: true)
      guard status == 0 else { throw BenchmarkError("the measured process failed: \(status)") }
      let text = try BoundedFile.read(folder.path("figures"), limit: 100)
      let figures = String(decoding: text, as: UTF8.self).split(separator: " ").compactMap {
        Double($0)
      }
      guard figures.count == 3 else { throw BenchmarkError("the figures are missing") }
      let size = Double(work.bytes.count)
      let (before, peak, own) = (figures[0], figures[1], figures[2])
      report.add(
        "\(count) \(script)", "\(work.bytes.count)", own.megabytes, (own / size).times,
        before.megabytes, peak.megabytes, (peak / size).times,
        ((peak - before) / size).times, "10x")
    }
    report.note(
      "`own` is what this process has for itself (heap, stacks, tables), from its start, sampled every 50 us; "
        + "`resident` adds the pages of the program and its libraries as far as the kernel has mapped them (VmHWM), "
        + "which are the same for every size of packet.")
    return report
  }

  /// Signs once and writes down the resident peaks before and after, and the peak of its own: SCRIPT COUNT SOURCE TARGET FIGURES.
  static func runAsChild(_ arguments: [String]) throws {
    guard arguments.count == 5, let script = StandardAccount(rawValue: arguments[0]),
      let count = Int(arguments[1])
    else { throw BenchmarkError("wrong usage") }
    let context = try SigningWork.context(script, count: count)
    let ring = try SigningWork.ring()
    let before = try Processes.peakMemory()
    let own = try MemorySampler.peak {
      try SigningWork.signed(from: arguments[2], to: arguments[3], in: context, with: ring)
    }
    let after = try Processes.peakMemory()
    try AtomicFile.write(Array("\(before) \(after) \(own.peak)".utf8), to: arguments[4])
  }

}
