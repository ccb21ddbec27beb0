internal import Bytes
internal import Hashes
package import NodeClients
package import Synchronization

/// A server of the upload of Automatic Encrypted Wallet Backups in this process, which can misbehave.
///
/// It counts the proof of work by itself, from the text of the protocol.
package final class PracticeBackupServer: HTTPTransport {
  /// What it does to those who ask.
  package enum Habit: Sendable {
    case honest
    /// It does not answer at all.
    case silent
    /// It answers so many bytes of no use, until whoever asks has enough.
    case endless
    /// It answers uploads with this status, and keeps nothing.
    case refusing(Int)
    /// It answers everything with this status.
    case broken(Int)
    /// It takes uploads and gives what it had before.
    case old
    /// It gives another's backup.
    case giving([UInt8])
    /// It answers with a text of its own.
    case saying(String)
    /// It takes uploads and keeps none.
    case forgetful
    /// It takes an upload, and the connection ends before it says so.
    case cutOff
    /// There is nobody.
    case gone
  }

  package struct State: Sendable {
    package var habit = Habit.honest
    /// The backups by their ID, the newest last.
    package var kept: [String: [[UInt8]]] = [:]
    /// Methods and addresses, in their order.
    package var asked: [String] = []
    /// What its proof of work asks for.
    package var rounds = 1
    package var baseTarget = UInt64.max
  }

  package let state = Mutex(State())

  package init() {}

  /// How often something was uploaded or asked for.
  package func count(_ method: String) -> Int {
    state.withLock { $0.asked.count { $0.hasPrefix(method) } }
  }

  package func set(_ habit: Habit) { state.withLock { $0.habit = habit } }

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
    let method = request.method == .get ? "GET" : "POST"
    let habit = state.withLock { state in
      state.asked.append("\(method) \(request.url)")
      return state.habit
    }
    switch habit {
    case .gone: throw .unreachable("connection refused")
    case .silent:
      try? await Task.sleep(for: .seconds(3_600))
      throw .timedOut
    case .endless: throw .tooLarge
    case .broken(let status): return HTTPReply(status: status, body: [])
    case .saying(let text): return HTTPReply(status: 200, body: Array(text.utf8))
    default: break
    }
    let id = String(request.url.split(separator: "/").last ?? "")
    let reply = request.method == .get ? given(id, habit) : taken(request.body, id, habit)
    if case .cutOff = habit { throw .cutOff }
    return reply
  }

  private func given(_ id: String, _ habit: Habit) -> HTTPReply {
    var found = state.withLock { $0.kept[id] ?? [] }
    if case .giving(let other) = habit { found = [other] }
    if case .old = habit, found.count > 1 { found.removeLast() }
    guard let backup = found.last else { return HTTPReply(status: 404, body: []) }
    return HTTPReply(status: 200, body: Array(#"{"backup":"\#(Hex.encode(backup))"}"#.utf8))
  }

  private func taken(_ body: [UInt8], _ id: String, _ habit: Habit) -> HTTPReply {
    if case .refusing(let status) = habit { return HTTPReply(status: status, body: []) }
    if case .forgetful = habit { return HTTPReply(status: 200, body: []) }
    let call = try? JSONReader.parse(body, limits: JSONLimits(bytes: 80 << 20))
    guard let backup = try? Hex.decode(call?["backup"]?.stringValue ?? "-"),
      let nonce = try? Hex.decode(call?["pow1"]?.stringValue ?? "-"), nonce.count == 32,
      let wallet = try? Hex.decode(id), wallet.count == 16, !backup.isEmpty
    else { return HTTPReply(status: 400, body: []) }
    return state.withLock { state in
      var hash = nonce
      for _ in 0..<state.rounds { hash = SHA256.doubleHash(hash + wallet + backup).bytes }
      let result = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard result < state.baseTarget / UInt64(backup.count) else {
        return HTTPReply(status: 403, body: [])
      }
      state.kept[id, default: []].append(backup)
      return HTTPReply(status: 200, body: Array("{}".utf8))
    }
  }
}
