internal import CSystemCalls
internal import Glibc
internal import HelperProcesses
internal import Synchronization
internal import TerminalUI

/// The way to the program `key-keeper`, which this process split off from before its filter and before any outside byte
/// was read.
///
/// It holds the seeds, and it alone has the terminal: this process, its child, has one that `key-keeper` makes up and
/// relays (``TerminalRelay``). It ends when this process has ended, with the same exit code.
package final class KeeperProcess: KeeperLink {
  /// The variables of the environment that it gets: where the home is, what the terminal can show, and the stage that
  /// it is.
  private static let variables = [
    "HOME", "OFFLINE_SIGNER_HOME", "TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", Stage.variable,
    Stage.rehearsalVariable,
  ]

  private let input: Int32
  private let output: Int32
  private let hasTerminal: Bool
  private let hasEnded = Mutex(false)

  private init(input: Int32, output: Int32, hasTerminal: Bool) {
    self.input = input
    self.output = output
    self.hasTerminal = hasTerminal
  }

  deinit {
    // With a terminal they are closed at exit, in their turn.
    guard !hasTerminal else { return }
    close(input)
    close(output)
  }

  /// Splits this process in two: the one that was started becomes `key-keeper`, for the command that `arguments` are,
  /// and its child comes back from here as the reviewer.
  ///
  /// `leading` stands before everything else, for an executable that is more than one program. The descriptors that
  /// passphrases come from stay with `key-keeper`. Only while there is one thread.
  ///
  /// - Throws: `cannotStart`, `noTerminal`; then this is still the process that was started.
  private static func split(
    executable: String, leading: [String], for arguments: [String]
  ) throws(KeeperProcessError) -> KeeperProcess {
    let terminal = try ReviewerTerminal()
    var pipes: [Int32] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      let code = syscalls_pipe(&ends)
      guard code == 0 else { throw .cannotStart(code: -code) }
      pipes += try aboveStandard(ends)
    }
    let (reader, request, answer, writer) = (pipes[0], pipes[1], pipes[2], pipes[3])
    // Closed by the start of key-keeper, which the reviewer waits for: it must not be heard when there is none.
    let (started, starting) = (pipes[4], pipes[5])
    let parent = getpid()
    let child = syscalls_fork()
    guard child >= 0 else { throw .cannotStart(code: -child) }
    guard child == 0 else {
      for file in [request, answer, started] { close(file) }
      let line =
        ["key-keeper"] + leading
        + [
          KeeperService.mark, "\(reader)", "\(writer)",
          terminal?.named ?? KeeperService.noTerminal, "\(child)",
        ] + arguments
      let kept = [reader, writer] + (terminal.map { [$0.master] } ?? [])
      let code = become(executable: executable, line, keeping: kept, for: arguments)
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
      throw .cannotStart(code: code)
    }
    for file in [reader, writer, starting] { close(file) }
    var byte: UInt8 = 0
    while read(started, &byte, 1) < 0, errno == EINTR {}
    close(started)
    // Whatever ends key-keeper ends the reviewer.
    guard syscalls_set_parent_death_signal(SIGTERM) == 0, getppid() == parent else { exit(1) }
    for file in Set(KeeperCommands.descriptors(in: arguments)) where !pipes.contains(file) {
      giveUp(file)
    }
    if let terminal {
      guard terminal.take() else { exit(1) }
      syscalls_relay_finish_at_exit(request, answer, lastMark)
    }
    return KeeperProcess(input: request, output: answer, hasTerminal: terminal != nil)
  }

  /// ``TerminalGate/mark``, for as long as the process lives.
  nonisolated(unsafe) private static let lastMark = strdup(TerminalGate.mark)

  package func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    try hasEnded.withLock { (hasEnded) throws(KeeperProcessError) in
      if hasEnded { throw .ended }
      if hasTerminal { ReviewerTerminal.say(TerminalGate.mark) }
      do throws(KeeperProcessError) {
        try KeeperFrames.write(request, to: input)
        if let answer = try KeeperFrames.read(from: output) { return answer }
      } catch {
        // What ends first is what is told: a pipe breaks because the process behind it is gone.
        guard error == .brokenOff else { throw error }
      }
      hasEnded = true
      throw .ended
    }
  }

  /// The same descriptors under numbers above the standard three, which a start with closed streams could give out.
  private static func aboveStandard(_ files: [Int32]) throws(KeeperProcessError) -> [Int32] {
    let copies = files.map { syscalls_duplicate_above($0, 3) }
    for file in files { close(file) }
    guard let failed = copies.first(where: { $0 < 0 }) else { return copies }
    for copy in copies where copy >= 0 { close(copy) }
    throw .cannotStart(code: -failed)
  }

  /// Nothing of a passphrase is left to be read here; a standard stream stays open, to nothing.
  private static func giveUp(_ file: Int32) {
    guard file <= 2 else {
      close(file)
      return
    }
    let nothing = open("/dev/null", O_RDWR)
    guard nothing >= 0, nothing != file else { return }
    dup2(nothing, file)
    if nothing > 2 { close(nothing) }
  }
}

