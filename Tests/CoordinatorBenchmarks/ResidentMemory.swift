import Foundation
import Glibc
import Measurement

/// What of this process lies in memory, as the kernel counts it.
enum ResidentMemory {
  /// The most since the process began, in bytes.
  static func peak() throws -> Int { try bytes("VmHWM:") }

  private static func bytes(_ name: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw BenchmarkError("no \(name) in /proc/self/status") }
    return number * 1024
  }
}
