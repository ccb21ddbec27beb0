import BitcoinPrimitives
import Foundation
import NodeClients
import Testing

@Suite struct RPCConnectionTests {
  /// What a call ends with when these answers come.
  private func outcome(
    _ answers: [ScriptedTransport.RPCAnswer], _ credentials: RPCCredentials = .none
  ) async throws -> NodeError? {
    let node = BitcoinCore(try connection(ScriptedTransport(answers), credentials))
    do {
      _ = try await node.blockHash(at: 5)
      return nil
    } catch {
      #expect(!error.description.isEmpty && !error.hint.isEmpty)
      return error
    }
  }

  private static let hash = "\"\(String(repeating: "ab", count: 32))\""

  @Test func `a good answer is taken`() async throws {
    #expect(try await outcome([.result(Self.hash)]) == nil)
  }

  @Test func `each bad answer is one clear error`() async throws {
    #expect(
      try await outcome([.reply(401, "")]) == .unauthorized(place: "127.0.0.1:18443"))
    #expect(try await outcome([.reply(403, "")]) == .forbidden(place: "127.0.0.1:18443"))
    #expect(
      try await outcome([.reply(500, "oops")]) == .httpStatus(code: 500, method: "getblockhash"))
    #expect(
      try await outcome([.reply(302, "")]) == .httpStatus(code: 302, method: "getblockhash"))
    for garbage in ["", "<html>", "{", "\u{1B}[2J", #"{"id":1,"id":1}"#, "nul"] {
      guard case .notJSON = try await outcome([.reply(200, garbage)]) else {
        Issue.record("\(garbage) was taken")
        continue
      }
    }
    for wrong in ["[]", "{}", #"{"result":1,"id":99}"#, #"{"error":5,"id":1}"#, "null"] {
      guard case .unexpected = try await outcome([.reply(200, wrong)]) else {
        Issue.record("\(wrong) was taken")
        continue
      }
    }
    for wrong in ["5", "null", "\"zz\"", "\"\"", "{}"] {
      guard case .unexpected = try await outcome([.result(wrong)]) else {
        Issue.record("\(wrong) was taken")
        continue
      }
    }
    #expect(
      try await outcome([.failure(.timedOut)]) == .timedOut(method: "getblockhash", seconds: 60))
    #expect(
      try await outcome([.failure(.tooLarge)])
        == .tooLarge(method: "getblockhash", limit: 16 << 20))
    guard case .unreachable = try await outcome([.failure(.unreachable("refused"))]) else {
      Issue.record("unreachable is not said")
      return
    }
  }

  @Test func `an answer cut at each byte is refused, whatever is left`() async throws {
    let whole = #"{"jsonrpc":"2.0","result":\#(Self.hash),"id":1}"#
    for length in 0..<whole.utf8.count {
      #expect(try await outcome([.reply(200, String(whole.prefix(length)))]) != nil)
    }
  }

  @Test func `a broken line is tried once more on a new connection`() async throws {
    #expect(try await outcome([.failure(.cutOff), .result(Self.hash)]) == nil)
    #expect(
      try await outcome([.failure(.cutOff), .failure(.cutOff), .result(Self.hash)])
        == .cutOff(method: "getblockhash"))
  }

  @Test func `a busy node is asked again, ever more slowly`() async throws {
    let pauses = PauseLog()
    let transport = ScriptedTransport([
      .reply(503, "Work queue depth exceeded"), .reply(503, ""), .result(Self.hash),
    ])
    let node = BitcoinCore(try connection(transport, pauses: pauses))
    #expect(try await node.blockHash(at: 1) != nil)
    #expect(pauses.milliseconds == [100, 200])
    #expect(
      try await outcome(Array(repeating: .reply(503, ""), count: 20))
        == .busy(place: "127.0.0.1:18443"))
  }

  @Test func `a starting node is waited for, then named`() async throws {
    #expect(
      try await outcome([.rpcError(-28, "Loading block index"), .result(Self.hash)]) == nil)
    #expect(
      try await outcome(Array(repeating: .rpcError(-28, "Rescanning"), count: 100))
        == .warmingUp(stage: "Rescanning"))
    // The older protocol says the same with status 500.
    #expect(
      try await outcome([
        .reply(500, #"{"result":null,"error":{"code":-28,"message":"Loading"},"id":1}"#),
        .result(Self.hash),
      ]) == nil)
  }

  @Test func `the cookie is read again after a 401`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("cookie-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    try write("__cookie__:0001")
    let transport = ScriptedTransport([
      .result(Self.hash), .reply(401, ""), .result(Self.hash), .reply(401, ""), .reply(401, ""),
    ])
    let node = BitcoinCore(try connection(transport, .cookie(path: path)))
    _ = try await node.blockHash(at: 1)
    try write("__cookie__:0002\n")
    _ = try await node.blockHash(at: 1)
    let sent = transport.asked.map(\.authorization)
    #expect(sent[0] == sent[1])
    #expect(sent[2] == "Basic " + Data("__cookie__:0002".utf8).base64EncodedString())
    await #expect(throws: NodeError.unauthorized(place: "127.0.0.1:18443")) {
      try await node.blockHash(at: 1)
    }
  }

  @Test func `a password file is read like a cookie, and its faults do not show what is in it`()
    async throws
  {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("password-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("alice:hunter 2:3\n".utf8).write(to: URL(fileURLWithPath: path))
    let transport = ScriptedTransport([.result(Self.hash)])
    _ = try await BitcoinCore(try connection(transport, .cookie(path: path))).blockHash(at: 1)
    #expect(
      transport.asked[0].authorization
        == "Basic " + Data("alice:hunter 2:3".utf8).base64EncodedString())
    try Data("hunter".utf8).write(to: URL(fileURLWithPath: path))
    let fault = try await outcome([.result(Self.hash)], .cookie(path: path))
    #expect(fault?.description.contains("it is not USER:PASSWORD on one line") == true)
    #expect(fault?.description.contains("hunter") == false)
  }

  @Test func `a missing or strange cookie is an error of its own`() async throws {
    guard
      case .cookieUnreadable = try await outcome(
        [.result(Self.hash)], .cookie(path: "/nowhere/.cookie"))
    else {
      Issue.record("a missing cookie is not said")
      return
    }
  }

  @Test func `user and password are sent as they are`() async throws {
    let transport = ScriptedTransport([.result(Self.hash)])
    let node = BitcoinCore(
      try connection(transport, .password(user: "alice", password: "h\u{FC}nter:2")))
    _ = try await node.blockHash(at: 1)
    #expect(
      transport.asked[0].authorization
        == "Basic " + Data("alice:h\u{FC}nter:2".utf8).base64EncodedString())
  }
}
