internal import Bytes
internal import Glibc
internal import HelperProcesses
internal import Refusals
internal import TerminalUI

/// Stands between the server of the page and the runs of the commands that it asks for.
///
/// The server reads what browsers send and can start nothing; this process reads what the server sends, lines of JSON
/// (docs/formats.md), and what the runs say. It has a fence and starts nothing either: ``DeskStarter`` does. Whoever takes
/// both over can do what the page can: run commands of ``DeskCommands``, each of which asks as ever.
final class DeskRunner {
  /// How the desk ended.
  enum End: Equatable {
    /// The page said so.
    case asked
    /// Nobody used it for so long.
    case idle
    /// Ctrl-C, or the terminal is gone.
    case stopped
    /// The server failed.
    case failed(String)
  }

  /// The longest line of the server, in bytes.
  private static let lineLimit = 96 << 20
  /// Seconds until the chain is watched again after the watching ended.
  private static let watchPause: Double = 30
  /// The most commands at once.
  private static let runsLimit = 16
  /// The number of the run that watches the chain.
  private static let watch: Int64 = 0
  /// The numbers of the runs that no page has asked for.
  private static let own: Set<Int64> = [watch, DeskOrder.records]

  private let starter: DeskStarter
  private let socket: Int32
  private let isStopped: () -> Bool
  /// Says on the terminal what the page has done: the server of the page has no hand in what stands there.
  private let note: (String) -> Void
  /// Is given the port and a new link's token.
  private let announce: (_ port: Int, _ token: String) -> Void

  private var port = 0
  private var incoming: [UInt8] = []
  /// Up to where there is no end of a line in it.
  private var searched = 0
  private var outgoing: [UInt8] = []
  /// How much of it was sent.
  private var sent = 0
  private var runs: [Int64: DeskRun] = [:]
  /// The last event of the chain that was told.
  private var lastEvent: Int64?
  private var nextWatch = HelperProcess.now
  private var nextFollowing = HelperProcess.now
  private var end: End?

  /// Takes the socket of the server, which `starter` has started, and tells it the settings.
  init(
    settings: JSONObject, starter: DeskStarter, server socket: Int32,
    isStopped: @escaping () -> Bool, note: @escaping (String) -> Void,
    announce: @escaping (_ port: Int, _ token: String) -> Void
  ) {
    self.note = note
    (self.starter, self.socket) = (starter, socket)
    (self.isStopped, self.announce) = (isStopped, announce)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    send(settings)
  }

  deinit { close(socket) }

  /// Runs until the desk ends; every command that still runs is ended with it.
  ///
  /// `newLinkFrom` is the descriptor on which a line asks for a new link: the terminal; nil for none.
  func run(newLinkFrom terminal: Int32?) -> End {
    var terminal = terminal ?? -1
    while end == nil {
      if isStopped() { end = .stopped }
      watchChain()
      followRecords()
      var files = [
        pollfd(
          fd: socket, events: Int16(outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: starter.watched, events: Int16(POLLIN), revents: 0),
      ]
      for run in runs.values { files += run.wanted }
      _ = poll(&files, nfds_t(files.count), waiting)
      if files[1].revents != 0, !askedForLink(terminal) { terminal = -1 }
      if files[0].revents != 0 { receive() }
      if files[2].revents != 0, end == nil {
        end = .failed("the part of it that starts commands has ended")
        // Their ends close with these; nobody can be asked to end them.
        runs = [:]
      }
      for run in Array(runs.values) { step(run) }
      flush()
    }
    for run in runs.values where run.number != Self.watch { run.stop() }
    runs[Self.watch]?.stop()
    finish()
    return end ?? .asked
  }

  /// Milliseconds until something has to be looked at although nothing came.
  private var waiting: Int32 {
    var seconds = 0.5
    for run in runs.values { if let left = run.secondsToEnd { seconds = min(seconds, left) } }
    return Int32(seconds * 1_000) + 1
  }

  /// What runs is given its time to end; then the server goes.
  private func finish() {
    let last = HelperProcess.now + DeskRun.grace + 1
    while !runs.isEmpty, HelperProcess.now < last {
      var files = runs.values.flatMap(\.wanted)
      _ = poll(&files, nfds_t(files.count), 50)
      for run in Array(runs.values) where run.step().last?["end"] != nil {
        runs[run.number] = nil
      }
    }
    starter.tell(.kill(run: DeskOrder.server))
    _ = starter.collect(DeskOrder.server)
    starter.finish()
  }

  // MARK: The server

  private func send(_ message: JSONObject) {
    outgoing += Array(JSONWriter.encode(.object(message)).utf8)
    outgoing.append(10)
  }

  private func flush() {
    while sent < outgoing.count {
      let count = outgoing[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return gone() }
      sent += count
    }
    (outgoing, sent) = ([], 0)
  }

  private func gone() {
    if end == nil { end = .failed("the server of the page ended") }
  }

  private func receive() {
    flush()
    var room = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(socket, &room, room.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return gone() }
      incoming += room.prefix(count)
      guard incoming.count - searched <= Self.lineLimit else { return gone() }
    }
    var start = 0
    while let stop = incoming[max(start, searched)...].firstIndex(of: 10) {
      let limits = JSONLimits(bytes: Self.lineLimit, depth: 16)
      if let message = try? JSONReader.parse(Array(incoming[start..<stop]), limits: limits) {
        take(message)
      }
      start = stop + 1
      searched = start
    }
    incoming.removeFirst(start)
    searched = incoming.count
  }

