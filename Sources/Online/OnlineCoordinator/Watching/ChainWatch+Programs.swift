internal import Bytes
internal import Glibc
internal import HelperProcesses
internal import Refusals
internal import TerminalUI

extension ChainWatch {
  /// The most bytes of one look.
  private static let lookLimit = 64 << 20
  /// How long a look that is to end may take for it, in seconds: a scan that it began at the node is ended first.
  private static let lookPatience: Double = 8
  /// The longest that a program of the person may take for one event, in seconds.
  static let programSeconds = 60

  /// Watches with runs of this program, and of `program` where there is one.
  init(
    wallet: String?, every seconds: Int, program: String?, stop: StopSignal, on console: Console
  ) throws(ProgramError) {
    if let program { try Self.require(program) }
    let talk = RepeatedTalk(console)
    let arguments = ["poll"] + (wallet.map { [$0] } ?? []) + ["--json"]
    look = { (after) throws(ProgramError) in
      talk.begin()
      let run: ProgramRun
      do throws(HelperError) {
        run = try ProgramRun.run(
          OwnProgram.path(), arguments + (after.map { ["--after", "\($0)"] } ?? []),
          output: .kept(limit: Self.lookLimit), patience: Self.lookPatience,
          isStopped: stop.isRaised, talk: talk.take)
      } catch {
        throw ProgramError(
          "this program could not be started for a look at the chain: \(error)",
          hint: "install it again, or run `sync` by hand")
      }
      return try Self.look(ended: run.end == .exited(0), run.output)
    }
    pause = {
      let end = HelperProcess.now + Double(seconds)
      while HelperProcess.now < end, !stop.isRaised(), Self.isHeard { _ = poll(nil, 0, 100) }
    }
    now = { Int64(time(nil)) }
    isStopped = { stop.isRaised() || !Self.isHeard }
    deliver = program.map { program in
      { line in Self.deliver(line, to: program, stop: stop) }
    }
  }

  /// Refuses what cannot be run, before anything is watched.
  private static func require(_ program: String) throws(ProgramError) {
    let name = ForeignText.shown(program)
    guard program.contains("/") else {
      throw ProgramError(
        "--on-event \(name): this is not the path of a program",
        hint: "give its path, as in ./notify or /usr/local/bin/notify; no shell reads it",
        exitCode: .wrongUsage)
    }
    do throws(HelperError) {
      try ProgramRun.require(program)
    } catch .replaceable(let path) {
      throw ProgramError(
        "--on-event \(name): another user can write \(ForeignText.shown(path))",
        hint: "put the program where only you can write: it is run as you")
    } catch {
      throw ProgramError(
        "--on-event \(name): no program of this name can be run",
        hint: "give the path of one file, without arguments; make it executable: chmod +x FILE")
    }
  }

  /// What a run of `poll` came to, which ended well or did not.
  static func look(ended isWell: Bool, _ output: [UInt8]) throws(ProgramError) -> ChainLook {
    let answer = try? JSONReader.parse(output, limits: JSONLimits(bytes: lookLimit))
    if isWell, let look = answer.flatMap({ ChainLook($0) }) { return look }
    guard let error = answer?["error"]?.stringValue else {
      throw ProgramError(
        "a look at the chain gave no answer", hint: "run `sync` to see what is wrong")
    }
    throw ProgramError(error, hint: answer?["hint"]?.stringValue ?? "run `sync`")
  }

  /// Hands one event to a program: as its standard input, and in no other way.
  private static func deliver(
    _ line: [UInt8], to program: String, stop: StopSignal
  ) -> ProgramError? {
    let name = ForeignText.shown(program)
    let hint = "the watch goes on; the event is not handed over again"
    do throws(HelperError) {
      let run = try ProgramRun.run(
        program, [], environment: environment, input: line, output: .shown,
        seconds: Double(programSeconds), isStopped: stop.isRaised)
      return switch run.end {
      case .exited(0), .stopped: nil
      case .exited(let code): ProgramError("\(name) ended with exit code \(code)", hint: hint)
      case .timedOut, .wroteTooMuch:
        ProgramError("\(name) was not done in \(programSeconds) s and was ended", hint: hint)
      }
    } catch {
      return ProgramError("\(name) could not be started: \(error)", hint: hint)
    }
  }

  /// What the person's program finds in its environment: where programs are, whose it is, how text is written, and the
  /// way to the desktop's notifications.
  private static var environment: [String] {
    let passed = ["HOME", "LANG", "LC_ALL", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
    return ["PATH=/usr/local/bin:/usr/bin:/bin"]
      + passed.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }

  /// Whether somebody still reads the results: a pipe whose reader went away has nobody.
  private static var isHeard: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) < 1 || output.revents & Int16(POLLERR) == 0
  }
}

/// What runs say on standard error: a line that the run before said as well is not said again.
private final class RepeatedTalk {
  private let console: Console
  private var before: Set<String> = []
  private var now: Set<String> = []
  private var rest: [UInt8] = []
  private static let longestLine = 10_000

  init(_ console: Console) { self.console = console }

  /// The next run begins.
  func begin() {
    if !rest.isEmpty { line(rest) }
    rest = []
    before = now
    now = []
  }

  func take(_ bytes: [UInt8]) {
    rest += bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line(Array(rest[..<end]))
      rest.removeFirst(end + 1)
    }
    if rest.count > Self.longestLine {
      line(rest)
      rest = []
    }
  }

  private func line(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    // An error is in the answer too, and is said from there.
    guard !text.hasPrefix("error: "), !text.hasPrefix("hint: ") else { return }
    guard now.count < 1_000, now.insert(text).inserted, !before.contains(text) else { return }
    console.talk(text)
  }
}
