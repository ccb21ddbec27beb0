import Measurement

/// Measures what docs/benchmarks.md reports about the coordinator.
///
/// Nothing here passes or fails by time. `CoordinatorBenchmarks [--quick]`; a program of its own,
/// because it needs the packages of the network room.
@main
struct CoordinatorBenchmarks {
  static func main() async throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    try await WalletBenchmark.report(isQuick: isQuick).printed()
  }
}
