import CSystemCalls
import Foundation
import Glibc
import HelperProcesses
import Testing

@testable import KeeperProcess

/// `keeper-probe` plays both `key-keeper`, by how the argument behind `sign` says, and the reviewer that asks it.
@Suite struct KeeperProcessTests {
  /// What came to standard output, and how the process ended that was started.
  private struct Ran {
    let said: String
    let status: Int32
    let wasKilled: Bool
  }

  /// Has key-keeper asked twice, with so many bytes; `shell` is done before, as by a shell.
  private func ask(
    _ arguments: [String], bytes: Int = 0, shell: String = ":", input: String = ""
  ) throws -> Ran {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    let probe = try HelperProcess.path(of: "keeper-probe")
    process.arguments =
      ["-c", "\(shell); exec \"$@\"", "bash", probe, "--ask", "\(bytes)", "sign"] + arguments
    let (output, source) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardInput = source
    try process.run()
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ran(
      said: String(decoding: said, as: UTF8.self), status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal)
  }

  private func ask(
    _ arguments: String..., bytes: Int = 0, shell: String = ":", input: String = ""
  ) throws -> Ran { try ask(arguments, bytes: bytes, shell: shell, input: input) }

  /// The first answer.
  private func said(
    _ arguments: String..., shell: String = ":", input: String = ""
  ) throws -> Substring {
    let ran = try ask(arguments, shell: shell, input: input)
    #expect(ran.status == 0)
    return try #require(ran.said.split(separator: "\n", omittingEmptySubsequences: false).first)
  }

  @Test(arguments: [101, 65_536, 65_537, 3_000_000])
  func `messages cross whole, one after the other`(count: Int) throws {
    #expect(try ask("echo", bytes: count).said == "echo of \(count)\necho of \(count)\n")
  }

  /// The runtime of Swift takes the first thread of a process that was split off for that of its parent.
  ///
  /// Found as a payment in a folder of pictures that was never read to its end. Without the mend it is ended after a while.
  @Test func `two threads of a reviewer can want the same global at once`() throws {
    let ran = try ask(
      "arguments", "works in parallel", shell: #"exec timeout -s KILL 60 "$@""#)
    #expect(ran.said.hasSuffix("sum: 14\n"), "\(ran.said)")
    #expect(!ran.wasKilled)
  }

  @Test func `it gets the arguments of the command`() throws {
    let said = try said("arguments", "", "a b", "--out", "ü", "--serve")
    #expect(said == "sign|arguments||a b|--out|ü|--serve")
  }

  @Test func `it has nothing open but its pipes, the standard streams and passphrases`() throws {
    let files = try said(
      "files", "--passphrase-fd", "50", shell: "exec 40</dev/null 50</dev/zero"
    ).split(separator: " ").compactMap { Int32($0) }
    #expect(files.prefix(3) == [0, 1, 2])
    #expect(files.contains(50))
    #expect(!files.contains(40))
    // Where the tests run on a terminal, that and the reviewer's.
    #expect([6, 8].contains(files.count), "\(files)")
  }

  @Test func `the reviewer has the passphrase no more`() throws {
    let ran = try ask(
      "files", "--passphrase-fd", "50", "--passphrase-fd=0",
      shell: "exec 40</dev/null 50</dev/zero", input: "secret")
    let files = try #require(ran.said.split(separator: "\n").last { $0.hasPrefix("reviewer: ") })
    #expect(files.contains(" 40"))
    #expect(!files.contains(" 50"))
    #expect(files.hasSuffix("standard input: "))
  }

  @Test func `it reads a passphrase from a descriptor of the command`() throws {
    #expect(try said("passphrase", "--bip39-passphrase-fd=0", input: "secret") == "secret")
  }

  @Test func `a descriptor that is not open is left to the command to refuse`() throws {
    #expect(try said("passphrase", "--passphrase-fd", "900") == "error \(EBADF)")
  }

  @Test func `of the environment it gets what it needs and nothing else`() throws {
    let said = try said("environment", shell: "export LD_DRAWBRIDGE_TEST=x TERM=dumb")
    let names = Set(said.split(separator: " ").map(String.init))
    #expect(names.contains("TERM"))
    #expect(
      names.isSubset(of: [
        "HOME", "OFFLINE_SIGNER_HOME", "TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG",
      ]))
    let staged = try self.said("environment", shell: "export OFFLINE_SIGNER_STAGE='Sign a payment'")
    #expect(staged.split(separator: " ").contains("OFFLINE_SIGNER_STAGE"))
  }

