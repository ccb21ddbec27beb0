internal import Bytes
internal import Synchronization

/// JSON-RPC calls to one Electrum server: version, ids, limits, one new connection when one breaks, and
/// one clear error.
///
/// Source: the Electrum protocol 1.4 to 1.6: one JSON object a line.
public actor ElectrumConnection {
  /// One call.
  struct Call: Sendable {
    let method: String
    let params: [JSONValue]

    init(_ method: String, _ params: [JSONValue] = []) {
      self.method = method
      self.params = params
    }
  }

  /// What the server said when the connection was made.
  struct Greeting: Sendable {
    let software: String
    /// Such as [1, 4, 2].
    let version: [Int]
  }

  /// The versions of the protocol that are spoken.
  static let versions = (first: "1.4", last: "1.6")
  /// The most bytes of the answers to one exchange.
  static let answerLimit = 64 << 20
  /// How many calls are sent before the answers to them are read.
  static let callsAtATime = 100
  /// The most lines of an exchange that answer nothing: news that the server sends by itself.
  private static let newsLimit = 1000

  /// What ElectrumX is asked beside everything else, for the first headers, which are that long: it holds answers back,
  /// up to a second, until together they have a kilobyte.
  ///
  /// What they say is not looked at.
  private static let filling = Array(
    (JSONWriter.encode([
      "jsonrpc": "2.0", "id": .string(fillingID), "method": "blockchain.block.headers",
      "params": [0, 7],
    ]) + "\n").utf8)
  private static let fillingID = "filling"

  let place: String
  /// Seconds for the answers to one exchange.
  private let seconds: Int
  private let transport: any LineTransport
  private var channel: (any LineChannel)?
  private var lastID = 0
  /// One exchange at a time: the calls of another wait here.
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var greeting = Greeting(software: "", version: [])

  /// Takes where the server is, the proxy to go through, and the key it was pinned by.
  public init(url: NodeURL, proxy: HTTPClientTransport.Proxy? = nil, key: ServerKey? = nil) {
    var rules = TransferRules(proxy: proxy)
    if let key { rules.trust = .key(key) }
    self.init(place: url.place, transport: SocketLines(url: url.requestURL, rules: rules))
  }

  init(place: String, transport: any LineTransport, seconds: Int = 60) {
    self.place = place
    self.transport = transport
    self.seconds = seconds
  }

  /// Calls one method.
  func call(_ method: String, _ params: [JSONValue] = []) async throws(NodeError) -> RPCAnswer {
    guard let answer = try await calls([Call(method, params)]).first else {
      throw .unexpected(method: method, field: "no answer")
    }
    return RPCAnswer(value: try answer.get(), method: method)
  }

  /// Makes many calls; what the server refuses is in its place among the results.
  func calls(_ calls: [Call]) async throws(NodeError) -> [Result<JSONValue, NodeError>] {
    var results: [Result<JSONValue, NodeError>] = []
    results.reserveCapacity(calls.count)
    for start in stride(from: 0, to: calls.count, by: Self.callsAtATime) {
      results += try await together(
        Array(calls[start..<min(start + Self.callsAtATime, calls.count)]))
    }
    return results
  }

  private func together(
    _ calls: [Call]
  ) async throws(NodeError) -> [Result<JSONValue, NodeError>] {
    await begin()
    defer { finish() }
    do throws(NodeError) {
      return try await exchange(calls)
    } catch {
      // A server hangs up on idle connections; every call here may be repeated, sending included.
      guard case .cutOff = error else { throw error }
      return try await exchange(calls)
    }
  }

  private func begin() async {
    while isBusy { await withCheckedContinuation { waiting.append($0) } }
    isBusy = true
  }

  private func finish() {
    isBusy = false
    let next = waiting
    waiting = []
    for one in next { one.resume() }
  }

  // MARK: One exchange

  private func exchange(
    _ calls: [Call]
  ) async throws(NodeError) -> [Result<JSONValue, NodeError>] {
    let channel = try await connected()
    do throws(NodeError) {
      return try await Self.exchange(
        calls, firstID: ids(for: calls), on: channel, place: place, seconds: seconds,
        filling: greeting.software.hasPrefix("ElectrumX") ? Self.filling : [])
    } catch {
      // What may still come would be taken for an answer to something else.
      self.channel = nil
      throw error
    }
  }

  private func ids(for calls: [Call]) -> Int {
    defer { lastID += calls.count }
    return lastID + 1
  }

  /// The connection there is, else a new one on which both sides have agreed on a version.
  private func connected() async throws(NodeError) -> any LineChannel {
    if let channel { return channel }
    let new: any LineChannel
    do {
      new = try await transport.connect()
    } catch {
      throw NodeError(error, place: place, method: "server.version", limit: 0, seconds: seconds)
    }
    let hello = Call(
      "server.version",
      ["online-coordinator", [.string(Self.versions.first), .string(Self.versions.last)]])
    let answers = try await Self.exchange(
      [hello], firstID: ids(for: [hello]), on: new, place: place, seconds: seconds)
    guard let answer = answers.first else {
      throw .unexpected(method: hello.method, field: "no answer")
    }
    greeting = try Self.greeting(RPCAnswer(value: try answer.get(), method: hello.method))
    channel = new
    return new
  }

  private static func greeting(_ answer: RPCAnswer) throws(NodeError) -> Greeting {
    let parts = try answer.elements()
    guard parts.count == 2 else { throw answer.wrong() }
    let text = try parts[1].text()
    let version = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard text.utf8.count <= 16, version.count >= 2, !version.contains(nil),
      version[0] == 1, (4...6).contains(version[1] ?? 0)
    else {
      throw .refused(
        method: answer.method, code: 1,
        message: "it speaks version \(NodeError.cut(text)) of the protocol, not 1.4 to 1.6")
    }
    return Greeting(
      software: NodeError.cut(try parts[0].text()), version: version.compactMap(\.self))
  }

  private static func exchange(
    _ calls: [Call], firstID: Int, on channel: any LineChannel, place: String, seconds: Int,
    filling: [UInt8] = []
  ) async throws(NodeError) -> [Result<JSONValue, NodeError>] {
    guard let first = calls.first else { return [] }
    var request: [UInt8] = []
    for (offset, call) in calls.enumerated() {
      let value: JSONValue = [
        "jsonrpc": "2.0", "id": .integer(firstID + offset), "method": .string(call.method),
        "params": .array(call.params),
      ]
      request += JSONWriter.encode(value).utf8
      request.append(0x0a)
    }
    let answers = Mutex(Answers(calls: calls, firstID: firstID))
    let order = LineOrder(
      request: request + filling, limit: answerLimit, seconds: seconds, nudge: filling
    ) { line in answers.withLock { $0.take(line) } }
    do {
      try await channel.exchange(order)
    } catch {
      throw NodeError(
        error, place: place, method: first.method, limit: answerLimit, seconds: seconds)
    }
    return try answers.withLock { state throws(NodeError) in try state.all() }
  }

  /// The answers to some calls, as they come: in any order, with news in between.
  private struct Answers {
    let calls: [Call]
    let firstID: Int
    var results: [Result<JSONValue, NodeError>?]
    var open: Int
    var news = 0
    var failure: NodeError?

    init(calls: [Call], firstID: Int) {
      self.calls = calls
      self.firstID = firstID
      results = Array(repeating: nil, count: calls.count)
      open = calls.count
    }

    /// Whether nothing more has to come.
    mutating func take(_ line: [UInt8]) -> Bool {
      do throws(NodeError) {
        try read(line)
      } catch {
        failure = error
      }
      return open == 0 || failure != nil
    }

    private mutating func read(_ line: [UInt8]) throws(NodeError) {
      let method = calls[0].method
      let value: JSONValue
      do {
        value = try JSONReader.parse(line, limits: JSONLimits(bytes: answerLimit))
      } catch {
        throw .notJSON(method: method, reason: "\(error)")
      }
      if value["method"] != nil || value["id"]?.stringValue == fillingID {
        news += 1
        guard news <= newsLimit else {
          throw .unexpected(
            method: method, field: "more than \(newsLimit) lines that answer nothing")
        }
        return
      }
      guard let id = value["id"]?.intValue, id >= firstID, id - firstID < calls.count,
        results[id - firstID] == nil
      else {
        // A server that does not understand a line cannot know its id.
        if value["id"]?.isNull == true, case .failure(let error) = try outcome(value, method) {
          throw error
        }
        throw .unexpected(method: method, field: "an id that was not asked for")
      }
      results[id - firstID] = try outcome(value, calls[id - firstID].method)
      open -= 1
    }

    private func outcome(
      _ answer: JSONValue, _ method: String
    ) throws(NodeError) -> Result<JSONValue, NodeError> {
      if let error = answer["error"], !error.isNull {
        // Some servers write their errors as a text alone.
        guard let message = error["message"]?.stringValue ?? error.stringValue else {
          throw .unexpected(method: method, field: "error")
        }
        return .failure(
          .refused(
            method: method, code: error["code"]?.intValue ?? 0, message: NodeError.cut(message)))
      }
      guard let result = answer["result"] else {
        throw .unexpected(method: method, field: "neither result nor error")
      }
      return .success(result)
    }

    func all() throws(NodeError) -> [Result<JSONValue, NodeError>] {
      if let failure { throw failure }
      return results.compactMap(\.self)
    }
  }
}
