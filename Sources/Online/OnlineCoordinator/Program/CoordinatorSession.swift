internal import BitcoinPrimitives
internal import CommandLineInterface
internal import DurableFiles
internal import NodeClients
internal import Refusals
internal import Synchronization
internal import TerminalUI
internal import WalletStorage
internal import WalletSync
internal import WalletTypes

/// One run of a command: its environment, its console, its records, and the way to a node.
struct CoordinatorSession: Sendable {
  let environment: CoordinatorEnvironment
  let console: Console
  /// How the command ends when it ends well, but not with 0.
  let ending = EndingNote()
  /// The records that it opened.
  private let opened = OpenedRecords()

  init(_ options: CoordinatorCommonOptions, in environment: CoordinatorEnvironment) {
    self.init(
      console: Console(screen: environment.screen, json: options.json), in: environment)
  }

  init(console: Console, in environment: CoordinatorEnvironment) {
    self.environment = environment
    self.console = console
  }

  var now: Int64 { environment.now() }

  /// The folder of the home, made when it is not there yet.
  func home() throws -> String {
    guard let home = environment.home else {
      throw ProgramError(
        "neither ONLINE_COORDINATOR_HOME nor HOME is set",
        hint: "set ONLINE_COORDINATOR_HOME to the folder of this coordinator's records")
    }
    try Folder.makePrivate(home)
    return home
  }

  /// The records of this home.
  func store() throws -> Store {
    let path = Store.path(inHome: try home())
    let shared = environment.shared.map { HandedOutFile(folder: $0) }
    let store = try Store(path: path, handedOut: shared)
    if let notice = store.lossNotice {
      console.warn("\(ForeignText.shown(notice)); `backup restore` brings back what a backup holds")
    }
    store.shareHandedOut()
    warnOfHandedOut(store)
    opened.note(store)
    return store
  }

  /// Does what is done at the end of a command, where it opened the records at all.
  func end(failed: Bool) async {
    if let store = opened.store { await CommandEnd.current.deed(self, store, failed) }
  }

  /// Says what keeps homes from handing each address out only once.
  func warnOfHandedOut(_ store: Store) {
    // Longer than foreign text is: a path, and what to do.
    for notice in store.takeHandedOutNotices() {
      console.warn(ForeignText.shown(notice, limit: 6_000))
    }
  }

  /// Warns, where an address was handed out, that other homes cannot know of it.
  func warnOfNoSharedFolder() {
    guard environment.lacksSharedFolder else { return }
    console.warn(
      """
      neither HOME nor the user database names your home folder: other homes of yours cannot know \
      which addresses this one hands out, and they may hand out the same ones; set HOME
      """)
  }

  // MARK: Nodes

  /// The node that commands use.
  func activeNode(_ store: Store) throws -> NodeRecord {
    guard let node = try store.activeNode() else {
      guard try store.nodes().isEmpty else {
        throw ProgramError(
          "no node is in use",
          hint: "run `node list` to see the nodes, then choose one: `node use NAME`")
      }
      throw ProgramError(
        "there is no node yet",
        hint:
          "add one: `node add NAME URL`; or practise without a node: `node add practice "
          + "rehearsal://`")
    }
    return node
  }

  /// The networks that this home knows.
  func networks() throws -> NetworkRegistry { try (opened.store ?? store()).networks() }

  /// The network that a person named; nil for none.
  func network(_ name: NetworkName?) throws -> Network? {
    try name?.network(in: networks())
  }

  /// The way to a node.
  func source(_ node: NodeRecord) throws -> any ChainSource {
    if let given = environment.source?(node) { return given }
    let url = try NodeURL(parsing: node.url)
    if url.kind == .rehearsal { return try rehearsal(node) }
    let proxy = try proxy(of: node, at: url)
    let certificate = try node.certificate.map { try NodeCertificate(parsing: $0) }
    let networks = try networks()
    if url.kind.isScriptIndex {
      let key = try certificate.map { try ServerKey(of: $0) }
      return url.kind == .electrum
        ? ElectrumServer(
          ElectrumConnection(url: url, proxy: proxy, key: key), networks: networks,
          now: environment.now)
        : EsploraServer(
          EsploraConnection(url: url, proxy: proxy, key: key), networks: networks,
          now: environment.now)
    }
    let credentials: RPCCredentials =
      if let cookie = node.cookie {
        .cookie(path: cookie)
      } else if let user = url.user, let password = url.password {
        .password(user: user, password: password)
      } else {
        .none
      }
    return BitcoinCore(
      RPCConnection(
        url: url, credentials: credentials,
        transport: HTTPClientTransport(proxy: proxy, certificate: certificate)),
      networks: networks)
  }

