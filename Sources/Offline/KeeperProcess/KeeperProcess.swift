internal import CSystemCalls
internal import Glibc
internal import HelperProcesses
internal import Synchronization

/// The program `key-keeper`, started before the reviewer's filter and before any outside byte is read.
///
/// It holds the seeds and asks its questions at the terminal itself. It ends when nothing refers to it any more:
/// what it reads from is closed, and it is waited for.
package final class KeeperProcess: KeeperLink {
  /// The variables of the environment that it gets: where the home is, and what the terminal can show.
  private static let variables = [
    "HOME", "OFFLINE_SIGNER_HOME", "TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG",
  ]

  let process: pid_t
  private let input: Int32
  private let output: Int32
  /// How it ended, once that is known: an exit code, 128 and more for a signal.
  private let status = Mutex<Int32?>(nil)

  private init(process: pid_t, input: Int32, output: Int32) {
    self.process = process
    self.input = input
    self.output = output
  }

  deinit {
    close(input)
    close(output)
    _ = waited()
  }

  /// Starts it for the command that `arguments` are.
  ///
  /// `leading` stands before everything else, for an executable that is more than one program. The descriptors
  /// that passphrases come from go over to it and are closed here.
  ///
  /// - Throws: `cannotStart`.
  package static func start(
    executable: String, leading: [String] = [], for arguments: [String]
  ) throws(KeeperProcessError) -> KeeperProcess {
    var toKeeper: [Int32] = [-1, -1]
    var fromKeeper: [Int32] = [-1, -1]
    let first = syscalls_pipe(&toKeeper)
    guard first == 0 else { throw .cannotStart(code: -first) }
    let second = syscalls_pipe(&fromKeeper)
    guard second == 0 else {
      for file in toKeeper { close(file) }
      throw .cannotStart(code: -second)
    }
    let ends = try aboveStandard(toKeeper + fromKeeper)
    let (reader, request, answer, writer) = (ends[0], ends[1], ends[2], ends[3])
    let passphrases = KeeperCommands.descriptors(in: arguments)
    let line =
      ["key-keeper"] + leading + [KeeperService.mark, "\(reader)", "\(writer)"] + arguments
    let environment = variables.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    var process: pid_t = 0
    let kept = [reader, writer] + passphrases.filter { fcntl($0, F_GETFD) >= 0 }
    let code = withStrings(line) { line in
      withStrings(environment) { environment in
        syscalls_spawn_keeping(
          executable, line, environment, kept, Int32(kept.count), &process)
      }
    }
    close(reader)
    close(writer)
    guard code == 0 else {
      close(request)
      close(answer)
      throw .cannotStart(code: -code)
    }
    for file in Set(passphrases) where ![request, answer].contains(file) { giveUp(file) }
    return KeeperProcess(process: process, input: request, output: answer)
  }

  package func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    try status.withLock { (status) throws(KeeperProcessError) in
      if let status { throw .ended(status: status) }
      // Ctrl-C reaches both: key-keeper puts the terminal back and ends, then this process does. The other
      // way round a shell would get the terminal as it was set for a passphrase.
      var both = sigset_t()
      var before = sigset_t()
      sigemptyset(&both)
      sigaddset(&both, SIGINT)
      sigaddset(&both, SIGQUIT)
      pthread_sigmask(SIG_BLOCK, &both, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      do throws(KeeperProcessError) {
        try KeeperFrames.write(request, to: input)
        waitForAnswer()
        if let answer = try KeeperFrames.read(from: output) { return answer }
      } catch {
        // What ends first is what is told: a pipe breaks because the process behind it is gone.
        guard error == .brokenOff else { throw error }
      }
      let ended = waited()
      status = ended
      throw .ended(status: ended)
    }
  }

  /// Waits for the first byte; what ends this process alone (kill -INT) ends `key-keeper` first.
  private func waitForAnswer() {
    while true {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, 250)
      if ready > 0 || (ready < 0 && errno != EINTR) { return }
      var pending = sigset_t()
      sigemptyset(&pending)
      sigpending(&pending)
      for number in [SIGINT, SIGQUIT] where sigismember(&pending, number) == 1 {
        kill(process, number)
      }
    }
  }

  /// Waits for the end, at most a second for each way to ask for it, and gives the exit code.
  private func waited() -> Int32 {
    var raw: Int32 = 0
    for step in [0, SIGTERM, SIGKILL] {
      if step != 0 { kill(process, step) }
      let deadline = HelperProcess.now + 1
      while step == SIGKILL || HelperProcess.now < deadline {
        let result = waitpid(process, &raw, WNOHANG)
        if result == process { return raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F) }
        if result < 0, errno != EINTR { return 255 }
        var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
        nanosleep(&pause, nil)
      }
    }
    return 255
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
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, file)
    if nothing > 2 { close(nothing) }
  }
}

extension KeeperProcess {
  /// The first thing that `main` of the reviewer does, before its filter: a command that belongs to `key-keeper`
  /// goes on there, and does not come back; for one that asks it, it is started; for any other this is nil.
  ///
  /// `name` and `leading` are of the program beside this one that plays it, which tests change.
  ///
  /// - Throws: `missing`, `replaceable`, `cannotStart`.
  package static func first(
    for arguments: [String], named name: String = "key-keeper",
    leading: [String] = []
  ) throws(KeeperProcessError) -> KeeperProcess? {
    if KeeperCommands.belong(arguments) {
      try become(executable: path(of: name), leading: leading, arguments)
    }
    guard KeeperCommands.ask(arguments) else { return nil }
    return try start(executable: path(of: name), leading: leading, for: arguments)
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