extension KeeperProcess {
  /// The variable of the environment that names the process which started a command of the desk, by its number.
  package static let starterVariable = "OFFLINE_SIGNER_STARTER"

  /// The first thing that `main` of the reviewer does, before its filter: a command that belongs to `key-keeper`
  /// goes on there, and does not come back; from one that asks it, it is split off; for any other this is nil.
  ///
  /// `name` and `leading` are of the program beside this one that plays it, which tests change.
  ///
  /// - Throws: `missing`, `replaceable`, `cannotStart`, `noTerminal`.
  package static func first(
    for arguments: [String], named name: String = "key-keeper",
    leading: [String] = []
  ) throws(KeeperProcessError) -> KeeperProcess? {
    // What the desk runs ends with it, however it ends: nobody would lock what stays on the screen.
    if Stage.ofProcess != nil {
      _ = syscalls_set_parent_death_signal(SIGTERM)
      // One that had ended before that is nobody's parent any more.
      let starter = getenv(starterVariable).flatMap { pid_t(String(cString: $0)) }
      if let starter, getppid() != starter { exit(1) }
    }
    // The desk is handed nothing: what a launcher left open, such as a socket, would be open to it and its starter.
    if arguments.first == "desk" { _ = syscalls_close_above(3) }
    if KeeperCommands.belong(arguments) {
      try become(executable: path(of: name), leading: leading, arguments)
    }
    guard KeeperCommands.ask(arguments) else { return nil }
    return try split(executable: path(of: name), leading: leading, for: arguments)
  }

  /// Becomes `key-keeper` beside a reviewer; gives the error number when that fails.
  private static func become(
    executable: String, _ line: [String], keeping files: [Int32], for arguments: [String]
  ) -> Int32 {
    let environment = variables.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    let passphrases = KeeperCommands.descriptors(in: arguments)
    // The others are closed by it, as they are not named.
    for file in files + passphrases { _ = fcntl(file, F_SETFD, 0) }
    for file in Int32(0)...1 where !passphrases.contains(file) { giveUp(file) }
    syscalls_unblock_signals()
    return withStrings(line) { line in
      withStrings(environment) { environment in
        execve(executable, line, environment)
        return errno
      }
    }
  }

  /// Becomes another program with the same arguments, under the name this one was started by.
  static func become(
    executable: String, leading: [String], _ arguments: [String]
  ) throws(KeeperProcessError) -> Never {
    let name = syscalls_argument(0).map { String(cString: $0) } ?? "offline-signer"
    _ = withStrings([name] + leading + arguments) { line in execv(executable, line) }
    throw .cannotStart(code: errno)
  }

  /// Where `key-keeper` lies: beside this program.
  ///
  /// - Throws: `missing`, `replaceable`.
  package static func place() throws(KeeperProcessError) -> String { try path(of: "key-keeper") }

  private static func path(of name: String) throws(KeeperProcessError) -> String {
    do throws(HelperError) {
      return try HelperProcess.path(of: name)
    } catch {
      throw KeeperProcessError(error)
    }
  }
}

extension KeeperProcessError {
  init(_ error: HelperError) {
    switch error {
    case .missing(let path): self = .missing(path: path)
    case .replaceable(let path): self = .replaceable(path: path)
    case .cannotStart(let code): self = .cannotStart(code: code)
    case .timedOut: self = .brokenOff
    }
  }
}

/// Lends strings as C takes a list of them, with NULL behind the last.
private func withStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return body(copies)
}
