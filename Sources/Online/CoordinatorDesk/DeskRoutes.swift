internal import Bytes
internal import Glibc

/// What the page asks for, and what it gets (docs/formats.md).
///
/// Everything that changes anything is a POST of JSON with a session. Nothing is decided here: the page names a command,
/// and the program that runs it has the rules.
final class DeskRoutes: Sendable {
  /// What comes next of a stream.
  enum Step {
    case event(JSONObject)
    /// Nothing for now: the connection is looked at.
    case pause
    case end
  }

  enum Answer {
    case whole(HTTPResponse)
    case stream(() -> Step)
  }

  /// Seconds between two signs of life in a stream.
  static let aliveSeconds = 15.0
  /// Seconds after which it is looked whether anybody still listens.
  static let pauseSeconds = 1.0

  private let gate: DeskGate
  private let relay: DeskRelay
  private let shows = FrameShows()
  /// What `/about` says.
  private let about: JSONObject

  init(gate: DeskGate, relay: DeskRelay, about: JSONObject) {
    (self.gate, self.relay, self.about) = (gate, relay, about)
  }

  /// The longest body that is read of somebody who has no session yet.
  static let strangersLimit = 4_096

  /// Refuses a request before its body is read, where it cannot be one of the page's.
  func admit(_ request: HTTPRequest, bodyOf length: Int) throws(HTTPRefusal) {
    try gate.requireOwnPage(request)
    if length > Self.strangersLimit { try gate.requireSession(request) }
  }

  func answer(_ request: HTTPRequest) -> Answer {
    do {
      try gate.requireOwnPage(request)
      if request.method == .get, let file = PageFiles.response(request.path) { return .whole(file) }
      return try routed(request)
    } catch let refusal as HTTPRefusal {
      return .whole(HTTPResponse(refusal))
    } catch {
      return .whole(
        HTTPResponse(HTTPRefusal(.unavailable, "\(error)", hint: "start the desk again")))
    }
  }

  private func routed(_ request: HTTPRequest) throws -> Answer {
    let steps = request.path.split(separator: "/").map(String.init)
    if request.method == .post, steps == ["session"] { return .whole(try session(request)) }
    try gate.requireSession(request)
    switch (request.method, steps.count, steps.first) {
    case (.get, 1, "about"): return .whole(HTTPResponse(about))
    case (.get, 1, "live"): return .stream(live())
    case (.post, 1, "used"):
      _ = try object(request)
      noteUse()
      return .whole(HTTPResponse([:]))
    case (.post, 1, "end"):
      // When the answer is on its way: this process ends with the desk.
      let relay = relay
      let isLater = Thread.start {
        _ = poll(nil, 0, 200)
        relay.send(["end": true])
      }
      if !isLater { relay.send(["end": true]) }
      return .whole(HTTPResponse([:]))
    case (.post, 1, "runs"): return .whole(try start(request))
    case (.get, 3, "runs") where steps[2] == "events":
      let number = try number(steps[1])
      try relay.require(number)
      return .stream(events(number))
    case (.post, 3..., "runs"):
      return .whole(try act(request, number(steps[1]), Array(steps[2...])))
    case (.post, 1, "symbols"):
      let text = try text(object(request), "text")
      guard case .object(let symbol) = try FrameShows.symbol(text) else { break }
      return .whole(HTTPResponse(symbol))
    case (.post, 1, "shows"):
      let object = try object(request)
      let show = try shows.begin(text(object, "text"), density: object["density"]?.intValue ?? 2)
      return .whole(
        HTTPResponse(["show": .string("\(show.number)"), "parts": .integer(show.parts)]))
    case (.get, 3, "shows") where steps[2] == "frames":
      let frames = try shows.frames(
        Int(number(steps[1])), from: Int(request.query["from"] ?? "0") ?? -1,
        count: Int(request.query["count"] ?? "1") ?? 0)
      return .whole(HTTPResponse(["frames": .array(frames)]))
    default: break
    }
    throw HTTPRefusal(.notFound, "there is no such page on this desk")
  }

  // MARK: Parts

  /// The longest answer to a question, in bytes.
  private static let answerLimit = 512 << 10

  /// A person did something: the desk stays open.
  ///
  /// What the page looks up by itself does not count.
  private func noteUse() { relay.state.change { $0.lastUse = relay.now() } }

  private func session(_ request: HTTPRequest) throws -> HTTPResponse {
    let (cookie, key) = try gate.open(token: text(object(request), "token"))
    return HTTPResponse(["key": .string(key)], cookie: cookie)
  }

