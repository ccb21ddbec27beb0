/// Reads requests out of bytes as they come, strictly: what no browser sends is refused, not guessed.
///
/// Lines end with CR LF. A header stands once and on one line. A body has a length, and no other framing, so that
/// nobody can disagree about where a request ends (RFC 9112, section 11.2).
struct HTTPReader {
  /// The most bytes before the body.
  static let headLimit = 16_384
  /// The most headers.
  static let headersLimit = 64
  /// The most bytes of a body: a file that is dropped on the page, in Base64.
  static let bodyLimit = 48 << 20

  private var pending: [UInt8] = []
  /// A request whose body has not come whole.
  private var open: (request: HTTPRequest, length: Int)?
  /// Where the end of the head is looked for next.
  private var searched = 0

  /// Whether a request has begun and is not whole.
  var isInside: Bool { open != nil || !pending.isEmpty }
  /// The request whose body is waited for, and how long it is.
  var awaited: (request: HTTPRequest, length: Int)? { open }

  mutating func receive(_ bytes: some Collection<UInt8>) { pending += bytes }

  /// The next whole request; nil while more bytes are needed.
  ///
  /// - Throws: `HTTPRefusal`, after which nothing more can be read.
  mutating func next() throws(HTTPRefusal) -> HTTPRequest? {
    if open == nil {
      guard let end = try headEnd() else { return nil }
      open = try Self.head(pending[..<end])
      pending.removeFirst(end + 4)
      searched = 0
    }
    guard let (request, length) = open, pending.count >= length else { return nil }
    var whole = request
    whole.body = Array(pending[..<length])
    pending.removeFirst(length)
    open = nil
    return whole
  }

  private mutating func headEnd() throws(HTTPRefusal) -> Int? {
    let end: [UInt8] = [13, 10, 13, 10]
    var index = searched
    while index + 4 <= pending.count, index <= Self.headLimit {
      if pending[index] == 13, pending[index..<index + 4].elementsEqual(end) { return index }
      index += 1
    }
    searched = index
    guard index <= Self.headLimit else {
      throw HTTPRefusal(.headersTooLarge, "the head of the request is too long")
    }
    return nil
  }

  // MARK: The head

  private static func head(
    _ bytes: ArraySlice<UInt8>
  ) throws(HTTPRefusal) -> (HTTPRequest, Int) {
    // Of the head only printable ASCII: what is left out here has no second meaning anywhere.
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 13 || $0 == 10 || $0 == 9 }) else {
      throw HTTPRefusal(.badRequest, "the head of the request is not plain text")
    }
    let lines = try lines(bytes)
    let start = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard start.count == 3, start[2] == "HTTP/1.1" else {
      throw HTTPRefusal(.badRequest, "the request does not begin as HTTP/1.1 does")
    }
    guard let method = HTTPRequest.Method(rawValue: String(start[0])) else {
      throw HTTPRefusal(.methodNotAllowed, "only GET and POST are answered")
    }
    let headers = try headers(lines.dropFirst())
    guard headers["transfer-encoding"] == nil, headers["expect"] == nil,
      headers["upgrade"] == nil
    else { throw HTTPRefusal(.notImplemented, "the request asks for what the desk does not do") }
    let length = try length(headers["content-length"])
    guard method == .post || length == 0 else {
      throw HTTPRefusal(.badRequest, "a GET request has no body")
    }
    let (path, query) = try target(start[1])
    return (
      HTTPRequest(method: method, path: path, query: query, headers: headers), length
    )
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) -> [Substring] {
    var lines: [Substring] = []
    var rest = bytes
    while true {
      guard let end = rest.firstIndex(where: { $0 == 13 || $0 == 10 }) else {
        lines.append(Substring(decoding: rest, as: UTF8.self))
        guard lines.count <= headersLimit + 1 else {
          throw HTTPRefusal(.headersTooLarge, "the request has too many headers")
        }
        return lines
      }
      guard rest[end] == 13, end + 1 < rest.endIndex, rest[end + 1] == 10 else {
        throw HTTPRefusal(.badRequest, "a line of the request does not end with CR LF")
      }
      lines.append(Substring(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 2)...]
    }
  }

  private static func headers(
    _ lines: ArraySlice<Substring>
  ) throws(HTTPRefusal) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw HTTPRefusal(.badRequest, "a header of the request has no colon")
      }
      let name = line[..<colon].lowercased()
      guard !name.isEmpty,
        name.utf8.allSatisfy({ isLetterOrDigit($0) || "-_".utf8.contains($0) })
      else { throw HTTPRefusal(.badRequest, "a header of the request has no proper name") }
      let value = trimmed(line[line.index(after: colon)...])
      guard headers.updateValue(value, forKey: name) == nil else {
        throw HTTPRefusal(.badRequest, "a header of the request stands twice")
      }
    }
    return headers
  }

  private static func length(_ text: String?) throws(HTTPRefusal) -> Int {
    guard let text else { return 0 }
    guard (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
      let length = Int(text)
    else { throw HTTPRefusal(.badRequest, "the length of the request is not a number") }
    guard length <= bodyLimit else {
      throw HTTPRefusal(
        .contentTooLarge, "the request has \(length) bytes, at most \(bodyLimit) are taken",
        hint: "give a smaller file")
    }
    return length
  }

  /// The path, and what stands behind the question mark.
  ///
  /// Nothing that the page asks for needs an escape.
  private static func target(
    _ text: Substring
  ) throws(HTTPRefusal) -> (String, [String: String]) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].first == "/",
      parts[0].utf8.allSatisfy({ isLetterOrDigit($0) || "/-._".utf8.contains($0) }),
      !parts[0].contains(".."), !parts[0].contains("//")
    else { throw HTTPRefusal(.notFound, "there is no such page on this desk") }
    var query: [String: String] = [:]
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0].utf8.allSatisfy(isLetterOrDigit),
        sides[1].utf8.allSatisfy(isLetterOrDigit),
        query.updateValue(String(sides[1]), forKey: String(sides[0])) == nil
      else {
        throw HTTPRefusal(.badRequest, "the request has an unknown parameter")
      }
    }
    return (String(parts[0]), query)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}
