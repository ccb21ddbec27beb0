internal import Bytes
internal import Glibc
internal import Isolation

/// The server of the page: the only code of Drawbridge that listens.
///
/// It listens on 127.0.0.1 alone. It cannot connect anywhere, open a file or start a program: what it does, it asks
/// `online-coordinator desk` for, over the socket it was started with.
public enum DeskServer {
  /// The most connections at once.
  static let connectionsLimit = 64

  /// Serves until the other side of the relay is gone, or nobody has used the page for as long as was said.
  ///
  /// `relay` is one end of a socket; its first line says what to do: the port (0 for a free one), the minutes, and what
  /// the page is told about the program.
  ///
  /// - Returns: the exit code.
  public static func run(relay file: Int32) -> Int32 {
    guard let owner = PeerOwner() else {
      return fail(file, "the kernel's list of connections cannot be read")
    }
    guard let settings = firstLine(file) else { return 2 }
    let asked = UInt16(exactly: settings["port"]?.intValue ?? 0) ?? 0
    let (listener, port, code) = listening(on: asked)
    guard listener >= 0 else {
      let reason = String(cString: strerror(code))
      return fail(
        file,
        asked == 0
          ? "no port can be listened on: \(reason)" : "port \(asked) is not free: \(reason)")
    }
    do throws(IsolationError) {
      // Before there is a second thread: the fence holds for this one and for those that it starts.
      // Where the kernel has none, the filter of calls opens no file either.
      _ = try FileFence().raise()
      try Isolation.allowOnlyAnswering()
    } catch {
      return fail(file, "\(error)")
    }
    signal(SIGPIPE, SIG_IGN)
    let relay = DeskRelay(file: file)
    let gate = DeskGate(port: port, now: { Clock.now })
    let routes = DeskRoutes(gate: gate, relay: relay, about: settings["about"]?.objectValue ?? [:])
    guard let token = try? gate.newLink() else {
      return fail(file, "no random numbers could be read")
    }
    relay.send(["listening": .integer(port), "token": .string(token)])
    let minutes = Double(settings["minutes"]?.intValue ?? 30)
    let started = Thread.start {
      relay.listen { message in
        if message["link"]?.boolValue == true, let token = try? gate.newLink() {
          relay.send(["token": .string(token)])
        }
      }
      // Its parent is gone, and with it whatever it could ask for.
      exit(0)
    }
    guard started,
      Thread.start({
        endWhenIdle(relay, minutes) { _ = poll(nil, 0, Int32($0 * 1_000) + 1) }
      })
    else {
      return fail(file, "no thread could be started")
    }
    accept(on: listener, port, owner, routes)
    return 1
  }

  /// Says why it ends.
  private static func fail(_ file: Int32, _ words: String) -> Int32 {
    DeskRelay(file: file).send(["failed": .string(words)])
    return 1
  }

  private static func firstLine(_ file: Int32) -> JSONObject? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 65_536 {
      let count = read(file, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == 10 { return (try? JSONReader.parse(line))?.objectValue }
      line.append(byte)
    }
    return nil
  }

  private static func listening(on port: UInt16) -> (file: Int32, port: UInt16, code: Int32) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let file = socket(AF_INET, kind, 0)
    guard file >= 0 else { return (-1, 0, errno) }
    var yes: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
        guard bind(file, pointer, size) == 0, listen(file, 64) == 0,
          getsockname(file, pointer, &size) == 0
        else { return errno }
        return 0
      }
    }
    guard code == 0 else {
      close(file)
      return (-1, 0, code)
    }
    return (file, UInt16(bigEndian: address.sin_port), 0)
  }

  private static func accept(
    on listener: Int32, _ port: UInt16, _ owner: borrowing PeerOwner, _ routes: DeskRoutes
  ) {
    let open = Monitor(0)
    while true {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let file = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.accept(listener, $0, &size)
        }
      }
      guard file >= 0 else {
        if errno == EBADF || errno == EINVAL { return }
        // Too many descriptors, or a connection that is gone already.
        _ = poll(nil, 0, 10)
        continue
      }
      // Whoever this is, nothing is read before it is known that it is a program of this user.
      let peer = owner.user(ofPort: UInt16(bigEndian: address.sin_port), connectedTo: port)
      let hasRoom = open.change { count in
        guard peer == geteuid(), count < connectionsLimit else { return false }
        count += 1
        return true
      }
      guard hasRoom else {
        close(file)
        continue
      }
      var limit = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      let isServed = Thread.start {
        Connection(file: file, routes: routes).serve()
        close(file)
        open.change { $0 -= 1 }
      }
      if !isServed {
        close(file)
        open.change { $0 -= 1 }
      }
    }
  }

  /// Ends the desk when no person has done anything for so many minutes, and runs that were left alone.
  ///
  /// `pause` waits for so many seconds of the relay's clock.
  static func endWhenIdle(
    _ relay: DeskRelay, _ minutes: Double, pause: (_ seconds: Double) -> Void
  ) {
    while true {
      relay.endLonelyRuns()
      let left = relay.state.change { $0.lastUse + minutes * 60 - relay.now() }
      if left <= 0 {
        relay.send(["end": true, "idle": true])
        return
      }
      pause(min(left, 30))
    }
  }
}
