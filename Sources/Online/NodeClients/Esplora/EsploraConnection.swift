internal import BitcoinPrimitives
internal import Bytes
internal import Synchronization

/// Calls to one Esplora server: limits of size and time, waiting where it says that it is asked too often, and
/// one clear error.
///
/// Source: API.md of Blockstream's Esplora, and `rest.rs` of its electrs: plain texts, JSON and raw bytes by GET,
/// a transaction by POST; 404 for what does not exist, 400 with a text for what is refused.
public final class EsploraConnection: Sendable {
  /// The most bytes of an answer that is one hash or number; a web page in its place is told by what it is.
  static let textLimit = 1 << 20
  /// The most bytes of any other answer; a page of 25 transactions may be large.
  static let answerLimit = 64 << 20
  /// How often one call is made again that is answered with 429, from a second on, waiting twice as long each
  /// time.
  static let limitedTries = 5
  /// The longest that all calls together wait for such a server, in milliseconds.
  static let waitLimit = 600_000
  /// Calls that are on their way at the same time.
  static let callsAtATime = 6

  let place: String
  private let base: String
  private let transport: any HTTPTransport
  private let patience: RPCConnection.Patience
  private let waited = Mutex(0)
  /// Headers that were read already, each proved by its hash.
  let headers = Mutex(HeaderMemory())

  /// Takes where the server is, the proxy to go through, and the key it was pinned by.
  public convenience init(
    url: NodeURL, proxy: HTTPClientTransport.Proxy? = nil, key: ServerKey? = nil
  ) {
    self.init(url: url, transport: HTTPClientTransport(proxy: proxy, key: key))
  }

  init(
    url: NodeURL, transport: any HTTPTransport,
    patience: RPCConnection.Patience = RPCConnection.Patience()
  ) {
    place = url.place
    base = url.requestURL
    self.transport = transport
    self.patience = patience
  }

  /// A call: its path, and what it is called in errors, such as `/tx/:txid/raw`.
  struct Call: Sendable {
    let path: String
    let name: String

    init(_ path: String, as name: String) {
      self.path = path
      self.name = name
    }
  }

  /// The bytes of an answer; nil where there is no such thing.
  func bytes(_ call: Call, limit: Int = answerLimit) async throws(NodeError) -> [UInt8]? {
    let request = HTTPRequest(
      method: .get, url: base + call.path, authorization: nil, body: [], limit: limit,
      seconds: patience.seconds)
    let reply = try await reply(to: request, call.name)
    return reply.status == 404 ? nil : reply.body
  }

  /// An answer that is one short text, as a JSON text of that content; nil where there is no such thing.
  func text(_ call: Call) async throws(NodeError) -> RPCAnswer? {
    guard let bytes = try await bytes(call, limit: Self.textLimit) else { return nil }
    return try Self.text(bytes, call.name)
  }

  /// An answer in JSON; nil where there is no such thing.
  func json(_ call: Call) async throws(NodeError) -> RPCAnswer? {
    guard let bytes = try await bytes(call) else { return nil }
    do {
      let value = try JSONReader.parse(
        bytes, limits: JSONLimits(bytes: Self.answerLimit, values: 1_200_000))
      return RPCAnswer(value: value, method: call.name)
    } catch {
      throw .notJSON(method: call.name, reason: "\(error)")
    }
  }

  /// Hands over a text, and gives back the one that answers it.
  func post(_ text: String, to call: Call) async throws(NodeError) -> RPCAnswer {
    let request = HTTPRequest(
      method: .post(type: "text/plain"), url: base + call.path, authorization: nil,
      body: Array(text.utf8), limit: Self.textLimit, seconds: patience.seconds)
    let reply = try await reply(to: request, call.name)
    guard reply.status == 200 else { throw .httpStatus(code: reply.status, method: call.name) }
    return try Self.text(reply.body, call.name)
  }

