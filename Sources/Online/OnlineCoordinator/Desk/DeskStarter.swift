internal import Bytes
internal import CHandOver
internal import Glibc
internal import HelperProcesses
internal import Isolation
internal import Synchronization
internal import TerminalUI

/// The process that starts commands for the desk, as the desk sees it: it was split off before the desk's fence, and the
/// desk can start nothing itself (docs/decisions/0051).
///
/// There are two sockets: lines of JSON there and back, and the descriptors that it hands over. It ends with the desk, and
/// what it runs with it.
final class DeskStarter: Sendable {
  /// That of this process; nil where the command is not the desk.
  static var ofProcess: DeskStarter? { shared.withLock { $0 } }
  private static let shared = Mutex<DeskStarter?>(nil)

  /// How long it may take to end, in seconds: what runs is given its time first.
  private static let patience: Double = DeskRun.grace + 2

  private let process: pid_t
  private let lines: Int32
  private let files: Int32

  private init(process: pid_t, lines: Int32, files: Int32) {
    (self.process, self.lines, self.files) = (process, lines, files)
  }

  deinit { for file in [lines, files] { close(file) } }

  /// Splits off the process, for the home in this folder; only here, in the process that was started, it comes back.
  ///
  /// While there is one thread, and before anything from outside is read.
  ///
  /// - Throws: `cannotStart`.
  static func split(home: String?) throws(HelperError) -> DeskStarter {
    // A reader that went away is seen by what a write gives.
    signal(SIGPIPE, SIG_IGN)
    // A parent that ignores it would have taken the exit codes of commands away.
    signal(SIGCHLD, SIG_DFL)
    let lines = try DescriptorPair.socket()
    let files = try DescriptorPair.socket()
    let process = try ProcessSplit.split()
    guard process != 0 else {
      close(lines.writer)
      close(files.writer)
      // Keys that end a program are the desk's; the starter ends with it.
      for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
      var service = DeskStarterService(home: home, lines: lines.reader, files: files.reader)
      service.serve()
      // Nothing of what the desk does at its own end.
      _exit(0)
    }
    close(lines.reader)
    close(files.reader)
    return DeskStarter(process: process, lines: lines.writer, files: files.writer)
  }

  /// Splits the desk in two and leaves this process its terminal and what is open already, for good; the starter keeps the
  /// filter of every command.
  ///
  /// - Throws: `IsolationError`.
  static func isolateDesk(home: String?) throws(IsolationError) {
    do throws(HelperError) {
      let starter = try split(home: home)
      shared.withLock { $0 = starter }
    } catch {
      // The command says that it has none.
    }
    _ = try FileFence.ofThreads().raise()
    try Isolation.allowOnlyRelaying()
  }

  /// The descriptor on which something can be read once it has ended, while nothing is being waited for.
  var watched: Int32 { lines }

  /// Waits until it has ended with what it runs; what it reads is at its end then.
  func finish() {
    shutdown(lines, Int32(SHUT_RDWR))
    let deadline = HelperProcess.now + Self.patience
    while HelperProcess.now < deadline {
      let ended = waitpid(process, nil, WNOHANG)
      if ended == process || (ended < 0 && errno != EINTR) { return }
      _ = poll(nil, 0, 2)
    }
  }

  // MARK: Orders

  /// The path of the home, and the socket of the page's server.
  func open() throws(ProgramError) -> (home: String, server: Int32) {
    let answer = try ask(.open)
    guard let home = answer["home"]?.stringValue else { throw Self.gone }
    return (home, try take(1)[0])
  }

  /// The four ends of a run: of its input, its output, its errors and its questions.
  func start(_ order: DeskOrder) throws(ProgramError) -> [Int32] {
    _ = try ask(order)
    do throws(ProgramError) {
      return try take(4)
    } catch {
      // It runs, and nobody has its ends.
      switch order {
      case .start(let run, _), .watch(let run, _):
        tell(.kill(run: run))
        _ = collect(run)
      case .follow:
        tell(.kill(run: DeskOrder.records))
        _ = collect(DeskOrder.records)
      default: break
      }
      throw error
    }
  }

  /// Says what is not answered: `end` and `kill`.
  func tell(_ order: DeskOrder) { _ = send(order) }

  /// How a run ended, as of waitpid(2).
  func collect(_ run: Int64) -> Int32 {
    let status = (try? ask(.collect(run: run)))?["status"]?.intValue
    return status.flatMap { Int32(exactly: $0) } ?? SIGKILL
  }

  // MARK: Parts

  private static let gone = ProgramError(
    "the part of the desk that starts commands has ended", hint: "start the desk again")

  private func ask(_ order: DeskOrder) throws(ProgramError) -> JSONValue {
    guard send(order), let line = SocketLines.next(from: lines, limit: DeskOrder.lineLimit),
      let answer = try? JSONReader.parse(line)
    else { throw Self.gone }
    guard let error = answer["error"]?.stringValue else { return answer }
    throw ProgramError(error, hint: answer["hint"]?.stringValue ?? "start the desk again")
  }

  private func send(_ order: DeskOrder) -> Bool { SocketLines.send(order.encoded, to: lines) }

  private func take(_ count: Int) throws(ProgramError) -> [Int32] {
    var taken = [Int32](repeating: -1, count: count)
    guard handover_receive(files, &taken, Int32(count)) == 0 else { throw Self.gone }
    return taken
  }
}