  private func take(_ message: JSONValue) {
    if let words = message["failed"]?.stringValue {
      end = .failed(words)
    } else if message["end"]?.boolValue == true {
      end = message["idle"]?.boolValue == true ? .idle : .asked
    } else if let token = message["token"]?.stringValue {
      port = message["listening"]?.intValue ?? port
      // It is printed on the person's terminal: nothing else than a link.
      guard token.utf8.count == 43, token.utf8.allSatisfy(Self.isOfBase64URL),
        (1...65_535).contains(port)
      else { return gone() }
      announce(port, token)
    } else if let number = message["start"]?.integerValue {
      start(number, message)
    } else if let number = message["feed"]?.integerValue {
      let bytes = (try? Base64.decode(message["bytes"]?.stringValue ?? "")) ?? []
      send(["run": .integer(number), "taken": .bool(runs[number]?.feed(bytes) ?? false)])
    } else if let number = message["finish"]?.integerValue {
      runs[number]?.finishInput()
    } else if let number = message["answer"]?.integerValue {
      answer(number, message)
    } else if let number = message["stop"]?.integerValue {
      runs[number]?.stop()
    }
  }

  private static func isOfBase64URL(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == 45 || byte == 95
  }

  /// Whether the terminal is still there; a line on it asks for a new link.
  private func askedForLink(_ terminal: Int32) -> Bool {
    var line = [UInt8](repeating: 0, count: 1_024)
    guard read(terminal, &line, line.count) > 0 else { return false }
    send(["link": true])
    return true
  }

  // MARK: Commands

  private func start(_ number: Int64, _ message: JSONValue) {
    guard number > Self.watch, runs[number] == nil, runs.count < Self.runsLimit + Self.own.count
    else { return }
    do throws(ProgramError) {
      let arguments = (message["arguments"]?.arrayValue ?? []).compactMap(\.stringValue)
      let command = try DeskCommands.command(of: arguments)
      guard let input = try? Base64.decode(message["input"]?.stringValue ?? "") else {
        throw ProgramError("the input is not Base64", hint: "load the page again")
      }
      let changes = DeskCommands.changes(command, arguments)
      if changes {
        note(arguments.map { ForeignText.shown($0, limit: 100) }.joined(separator: " "))
      }
      runs[number] = try DeskRun(
        .start(run: number, arguments: arguments), number: number,
        changes: changes, by: starter, input: input,
        streams: message["streams"]?.boolValue ?? false)
    } catch {
      send([
        "run": .integer(number), "end": 2,
        "result": ["error": .string(error.message), "hint": .string(error.hint), "rule": nil],
      ])
    }
  }

  /// Passes on an answer to the question that waits, and says so on the terminal.
  private func answer(_ number: Int64, _ message: JSONValue) {
    guard let run = runs[number], let asked = message["ask"]?.intValue else { return }
    let question = run.question?.text.split(separator: "\n").last.map(String.init) ?? ""
    let text = message["text"]?.stringValue
    let isPasted = message["pasted"]?.boolValue ?? false
    guard run.answer(asked, text, isPasted: isPasted) else { return }
    let answer = text.map { ForeignText.shown($0, limit: 80) } ?? "no"
    note("  \(ForeignText.shown(question, limit: 200)) \(answer)")
  }

  private func step(_ run: DeskRun) {
    for said in run.step() {
      let isOver = said["end"] != nil
      if isOver { runs[run.number] = nil }
      guard !Self.own.contains(run.number) else {
        if run.number == Self.watch {
          watched(said)
        } else if said["line"] != nil {
          recordsChanged()
        }
        continue
      }
      var event = said
      event["run"] = .integer(run.number)
      send(event)
      if isOver, run.changes {
        send(["changed": true])
        // There may be a wallet or a node now to watch.
        nextWatch = min(nextWatch, HelperProcess.now + 1)
      }
    }
  }

  // MARK: The chain

  /// Has the chain followed, again and again: without a wallet or a node there is nothing to follow yet.
  private func watchChain() {
    guard runs[Self.watch] == nil, HelperProcess.now >= nextWatch, end == nil else { return }
    nextWatch = HelperProcess.now + Self.watchPause
    runs[Self.watch] = try? DeskRun(
      .watch(run: Self.watch, since: lastEvent), number: Self.watch, changes: false, by: starter,
      input: [], streams: false)
  }

  /// Has the records followed: what a command in another terminal writes, and what a look at the chain found, is in them.
  private func followRecords() {
    guard runs[DeskOrder.records] == nil, HelperProcess.now >= nextFollowing, end == nil else {
      return
    }
    nextFollowing = HelperProcess.now + Self.watchPause
    runs[DeskOrder.records] = try? DeskRun(
      .follow, number: DeskOrder.records, changes: false, by: starter, input: [], streams: false,
      isFollowed: true)
  }

  /// The page asks again for what it shows: of what is printed, nothing is passed on.
  private func recordsChanged() { send(["changed": true]) }

  /// What a look at the chain printed: an event a line.
  private func watched(_ said: JSONObject) {
    guard said["end"] != nil else { return }
    let lines = said["text"]?.stringValue ?? said["result"].map { JSONWriter.encode($0) } ?? ""
    for line in lines.split(separator: "\n") {
      guard let event = try? JSONReader.parse(text: String(line)), event["event"] != nil else {
        continue
      }
      if let number = event["number"]?.integerValue { lastEvent = max(lastEvent ?? 0, number) }
      send(["event": event])
    }
  }
}
