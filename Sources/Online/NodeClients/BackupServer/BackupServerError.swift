public import Refusals

/// Why a backup could not be uploaded to a server, or taken from one.
///
/// A server is named by host and port alone; its own words are not repeated.
public enum BackupServerError: HintedError, Equatable, Sendable {
  /// The text is not the address of a server.
  case badAddress(reason: String)
  /// Nobody answers at the place.
  case unreachable(place: String, reason: String)
  /// Whoever answers cannot prove to be the server.
  case untrusted(place: String, reason: String)
  /// No whole answer came within the seconds that it had.
  case timedOut(place: String, seconds: Int)
  /// The connection ended before the answer did.
  case cutOff(place: String)
  /// The answer has more than `limit` bytes.
  case tooLarge(place: String, limit: Int)
  /// What came is not an answer as the protocol has it.
  case malformed(place: String, what: String)
  /// The server refuses the backup, by its status of HTTP.
  case refused(place: String, status: Int)
  /// Any other status that is not an answer.
  case status(place: String, status: Int)
  /// The server has no backup of this key.
  case nothing(place: String)
  /// What the server gives back is not what it was given.
  case another(place: String)
  /// The proof of work was not found in time.
  case workTooLong(place: String, seconds: Int)
  /// No hash is below the target for a backup of so many bytes.
  case impossibleWork(place: String, bytes: Int)

  public var description: String {
    switch self {
    case .badAddress(let reason):
      "this cannot be the address of a backup server: \(ForeignText.shown(reason, limit: 400))"
    case .unreachable(let place, let reason):
      "the backup server \(place) cannot be reached: \(ForeignText.shown(reason, limit: 400))"
    case .untrusted(let place, let reason):
      "the backup server \(place) does not prove that it is the right one: \(ForeignText.shown(reason, limit: 400))"
    case .timedOut(let place, let seconds):
      "the backup server \(place) did not finish within \(seconds) s"
    case .cutOff(let place):
      "the backup server \(place) ended the connection in the middle of its answer"
    case .tooLarge(let place, let limit):
      "the answer of the backup server \(place) is larger than \(limit) bytes"
    case .malformed(let place, let what):
      "the answer of the backup server \(place) is not a backup: \(what)"
    case .refused(let place, let status):
      "the backup server \(place) refuses the backup (HTTP status \(status))"
    case .status(let place, let status):
      "the backup server \(place) answers with HTTP status \(status)"
    case .nothing(let place): "the backup server \(place) has no backup of this key"
    case .another(let place):
      "the backup server \(place) gives back something else than was uploaded last"
    case .workTooLong(let place, let seconds):
      "the proof of work for the backup server \(place) was not found within \(seconds) s"
    case .impossibleWork(let place, let bytes):
      "--base-target is too small for a backup of \(bytes) bytes: no proof of work can meet it (backup server \(place))"
    }
  }

  /// The rule that refuses it: R18 for an answer that is too large; nil for all else.
  public var rule: Rule? {
    if case .tooLarge = self { .r18 } else { nil }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .badAddress:
      "write https://host, https://host:port/path, or the onion address of the server"
    case .unreachable(let place, _):
      place.contains(".onion")
        ? "check that Tor is running, and that its SOCKS port is the one given with --proxy"
        : "check the address and the connection, then try again (`backup auto --now` for an upload)"
    case .untrusted(_, let reason) where reason == TransferEnd.otherKey:
      "compare the new key with the server's own. If it is right, give its certificate: `backup auto --server URL "
        + "--certificate FILE`; if it is not, somebody stands in between"
    case .untrusted: "if it is your own server, give its certificate: --certificate FILE"
    case .timedOut, .cutOff: "try again: `backup auto --now` waits longer"
    case .tooLarge, .malformed:
      "check that this is the address of a server of Automatic Encrypted Wallet Backups"
    case .refused(_, 413): "the server takes no backup of this size: use another one, or a folder"
    case .refused(_, 507): "the server has no room left: make some, or use another one, or a folder"
    case .refused(_, 429), .refused(_, 503), .status(_, 429), .status(_, 500...599):
      "try again later: `backup auto --now`"
    case .refused(_, 401), .status(_, 401), .refused(_, 407), .status(_, 407):
      "the server asks for a password, which this program does not give: let it take backups without one, or use "
        + "another server"
    case .refused(_, 404), .refused(_, 405), .refused(_, 410), .status:
      "check that this is the address of a server of Automatic Encrypted Wallet Backups, as https://host:port/path; "
        + "this program does not follow redirects"
    case .refused:
      "check that --rounds and --base-target are those that the server asks for"
    case .nothing: "check the address and the key; to upload one: `backup auto --now`"
    case .another:
      "another home with the same key may have uploaded there, or the server gives an old one: give each home a path "
        + "of its own, then run `backup auto --now`; to overwrite what another home sent, add --replace"
    case .impossibleWork:
      "give the --base-target that the server asks for, with `backup auto --server URL`"
    case .workTooLong:
      "`backup auto --now` searches for 10 minutes; a server that asks for less needs another --rounds or "
        + "--base-target, one of your own can do without: --rounds 0"
    }
  }
}
