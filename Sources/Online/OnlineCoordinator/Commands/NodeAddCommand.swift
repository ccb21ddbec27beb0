internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import DurableFiles
internal import NodeClients
internal import Refusals
internal import SecureMemory
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage

/// The command `node add`.
struct NodeAddCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds a node, and uses it if no other node is in use.",
    discussion: """
        online-coordinator node add home http://127.0.0.1:8332
        online-coordinator node add other http://127.0.0.1:8400 \\
            --cookie /data/bitcoin/.cookie
        online-coordinator node add far http://abc...xyz.onion:8332 \\
            --password-file ~/far-password
        online-coordinator node add far quickconnect.png
        online-coordinator node add house https://user:password@192.168.1.7:8332 \\
            --certificate node.pem
        online-coordinator node add index electrum+tls://192.168.1.7:50002
        online-coordinator node add rest esplora+http://127.0.0.1:3000
        online-coordinator node add rest esplora+https://192.168.1.7/api
        online-coordinator node add practice rehearsal://

      Bitcoin Core on this computer writes a new password, its cookie, at each start.
      Without --cookie it is looked for where Core keeps it: ~/.bitcoin/.cookie, and
      for a test network in its folder, such as ~/.bitcoin/signet/.cookie.

      A QuickConnect link (btcstandup://, btcrpc://) is read as text, or as the
      QR code that node programs show: a picture, camera or paste. It has no
      encryption of its own, so it may lead to this machine, to the local network
      or to an onion address, not out on the internet. With paste the URL is not
      shown; one typed as an argument stays in the shell's history.

      An Electrum server (electrs, Fulcrum, ElectrumX; electrum:// or
      electrum+tls://) finds a whole history in seconds, without Bitcoin Core's
      filters. An Esplora server (electrs of Blockstream or mempool.space;
      esplora+https:// or esplora+http://, with the path of its API) does so as well,
      but gives the headers of ten blocks at a time: the first sync of an old wallet
      takes longer. Both see which addresses belong together: use your own. Each
      confirmed payment that they name is proved with its block; they can still leave
      something out. If no authority that this computer trusts signed a
      certificate, its key is pinned when the node is added; from then on no other
      key is accepted.

      A node that does not run yet is added with a warning, but not one whose key
      would have to be pinned. One that answers, but not as it should (another
      password, another program), is not added.

      An onion address goes through Tor's SOCKS port (127.0.0.1:9050), or the one
      given with --proxy.

      --password-file names a file that only you can read, with USER:PASSWORD on one
      line. This home keeps its path, and reads it each time the node is asked. A
      password in the URL is kept in this home as it is, readable by you alone.
      Neither is ever printed, and no backup holds one.
      """)

  @Argument(help: "A name for the node.")
  var name: String

  @Argument(
    help: ArgumentHelp(
      """
      http[s]://[user:pass@]host:port, electrum[+tls]://host:port, \
      esplora+http[s]://host[:port][/path], btcstandup:// or btcrpc:// \
      (QuickConnect), rehearsal://; or where a QuickConnect link is: file, picture, `-`, `camera` or `paste`.
      """, valueName: "url"))
  var url: String

  @Option(
    help: ArgumentHelp(
      "Path of Bitcoin Core's .cookie file, where it is not the usual one.", valueName: "path"))
  var cookie: String?

  @Option(
    help: ArgumentHelp(
      "A file with USER:PASSWORD on one line, read when the node is asked.", valueName: "path"))
  var passwordFile: String?

  @Option(help: ArgumentHelp("A SOCKS5 proxy to go through.", valueName: "host:port"))
  var proxy: String?

  @Option(
    help: ArgumentHelp(
      """
      PEM file of the node's own certificate, for TLS; then no other is accepted. Of an Electrum or \
      Esplora server, the key in the first certificate of the file counts.
      """,
      valueName: "path"))
  var certificate: String?

  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [name] }

  func run(in session: CoordinatorSession) async throws {
    try refuseSecrets()
    let url = try link(session.console)
    let parsed = try NodeURL(parsing: url)
    let login = try login(for: parsed)
    if let proxy, HTTPClientTransport.Proxy(parsing: proxy) == nil {
      throw ProgramError(
        "the proxy is not host:port", hint: "write HOST:PORT; Tor's own is 127.0.0.1:9050",
        exitCode: .wrongUsage)
    }
    try judge(parsed, session.console)
    let pem = try pinned(for: parsed)
    let store = try session.store()
    try store.requireNewNode(named: name)
    // Beyond a proxy, 127.0.0.1 is another computer.
    let usual =
      proxy == nil
      ? session.environment.userFolder.flatMap {
        UsualCookie.path(for: parsed, inHomeFolder: $0)
      } : nil
    let node = try await pinning(
      NodeRecord(
        name: name, url: url, cookie: login ?? usual, proxy: proxy, certificate: pem,
        isActive: false),
      at: parsed, session)
    let status = try await status(of: node, session)
    try store.addNode(node)
    if login == nil, let usual {
      session.console.talk("Its password is read from Bitcoin Core's cookie, \(usual).")
    }
    let key = try pinnedKey(node, parsed)
    session.console.result(
      sentences: status.map { "\(name): \($0.network.name), block \($0.tip.height)" }
        ?? "\(name) was added.",
      json: [
        "node": .string(name), "url": .string(parsed.redacted), "answers": .bool(status != nil),
        "network": status.map { .string($0.network.name) } ?? .null,
        "label": parsed.label.map { .string($0) } ?? .null,
        "pinnedKey": key.map { .string($0.fingerprint) } ?? .null,
      ])
  }

  /// The file that was named to log in with: Core's cookie, or one that a person wrote in the same form.
  private func login(for node: NodeURL) throws(ProgramError) -> String? {
    guard let path = cookie ?? passwordFile else { return nil }
    let (option, what) =
      cookie == nil ? ("--password-file", "a password") : ("--cookie", "a cookie")
    guard node.kind == .bitcoinCore else {
      throw ProgramError(
        "\(what) was given, but this node is not Bitcoin Core", hint: "leave \(option) out",
        exitCode: .wrongUsage)
    }
    guard cookie == nil || passwordFile == nil else {
      throw ProgramError(
        "both --cookie and --password-file were given", hint: "give one of them",
        exitCode: .wrongUsage)
    }
    guard node.user == nil else {
      throw ProgramError(
        cookie == nil
          ? "a password was given twice: in the URL and in a file"
          : "both a cookie and a password were given", hint: "give one of them",
        exitCode: .wrongUsage)
    }
    return path
  }

  /// Refuses a seed or a key where a path or a name is meant, also one with a wrong word.
  ///
  /// A cookie that is not there is no failure here, so that nobody else would look again.
  private func refuseSecrets() throws {
    let given = [name, url, cookie, passwordFile, proxy, certificate].compactMap(\.self)
    let kind = given.lazy.compactMap { text in
      SecretArguments.mistypedKind(in: [text]) { (try? Folder.kind(of: $0)) != nil }
    }.first
    if let kind { throw ProgramError.secretArgument(kind, hint: NetworkedSecret.advice(on: kind)) }
  }

  /// The key by which an Electrum or Esplora server is known.
  private func pinnedKey(_ node: NodeRecord, _ url: NodeURL) throws -> ServerKey? {
    guard url.kind.isScriptIndex, let pem = node.certificate else { return nil }
    return try ServerKey(of: NodeCertificate(parsing: pem))
  }

  /// The node with the key of its server pinned, where no authority vouches for it; before anything
  /// else is said to it.
  private func pinning(
    _ node: NodeRecord, at url: NodeURL, _ session: CoordinatorSession
  ) async throws -> NodeRecord {
    guard url.kind.isScriptIndex, url.isTLS, node.certificate == nil else { return node }
    let source = try session.source(node)
    do throws(NodeError) {
      _ = try await source.blockHash(at: 0)
      return node
    } catch {
      guard case .untrusted = error else {
        // Without an answer there is no key to pin, and later nobody would look at one.
        throw ProgramError(error, during: "\(name) was not added")
      }
    }
    // Servers for everybody have a certificate that authorities vouch for: whoever lacks it stands in between.
    guard url.kind != .esplora || url.reach != .internet else {
      throw ProgramError(
        "this computer's authorities do not vouch for the certificate of \(url.place): somebody may stand in "
          + "between, so the node was not added",
        hint: "if it is your own server, give its certificate: --certificate FILE")
    }
    let proxy = try session.proxy(of: node, at: url)
    let certificate: NodeCertificate
    do throws(NodeError) {
      certificate = try await NodeCertificate.shown(by: url, proxy: proxy)
    } catch {
      throw ProgramError(error, during: "\(name) was not added")
    }
    var pinned = node
    pinned.certificate = certificate.pem
    session.console.warn(
      """
      this computer's authorities do not vouch for the certificate of \(url.place), so its key was pinned: \
      from now on no other key is accepted there. Compare it with the server's own. SHA-256 of the public key: \
      \(try ServerKey(of: certificate).fingerprint)
      """)
    return pinned
  }

  /// How the node is; nil while it is switched off or still starting, in which case it is added all
  /// the same.
  private func status(
    of node: NodeRecord, _ session: CoordinatorSession
  ) async throws -> NodeStatus? {
    let source = try session.source(node)
    let progress = session.console.progress("waiting for the node")
    let ticking = progress.ticking()
    defer {
      ticking.cancel()
      progress.end()
    }
    do throws(NodeError) {
      return try await source.status()
    } catch {
      switch error {
      case .unreachable, .cookieUnreadable, .warmingUp, .busy, .limited:
        // Longer than foreign text is: what to do stands at the end.
        let why = ForeignText.again("\(error)", limit: 2_000)
        session.console.warn("the node does not answer yet: \(why)")
        return nil
      default: throw ProgramError(error, during: "\(name) was not added")
      }
    }
  }

  /// The URL itself, or the one that a QR code or a file holds.
  private func link(_ console: Console) throws -> String {
    if url.contains("://") { return url }
    // What stands for a source is a word; anything else would have been meant as a URL.
    let isSource =
      ["-", MessageInput.camera, MessageInput.paste].contains(url) || url.hasPrefix("camera:")
    let isFile = try Folder.kind(of: url) == .regular
    guard isSource || isFile else {
      throw ProgramError(NodeError.malformedURL(reason: "no scheme such as http://"))
    }
    let secret = try PrivateInput(url).textButNoSeed("QuickConnect link", on: console) { bytes in
      let start = String(decoding: bytes.prefix(16), as: UTF8.self).lowercased()
      return ["btcstandup://", "btcrpc://", "http://", "https://"].contains {
        start.hasPrefix($0)
      }
    }
    return secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Says what there is to say about the way to the node.
  private func judge(_ node: NodeURL, _ console: Console) throws {
    if let label = node.label {
      console.talk("The link calls it \(ForeignText.name(label)).")
    }
    guard node.kind != .rehearsal else { return }
    if node.kind.isScriptIndex, node.reach == .internet || node.reach == .onion {
      console.warn(
        "whoever runs this server sees which addresses belong to one wallet: use your own")
    }
    guard !node.isTLS else { return }
    switch node.reach {
    case .loopback: break
    case .onion:
      // A version 3 address is 56 characters; the shorter ones are no longer reached by Tor.
      if node.host.split(separator: ".").dropLast().last?.count != 56 {
        console.warn("\(node.host) is not an onion address of the current kind (56 characters)")
      }
    case .internet where node.isLink: throw ProgramError(NodeError.clearText(place: node.place))
    case .internet where node.kind == .esplora:
      throw ProgramError(
        """
        \(node.place) is out on the internet, and esplora+http:// has no encryption: anybody on the way \
        would see your addresses and could change the answers
        """, hint: "use esplora+https:// or an onion address")
    case _ where node.kind.isScriptIndex:
      let encrypted = node.kind == .electrum ? "electrum+tls://" : "esplora+https://"
      console.warn(
        "what this program asks crosses the network unencrypted; use \(encrypted) or an onion address"
      )
    case .localNetwork, .internet:
      console.warn(
        "the password is sent over the network unencrypted; use https or an onion address")
    }
  }

  /// The certificate that was given, read and kept: the file may change or disappear later.
  private func pinned(for node: NodeURL) throws -> String? {
    guard let path = certificate else { return nil }
    guard node.isTLS else {
      throw ProgramError(
        "a certificate was given, and the URL has no TLS",
        hint: "write https://host:port, electrum+tls://host:port or esplora+https://host:port",
        exitCode: .wrongUsage)
    }
    let bytes = try BoundedFile.read(path, limit: NodeCertificate.limit)
    return try NodeCertificate(parsing: String(decoding: bytes, as: UTF8.self)).pem
  }
}
