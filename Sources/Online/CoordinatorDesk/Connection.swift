internal import Bytes
internal import Glibc

/// One connection: requests are read and answered, one after the other.
struct Connection {
  /// Seconds for the head of a request, from its first byte; for its body; and without a request.
  static let headSeconds = 10.0
  static let bodySeconds = 60.0
  static let idleSeconds = 90.0

  let file: Int32
  let routes: DeskRoutes

  /// Answers until the other side, an error or a stream ends it; the caller closes it.
  func serve() {
    var reader = HTTPReader()
    while let request = next(&reader) {
      let answer = routes.answer(request)
      switch answer {
      case .whole(let response):
        guard send(response.encoded(keepsConnection: request.keepsConnection)),
          request.keepsConnection
        else { return }
      case .stream(let next):
        guard send(HTTPResponse.streamHead) else { return }
        stream(next)
        return
      }
    }
  }

  /// Sends events until there is none left, or nobody listens.
  private func stream(_ next: () -> DeskRoutes.Step) {
    while true {
      switch next() {
      case .event(let json):
        let text = "data: \(JSONWriter.encode(.object(json)))\n\n"
        guard send(Array(text.utf8)) else { return }
      case .pause: guard isOpen() else { return }
      case .end: return
      }
    }
  }

  /// The next request; nil at the end, and after one that was refused.
  private func next(_ reader: inout HTTPReader) -> HTTPRequest? {
    var room = [UInt8](repeating: 0, count: 65_536)
    var isAdmitted = false
    var end = Clock.now + (reader.isInside ? Self.headSeconds : Self.idleSeconds)
    while true {
      do {
        if let request = try reader.next() { return request }
        if !isAdmitted, let (request, length) = reader.awaited {
          // Before its body takes memory.
          try routes.admit(request, bodyOf: length)
          isAdmitted = true
          end = Clock.now + Self.bodySeconds
        }
      } catch {
        _ = send(HTTPResponse(error).encoded(keepsConnection: false))
        drain()
        return nil
      }
      guard wait(until: end) else {
        if reader.isInside {
          let refusal = HTTPRefusal(.timeout, "the request took too long")
          _ = send(HTTPResponse(refusal).encoded(keepsConnection: false))
        }
        return nil
      }
      let wasInside = reader.isInside
      let count = recv(file, &room, room.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      reader.receive(room.prefix(count))
      if !wasInside { end = Clock.now + Self.headSeconds }
    }
  }

  private func wait(until end: Double) -> Bool {
    while true {
      let left = end - Clock.now
      guard left > 0 else { return false }
      var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(left * 1_000) + 1)
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
    }
  }

  /// Whether the other side is still there; what it sends into a stream is not read.
  private func isOpen() -> Bool {
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { return true }
    if waiting.revents & Int16(POLLERR | POLLHUP) != 0 { return false }
    var byte: UInt8 = 0
    return recv(file, &byte, 1, Int32(MSG_PEEK)) > 0
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads a little of what still comes, so that the answer is not lost with the connection.
  private func drain() {
    shutdown(file, Int32(SHUT_WR))
    var room = [UInt8](repeating: 0, count: 65_536)
    let end = Clock.now + 1
    var total = 0
    while total < 1 << 20, wait(until: end) {
      let count = recv(file, &room, room.count, 0)
      guard count > 0 else { return }
      total += count
    }
  }
}
