internal import Bytes
internal import SecureMemory
internal import Synchronization

/// Who may ask: a page that this desk served, in a browser that was given its link.
///
/// The names that a browser says it asks (`Host`, `Origin`) have to be ours: a page of somebody else, also one whose
/// name was made to point here (DNS rebinding), has others. A session is a cookie, which no script sees, and a key,
/// which no other server on this machine is sent: cookies know no ports.
final class DeskGate: Sendable {
  /// How long a link can be used, in seconds.
  static let linkSeconds: Double = 600
  /// The most links and the most sessions at once; the oldest gives way.
  static let most = 8

  private struct State {
    var links: [(token: [UInt8], until: Double)] = []
    var sessions: [(cookie: [UInt8], key: [UInt8])] = []
  }

  private let port: UInt16
  private let random: any RandomSource
  private let now: @Sendable () -> Double
  private let state = Mutex(State())

  init(
    port: UInt16, random: any RandomSource = SystemRandomSource(),
    now: @escaping @Sendable () -> Double
  ) {
    (self.port, self.random, self.now) = (port, random, now)
  }

  /// One name alone: what else is called `localhost` may be somebody else's.
  private var host: String { "127.0.0.1:\(port)" }
  private var cookieName: String { "drawbridge-desk-\(port)" }

  /// A new link's token: 256 bits in 43 characters of base64url, for one use.
  ///
  /// - Throws: `RandomnessError`.
  func newLink() throws(RandomnessError) -> String {
    let token = Self.text(try random.bytes(count: 32))
    let until = now() + Self.linkSeconds
    state.withLock { state in
      state.links.append((Array(token.utf8), until))
      if state.links.count > Self.most { state.links.removeFirst() }
    }
    return token
  }

  /// Refuses whatever a page of this desk would not send.
  func requireOwnPage(_ request: HTTPRequest) throws(HTTPRefusal) {
    guard request.headers["host"] == host else {
      throw HTTPRefusal(.forbidden, "the request is for another host than this desk")
    }
    let origin = request.headers["origin"]
    guard origin == nil || origin == "http://\(host)", request.method == .get || origin != nil
    else {
      throw HTTPRefusal(.forbidden, "the request comes from another page")
    }
    // Browsers say where a request comes from; a link in another page is no reason to show this one.
    guard ["same-origin", "none", nil].contains(request.headers["sec-fetch-site"]) else {
      throw HTTPRefusal(.forbidden, "the request comes from another page")
    }
  }

  /// Begins a session for whoever has the token of a link; the link cannot be used again.
  func open(token: String) throws -> (cookie: String, key: String) {
    let given = Array(token.utf8)
    let time = now()
    let isValid = state.withLock { state in
      state.links.removeAll { $0.until < time }
      guard let index = state.links.firstIndex(where: { Self.isSame($0.token, given) }) else {
        return false
      }
      state.links.remove(at: index)
      return true
    }
    guard isValid else {
      throw HTTPRefusal(
        .unauthorized, "this link was used already, or is too old",
        hint: "press Enter in the terminal of the desk, and open the new link")
    }
    let cookie = Self.text(try random.bytes(count: 32))
    let key = Self.text(try random.bytes(count: 32))
    state.withLock { state in
      state.sessions.append((Array(cookie.utf8), Array(key.utf8)))
      if state.sessions.count > Self.most { state.sessions.removeFirst() }
    }
    return ("\(cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict", key)
  }

  /// Refuses who has no session.
  func requireSession(_ request: HTTPRequest) throws(HTTPRefusal) {
    let cookie = cookies(request.headers["cookie"] ?? "")
    let key = Array((request.headers["x-desk-key"] ?? "").utf8)
    let isKnown = state.withLock { state in
      // Every session is looked at, whichever it is: how long this takes says nothing.
      state.sessions.reduce(false) { found, session in
        let isOne = Self.isSame(session.cookie, cookie)
        let hasKey = Self.isSame(session.key, key)
        return found || (isOne && hasKey)
      }
    }
    guard isKnown else {
      throw HTTPRefusal(
        .unauthorized, "this tab is not signed in",
        hint: "press Enter in the terminal of the desk, and open the new link")
    }
  }

  /// The value of our cookie.
  private func cookies(_ header: String) -> [UInt8] {
    let prefix = "\(cookieName)="
    for part in header.split(separator: ";") {
      let cookie = part.drop { $0 == " " }
      if cookie.hasPrefix(prefix) { return Array(cookie.dropFirst(prefix.count).utf8) }
    }
    return []
  }

  private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.withUnsafeBytes { first in
      other.withUnsafeBytes { SecretBytes.constantTimeEquals(first, $0) }
    }
  }

  /// Base64url of RFC 4648, section 5, without padding.
  private static func text(_ bytes: [UInt8]) -> String {
    String(
      Base64.encode(bytes).compactMap { character in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }
}
