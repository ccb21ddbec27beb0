internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletSync
internal import WalletTypes

/// The option of commands that show money: they sync first.
struct OfflineOptions: ParsableArguments {
  @Flag(help: "Ask no node: show what is known as of the last sync.")
  var offline = false
}

/// How old what is shown of a wallet is.
struct SyncAge {
  /// The block up to which it is known; nil before the first sync.
  let height: Int?
  /// When that was found out, in seconds since 1970; nil where nobody wrote it down.
  let syncedAt: Int64?
  private let now: Int64
  private let wallet: String

  init(of wallet: WalletRecord, in store: Store, now: Int64) throws {
    height = try store.lastSync(of: wallet)?.height
    syncedAt = try height == nil ? nil : store.syncedAt(wallet)
    self.now = now
    self.wallet = wallet.name
  }

  /// As in "as of block 812, synced 5 minutes ago".
  var words: String {
    guard let height else { return "never synced: run `sync \(wallet)`" }
    let ago = syncedAt.map { ", synced \(Self.ago(now - $0))" } ?? ""
    return "as of block \(height)\(ago)"
  }

  /// How long ago something was; what a clock that was set back says is not.
  private static func ago(_ seconds: Int64) -> String {
    seconds < 60 ? "just now" : "\(span(seconds)) ago"
  }

  /// So many seconds in words.
  static func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<60: counted(max(0, seconds), "second")
    case ..<3_600: counted(seconds / 60, "minute")
    case ..<172_800: counted(seconds / 3_600, "hour")
    default: counted(seconds / 86_400, "day")
    }
  }

  /// An object that begins with the wallet and says how old the rest is.
  func json(of wallet: String, _ rest: JSONObject) -> JSONObject {
    var object: JSONObject = [
      "wallet": .string(wallet), "height": height.map { .integer($0) } ?? .null,
      "syncedAt": syncedAt.map { .integer($0) } ?? .null,
    ]
    for member in rest.members { object[member.name] = member.value }
    return object
  }
}

// What a command that shows money does first (docs/decisions/0030).
extension CoordinatorSession {
  /// Brings a wallet up to date before it is shown, as far as ``refresh(_:_:_:)`` does, and says how old what follows is.
  func refreshed(_ name: String, _ store: Store, _ options: OfflineOptions) async throws
    -> WalletRecord
  {
    let wallet = try wallet(name, store)
    await refresh([wallet], store, options)
    return wallet
  }

  /// Brings wallets up to date before something of them is shown: all together for ``CoordinatorEnvironment/syncLimit``
  /// at most, and one that was never synced for as long as it takes while the node answers.
  ///
  /// That this fails is said, and no error: what is known is shown with its age. What was synced is kept.
  func refresh(_ wallets: [WalletRecord], _ store: Store, _ options: OfflineOptions) async {
    guard !options.offline, !wallets.isEmpty else { return }
    let deadline = ContinuousClock.now + environment.syncLimit
    let names = wallets.map(\.name).joined(separator: ", ")
    do {
      guard let node = try store.activeNode() else {
        console.talk("No node is in use, so nothing was synced (`node add`, `node use`).")
        return
      }
      let source = try source(node)
      environment.stop.arm()
      defer { environment.stop.disarm() }
      let progress = console.progress("waiting for the node \(node.name)")
      let ticking = progress.ticking()
      let status = await waited(until: deadline, or: environment.stop) {
        try await source.status()
      }
      ticking.cancel()
      progress.end()
      guard let network = try answer(status, names, node)?.network else { return }
      for wallet in wallets {
        guard wallet.network == network else {
          console.talk("\(wallet.name) is on \(wallet.network.name): not synced")
          continue
        }
        // Cut off again and again it would never be done: nothing is known without it.
        let isFirst = try store.lastSync(of: wallet) == nil
        let outcome = await waited(until: isFirst ? nil : deadline, or: environment.stop) {
          try await synced(wallet, store)
        }
        guard try answer(outcome, wallet.name, node) != nil else { return }
      }
    } catch {
      let error = ProgramError(any: error)
      console.warn("what follows may be out of date: \(error.message); \(error.hint)")
    }
  }

  /// What was waited for; nil where it did not come, which is said.
  private func answer<Value>(
    _ outcome: Waited<Value>, _ names: String, _ node: NodeRecord
  ) throws -> Value? {
    let node = ForeignText.name(node.name)
    switch outcome {
    case .ended(let result): return try result.get()
    case .late:
      let seconds = environment.syncLimit.components.seconds
      console.warn(
        """
        \(names): not synced: the node \(node) did not finish within \(seconds) s. `sync` waits for as long as it \
        takes; --offline does not wait
        """)
    case .stopped: console.warn("\(names): not synced: stopped by Ctrl-C")
    }
    return nil
  }

  /// Says how old what is shown of wallets is, beside a result that does not say it.
  func sayAge(of wallets: [WalletRecord], _ store: Store) throws {
    var groups: [(words: String, names: [String])] = []
    for wallet in wallets {
      let words = try SyncAge(of: wallet, in: store, now: now).words
      if let index = groups.firstIndex(where: { $0.words == words }) {
        groups[index].names.append(wallet.name)
      } else {
        groups.append((words, [wallet.name]))
      }
    }
    for group in groups {
      console.talk("\(group.names.joined(separator: ", ")): \(group.words)")
    }
  }
}
