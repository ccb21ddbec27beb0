public import Refusals

/// Why the chain could not be asked, or did not answer well.
///
/// Carries no credentials: a URL is named by host and port alone. Words of a node are foreign
/// text, cut to 300 characters.
public enum NodeError: HintedError, Equatable, Sendable {
  /// The text is not the URL of a node.
  case malformedURL(reason: String)
  /// A QuickConnect link to a host of the internet: its password would cross it readable by all.
  case clearText(place: String)
  /// The cookie file cannot be read, or does not hold a cookie.
  case cookieUnreadable(path: String, reason: String)
  /// The file given as the node's certificate is not a certificate.
  case badCertificate(reason: String)
  /// The node's certificate is not trusted.
  case untrusted(place: String, reason: String)
  /// Nobody answers at the place.
  case unreachable(place: String, reason: String)
  /// No answer came within the seconds that the method has.
  case timedOut(method: String, seconds: Int)
  /// The node refuses the user and the password (HTTP 401).
  case unauthorized(place: String)
  /// The node does not talk to this machine or this user (HTTP 403).
  case forbidden(place: String)
  /// Any other status that is not an answer.
  case httpStatus(code: Int, method: String)
  /// The node has no room for another call (HTTP 503).
  case busy(place: String)
  /// The server answers only so many calls in a time (HTTP 429), and that time was not over soon.
  case limited(place: String)
  /// The node is still starting, at the stage that it names.
  case warmingUp(stage: String)
  /// The connection ended before the answer did.
  case cutOff(method: String)
  /// The answer has more than `limit` bytes.
  case tooLarge(method: String, limit: Int)
  /// The answer is not strict JSON.
  case notJSON(method: String, reason: String)
  /// A field of the answer is missing or of another type.
  case unexpected(method: String, field: String)
  /// Two answers of the node do not go together.
  case contradiction(method: String, field: String)
  /// The node answered with an error of its own, by number and words.
  case refused(method: String, code: Int, message: String)
  /// The node is of another network than the wallet.
  case wrongNetwork(node: String, wallet: String)
  /// The node has not read all blocks yet.
  case stillCatchingUp(height: Int)
  /// The node has thrown away blocks that are needed; `first` is the first that it has.
  case pruned(height: Int, first: Int)
  /// Blocks were replaced while the node was asked.
  case chainMoved
  /// The node cannot look for coins now.
  case cannotScan(reason: String)
  /// The node does another scan, which did not end while it was waited for.
  case scanRunning(method: String)
  /// The node does not say how much of its mempool pays how much.
  case mempoolUntold(reason: String)
  /// The file of the rehearsal chain cannot be read or written.
  case rehearsalFile(reason: String)
  /// The rehearsal chain refuses what was asked.
  case rehearsal(reason: String)

  public var description: String {
    switch self {
    case .malformedURL(let reason): "the node's URL is malformed: \(Self.shown(reason))"
    case .clearText(let place):
      "a QuickConnect link has no encryption, and \(place) is out on the internet"
    case .cookieUnreadable(let path, let reason):
      "cannot read the cookie or password file \(Self.shown(path)): \(reason)"
    case .badCertificate(let reason): "the certificate cannot be used: \(Self.shown(reason))"
    case .untrusted(let place, let reason):
      "the node at \(place) does not prove that it is the right one: \(Self.shown(reason))"
    case .unreachable(let place, let reason):
      "cannot reach the node at \(place): \(Self.shown(reason))"
    case .timedOut(let method, let seconds): "no answer to \(method) within \(seconds) s"
    case .unauthorized(let place): "the node at \(place) refuses these credentials (401)"
    case .forbidden(let place): "the node at \(place) does not serve this machine (403)"
    case .httpStatus(let code, let method): "the node answers \(method) with HTTP status \(code)"
    case .busy(let place): "the node at \(place) has too much to do"
    case .limited(let place): "the server at \(place) limits how often it may be asked (429)"
    case .warmingUp(let stage): "the node is still starting: \(Self.shown(stage))"
    case .cutOff(let method): "the connection ended in the middle of the answer to \(method)"
    case .tooLarge(let method, let limit): "the answer to \(method) is larger than \(limit) bytes"
    case .notJSON(let method, let reason):
      "the answer to \(method) is not JSON: \(Self.shown(reason))"
    case .unexpected(let method, let field):
      "the answer to \(method) is not as documented: \(field)"
    case .contradiction(let method, let field):
      "the node contradicts itself about \(field) (\(method))"
    case .refused(let method, let code, let message):
      "the node refuses \(method): \(Self.shown(message)) (\(code))"
    case .wrongNetwork(let node, let wallet):
      "the node is on \(Self.shown(node)), but \(wallet) is needed"
    case .stillCatchingUp(let height):
      "the node is still catching up with the chain, at block \(height)"
    case .pruned(let height, let first):
      "the node has dropped the blocks below \(first), but block \(height) is needed"
    case .chainMoved: "the chain changed again and again while it was read"
    case .cannotScan(let reason): "the node cannot look for coins: \(Self.shown(reason))"
    case .scanRunning(let method): "the node is busy with another scan (\(method))"
    case .mempoolUntold(let reason):
      "the node cannot list its mempool by fee rate: \(Self.shown(reason))"
    case .rehearsalFile(let reason): "the rehearsal chain's file: \(Self.shown(reason))"
    case .rehearsal(let reason): "the rehearsal chain refuses: \(Self.shown(reason))"
    }
  }