  /// The proxy on the way to a node; nil for none.
  func proxy(of node: NodeRecord, at url: NodeURL) throws -> HTTPClientTransport.Proxy? {
    // An onion name is never looked up by this machine.
    guard let given = node.proxy else { return url.isOnion ? .tor : nil }
    // One that cannot be read must not be left out on the way.
    guard let read = HTTPClientTransport.Proxy(parsing: given) else {
      throw ProgramError(
        "the proxy of the node \(node.name) is not host:port",
        hint: "run `node remove \(node.name)`, then add the node again with --proxy HOST:PORT")
    }
    return read
  }

  /// The rehearsal chain of a node.
  func rehearsal(_ node: NodeRecord) throws -> Rehearsal {
    let folder = try home() + "/rehearsal-\(node.name)"
    let url = try NodeURL(parsing: node.url)
    guard !url.host.isEmpty else { return Rehearsal(folder: folder, now: environment.now) }
    guard let network = try networks().network(named: url.host), !network.isWorthMoney else {
      throw ProgramError(
        "no practice network is called \(url.host)",
        hint: "take one whose coins are worth nothing (`network list`), or leave the name out")
    }
    return Rehearsal(folder: folder, network: network, now: environment.now)
  }

  // MARK: Wallets

  func wallet(_ name: String, _ store: Store) throws -> WalletRecord {
    let wallet = try store.wallet(named: name)
    remind(of: [wallet])
    return wallet
  }

  /// Says of every wallet of a test network that it is a rehearsal.
  func remind(of wallets: [WalletRecord]) {
    for wallet in wallets where !wallet.network.isWorthMoney {
      console.talk(
        "REHEARSAL: \(wallet.name) is on \(wallet.network.name), its coins are worth nothing.")
    }
  }

  /// Brings a wallet up to the tip of the active node's chain, and says what that changed; Ctrl-C ends it.
  @discardableResult
  func sync(
    _ wallet: WalletRecord, _ store: Store, from start: SyncStart = .lastSync,
    saysEvents: Bool = true
  ) async throws -> SyncReport {
    try await untilStopped(during: "syncing \(wallet.name)") {
      try await synced(wallet, store, from: start, saysEvents: saysEvents)
    }
  }

  /// The same, for whoever waits for it and cancels it themselves.
  func synced(
    _ wallet: WalletRecord, _ store: Store, from start: SyncStart = .lastSync,
    saysEvents: Bool = true
  ) async throws -> SyncReport {
    let node = try activeNode(store)
    let source = try source(node)
    let known = try store.lastEvent()
    let progress = console.progress("looking for coins of \(wallet.name)", unit: "%")
    let ticking = progress.ticking()
    defer {
      ticking.cancel()
      progress.end()
    }
    let report = try await hinted(during: "syncing \(wallet.name)") {
      () async throws(SyncError) in
      try await Synchronizer(store: store, source: source, node: "the node \(node.name)").sync(
        wallet, from: start
      ) {
        progress.update(Int($0 * 100), of: 100)
      }
    }
    progress.end()
    try store.noteSync(of: wallet, at: now)
    try await askAfterSending(wallet, source, store)
    if report.hadReorganisation { console.warn("blocks were replaced since the last sync") }
    if saysEvents { say(try reports(after: known, of: [wallet], store)) }
    return report
  }

  /// The height of the last sync, by which confirmations are counted; says how old that is.
  func tipHeight(_ wallet: WalletRecord, _ store: Store) throws -> Int {
    try sayAge(of: [wallet], store)
    return try store.lastSync(of: wallet)?.height ?? 0
  }
}

/// Remembers the exit code of a command that went well but does not end with 0.
final class EndingNote: Sendable {
  private let state = Mutex<TerminalUI.ExitCode?>(nil)

  var code: TerminalUI.ExitCode? { state.withLock { $0 } }

  func note(_ code: TerminalUI.ExitCode) { state.withLock { $0 = code } }
}
