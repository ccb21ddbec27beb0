import Foundation
import Testing

/// A server that begins to answer and then is slow; it never hangs up by itself.
final class StallingServer: Sendable {
  /// What it does once somebody has said something.
  enum Manner: Sendable {
    /// Says this, then nothing.
    case silence(after: String)
    /// Says this, then the other again and again, with so many milliseconds in between.
    case forever(after: String, again: String, milliseconds: UInt32)
  }

  private let server: LocalServer
  var port: Int { server.port }

  init(_ manner: Manner) throws {
    server = try #require(
      LocalServer { connection in
        guard connection.read() != nil else { return }
        switch manner {
        case .silence(let start): connection.say(start)
        case .forever(let start, let again, let milliseconds):
          connection.say(start)
          // Goes on until the client closes the connection.
          while connection.say(again) { usleep(milliseconds * 1000) }
        }
        while connection.read() != nil {}
      })
  }
}
