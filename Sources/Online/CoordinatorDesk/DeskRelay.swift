internal import Bytes
internal import Glibc

/// The way to `online-coordinator desk`, which alone starts commands: lines of JSON in both directions on one socket
/// (docs/formats.md).
///
/// This process reads what browsers send, and can start nothing itself. What it asks for is held against a list there.
final class DeskRelay: Sendable {
  /// The longest line, in bytes: a result of 64 MiB in Base64 and what stands around it.
  static let lineLimit = 96 << 20
  /// How many runs are remembered.
  static let runsLimit = 64
  /// Seconds after which a run that nobody listens to is ended: its tab is gone, and nobody will answer it.
  static let lonelySeconds = 60.0
  /// How many events of the chain are kept for who listens late.
  static let liveLimit = 1_000

  /// One run of a command, as far as it is known.
  struct Run {
    var events: [JSONObject] = []
    var hasEnded = false
    /// When somebody listened to it last.
    var heardAt = Clock.now
    /// Whether the bytes that were sent last were taken; nil while nobody said.
    var wasTaken: Bool?
  }

  struct State {
    var runs: [Int64: Run] = [:]
    var order: [Int64] = []
    var lastRun: Int64 = 0
    /// What happened, from `liveStart` on.
    var live: [JSONObject] = []
    var liveStart = 0
    /// The time of the last request that a person caused.
    var lastUse: Double
    var isOver = false
  }

  let state: Monitor<State>
  /// Seconds on the clock by which the last use is measured.
  let now: @Sendable () -> Double
  private let file: Int32
  private let writing = Monitor(())

  init(file: Int32, now: @escaping @Sendable () -> Double = { Clock.now }) {
    self.file = file
    self.now = now
    state = Monitor(State(lastUse: now()))
  }

  /// Writes one line.
  func send(_ message: JSONObject) {
    var bytes = Array(JSONWriter.encode(.object(message)).utf8)
    bytes.append(10)
    writing.change { _ in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return end() }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Reads lines until the other side is gone.
  func listen(_ other: (JSONObject) -> Void) {
    var reader = LineReader(limit: Self.lineLimit)
    var room = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(file, &room, room.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      guard let lines = reader.receive(room.prefix(count)) else { break }
      for line in lines {
        let limits = JSONLimits(bytes: Self.lineLimit, depth: 64)
        guard let message = (try? JSONReader.parse(line, limits: limits))?.objectValue else {
          return end()
        }
        if !take(message) { other(message) }
      }
    }
    end()
  }

  private func end() { state.change { $0.isOver = true } }

  /// Files what belongs to a run or to everybody; false for the rest.
  private func take(_ message: JSONObject) -> Bool {
    if let number = message["run"]?.integerValue {
      var event = message
      event["run"] = nil
      state.change { state in
        guard var run = state.runs[number] else { return }
        if let taken = event["taken"]?.boolValue {
          run.wasTaken = taken
        } else if !run.hasEnded {
          run.events.append(event)
          run.hasEnded = event["end"] != nil
        }
        state.runs[number] = run
      }
      return true
    }
    guard message["event"] != nil || message["changed"] != nil else { return false }
    state.change { state in
      state.live.append(message)
      if state.live.count > Self.liveLimit {
        state.live.removeFirst()
        state.liveStart += 1
      }
    }
    return true
  }

  // MARK: Runs

  /// Has a command run; gives its number.
  ///
  /// `input` is standard input in Base64; with `streams` more of it follows.
  func start(_ arguments: [String], input: String?, streams: Bool) throws(HTTPRefusal) -> Int64 {
    let number: Int64? = state.change { state in
      let going = state.runs.values.count { !$0.hasEnded }
      guard going < 16 else { return nil }
      state.lastRun += 1
      state.runs[state.lastRun] = Run()
      state.order.append(state.lastRun)
      // The oldest that has ended is forgotten.
      if state.order.count > Self.runsLimit,
        let index = state.order.firstIndex(where: { state.runs[$0]?.hasEnded ?? true })
      {
        state.runs[state.order.remove(at: index)] = nil
      }
      return state.lastRun
    }
    guard let number else {
      throw HTTPRefusal(
        .tooManyRequests, "16 commands are running already",
        hint: "wait until one has ended, or answer its question")
    }
    var message: JSONObject = [
      "start": .integer(number), "arguments": .array(arguments.map { .string($0) }),
      "streams": .bool(streams),
    ]
    if let input { message["input"] = .string(input) }
    send(message)
    return number
  }

  /// Sends more of a run's standard input; whether it was taken.
  func feed(_ number: Int64, _ bytes: [UInt8]) throws(HTTPRefusal) -> Bool {
    try require(number)
    state.change { $0.runs[number]?.wasTaken = nil }
    send(["feed": .integer(number), "bytes": .string(Base64.encode(bytes))])
    return state.wait(seconds: 10) { state -> Bool? in
      if state.isOver || state.runs[number]?.hasEnded ?? true { return false }
      return state.runs[number]?.wasTaken
    } ?? false
  }

  /// Ends the runs whose tab is gone.
  func endLonelyRuns() {
    let lonely = state.change { state in
      state.runs.filter { !$0.value.hasEnded && $0.value.heardAt + Self.lonelySeconds < Clock.now }
    }
    for number in lonely.keys { send(["stop": .integer(number)]) }
  }

  func require(_ number: Int64) throws(HTTPRefusal) {
    guard state.change({ $0.runs[number] != nil }) else {
      throw HTTPRefusal(
        .notFound, "that command has ended", hint: "load the page again")
    }
  }
}

/// Lines out of bytes as they come.
struct LineReader {
  let limit: Int
  private var pending: [UInt8] = []
  private var searched = 0

  init(limit: Int) { self.limit = limit }

  /// The lines that became whole, without their ends; nil when one is longer than the limit.
  mutating func receive(_ bytes: some Collection<UInt8>) -> [[UInt8]]? {
    pending += bytes
    var lines: [[UInt8]] = []
    var start = 0
    while let end = pending[max(start, searched)...].firstIndex(of: 10) {
      lines.append(Array(pending[start..<end]))
      start = end + 1
      searched = start
    }
    pending.removeFirst(start)
    searched = pending.count
    return pending.count > limit ? nil : lines
  }
}
