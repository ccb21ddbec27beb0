import Bytes
import Glibc
import Synchronization
import Testing

@testable import CoordinatorDesk

/// When the desk ends by itself: as many minutes after the last thing that a person did, and no page keeps it open.
@Suite struct `A desk that nobody uses` {
  private final class Moment: Sendable {
    private let seconds = Mutex(1_000.0)
    var now: Double {
      get { seconds.withLock { $0 } }
      set { seconds.withLock { $0 = newValue } }
    }
  }

  /// The minutes after which a desk of 60 minutes has ended, and its last line; `deeds` are done at their minutes.
  private func ended(
    _ deeds: [Double: (DeskRoutes, _ session: [String: String]) -> Void] = [:]
  ) throws -> (minutes: Double, line: JSONValue?) {
    let time = Moment()
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let relay = DeskRelay(file: ends[0], now: { time.now })
    let gate = DeskGate(port: 4711, now: { time.now })
    let routes = DeskRoutes(gate: gate, relay: relay, about: [:])
    let (cookie, key) = try gate.open(token: try gate.newLink())
    let session = [
      "host": "127.0.0.1:4711", "origin": "http://127.0.0.1:4711",
      "cookie": String(cookie.prefix { $0 != ";" }), "x-desk-key": key,
      "content-type": "application/json",
    ]
    let start = time.now
    var open = deeds
    DeskServer.endWhenIdle(relay, 60) { seconds in
      #expect(seconds > 0 && seconds <= 30)
      time.now += seconds
      for (minute, deed) in open where time.now - start >= minute * 60 {
        deed(routes, session)
        open[minute] = nil
      }
    }
    #expect(open.isEmpty, "it ended before minute \(open.keys.sorted())")
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = recv(ends[1], &room, room.count, Int32(MSG_DONTWAIT))
    let lines = room.prefix(max(0, count)).split(separator: 10)
    return ((time.now - start) / 60, try lines.last.map { try JSONReader.parse(Array($0)) })
  }

  /// Sends a request of the page; what it is answered with.
  private static func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "{}"
  ) -> (DeskRoutes, [String: String]) -> Void {
    { routes, session in
      let request = HTTPRequest(
        method: method, path: path, query: [:], headers: session, body: Array(body.utf8))
      guard case .whole(let response) = routes.answer(request) else { return }
      #expect(response.status == .ok, "\(path): \(response.status)")
    }
  }

  @Test func `ends after its minutes, and not before`() throws {
    let (minutes, line) = try ended()
    #expect(minutes == 60)
    #expect(line?["end"]?.boolValue == true && line?["idle"]?.boolValue == true)
  }

  @Test func `stays open by what a person does`() throws {
    let (minutes, line) = try ended([
      50: Self.send(.post, "/used"), 100: Self.send(.post, "/used"),
    ])
    #expect(minutes == 160)
    #expect(line?["idle"]?.boolValue == true)
  }

  @Test func `is not kept open by what a page asks by itself`() throws {
    let (minutes, _) = try ended([
      10: Self.send(.get, "/about"), 20: Self.send(.get, "/live"),
      30: Self.send(.post, "/runs", #"{"arguments":["balance","savings","--offline"]}"#),
      40: Self.send(.post, "/symbols", #"{"text":"a"}"#),
    ])
    #expect(minutes == 60)
  }
}
