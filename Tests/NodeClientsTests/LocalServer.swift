import CTLSServer
import Foundation
import Synchronization

/// A server on this machine, on plain sockets with a thread for each connection.
///
/// Threads of its own, as the client has: neither waits for those that tests share.
final class LocalServer: Sendable {
  /// PEM of a certificate and its key.
  struct Identity {
    let certificate: String
    let key: String
  }

  let port: Int
  private let core: Core

  /// What anybody said to it, in the order it came.
  var everything: [UInt8] { core.state.withLock { $0.heard } }
  /// How many connections there were.
  var connections: Int { core.state.withLock { $0.connections } }

  /// Does `serve` with each connection, on a thread, and hangs up when that returns.
  ///
  /// With an identity it speaks TLS first. Nil where the machine has no such address.
  init?(
    _ identity: Identity? = nil, onIPv6: Bool = false,
    serve: @escaping @Sendable (Connection) -> Void
  ) {
    let listening = socket(onIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listening >= 0, Self.bindToLoopback(listening, onIPv6), listen(listening, 64) == 0,
      let port = Self.port(of: listening)
    else { return nil }
    var tls: UnsafeMutableRawPointer?
    if let identity {
      tls = tls_server_new(identity.certificate, identity.key)
      if tls == nil { return nil }
    }
    self.port = port
    let core = Core(tls: tls)
    self.core = core
    core.state.withLock { _ = $0.open.insert(listening) }
    Thread.detachNewThread { core.accept(on: listening, serve) }
  }

  deinit { core.end() }

  /// One connection, in the hands of its thread.
  final class Connection {
    private let socket: Int32
    private let tls: UnsafeMutableRawPointer?
    private let core: Core

    fileprivate init(_ socket: Int32, _ tls: UnsafeMutableRawPointer?, _ core: Core) {
      self.socket = socket
      self.tls = tls
      self.core = core
    }

    /// Waits for something; nil when the other side has hung up.
    func read() -> [UInt8]? {
      var room = [UInt8](repeating: 0, count: 65_536)
      let count =
        tls.map { tls_read($0, &room, room.count) } ?? recv(socket, &room, room.count, 0)
      guard count > 0 else { return nil }
      let said = Array(room.prefix(count))
      core.state.withLock { $0.heard += said }
      return said
    }

    /// Waits for a whole request with its body; nil when the other side hangs up before.
    func request() -> [UInt8]? {
      var said: [UInt8] = []
      while true {
        guard let more = read() else { return nil }
        said += more
        let text = String(decoding: said, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n"),
          let field = text.range(of: "Content-Length: ", options: .caseInsensitive),
          let length = Int(text[field.upperBound...].prefix { $0.isASCII && $0.isNumber })
        else { continue }
        if text[end.upperBound...].utf8.count >= length { return said }
      }
    }

    /// False when the other side has hung up.
    @discardableResult
    func say(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = Array(rest)
        let count =
          tls.map { tls_write($0, part, part.count) }
          ?? send(socket, part, part.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    @discardableResult
    func say(_ text: String) -> Bool { say(Array(text.utf8)) }

    /// Says that nothing more comes, and waits until the other side has hung up as well.
    ///
    /// To hang up at once could take back what was just said.
    func hangUp() {
      shutdown(socket, Int32(SHUT_WR))
      while read() != nil {}
    }
  }

  fileprivate final class Core: Sendable {
    struct State {
      var open: Set<Int32> = []
      var heard: [UInt8] = []
      var connections = 0
      var isOver = false
    }

    let state = Mutex(State())
    private let tls: Mutex<UInt>

    init(tls: UnsafeMutableRawPointer?) { self.tls = Mutex(UInt(bitPattern: tls)) }

    deinit { tls_server_free(UnsafeMutableRawPointer(bitPattern: tls.withLock { $0 })) }

    func accept(on listening: Int32, _ serve: @escaping @Sendable (Connection) -> Void) {
      while true {
        let socket = Glibc.accept(listening, nil, nil)
        guard socket >= 0 else { break }
        let isTaken = state.withLock { state in
          guard !state.isOver else { return false }
          state.connections += 1
          state.open.insert(socket)
          return true
        }
        guard isTaken else {
          Glibc.close(socket)
          break
        }
        Thread.detachNewThread { self.handle(socket, serve) }
      }
      close(listening)
    }

    private func handle(_ socket: Int32, _ serve: (Connection) -> Void) {
      // Whoever hangs up on OpenSSL's writes is told by the result.
      var pipe = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, nil)
      if let server = UnsafeMutableRawPointer(bitPattern: tls.withLock { $0 }) {
        if let connection = tls_accept(server, socket) {
          serve(Connection(socket, connection, self))
          tls_end(connection)
        }
      } else {
        serve(Connection(socket, nil, self))
      }
      close(socket)
    }

    private func close(_ socket: Int32) {
      state.withLock { state in
        state.open.remove(socket)
        Glibc.close(socket)
      }
    }

    /// Ends the waiting of every thread; each closes what is its own.
    func end() {
      state.withLock { state in
        state.isOver = true
        for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
      }
    }
  }

  /// A port at which nobody answers, and that nobody else can be given while this lives.
  final class ClosedPort: Sendable {
    let number: Int
    private let held: Int32

    init?() {
      held = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      // Bound and never listened at: whoever connects is refused.
      guard held >= 0, LocalServer.bindToLoopback(held, false),
        let number = LocalServer.port(of: held)
      else { return nil }
      self.number = number
    }

    deinit { close(held) }
  }

  private static func bindToLoopback(_ listening: Int32, _ onIPv6: Bool) -> Bool {
    if onIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_addr = in6addr_loopback
      return withUnsafeBytes(of: &address) { bind(listening, $0) }
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafeBytes(of: &address) { bind(listening, $0) }
  }

  private static func bind(_ listening: Int32, _ address: UnsafeRawBufferPointer) -> Bool {
    guard let start = address.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
      return false
    }
    return Glibc.bind(listening, start, socklen_t(address.count)) == 0
  }

  /// The port stands at the same place in both kinds of address.
  private static func port(of listening: Int32) -> Int? {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listening, $0, &size) }
    }
    return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
  }
}
