internal import Bytes
internal import DurableFiles

/// How a node's caller proves itself.
public enum RPCCredentials: Hashable, Sendable {
  /// Not at all.
  case none
  /// A user and a password, sent with each call.
  case password(user: String, password: String)
  /// The file that Bitcoin Core writes at every start, `__cookie__:` and 64 hexadecimal digits.
  case cookie(path: String)
}

/// JSON-RPC calls to one Bitcoin Core node: credentials, retries, limits, and one clear error.
public actor RPCConnection {
  /// How long and how often to wait; tests wait for nothing.
  public struct Patience: Sendable {
    /// Seconds for an ordinary answer.
    public var seconds = 60
    /// Seconds for one answer of a scan.
    public var scanSeconds = 1800
    /// How often a busy node (503) is asked again, waiting twice as long each time.
    public var busyTries = 6
    /// How often a starting node (-28) is asked again, a second apart.
    public var warmUpTries = 60
    /// A scan that was not refused within so many milliseconds is running: a node that does another one says so at once.
    public var refusalMilliseconds = 2000
    /// Seconds for a node to say that it ends a scan.
    public var abortSeconds = 5
    /// What time it is.
    public var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Waits for so many milliseconds.
    public var pause: @Sendable (_ milliseconds: Int) async -> Void = {
      try? await Task.sleep(for: .milliseconds($0))
    }

    /// The usual patience.
    public init() {}
  }

  /// The most bytes taken of an ordinary answer.
  static let answerLimit = 16 << 20
  /// The most bytes taken of the answer of a scan.
  static let scanLimit = 64 << 20

  let place: String
  private let url: String
  private let credentials: RPCCredentials
  private let transport: any HTTPTransport
  let patience: Patience
  private var authorization: String?
  private var lastID = 0

  /// Takes where the node is, how to log in, and what carries the calls.
  public init(
    url: NodeURL, credentials: RPCCredentials, transport: any HTTPTransport,
    patience: Patience = Patience()
  ) {
    place = url.place
    self.url = url.requestURL
    self.credentials = credentials
    self.transport = transport
    self.patience = patience
  }

  /// Calls a method and gives back its result.
  ///
  /// Unless `repeats` says otherwise, a call whose connection ends before its answer is made once more.
  /// - Throws: `NodeError`; `.refused` when the node answers with an error of its own.
  func call(
    _ method: String, _ params: [JSONValue] = [], limit: Int = answerLimit, seconds: Int? = nil,
    repeats: Bool = true
  ) async throws(NodeError) -> JSONValue {
    var warmUps = 0
    while true {
      lastID += 1
      let id = lastID
      let request: JSONValue = [
        "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": .array(params),
      ]
      let answer = try await exchange(
        request, method, limit, seconds ?? patience.seconds, repeats: repeats)
      do throws(NodeError) {
        return try Self.result(of: answer, id: id, method: method)
      } catch {
        guard case .refused(_, -28, let stage) = error else { throw error }
        guard warmUps < patience.warmUpTries else { throw .warmingUp(stage: stage) }
        warmUps += 1
        await patience.pause(1000)
      }
    }
  }

  /// Calls one method with many sets of parameters in one request.
  ///
  /// The results come in the order of the parameters; a call that the node refuses gives its error.
  func batch(
    _ method: String, _ sets: [[JSONValue]], limit: Int = scanLimit
  ) async throws(NodeError) -> [Result<JSONValue, NodeError>] {
    guard !sets.isEmpty else { return [] }
    let first = lastID + 1
    lastID += sets.count
    let requests = sets.enumerated().map { offset, params -> JSONValue in
      [
        "jsonrpc": "2.0", "id": .integer(first + offset), "method": .string(method),
        "params": .array(params),
      ]
    }
    let answer = try await exchange(
      .array(requests), method, limit, patience.seconds, repeats: true)
    guard let answers = answer.arrayValue else {
      // A node that cannot even start says so once for the whole batch.
      _ = try Self.result(of: answer, id: nil, method: method)
      throw .unexpected(method: method, field: "no list of answers")
    }
    guard answers.count == sets.count else {
      throw .unexpected(method: method, field: "\(answers.count) answers to \(sets.count) calls")
    }
    var results = [Result<JSONValue, NodeError>?](repeating: nil, count: sets.count)
    for answer in answers {
      guard let id = answer["id"]?.intValue, id >= first, id - first < sets.count,
        results[id - first] == nil
      else { throw .unexpected(method: method, field: "an id that was not asked for") }
      do throws(NodeError) {
        results[id - first] = .success(try Self.result(of: answer, id: id, method: method))
      } catch {
        guard case .refused = error else { throw error }
        results[id - first] = .failure(error)
      }
    }
    return results.compactMap { $0 }
  }

  /// Has the node end the scan of a method that is running; a node that cannot be asked goes on with it.
  ///
  /// Its answer is waited for ``Patience/abortSeconds``, and a busy node asked three times at most.
  func abort(_ method: String) async {
    lastID += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": ["abort"],
    ]
    _ = try? await exchange(
      request, method, Self.answerLimit, patience.abortSeconds, repeats: false, busyTries: 2)
  }

  // MARK: One request

  private func exchange(
    _ request: JSONValue, _ method: String, _ limit: Int, _ seconds: Int, repeats: Bool,
    busyTries: Int? = nil
  ) async throws(NodeError) -> JSONValue {
    let body = Array(JSONWriter.encode(request).utf8)
    var reconnected = false
    var cookieRead = false
    var busy = 0
    while true {
      if authorization == nil {
        authorization = try header()
        cookieRead = true
      }
      let call = HTTPRequest(
        url: url, authorization: authorization?.isEmpty == false ? authorization : nil, body: body,
        limit: limit, seconds: seconds)
      let reply: HTTPReply
      do {
        reply = try await transport.send(call)
      } catch {
        // A node hangs up on idle connections; every call here may be repeated, sending included.
        if error == .cutOff, !reconnected, repeats {
          reconnected = true
          continue
        }
        throw NodeError(error, place: place, method: method, limit: limit, seconds: seconds)
      }
      switch reply.status {
      case 401:
        // The cookie changes whenever the node starts.
        if case .cookie = credentials, !cookieRead {
          authorization = nil
          continue
        }
        authorization = nil
        throw .unauthorized(place: place)
      case 403: throw .forbidden(place: place)
      case 503:
        guard busy < busyTries ?? patience.busyTries else { throw .busy(place: place) }
        await patience.pause(100 << busy)
        busy += 1
        continue
      case 200, 404, 500:
        return try Self.parse(reply, method: method, limit: limit)
      default: throw .httpStatus(code: reply.status, method: method)
      }
    }
  }

  /// The Authorization header; empty when there are no credentials.
  private func header() throws(NodeError) -> String {
    switch credentials {
    case .none: return ""
    case .password(let user, let password):
      return "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
    case .cookie(let path):
      let bytes: [UInt8]
      do {
        bytes = try BoundedFile.read(path, limit: 4096)
      } catch {
        throw .cookieUnreadable(path: path, reason: "\(error)")
      }
      // One line end; a file of several lines is something else, and no node's business.
      var cookie = bytes[...]
      if cookie.last == 0x0a { cookie.removeLast() }
      if cookie.last == 0x0d { cookie.removeLast() }
      guard cookie.contains(UInt8(ascii: ":")), cookie.allSatisfy({ (0x20...0x7e).contains($0) })
      else { throw .cookieUnreadable(path: path, reason: "it is not USER:PASSWORD on one line") }
      return "Basic " + Base64.encode(cookie)
    }
  }

  private static func parse(
    _ reply: HTTPReply, method: String, limit: Int
  ) throws(NodeError) -> JSONValue {
    guard reply.body.count <= limit else { throw .tooLarge(method: method, limit: limit) }
    do {
      return try JSONReader.parse(reply.body, limits: JSONLimits(bytes: limit, values: 8_000_000))
    } catch {
      // Without JSON the status is all there is to say.
      if reply.status != 200 { throw .httpStatus(code: reply.status, method: method) }
      throw .notJSON(method: method, reason: "\(error)")
    }
  }

  private static func result(
    of answer: JSONValue, id: Int?, method: String
  ) throws(NodeError) -> JSONValue {
    guard let object = answer.objectValue else {
      throw .unexpected(method: method, field: "no object")
    }
    if let error = object["error"], !error.isNull {
      guard let code = error["code"]?.intValue, let message = error["message"]?.stringValue else {
        throw .unexpected(method: method, field: "error")
      }
      throw .refused(method: method, code: code, message: NodeError.cut(message))
    }
    if let id, object["id"]?.intValue != id { throw .unexpected(method: method, field: "id") }
    guard let result = object["result"] else {
      throw .unexpected(method: method, field: "neither result nor error")
    }
    return result
  }
}
