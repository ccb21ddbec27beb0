import CSystemCalls
import Foundation
import Glibc
import HelperProcesses
import Testing

@testable import KeeperProcess

/// `keeper-probe` plays `key-keeper`: its first argument says how it behaves.
@Suite struct KeeperProcessTests {
  private func started(_ arguments: String...) throws -> KeeperProcess {
    try KeeperProcess.start(
      executable: try HelperProcess.path(of: "keeper-probe"), for: arguments)
  }

  private func said(_ keeper: KeeperProcess) throws -> String {
    String(decoding: try keeper.answer(to: []), as: UTF8.self)
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 3_000_000])
  func `messages cross whole, one after the other`(count: Int) throws {
    let keeper = try started("echo")
    for round in 0..<3 {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ round) }
      #expect(try keeper.answer(to: message) == message)
    }
  }

  @Test func `it gets the arguments of the command`() throws {
    let arguments = ["arguments", "", "a b", "--out", "ü", "--serve"]
    let keeper = try KeeperProcess.start(
      executable: try HelperProcess.path(of: "keeper-probe"), for: arguments)
    #expect(try said(keeper) == arguments.joined(separator: "|"))
  }

  @Test func `it has nothing open but its pipes, the standard streams and passphrases`() throws {
    var pipe: [Int32] = [-1, -1]
    try #require(syscalls_pipe(&pipe) == 0)
    // Without close-on-exec, as a shell opens it.
    let inherited = fcntl(pipe[0], F_DUPFD, 40)
    let passphrase = fcntl(pipe[0], F_DUPFD, 50)
    defer { for file in pipe + [inherited] { close(file) } }
    let keeper = try started("files", "--passphrase-fd", "\(passphrase)")
    let files = try said(keeper).split(separator: " ").compactMap { Int32($0) }
    #expect(files.count == 6)
    #expect(files.prefix(3) == [0, 1, 2])
    #expect(files.contains(passphrase))
    #expect(!files.contains(inherited))
    #expect(fcntl(passphrase, F_GETFD) == -1, "the passphrase can still be read here")
    #expect(fcntl(inherited, F_GETFD) >= 0)
  }

  @Test func `it reads a passphrase from a descriptor of the command`() throws {
    var pipe: [Int32] = [-1, -1]
    try #require(syscalls_pipe(&pipe) == 0)
    #expect(write(pipe[1], "secret", 6) == 6)
    close(pipe[1])
    let keeper = try started("passphrase", "--bip39-passphrase-fd=\(pipe[0])")
    #expect(try said(keeper) == "secret")
  }

  @Test func `a descriptor that is not open is left to the command to refuse`() throws {
    #expect(try said(started("passphrase", "--passphrase-fd", "900")) == "error \(EBADF)")
  }

  @Test func `of the environment it gets what it needs and nothing else`() throws {
    setenv("LD_DRAWBRIDGE_TEST", "x", 1)
    setenv("TERM", "dumb", 1)
    defer { unsetenv("LD_DRAWBRIDGE_TEST") }
    let names = Set(try said(started("environment")).split(separator: " ").map(String.init))
    #expect(names.contains("TERM"))
    #expect(
      names.isSubset(of: [
        "HOME", "OFFLINE_SIGNER_HOME", "TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG",
      ]))
  }

  @Test(arguments: [("exit", 7), ("killed", 128 + SIGKILL), ("unknown", 0)])
  func `one that ended is an error, now and later`(mode: String, status: Int32) throws {
    let keeper = try started(mode)
    for _ in 0..<2 {
      #expect(throws: KeeperProcessError.ended(status: status)) { try keeper.answer(to: [1]) }
    }
  }

  @Test func `one that is not key-keeper is an error and not the end`() throws {
    let gone = try KeeperProcess.start(executable: "/bin/true", for: ["sign"])
    let large = [UInt8](repeating: 1, count: 1_000_000)
    #expect(throws: KeeperProcessError.ended(status: 0)) { try gone.answer(to: large) }
    #expect(throws: KeeperProcessError.cannotStart(code: ENOENT)) {
      try KeeperProcess.start(executable: "/nonexistent", for: ["sign"])
    }
  }

  @Test func `an answer of impossible length is refused, one cut off is an end`() throws {
    #expect(throws: KeeperProcessError.tooLong(bytes: 0xFFFF_FFFF)) {
      try started("long").answer(to: [])
    }
    #expect(throws: KeeperProcessError.ended(status: 0)) { try started("half").answer(to: []) }
  }

  @Test func `none stays behind, whatever it does`() throws {
    var children: [pid_t] = []
    do {
      let used = try started("echo")
      _ = try used.answer(to: [1])
      children = [used.process, try started("waits").process]
    }
    var status: Int32 = 0
    for child in children {
      #expect(waitpid(child, &status, WNOHANG) == -1 && errno == ECHILD, "\(child)")
    }
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
    let start = KeeperService.start(["--serve", input, output, "sign", "--json"])
    #expect(start?.arguments == ["sign", "--json"])
    for arguments in [
      [], ["--serve"], ["--serve", input], ["--serve", input, input], ["--serve", "0", "1"],
      ["--serve", input, "900"], ["--serve", "x", output], ["sign", input, output],
    ] {
      #expect(KeeperService.start(arguments) == nil, "\(arguments)")
    }
  }
}