  private static func text(_ bytes: [UInt8], _ name: String) throws(NodeError) -> RPCAnswer {
    let answer = RPCAnswer(value: .null, method: name)
    guard bytes.count <= textLimit, let text = String(validating: bytes, as: UTF8.self) else {
      throw answer.wrong()
    }
    let core = text.drop(while: \.isWhitespace)
    let end = core.lastIndex { !$0.isWhitespace }.map { core.index(after: $0) } ?? core.startIndex
    return RPCAnswer(value: .string(String(core[..<end])), method: name)
  }

  // MARK: One request

  /// The answer of status 200 or 404.
  private func reply(
    to request: HTTPRequest, _ name: String
  ) async throws(NodeError) -> HTTPReply {
    var reconnected = false
    var busy = 0
    var limited = 0
    while true {
      let reply: HTTPReply
      do {
        reply = try await transport.send(request)
      } catch {
        // A server hangs up on idle connections; every call here may be repeated, sending included.
        if error == .cutOff, !reconnected {
          reconnected = true
          continue
        }
        throw NodeError(
          error, place: place, method: name, limit: request.limit, seconds: request.seconds)
      }
      guard reply.body.count <= request.limit else {
        throw .tooLarge(method: name, limit: request.limit)
      }
      switch reply.status {
      case 200, 404: return reply
      case 400:
        let said = String(decoding: reply.body.prefix(2000), as: UTF8.self)
        throw .refused(method: name, code: 400, message: NodeError.cut(said))
      case 429:
        guard limited < Self.limitedTries else { throw .limited(place: place) }
        try await wait(1000 << limited)
        limited += 1
      case 502, 503, 504:
        guard busy < patience.busyTries else { throw .busy(place: place) }
        await patience.pause(100 << busy)
        busy += 1
      default: throw .httpStatus(code: reply.status, method: name)
      }
      if Task.isCancelled { throw .timedOut(method: name, seconds: request.seconds) }
    }
  }

  private func wait(_ milliseconds: Int) async throws(NodeError) {
    let isTooLong = waited.withLock { waited in
      waited += milliseconds
      return waited > Self.waitLimit
    }
    guard !isTooLong else { throw .limited(place: place) }
    await patience.pause(milliseconds)
  }

  // MARK: Many calls

  /// Does something with each item, a few at a time, and gives the results in their order.
  ///
  /// The first failure ends what is on its way.
  static func each<Item: Sendable, Value: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) async throws(NodeError) -> Value
  ) async throws(NodeError) -> [Value] {
    let outcome: Result<[Value], NodeError> = await withTaskGroup(
      of: (Int, Result<Value, NodeError>).self
    ) { group in
      var next = 0
      func start() {
        guard next < items.count else { return }
        let (position, item) = (next, items[next])
        next += 1
        group.addTask {
          do throws(NodeError) {
            return (position, .success(try await body(item)))
          } catch {
            return (position, .failure(error))
          }
        }
      }
      for _ in 0..<callsAtATime { start() }
      var found = [Value?](repeating: nil, count: items.count)
      while let (position, result) = await group.next() {
        switch result {
        case .success(let value): found[position] = value
        case .failure(let error):
          group.cancelAll()
          return .failure(error)
        }
        start()
      }
      return .success(found.compactMap(\.self))
    }
    return try outcome.get()
  }
}

/// Headers of one chain, kept while its last block is the same: a sync asks for them more than once, and an Esplora
/// server gives ten at a time.
struct HeaderMemory {
  /// More than a year of blocks.
  private static let limit = 60_000

  private var tip = ""
  private var known: [Int: BlockHeader] = [:]

  /// Forgets those of another chain.
  mutating func use(tip: String) {
    if self.tip != tip { self = HeaderMemory(tip: tip) }
  }

  init(tip: String = "") { self.tip = tip }

  subscript(height: Int) -> BlockHeader? { known[height] }

  mutating func keep(_ headers: [Int: BlockHeader]) {
    guard known.count + headers.count <= Self.limit else { return }
    known.merge(headers) { $1 }
  }
}
