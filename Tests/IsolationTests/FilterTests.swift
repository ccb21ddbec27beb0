import Foundation
import Testing

/// Raising the drawbridge cannot be undone, so a process of its own does it: `isolation-probe`.
@Suite struct `A raised drawbridge` {
  static func run(_ arguments: String...) throws -> [String: Int] {
    let process = Process()
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appending(path: "isolation-probe")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    var results: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":")
      try #require(parts.count == 2, "\(line)")
      results[String(parts[0])] = Int(parts[1].drop { $0 == " " })
    }
    return results
  }

  @Test func `lets nothing out and nobody in, and its children neither`() throws {
    var results = try Self.run()
    #expect(results.removeValue(forKey: "core limit") == 0)
    #expect(results.removeValue(forKey: "dumpable") == 0)
    #expect(results.removeValue(forKey: "filtered") == 1)
    #expect(results.removeValue(forKey: "child") == Int(EACCES))
    for name in ["pipe", "open", "thread"] {
      #expect(results.removeValue(forKey: name) == 0, "\(name)")
    }
    #expect(results.count >= 52)
    for (name, code) in results { #expect(code == Int(EACCES), "\(name): \(code)") }
  }

  @Test func `a helper that may only read leaves nothing behind`() throws {
    var results = try Self.run("reader")
    #expect(results.removeValue(forKey: "read") == 0)
    #expect(results.count == 15)
    for (name, code) in results { #expect(code == Int(EACCES), "\(name): \(code)") }
  }

  @Test func `is what makes the difference`() throws {
    let results = try Self.run("open")
    #expect(results["socket inet"] == 0)
    #expect(results["socket unix"] == 0)
    #expect(results["socketpair"] == 0)
    #expect(results["connect"] == Int(EBADF))
    #expect(results["child"] == 0)
    #expect(results["filtered"] == 0)
  }
}
