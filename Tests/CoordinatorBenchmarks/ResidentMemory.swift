import Foundation
import Glibc
import Measurement

/// What of this process lies in memory, as the kernel counts it.
enum ResidentMemory {
  /// Begins to count the peak anew, from what is in use now; gives that, in bytes.
  static func beginPeak() throws -> Int {
    guard let file = fopen("/proc/self/clear_refs", "w") else {
      throw BenchmarkError("the peak cannot be reset")
    }
    fputs("5", file)
    fclose(file)
    return try bytes("VmRSS:")
  }

  /// The most since then, in bytes.
  static func peak() throws -> Int { try bytes("VmHWM:") }

  private static func bytes(_ name: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw BenchmarkError("no \(name) in /proc/self/status") }
    return number * 1024
  }
}