  /// Whether the source said no, so that what it was asked for did not happen.
  ///
  /// Everything else, a lost connection above all, may come after the source did it.
  public var isRefusal: Bool {
    switch self {
    case .refused, .rehearsal, .unauthorized, .forbidden: true
    default: false
    }
  }

  /// The rule that refuses it: R11 for a node of another chain, R18 for an answer that
  /// is too large; nil for what a node lacks, refuses or does not answer.
  public var rule: Rule? {
    switch self {
    case .wrongNetwork: .r11
    case .tooLarge: .r18
    default: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .malformedURL:
      "write http://host:port with --cookie PATH or --password-file PATH, http://user:password@host:port, "
        + "electrum+tls://host:port, esplora+https://host/path, or rehearsal://"
    case .clearText: "use the node's onion address, https://, or a tunnel that ends on this machine"
    case .cookieUnreadable:
      "check that the node is running; its data folder contains .cookie, or regtest/.cookie and the "
        + "like. If the node was just restarted, run the command again. A file of your own holds USER:PASSWORD "
        + "on one line"
    case .badCertificate: "give the node's certificate as a PEM file (BEGIN CERTIFICATE)"
    case .untrusted(_, let reason) where reason == TransferEnd.otherKey:
      "compare the new key with the server's own. If it is right, `node remove` the node and add it again; if "
        + "it is not, somebody stands in between"
    case .untrusted:
      "give the node's own certificate: `node add NAME URL --certificate PATH`; it must name the "
        + "URL's host"
    case .unreachable(let place, _):
      place.contains(".onion")
        ? "check that Tor is running, and that its SOCKS port is the one given with --proxy"
        : "check that the node is running (Bitcoin Core with -server), and that host and port are right"
    case .timedOut: "the node may be busy: try again when it has less to do"
    case .unauthorized:
      "check user and password, the password file, or --cookie (it changes when the node restarts)"
    case .forbidden: "allow this machine with -rpcallowip in the node's configuration"
    case .httpStatus:
      "check that this is the RPC port of Bitcoin Core, or the API of an Esplora server (its path is "
        + "often /api), and look into the node's log"
    case .busy: "try again in a moment; Bitcoin Core has more room with -rpcworkqueue"
    case .limited:
      "try again later, or use a server of your own, which has no such limit"
    case .warmingUp: "try again when the node has started"
    case .cutOff: "try again; if it happens again, look into the node's log"
    case .tooLarge:
      "check that this is the RPC port of Bitcoin Core, the port of an Electrum server, or the API of an "
        + "Esplora server (its path is often /api)"
    case .notJSON, .unexpected:
      "check that this is the RPC port of Bitcoin Core 29 or later, the port of an Electrum server, or the "
        + "API of an Esplora server (its path is often /api)"
    case .contradiction: "do not trust this node: use another one (`node use NAME`)"
    case .refused(_, -32601, _):
      "use Bitcoin Core 29 or later, or a server of the Electrum protocol 1.4 to 1.6"
    case .refused: "look into the node's log"
    case .wrongNetwork:
      "choose the right node with `node use NAME`; a fork is known by its landmark (`network show NAME`)"
    case .stillCatchingUp: "wait until the node has caught up"
    case .pruned:
      "use a node that keeps all blocks; sync without --from and --whole finds unspent coins"
    case .chainMoved: "try again"
    case .cannotScan: "try again, or run the node with -blockfilterindex=1"
    case .scanRunning(let method):
      "wait until it is done: it may be another program's, or that of a command that was killed. To end it: "
        + "`bitcoin-cli \(method) abort`"
    case .mempoolUntold:
      "give --target BLOCKS or --fee-rate RATE in place of --fee-place, or use another node"
    case .rehearsalFile(reason: Rehearsal.inUse):
      "wait until that program is done, then try again"
    case .rehearsalFile: "remove the node and add it again to start a new rehearsal chain"
    case .rehearsal: "change the payment, the amount or the number of blocks: the error says which"
    }
  }

  /// Words of the node's on one line, visible (R24): what it says cannot write a line of ours.
  private static func shown(_ text: String) -> String { ForeignText.shown(text, limit: 400) }

  /// Foreign text, cut.
  static func cut(_ text: String) -> String {
    text.count <= 300 ? text : String(text.prefix(300)) + "..."
  }
}
