import Foundation
import HelperProcesses
import Testing

/// Programs that are run with an input, and always ended.
@Suite(.serialized) struct ProgramRunTests {
  private static func script(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "program-\(UUID().uuidString)").path
    try Data(("#!/bin/sh\n" + text).utf8).write(to: URL(filePath: path))
    chmod(path, 0o700)
    return path
  }

  private static func run(
    _ text: String, input: String = "", arguments: [String] = [], environment: [String]? = [],
    limit: Int = 1 << 20, seconds: Double? = nil, isStopped: () -> Bool = { false },
    talk: (([UInt8]) -> Void)? = nil
  ) throws -> ProgramRun {
    let path = try script(text)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try ProgramRun.run(
      path, arguments, environment: environment, input: Array(input.utf8),
      output: .kept(limit: limit), seconds: seconds, isStopped: isStopped, talk: talk)
  }

  @Test func `a program gets its input whole, and its output and exit code come back`() throws {
    let long = String(repeating: "x$(rm -rf /)`y`\"'\n", count: 20_000)
    let run = try Self.run("cat; exit 7", input: long)
    #expect(run.end == .exited(7))
    #expect(String(decoding: run.output, as: UTF8.self) == long)
  }

  @Test func `arguments and environment are what was given, and nothing else`() throws {
    let run = try Self.run(
      "printf '%s|' \"$@\"; /usr/bin/env", arguments: ["a b", "$HOME", ""],
      environment: ["NAME=value"])
    let text = String(decoding: run.output, as: UTF8.self)
    #expect(text.hasPrefix("a b|$HOME||"), "\(text)")
    let lines = Set(text.dropFirst("a b|$HOME||".count).split(separator: "\n"))
    // What the shell sets by itself.
    #expect(
      lines.subtracting(["NAME=value"]).allSatisfy {
        $0.hasPrefix("PWD=") || $0.hasPrefix("_=") || $0.hasPrefix("SHLVL=")
          || $0.hasPrefix("OLDPWD=")
      }, "\(text)")
    #expect(lines.contains("NAME=value"))
  }

  @Test func `standard error comes piece by piece`() throws {
    var said = ""
    let run = try Self.run(
      "echo one >&2; echo two; echo three >&2",
      talk: { said += String(decoding: $0, as: UTF8.self) })
    #expect(said == "one\nthree\n" && String(decoding: run.output, as: UTF8.self) == "two\n")
  }

  @Test func `a program that takes too long is ended`() throws {
    #expect(try Self.run("while :; do /bin/sleep 1; done", seconds: 0.2).end == .timedOut)
  }

  @Test func `a program is ended with what it started`() throws {
    let note = FileManager.default.temporaryDirectory.appending(path: "note-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: note) }
    // The inner one outlives a signal to the outer one alone.
    let run = try Self.run(
      "(trap '' TERM; while :; do /bin/sleep 1; done) & echo $! > \(note.path); wait",
      isStopped: { (try? String(contentsOf: note, encoding: .utf8))?.hasSuffix("\n") == true })
    #expect(run.end == .stopped)
    let text = try String(contentsOf: note, encoding: .utf8)
    let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // Gone, or a corpse that nobody has collected: the signal was sent, and a busy machine takes its time.
    func isThere() -> Bool {
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return kill(process, 0) == 0 && state?.contains(") Z") == false
    }
    var turns = 0
    while isThere(), turns < 30_000 {
      usleep(1000)
      turns += 1
    }
    #expect(!isThere())
  }

  @Test func `a program that is to end is ended, and one that writes too much too`() throws {
    let stopped = try Self.run("while :; do /bin/sleep 1; done", isStopped: { true })
    #expect(stopped.end == .stopped)
    let loud = try Self.run("while :; do echo 0123456789; done", limit: 1000)
    #expect(loud.end == .wroteTooMuch)
    let signalled = try Self.run("kill -9 $$")
    #expect(signalled.end == .exited(137))
  }

  @Test func `what is no program, and what others can write, is refused`() throws {
    let path = try Self.script("exit 0")
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ProgramRun.require(path)
    chmod(path, 0o600)
    #expect(throws: HelperError.missing(path: path)) { try ProgramRun.require(path) }
    chmod(path, 0o722)
    #expect(throws: HelperError.self) { try ProgramRun.require(path) }
    #expect(throws: HelperError.missing(path: "/tmp")) { try ProgramRun.require("/tmp") }
    #expect(throws: HelperError.self) {
      try ProgramRun.run("/nowhere/at/all", [], output: .kept(limit: 1))
    }
  }
}
