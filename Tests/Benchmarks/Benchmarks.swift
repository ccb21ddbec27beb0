import Glibc
import Measurement

/// Measures what docs/benchmarks.md reports: ratios to something known, in one run.
///
/// Nothing here passes or fails by time. `Benchmarks [--quick] [SECTION ...]`, the sections being
/// `signing`, `steps`, `linear`, `memory`, `start`, `command`, `qr`, `camera`, `mosaic`, `dialects`, `density`,
/// `both-ways` and `coins`; all of them without a name.
/// `Benchmarks --write-packet SCRIPT COUNT PATH` writes down a PSBT that is signed here, for a
/// profiler or another program: `Benchmarks --measure-memory SCRIPT COUNT PATH SIGNED FIGURES` then
/// signs it once and does nothing else. `Benchmarks --write-frames FOLDER VERSION` writes the frames of
/// `camera` down, for readers that are not ours.
@main
struct Benchmarks {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == MemoryBenchmark.childOption {
        return try MemoryBenchmark.runAsChild(Array(arguments.dropFirst()))
      }
      if arguments.first == "--write-packet" {
        return try SigningWork.write(Array(arguments.dropFirst()))
      }
      if arguments.first == CameraFrames.option {
        return try CameraFrames.write(Array(arguments.dropFirst()))
      }
      let isQuick = arguments.contains("--quick")
      arguments.removeAll { $0 == "--quick" }
      let sections: [(name: String, run: (Bool) throws -> Report)] = [
        ("signing", SigningBenchmark.report), ("steps", StepsBenchmark.report),
        ("linear", LinearityBenchmark.report),
        ("memory", MemoryBenchmark.report), ("start", StartBenchmark.report),
        ("command", CommandBenchmark.report),
        ("qr", QRBenchmark.report), ("camera", CameraBenchmark.report),
        ("mosaic", MosaicBenchmark.report), ("dialects", DialectBenchmark.report),
        ("density", DensityBenchmark.report),
        ("both-ways", BothWaysBenchmark.report),
        ("coins", SelectionBenchmark.report),
      ]
      for name in arguments where !sections.contains(where: { $0.name == name }) {
        throw BenchmarkError("there is no section \(name)")
      }
      print("cores this process may use: \(Cores.count); build: \(Self.build)")
      for section in sections where arguments.isEmpty || arguments.contains(section.name) {
        try section.run(isQuick).printed()
      }
    } catch {
      print("error: \(error)")
      exit(1)
    }
  }

  private static var build: String {
    #if DEBUG
      "debug (its figures mean nothing)"
    #else
      "release"
    #endif
  }
}
