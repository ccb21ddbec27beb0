internal import Bytes
internal import CHandOver
internal import DurableFiles
internal import Glibc
internal import HelperProcesses
internal import Refusals
internal import TerminalUI

/// What the desk's starter does: it waits for orders of the desk, and starts the commands of ``DeskCommands``, which it checks
/// itself.
///
/// It reads nothing but these orders, and hands the ends of each run over: what a page sends and a command says
/// never comes here. Whoever has taken the desk over has no more of it than the page has.
struct DeskStarterService: ~Copyable {
  /// The most runs at once: those of the page, the looks at chain and records, and the server.
  private static let runsLimit = 32
  /// How long a command may take to read its arguments, in seconds.
  private static let readingLimit = 5
  /// How long what has closed its ends may take to end, in milliseconds.
  private static let lastMoment: Int32 = 200

  private struct Run {
    let process: pid_t
    /// Where it writes what nobody needs; nil for nothing.
    let folder: PassingFolder?
  }

  private let home: String?
  private let lines: Int32
  private let files: Int32
  private var environment: [String] = []
  private var runs: [Int64: Run] = [:]

  init(home: String?, lines: Int32, files: Int32) {
    (self.home, self.lines, self.files) = (home, lines, files)
  }

  /// Does what is ordered until the desk has ended, or says what it never says; then it ends what still runs.
  mutating func serve() {
    while let line = SocketLines.next(from: lines, limit: DeskOrder.lineLimit),
      let order = DeskOrder(line), take(order)
    {}
    finish()
  }

  /// False when nobody hears the answer.
  private mutating func take(_ order: DeskOrder) -> Bool {
    do throws(ProgramError) {
      switch order {
      case .open: return try open()
      case .start(let number, let arguments):
        guard number >= 0 else { throw Self.full }
        var arguments = arguments
        let command = try DeskCommands.command(of: arguments)
        // A payment is kept in the records, and shown or saved out of them: what is written as it is built goes again.
        let folder =
          try DeskCommands.writesPayment(command, arguments) ? PassingFolder() : nil
        if let folder { arguments += ["--out", folder.file] }
        // A table for spreadsheets is no JSON.
        if !arguments.contains("--csv") { arguments.append("--json") }
        return try start(number, arguments, folder)
      case .watch(let number, let since):
        guard number >= 0 else { throw Self.full }
        let after = since.map { ["--since", "\($0)"] } ?? []
        return try start(number, ["watch", "--chain", "--once", "--json"] + after, nil)
      case .follow:
        return try start(DeskOrder.records, ["changes", "--json"], nil)
      case .end(let number):
        if let run = runs[number] { kill(-run.process, SIGTERM) }
        return true
      case .kill(let number):
        if let run = runs[number] { kill(-run.process, SIGKILL) }
        return true
      case .collect(let number): return say(["status": .integer(Int64(collect(number)))])
      }
    } catch {
      return say(["error": .string(error.message), "hint": .string(error.hint)])
    }
  }

  private func say(_ answer: JSONObject) -> Bool {
    SocketLines.send(Array(JSONWriter.encode(.object(answer), pretty: false).utf8), to: lines)
  }

  private func handOver(_ ends: [Int32]) -> Bool {
    handover_send(files, ends, Int32(ends.count)) == 0
  }

  // MARK: The desk

