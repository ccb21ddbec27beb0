import BitcoinPrimitives
import CoinSelection
import Measurement

/// Choosing coins out of many, beside the sorting of as many numbers.
enum SelectionBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Coin selection, CPU",
      columns: ["coins", "selection", "a coin", "sorting as many", "ratio", "chosen", "target"])
    for count in isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000] {
      var numbers = SteadyNumbers(seed: UInt64(count))
      let coins = try (0..<count).map { _ in
        Candidate(
          amount: try Amount(satoshis: Int64(1_000 + numbers.next() % 10_000_000)),
          weight: InputWeight(scriptSigLength: 0, witnessLength: 107))
      }
      let request = SelectionRequest(
        payments: try Amount(satoshis: 500_000_000), outputScriptLengths: [22, 34],
        feeRate: try FeeRate(satoshisPerKvB: 12_300),
        longTermFeeRate: try FeeRate(satoshisPerKvB: 10_000),
        change: ChangePolicy(
          scriptLength: 22, spending: InputWeight(scriptSigLength: 0, witnessLength: 107),
          dust: try Amount(satoshis: 294)),
        maximumWeight: Weight.maxStandardTransaction)
      var best: Spent?
      var sorting: Spent?
      var chosen = 0
      for _ in 0..<(isQuick ? 2 : 5) {
        let (selection, spent) = try Spent.by {
          try Selection(from: coins, for: request, using: &numbers)
        }
        chosen = selection.indices.count
        best = spent.least(best)
        var values = coins.map(\.amount.satoshis)
        sorting = Spent.by { values.sort() }.spent.least(sorting)
      }
      guard let best, let sorting else { throw BenchmarkError("no rounds") }
      report.add(
        "\(count)", best.cpu.milliseconds, (best.cpu / Double(count) * 1e9).digits(0) + " ns",
        sorting.cpu.milliseconds, (best.cpu / sorting.cpu).times, "\(chosen)",
        count == 100_000 ? "below 1,000 ms" : "")
    }
    return report
  }
}
