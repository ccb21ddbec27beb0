internal import Bytes
internal import QRDrawing
internal import QRTransport
internal import Synchronization

/// Messages that are shown as QR codes: split for the size that the page asks for.
final class FrameShows: Sendable {
  /// The most that are kept; the oldest gives way.
  static let most = 8
  /// The longest text, in bytes.
  static let textLimit = 32 << 20
  /// The most frames that are given at once.
  static let framesLimit = 64

  private enum Content {
    case frames(FrameEncoder)
    case lines([String])
  }

  private struct State {
    var shows: [(number: Int, content: Content)] = []
    var last = 0
  }

  private let state = Mutex(State())

  /// The largest QR code for a density from 1 to 4: its modules a side grow with it.
  static func version(density: Int) -> Int { [8, 12, 18, 25][min(max(density, 1), 4) - 1] }

  /// Takes a text: uniform resources are put together and split anew, of anything else each line is a frame.
  func begin(_ text: String, density: Int) throws(HTTPRefusal) -> (number: Int, parts: Int) {
    let lines = text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.map(String.init)
    guard !lines.isEmpty else {
      throw HTTPRefusal(.badRequest, "there is nothing to show", hint: "load the page again")
    }
    let content: Content
    if let ur = Self.resource(lines), let version = QRVersion(Self.version(density: density)) {
      do throws(QRTransportError) {
        content = .frames(try FrameEncoder(ur, limit: version))
      } catch {
        throw HTTPRefusal(.badRequest, "\(error)", hint: "write it to a file instead")
      }
    } else {
      content = .lines(lines)
    }
    return state.withLock { state in
      state.last += 1
      state.shows.append((state.last, content))
      if state.shows.count > Self.most { state.shows.removeFirst() }
      let parts = if case .frames(let encoder) = content { encoder.frameCount } else { lines.count }
      return (state.last, parts)
    }
  }

  /// Frames of a show from an index on, as QR codes.
  func frames(_ number: Int, from first: Int, count: Int) throws(HTTPRefusal) -> [JSONValue] {
    guard
      let content = state.withLock({ state in
        state.shows.first { $0.number == number }?.content
      }), first >= 0, first < 1 << 24, count > 0
    else {
      throw HTTPRefusal(.notFound, "the desk shows no such message", hint: "load the page again")
    }
    var symbols: [JSONValue] = []
    for index in first..<first + min(count, Self.framesLimit) {
      switch content {
      case .frames(let encoder):
        symbols.append(try Self.symbol(encoder.frame(index), version: encoder.version.number))
      case .lines(let lines): symbols.append(try Self.symbol(lines[index % lines.count]))
      }
    }
    return symbols
  }

  /// A QR code as its rows, `1` for dark, without its quiet zone.
  static func symbol(_ text: String, version: Int = 0) throws(HTTPRefusal) -> JSONValue {
    do throws(DrawingError) {
      let symbol = try QRSymbol(text: text, version: version)
      let rows = (0..<symbol.size).map { row in
        String((0..<symbol.size).map { symbol.isDark(row: row, column: $0) ? "1" : "0" })
      }
      return .object([
        "size": .integer(symbol.size), "rows": .array(rows.map { .string($0) }),
      ])
    } catch {
      throw HTTPRefusal(.badRequest, "\(error)", hint: "show a shorter text")
    }
  }

  /// The one uniform resource that the lines are parts of.
  private static func resource(_ lines: [String]) -> UR? {
    guard lines[0].lowercased().hasPrefix("ur:") else { return nil }
    var collector = MessageCollector()
    for (index, line) in lines.enumerated() { collector.receive(Array(line.utf8), source: index) }
    guard case .ur(let ur)? = collector.messages.first?.message else { return nil }
    return ur
  }
}