  /// Makes the home where there is none, and starts the server of the page.
  private mutating func open() throws(ProgramError) -> Bool {
    guard runs[DeskOrder.server] == nil else {
      throw ProgramError("the desk is open already", hint: "start it again")
    }
    guard let home else {
      throw ProgramError(
        "neither ONLINE_COORDINATOR_HOME nor HOME is set",
        hint: "set ONLINE_COORDINATOR_HOME to the folder of this coordinator's records")
    }
    do throws(FileError) {
      try Folder.makePrivate(home)
    } catch {
      throw ProgramError(error)
    }
    let whole = try Self.whole(home)
    // No name of a wallet is by chance that of a file where the desk was started.
    guard chdir("/") == 0 else {
      throw ProgramError("the folder / cannot be entered", hint: "check the permissions of /")
    }
    environment = Self.environment(home: whole)
    // Not the terminal: it is the person's, and this is no program of theirs.
    let nowhere = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nowhere) }
    do throws(HelperError) {
      let pair = try DescriptorPair.socket()
      defer { for end in [pair.reader, pair.writer] { close(end) } }
      let process = try ProgramStart.start(
        HelperProcess.path(of: "coordinator-desk"), [], environment: [],
        descriptors: [
          (from: pair.reader, to: STDIN_FILENO), (from: nowhere, to: STDOUT_FILENO),
          (from: nowhere, to: STDERR_FILENO),
        ])
      runs[DeskOrder.server] = Run(process: process, folder: nil)
      return say(["home": .string(whole)]) && handOver([pair.writer])
    } catch {
      throw ProgramError(
        "the desk cannot be started: \(error)",
        hint: "install the package again: coordinator-desk belongs beside online-coordinator")
    }
  }

  /// A path that holds wherever a command is started.
  private static func whole(_ path: String) throws(ProgramError) -> String {
    guard let whole = realpath(path, nil) else {
      throw ProgramError(
        "the home \(ForeignText.shown(path)) cannot be found",
        hint: "set ONLINE_COORDINATOR_HOME to its path")
    }
    defer { free(whole) }
    return String(cString: whole)
  }

  /// What the commands find in their environment: the home that the desk is for, and the way to ask.
  private static func environment(home: String) -> [String] {
    let own = ["ONLINE_COORDINATOR_HOME=\(home)", "\(RelayedScreen.variable)=3"]
    let passed = ["HOME", "XDG_STATE_HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"]
    return own
      + passed.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }

  // MARK: Runs

  private static let full = ProgramError(
    "the desk already runs as many commands as it may",
    hint: "wait until one of them has finished, then try again")

  /// Starts this program with four pairs of its own, tells it what to do, and hands the other ends over.
  private mutating func start(
    _ number: Int64, _ arguments: [String], _ folder: PassingFolder?
  ) throws(ProgramError) -> Bool {
    guard runs[DeskOrder.server] != nil, number >= 0 || number == DeskOrder.records,
      runs[number] == nil,
      runs.count < Self.runsLimit
    else { throw Self.full }
    var pairs: [DescriptorPair] = []
    var open: Set<Int32> = []
    defer { for file in open { close(file) } }
    do throws(HelperError) {
      for number in 0..<4 {
        let pair = number < 3 ? try DescriptorPair.pipe() : try DescriptorPair.socket()
        pairs.append(pair)
        open.formUnion([pair.reader, pair.writer])
      }
      let process = try ProgramStart.start(
        OwnProgram.path(), [RelayedScreen.command], environment: environment,
        descriptors: [
          (from: pairs[0].reader, to: STDIN_FILENO), (from: pairs[1].writer, to: STDOUT_FILENO),
          (from: pairs[2].writer, to: STDERR_FILENO), (from: pairs[3].reader, to: 3),
        ])
      runs[number] = Run(process: process, folder: folder)
    } catch {
      throw ProgramError("the command could not be started: \(error)", hint: "start the desk again")
    }
    // Theirs: else the end of one that has ended would not be seen.
    for file in [pairs[0].reader, pairs[1].writer, pairs[2].writer, pairs[3].reader] {
      close(file)
      open.remove(file)
    }
    // Not on its command line, which every user of the machine can read. One that does not read is not waited for.
    var patience = timeval(tv_sec: Self.readingLimit, tv_usec: 0)
    setsockopt(
      pairs[3].writer, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let line: JSONObject = ["arguments": .array(arguments.map { .string($0) })]
    if !SocketLines.send(
      Array(JSONWriter.encode(.object(line), pretty: false).utf8), to: pairs[3].writer),
      let run = runs[number]
    {
      kill(-run.process, SIGKILL)
    }
    return say(["run": .integer(number)])
      && handOver([pairs[0].writer, pairs[1].reader, pairs[2].reader, pairs[3].writer])
  }

  /// The status of a run, which has closed all its ends; if it lives on after that, it is ended.
  private mutating func collect(_ number: Int64) -> Int32 {
    guard let run = runs.removeValue(forKey: number) else { return SIGKILL }
    var status: Int32 = 0
    let deadline = HelperProcess.now + Double(Self.lastMoment) / 1_000
    while HelperProcess.now < deadline {
      if waitpid(run.process, &status, WNOHANG) == run.process { return status }
      _ = poll(nil, 0, 2)
    }
    kill(-run.process, SIGKILL)
    while waitpid(run.process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Ends what still runs: asked, and by force after a while.
  private mutating func finish() {
    for run in runs.values { kill(-run.process, SIGTERM) }
    let deadline = HelperProcess.now + DeskRun.grace
    while !runs.isEmpty, HelperProcess.now < deadline {
      for (number, run) in runs where waitpid(run.process, nil, WNOHANG) != 0 {
        runs[number] = nil
      }
      _ = poll(nil, 0, 10)
    }
    for number in Array(runs.keys) { _ = collect(number) }
  }
}

/// A folder for one file, which only this user can open and which is there as long as this value.
final class PassingFolder {
  private let path: String
  var file: String { path + "/payment.txt" }

  /// Makes it where this user's temporary files are.
  ///
  /// - Throws: `ProgramError`.
  init() throws(ProgramError) {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // mkdtemp(3) puts letters of its own in the place of the six at the end.
    var template = Array("\(place)/drawbridge-desk-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ProgramError(
        "no temporary folder can be made in \(ForeignText.shown(place)) (error \(errno))",
        hint: "make room there, or set TMPDIR to another folder and start the desk again")
    }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    // There may be more than the file, beside a payload or after a kill.
    for name in (try? Folder.names(in: path, limit: 100)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}

extension DescriptorPair {
  /// Makes a pair of sockets: both ends are read and written.
  static func socket() throws(HelperError) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw .cannotStart(code: errno)
    }
    return try DescriptorPair(moving: ends)
  }
}
