import Testing

/// A server that says the same bytes to whoever asks, and then hangs up or says nothing more.
final class RawServer: Sendable {
  private let server: LocalServer

  var port: Int { server.port }
  /// Everything that anybody said to it.
  var everything: [UInt8] { server.everything }

  convenience init(saying answer: String, hangsUp: Bool) throws {
    try self.init(saying: [Array(answer.utf8)], hangsUp: hangsUp)
  }

  /// One answer for each time that something is said to it.
  ///
  /// With an identity it speaks TLS first.
  init(saying answers: [[UInt8]], hangsUp: Bool, tls: LocalServer.Identity? = nil) throws {
    server = try #require(
      LocalServer(tls) { connection in
        var left = answers[...]
        while connection.read() != nil {
          guard let answer = left.popFirst() else { continue }
          guard connection.say(answer) else { return }
          if hangsUp, left.isEmpty { connection.hangUp() }
        }
      })
  }
}
