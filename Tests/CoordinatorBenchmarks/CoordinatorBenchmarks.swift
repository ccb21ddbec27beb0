import Foundation
import Measurement

/// Measures what docs/benchmarks.md reports about the coordinator.
///
/// Nothing here passes or fails by time. `CoordinatorBenchmarks [--quick] [SECTION...]`, sections: `wallets
/// payments core`; a program of its own, because it needs the packages of the network room.
@main
struct CoordinatorBenchmarks {
  private static let sections = ["wallets", "payments", "core"]

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let code = try await MeasuredProcess.asChild(arguments) { exit(code) }
    let isQuick = arguments.contains("--quick")
    let named = arguments.filter { $0 != "--quick" }
    guard named.allSatisfy(sections.contains) else {
      throw BenchmarkError("the sections are \(sections.joined(separator: ", "))")
    }
    let wanted = named.isEmpty ? sections : named
    if wanted.contains("wallets") { try await WalletBenchmark.report(isQuick: isQuick).printed() }
    if wanted.contains("payments") { try await PaymentBenchmark.report(isQuick: isQuick).printed() }
    if wanted.contains("core") { try await CoreBenchmark.report(isQuick: isQuick).printed() }
  }
}