  private func start(_ request: HTTPRequest) throws -> HTTPResponse {
    let object = try object(request)
    guard let list = object["arguments"]?.arrayValue, list.count <= 200 else {
      throw Self.malformed
    }
    let arguments = list.compactMap(\.stringValue)
    guard arguments.count == list.count, arguments.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw Self.malformed
    }
    let number = try relay.start(
      arguments, input: object["input"]?.stringValue,
      streams: object["streams"]?.boolValue ?? false)
    return HTTPResponse(["run": .string("\(number)")])
  }

  private func act(
    _ request: HTTPRequest, _ number: Int64, _ deed: [String]
  ) throws -> HTTPResponse {
    try relay.require(number)
    switch deed {
    case ["input"]:
      guard request.headers["content-type"] == "application/octet-stream" else {
        throw Self.notJSON
      }
      noteUse()
      return HTTPResponse(["taken": .bool(try relay.feed(number, request.body))])
    case ["input", "end"]:
      _ = try object(request)
      relay.send(["finish": .integer(number)])
    case ["answer"]:
      let object = try object(request)
      guard let ask = object["ask"]?.integerValue, let answer = object["answer"],
        answer.isNull || answer.stringValue != nil
      else { throw Self.malformed }
      guard (answer.stringValue ?? "").utf8.count <= Self.answerLimit else {
        throw HTTPRefusal(
          .contentTooLarge, "the answer is longer than \(Self.answerLimit) bytes",
          hint: "answer with less, or give it as a file")
      }
      noteUse()
      relay.send([
        "answer": .integer(number), "ask": .integer(ask), "text": answer,
        "pasted": .bool(object["pasted"]?.boolValue ?? false),
      ])
    case ["stop"]:
      _ = try object(request)
      relay.send(["stop": .integer(number)])
    default: throw HTTPRefusal(.notFound, "there is no such page on this desk")
    }
    return HTTPResponse([:])
  }

  /// The events of a run from the first on, until it has ended.
  private func events(_ number: Int64) -> () -> Step {
    var position = 0
    var pauses = 0
    return { [relay] in
      let step = relay.state.wait(seconds: Self.pauseSeconds) { state -> Step? in
        guard var run = state.runs[number], !state.isOver else { return .end }
        run.heardAt = Clock.now
        defer { state.runs[number] = run }
        if position < run.events.count {
          position += 1
          return .event(run.events[position - 1])
        }
        // Whoever heard all of it needs it no more: a result may be large.
        if run.hasEnded { run.events = [] }
        return run.hasEnded ? .end : nil
      }
      return Self.step(step, &pauses)
    }
  }

  /// What happens from now on.
  private func live() -> () -> Step {
    var position = relay.state.change { $0.liveStart + $0.live.count }
    var hasBegun = false
    var pauses = 0
    return { [relay] in
      // At once: the page then knows that it listens.
      guard hasBegun else {
        hasBegun = true
        return .event(["alive": true])
      }
      let step = relay.state.wait(seconds: Self.pauseSeconds) { state -> Step? in
        if state.isOver { return .end }
        position = max(position, state.liveStart)
        guard position < state.liveStart + state.live.count else { return nil }
        position += 1
        return .event(state.live[position - 1 - state.liveStart])
      }
      return Self.step(step, &pauses)
    }
  }

  /// What came, or a pause in which the connection is looked at; after some of these a sign of life.
  private static func step(_ step: Step?, _ pauses: inout Int) -> Step {
    if let step {
      pauses = 0
      return step
    }
    pauses += 1
    guard Double(pauses) * pauseSeconds >= aliveSeconds else { return .pause }
    pauses = 0
    return .event(["alive": true])
  }

  // MARK: What was sent

  private static let malformed = HTTPRefusal(
    .badRequest, "the request is not what the page of the desk sends", hint: "load the page again")
  private static let notJSON = HTTPRefusal(
    .unsupportedMediaType, "the request is not what the page of the desk sends",
    hint: "load the page again")

  private func object(_ request: HTTPRequest) throws(HTTPRefusal) -> JSONObject {
    guard request.headers["content-type"]?.lowercased() == "application/json" else {
      throw Self.notJSON
    }
    let limits = JSONLimits(bytes: HTTPReader.bodyLimit, depth: 8, values: 10_000)
    guard let object = (try? JSONReader.parse(request.body, limits: limits))?.objectValue else {
      throw Self.malformed
    }
    return object
  }

  private func text(_ object: JSONObject, _ name: String) throws(HTTPRefusal) -> String {
    guard let text = object[name]?.stringValue, text.utf8.count <= FrameShows.textLimit else {
      throw Self.malformed
    }
    return text
  }

  private func number(_ text: String) throws(HTTPRefusal) -> Int64 {
    guard let number = Int64(text) else {
      throw HTTPRefusal(.notFound, "there is no such page on this desk")
    }
    return number
  }
}
