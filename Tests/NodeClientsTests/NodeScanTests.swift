import BitcoinPrimitives
import Bytes
import ChainTypes
import Synchronization
import Testing

@testable import NodeClients

/// A scan that nobody waits for any longer is ended at the node, and no other one is.
@Suite struct NodeScanTests {
  /// A node that scans until it is told to end it.
  private final class ScanningNode: HTTPTransport {
    private struct State {
      var asked: [String] = []
      var answer: CheckedContinuation<String, Never>?
    }

    private let state = Mutex(State())
    private let begun = AsyncStream.makeStream(of: Void.self)

    var asked: [String] { state.withLock { $0.asked } }

    /// Waits until a scan was begun.
    func hasBegun() async { for await _ in begun.stream { return } }

    /// Answers the scan that waits.
    func answer(_ member: String) {
      let waiting = state.withLock { state in
        defer { state.answer = nil }
        return state.answer
      }
      waiting?.resume(returning: member)
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
      let call = try? JSONReader.parse(request.body)
      let what = call?["params"]?[0]?.stringValue ?? ""
      state.withLock { $0.asked.append("\(call?["method"]?.stringValue ?? "") \(what)") }
      var member = #""result":true"#
      if what == "start" {
        member = await withTaskCancellationHandler {
          await withCheckedContinuation { waiting in
            state.withLock { $0.answer = waiting }
            begun.continuation.yield()
          }
        } onCancel: {
          // Whoever asked has hung up.
          answer(#""error":{"code":-1,"message":"nobody is there"}"#)
        }
      } else {
        answer(#""result":{"success":false}"#)
      }
      let id = call?["id"]?.numberText ?? "null"
      return HTTPReply(status: 200, body: Array(#"{"jsonrpc":"2.0",\#(member),"id":\#(id)}"#.utf8))
    }
  }

  private func scan(
    _ method: String, _ transport: any HTTPTransport,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    pause: @escaping @Sendable (Int) async -> Void = { _ in }
  ) throws -> NodeScan {
    var patience = RPCConnection.Patience()
    patience.pause = pause
    patience.now = now
    return NodeScan(
      connection: RPCConnection(
        url: try NodeURL(parsing: "http://127.0.0.1:18443"), credentials: .none,
        transport: transport, patience: patience), method: method)
  }

  @Test(arguments: ["scantxoutset", "scanblocks"])
  func `a scan that is not waited for any longer is ended at the node`(method: String) async throws
  {
    let node = ScanningNode()
    let scan = try scan(method, node)
    let waiting = Task { try await scan.run(["start"]) }
    await node.hasBegun()
    waiting.cancel()
    await #expect(throws: NodeError.timedOut(method: method, seconds: 1800)) {
      try await waiting.value
    }
    #expect(node.asked == ["\(method) start", "\(method) abort"])
  }

  @Test func `a scan of somebody else's is never ended`() async throws {
    let node = ScanningNode()
    // While it is waited whether the node refuses ours, it does: another one is running.
    // Its answer is a while in coming: no time passes here by itself.
    let start = ContinuousClock.now
    let scan = try scan(
      "scantxoutset", node, now: { start },
      pause: { _ in
        node.answer(#""error":{"code":-8,"message":"Scan already in progress"}"#)
        // Until nobody waits any longer.
        try? await Task.sleep(for: .seconds(36_000))
      })
    let waiting = Task { try await scan.run(["start"]) }
    await node.hasBegun()
    waiting.cancel()
    await #expect(throws: NodeError.self) { try await waiting.value }
    #expect(node.asked == ["scantxoutset start"])
  }

  @Test func `nothing is asked, and so nothing ended, where nobody waits from the beginning`()
    async throws
  {
    let node = ScanningNode()
    let scan = try scan("scanblocks", node)
    let waiting = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await scan.run(["start"])
    }
    waiting.cancel()
    await #expect(throws: NodeError.self) { try await waiting.value }
    #expect(node.asked == [])
  }

  /// What a node is asked whose scan ends like that after so many seconds.
  private func asked(
    after seconds: Int, _ failure: HTTPFailure
  ) async throws -> [String?] {
    let start = ContinuousClock.now
    let looks = Mutex(0)
    let transport = ScriptedTransport([.failure(failure), .result("true")])
    let scan = try scan(
      "scantxoutset", transport,
      now: {
        // At its beginning, and at its end.
        looks.withLock { looks in
          defer { looks += 1 }
          return looks == 0 ? start : start + .seconds(seconds)
        }
      })
    await #expect(throws: NodeError.self) { try await scan.run(["start"]) }
    return try transport.asked.map {
      try JSONReader.parse($0.body)["params"]?[0]?.stringValue
    }
  }

  @Test func `a scan that takes too long, or whose connection ends in the middle, is ended`()
    async throws
  {
    #expect(try await asked(after: 1800, .timedOut) == ["start", "abort"])
    #expect(try await asked(after: 3, .cutOff) == ["start", "abort"])
    // The node was not reached, or may be doing somebody else's.
    #expect(try await asked(after: 20, .timedOut) == ["start"])
    #expect(try await asked(after: 1, .cutOff) == ["start"])
    #expect(try await asked(after: 20, .unreachable("refused")) == ["start"])
    // The answer has come.
    #expect(try await asked(after: 20, .tooLarge) == ["start"])
  }

  private static let hash = String(repeating: "ab", count: 32)

  /// A node without filters whose scans end as a list says; in between it may be asked how far it is.
  private final class ListingNode: HTTPTransport {
    private let scans: ScriptedTransport

    init(_ answers: [ScriptedTransport.RPCAnswer]) { scans = ScriptedTransport(answers) }

    /// How many scans were begun.
    var begun: Int { scans.asked.count }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
      let call = try? JSONReader.parse(request.body)
      let result =
        switch call?["method"]?.stringValue {
        case "getindexinfo": "{}"
        case "getdescriptoractivity": #"{"activity":[]}"#
        case "getblockhash": "\"\(hash)\""
        default: "null"
        }
      guard call?["params"]?[0]?.stringValue == "start" else {
        return try await ScriptedTransport([.result(result)]).send(request)
      }
      return try await scans.send(request)
    }
  }

  /// Asks a node for the coins of a script.
  private func list(_ node: ListingNode, _ pauses: PauseLog) async throws {
    // No time passes: a connection that ends ended at once.
    let start = ContinuousClock.now
    _ = try await BitcoinCore(
      try scan("", node, now: { start }, pause: { pauses.add($0) }).connection
    ).activity(
      of: [Script([0x51])], from: 0,
      through: ChainTip(height: 2016, hash: try BlockHash(parsing: Self.hash), time: 0)
    ) { _ in }
  }

  @Test func `a scan whose connection ended is begun once more, one that is refused a minute long`()
    async throws
  {
    let pauses = PauseLog()
    let listed = ScriptedTransport.RPCAnswer.result(
      #"{"success":true,"bestblock":"\#(Self.hash)","unspents":[]}"#)
    let cutOff = ListingNode([.failure(.cutOff), listed])
    try await list(cutOff, pauses)
    #expect(cutOff.begun == 2)
    let often = ListingNode([.failure(.cutOff), .failure(.cutOff), listed])
    await #expect(throws: NodeError.cutOff(method: "scantxoutset")) {
      try await list(often, pauses)
    }
    let refused = ScriptedTransport.RPCAnswer.rpcError(
      -8, "Scan already in progress, use action abort")
    let busy = ListingNode([refused, refused, listed])
    try await list(busy, pauses)
    #expect(busy.begun == 3 && pauses.milliseconds == [1000, 1000])
    let error = await #expect(throws: NodeError.self) {
      try await list(
        ListingNode([ScriptedTransport.RPCAnswer](repeating: refused, count: 100)), pauses)
    }
    #expect(error == .scanRunning(method: "scantxoutset"))
    #expect(error?.hint.contains("bitcoin-cli scantxoutset abort") == true)
    #expect(pauses.milliseconds.count == 62)
  }
}
