import DurableFiles
import ExtendedKeys
import TransactionReview

/// The most memory that signing takes, against the size of the packet; in a process of its own.
enum MemoryBenchmark {
  static let childOption = "--measure-memory"

  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Peak memory of signing, file to file",
      columns: [
        "packet", "bytes", "peak", "peak before", "peak / bytes", "added / bytes", "target",
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
      guard figures.count == 2 else { throw BenchmarkError("the figures are missing") }
      let size = Double(work.bytes.count)
      report.add(
        "\(count) \(script)", "\(work.bytes.count)", megabytes(figures[1]), megabytes(figures[0]),
        (figures[1] / size).times, ((figures[1] - figures[0]) / size).times, "10x")
    }
    report.note(
      "`peak before` is the program itself with its libraries, before it opens the file; a small packet "
        + "cannot be ten times smaller than that.")
    return report
  }

  /// Signs once and writes down the peaks before and after: SCRIPT COUNT SOURCE TARGET FIGURES.
  static func runAsChild(_ arguments: [String]) throws {
    guard arguments.count == 5, let script = StandardAccount(rawValue: arguments[0]),
      let count = Int(arguments[1])
    else { throw BenchmarkError("wrong usage") }
    let context = try SigningWork.context(script, count: count)
    let ring = try SigningWork.ring()
    let before = try Processes.peakMemory()
    try SigningWork.signed(from: arguments[2], to: arguments[3], in: context, with: ring)
    let after = try Processes.peakMemory()
    try AtomicFile.write(Array("\(before) \(after)".utf8), to: arguments[4])
  }

  private static func megabytes(_ bytes: Double) -> String { (bytes / 1e6).digits(1) + " MB" }
}