  @Test func `its end is the end of the command, and there is no answer`() throws {
    for (mode, status, wasKilled) in [
      ("exit", 7, false), ("killed", SIGKILL, true), ("half", 0, false),
    ] as [(String, Int32, Bool)] {
      let ran = try ask(mode)
      #expect(ran.status == status, "\(mode)")
      #expect(ran.wasKilled == wasKilled, "\(mode)")
      // Whether it is still told depends on who is faster.
      let told = Set(ran.said.split(separator: "\n"))
      #expect(told.isSubset(of: ["error: \(KeeperProcessError.ended)"]), "\(ran.said)")
    }
  }

  @Test func `the exit code is the reviewer's, and a signal that ended it too`() throws {
    #expect(try ask("echo", "exits", "5").status == 5)
    let killed = try ask("echo", "kills itself")
    #expect(killed.status == SIGKILL)
    #expect(killed.wasKilled)
  }

  @Test func `an answer of impossible length is refused`() throws {
    let error = KeeperProcessError.tooLong(bytes: 0xFFFF_FFFF)
    #expect(try said("long") == "error: \(error)")
  }

  @Test func `one that cannot be started is said, and nothing was done`() throws {
    let ran = try ask("echo", shell: "export KEEPER_PROBE_PLAYS=nothing-there")
    #expect(ran.status == 1)
    #expect(ran.said.hasPrefix("key-keeper: not found at "))
  }

  private func first(_ arguments: [String], program: String? = nil) throws -> String {
    let process = Process()
    process.executableURL = URL(
      filePath: try program ?? HelperProcess.path(of: "keeper-probe"))
    process.arguments = ["--first"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: said, as: UTF8.self)
  }

  @Test func `a command about seeds goes on as key-keeper, with its arguments and its name`() throws
  {
    let own = try HelperProcess.path(of: "keeper-probe")
    let arguments = ["seed", "create", "a b", "--words", "12", ""]
    #expect(
      try first(arguments)
        == "became: \(([own, "--began"] + arguments).joined(separator: "|"))\n")
    #expect(try first(["sign", "a.psbt"]) == "stayed: with key-keeper\n")
    #expect(try first(["review", "a.psbt"]) == "stayed: with key-keeper\n")
    #expect(try first(["qr", "read", "a.png"]) == "stayed: alone\n")
    #expect(try first(["seed", "--help"]) == "stayed: alone\n")
  }

  @Test func `one that another user could replace is not started`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "keeper-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "keeper-probe").path
    // Copied by another process: a file that this one writes to, any child that another test starts at that
    // moment has open for a while, and what is open for writing cannot be run.
    let copying = Process()
    copying.executableURL = URL(filePath: "/bin/cp")
    copying.arguments = [try HelperProcess.path(of: "keeper-probe"), program]
    try copying.run()
    copying.waitUntilExit()
    try #require(copying.terminationStatus == 0)
    chmod(folder.path, 0o755)
    #expect(try first(["sign", "a.psbt"], program: program) == "stayed: with key-keeper\n")
    chmod(folder.path, 0o757)
    let refused = KeeperProcessError.replaceable(path: folder.resolvingSymlinksInPath().path)
    for command in ["seed", "sign"] {
      #expect(try first([command, "a"], program: program) == "\(refused)\n")
    }
  }

  @Test func `arguments that no reviewer gives start nothing`() throws {
    var pipe: [Int32] = [-1, -1]
    try #require(syscalls_pipe(&pipe) == 0)
    defer { for file in pipe { close(file) } }
    let (input, output) = ("\(pipe[0])", "\(pipe[1])")
    let child = Process()
    child.executableURL = URL(filePath: "/bin/cat")
    let source = Pipe()
    child.standardInput = source
    try child.run()
    defer { try? source.fileHandleForWriting.close() }
    let reviewer = "\(child.processIdentifier)"
    let start = KeeperService.start(["--serve", input, output, "-", reviewer, "sign", "--json"])
    #expect(start?.arguments == ["sign", "--json"])
    #expect(start?.reviewer == child.processIdentifier)
    #expect(start?.master == nil)
    for arguments in [
      [], ["--serve"], ["--serve", input], ["--serve", input, input, "-", reviewer],
      ["--serve", "0", "1", "-", reviewer], ["--serve", input, "900", "-", reviewer],
      ["--serve", "x", output, "-", reviewer], ["sign", input, output, "-", reviewer],
      ["--serve", input, output, "-"], ["--serve", input, output, "-", "1"],
      ["--serve", input, output, "-", "\(getpid())"], ["--serve", input, output, input, reviewer],
      ["--serve", input, output, "0", reviewer], ["--serve", input, output, "-", "-1"],
    ] {
      #expect(KeeperService.start(arguments) == nil, "\(arguments)")
    }
  }
}
