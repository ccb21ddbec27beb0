internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import CommandLineInterface
internal import Descriptors
internal import ExtendedKeys
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage
internal import WalletSync
internal import WalletTypes

/// The command `wallet discover`.
struct WalletDiscoverCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "discover",
    abstract: "Finds which accounts of a seed were used, and makes their wallets.",
    discussion: """
        offline-signer account export savings --all --out accounts.gif
        online-coordinator wallet discover savings accounts.gif \\
            --birth-height 850000

      Use it for a seed that was restored from paper, if nobody knows any more what
      it was used for. The chain is searched once, from the birth height on, for
      the first addresses of every account. A wallet NAME-SCRIPT-N is made of each
      account that was used, and of the empty ones before it, and synced; they are
      the names under which a signer whose seed is called NAME has registered them.
      """)

  @Argument(help: "What the seed is called: the wallets are named after it.")
  var name: String

  @Argument(
    help: ArgumentHelp(
      "Exported accounts: file, picture, folder, `-`, `camera`, `paste` or text.",
      valueName: "account"))
  var inputs: [String]

  @OptionGroup var new: NewWalletOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [name] }

  func run(in session: CoordinatorSession) async throws {
    try new.validated()
    var messages: [AirgapMessage] = []
    for input in inputs { messages.append(try MessageInput(input).message(on: session.console)) }
    guard let first = messages.first else {
      throw ProgramError(
        "no account was given", hint: "give the accounts that the signer exported",
        exitCode: .wrongUsage)
    }
    let store = try session.store()
    let network = try await session.network(new.network, for: first, store)
    let candidates = try AccountCandidates(messages, on: network)
    let findings = try await search(candidates, on: network, session, store)
    if findings.missesHistory {
      session.console.warn(
        """
        this node lists only coins that are unspent: accounts that were used and emptied are not \
        seen; run it with -blockfilterindex=1 and look again
        """)
    }
    let kept = candidates.kept(findings.used)
    guard !kept.isEmpty else {
      throw ProgramError(
        """
        none of the accounts (\(candidates.all.count)) was ever used, from block \(start) to block \
        \(findings.tip.height)
        """,
        hint: """
          check the birth height, the seed, and whether it has a BIP-39 passphrase; nothing was \
          kept
          """)
    }
    for script in candidates.mayHaveMore(findings.used) {
      session.console.warn(
        """
        the last \(script.rawValue) account looked at was used: there may be more; export more of \
        them (`account export SEED --all --accounts N`) and look again
        """)
    }
    var lines: [String] = []
    var list: [JSONValue] = []
    for (candidate, isUsed) in kept {
      let (wallet, isNew) = try add(candidate, on: network, session, store)
      try await session.sync(wallet, store)
      let balance = try Balance(of: wallet, in: store)
      lines.append(
        "\(wallet.name)  \(isUsed ? "\(balance.confirmed.btc) BTC" : "empty, kept")"
          + (isNew ? "" : "  (was here already)"))
      list.append([
        "wallet": .string(wallet.name), "script": .string(candidate.script.rawValue),
        "account": .integer(candidate.number), "used": .bool(isUsed), "new": .bool(isNew),
        "confirmed": .integer(balance.confirmed.satoshis),
        "pending": .integer(balance.pending.satoshis),
      ])
    }
    session.console.result(
      sentences: lines.joined(separator: "\n"),
      json: [
        "fingerprint": .string("\(candidates.fingerprint)"), "wallets": .array(list),
        "searched": .integer(candidates.all.count), "height": .integer(findings.tip.height),
        "missesHistory": .bool(findings.missesHistory),
      ])
  }

  private var start: Int { new.birthHeight ?? 0 }

  private func search(
    _ candidates: AccountCandidates, on network: Network, _ session: CoordinatorSession,
    _ store: Store
  ) async throws -> AccountSearch.Findings {
    let source = try session.source(session.activeNode(store))
    let progress = session.console.progress(
      "looking at \(candidates.all.count) accounts", unit: "%")
    defer { progress.end() }
    let descriptors = candidates.all.map(\.descriptor)
    // No account is older than the oldest script among them.
    let oldest =
      descriptors.map { WalletInput.birthHeight(of: $0, on: network) }.min() ?? 0
    let height = max(start, oldest)
    let gap = new.gapLimit ?? 20
    return try await session.untilStopped(during: "looking for accounts") {
      try await hinted(during: "looking for accounts") { () async throws(SyncError) in
        try await AccountSearch(source: source).used(
          among: descriptors, gapLimit: gap, from: height, on: network
        ) { progress.update(Int($0 * 100), of: 100) }
      }
    }
  }

  /// The wallet of an account: the one that is here already, or a new one.
  private func add(
    _ candidate: AccountCandidate, on network: Network, _ session: CoordinatorSession,
    _ store: Store
  ) throws -> (WalletRecord, isNew: Bool) {
    let known = try store.wallets()
    if let wallet = known.first(where: { $0.isSame(as: candidate.descriptor, on: network) }) {
      return (wallet, false)
    }
    let wallet = try new.add(
      candidate.name(after: name), NewWallet(candidate.descriptor), on: network, in: session, store)
    return (wallet, true)
  }
}
