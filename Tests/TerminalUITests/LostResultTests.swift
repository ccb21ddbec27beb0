import Foundation
import Testing

@Suite struct `A result that does not arrive` {
  /// Runs the probe that writes a result of 120 kB, with its output going where the shell says.
  private func run(_ redirection: String) throws -> (code: Int32, errors: String) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let probe = URL(filePath: own).deletingLastPathComponent().appending(path: "terminal-probe")
      .path
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c", "\"$0\" result \(redirection); exit ${PIPESTATUS[0]}", probe,
    ]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(arguments: [
    (">/dev/full", "no space left"), ("| :", "nobody reads it"), (">&-", "it is closed"),
  ])
  func `ends with 1 and says so`(redirection: String, reason: String) throws {
    let ran = try run(redirection)
    #expect(ran.code == 1)
    #expect(ran.errors.contains("error: the result could not be written"), "\(ran.errors)")
    #expect(ran.errors.contains(reason), "\(ran.errors)")
  }

  @Test func `one that arrives ends with 0`() throws {
    #expect(try run("").code == 0)
  }
}
