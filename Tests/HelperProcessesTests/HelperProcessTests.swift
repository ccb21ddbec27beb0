import Glibc
import SecureMemory
import Testing

@testable import HelperProcesses

@Suite struct HelperProcessTests {
  private func read(_ helper: HelperProcess) throws -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1_000)
    while true {
      var failure: HelperError?
      let count = chunk.withUnsafeMutableBytes { room in
        do throws(HelperError) {
          return try helper.next(into: room, until: HelperProcess.now + 10, seconds: 10)
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      guard count > 0 else { return all }
      all += chunk.prefix(count)
    }
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 300_000])
  func `a secret is handed over in a file in memory`(count: Int) throws {
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let expected = bytes
    let file = try LockedMemoryFile(SecretBytes(moving: &bytes))
    let helper = try HelperProcess(executable: "/bin/cat", mode: "-", input: file.descriptor)
    #expect(try read(helper) == expected)
    #expect(helper.wait() == 0)
  }

  @Test func `a helper has no environment and nothing open but its three`() throws {
    let file = try LockedMemoryFile(SecretBytes(count: 1))
    let environment = try HelperProcess(
      executable: "/usr/bin/printenv", mode: "--null", input: file.descriptor)
    #expect(try read(environment).isEmpty)
    let listing = try HelperProcess(
      executable: "/bin/ls", mode: "/proc/self/fd", input: file.descriptor)
    // The fourth is the folder that ls lists.
    #expect(String(decoding: try read(listing), as: UTF8.self) == "0\n1\n2\n3\n")
  }

  @Test func `a helper that says nothing is given up`() throws {
    let file = try LockedMemoryFile(SecretBytes(count: 1))
    let helper = try HelperProcess(executable: "/bin/sleep", mode: "60", input: file.descriptor)
    var chunk: [UInt8] = [0]
    #expect(throws: HelperError.timedOut(seconds: 7)) {
      _ = try chunk.withUnsafeMutableBytes { try helper.next(into: $0, until: 0, seconds: 7) }
    }
    helper.end()
    #expect(helper.wait() == 128 + SIGKILL)
  }

  @Test func `what cannot be run is said`() throws {
    #expect(throws: HelperError.missing(path: "/nonexistent")) {
      try HelperProcess.require("/nonexistent")
    }
    let file = try LockedMemoryFile(SecretBytes(count: 1))
    #expect(throws: HelperError.cannotStart(code: ENOENT)) {
      _ = try HelperProcess(executable: "/nonexistent", mode: "", input: file.descriptor)
    }
    #expect(throws: HelperError.self) { _ = try HelperProcess.path(of: "no-such-helper") }
  }
}
