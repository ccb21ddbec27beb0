internal import BitcoinPrimitives
internal import NodeClients
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// A payment of a wallet to itself that spends what an unconfirmed transaction pays it, at a fee that makes miners take both
/// (child pays for parent).
struct ChildPayment: PaymentBasis {
  /// The transaction that waits.
  let parent: Txid
  /// What of it the wallet gets, for a child to spend.
  let coins: [WalletCoin]
  /// Whether the parent has version 3, and so the child must have it.
  let isTRUC: Bool
  /// What waits together: the parent and all that it builds on.
  let waiting: [MempoolEntry]
  /// The rate that child and parents are to pay together.
  let wanted: FeeRate
  let walletName: String

  var replaced: PaymentRecord? { nil }
  var asksBeforeAddingCoins: Bool { true }
  var purpose: String { "the child of \(parent)" }
  var mend: String? {
    "give a lower --fee-rate, receive more into \(walletName) first, or wait: the transaction itself stays as it is"
  }

  /// Takes the coins of a transaction; `named` are those that a person chose, all that may be spent unless given.
  ///
  /// - Throws: `ProgramError` where nothing of it is there to be spent.
  init(
    of parent: Txid, spending named: [OutPoint]?, at wanted: FeeRate, waiting: [MempoolEntry],
    wallet: WalletRecord, in store: Store
  ) throws {
    let all = try store.coins(of: wallet, madeBy: parent)
    let chosen = named.map { names in all.filter { names.contains($0.outPoint) } } ?? all
    // What others may replace is spent all the same: that is what it is for.
    let free = chosen.filter { $0.payment == nil && !$0.isFrozen }
    guard !free.isEmpty else { throw Self.nothing(chosen, of: parent, wallet) }
    if named == nil { try Self.requireOneTag(free, of: parent, wallet) }
    coins = free.map { coin in
      WalletCoin(
        outPoint: coin.outPoint, amount: coin.amount, branch: coin.branch, index: coin.index,
        height: nil, isTrusted: true, isUnproved: coin.isUnproved, number: coin.number,
        tag: coin.tag)
    }
    isTRUC = try store.transaction(parent, of: wallet)?.isTRUC ?? false
    if isTRUC { try Self.requireOnlyChild(of: parent, waiting) }
    self.parent = parent
    self.waiting = waiting
    self.wanted = wanted
    walletName = wallet.name
    guard rate < wanted else {
      throw ProgramError(
        "the transaction \(parent) already pays \(rate), together with all that it builds on; \(wanted) is not more",
        hint: "give a higher --fee-rate, or wait")
    }
  }

  /// Takes a transaction of version 3 that builds on nothing that waits, and on which nothing builds (BIP-431).
  private static func requireOnlyChild(
    of parent: Txid, _ waiting: [MempoolEntry]
  ) throws(ProgramError) {
    let others = waiting.first { $0.txid == parent }?.children ?? []
    let limit: UnconfirmedTransactions.Limit? =
      waiting.count > 1
      ? .trucAncestors(waiting.count) : others.min().map { .trucSibling($0) }
    guard let limit else { return }
    throw ProgramError(
      "\(parent) takes no child: \(limit)",
      hint: "wait for the next block; whoever sent \(parent) can replace it at a higher fee")
  }

  /// Takes coins that a child may spend together without linking what tags keep apart.
  private static func requireOneTag(
    _ coins: [WalletCoin], of parent: Txid, _ wallet: WalletRecord
  ) throws(ProgramError) {
    guard Set(coins.map(\.tag)).count > 1 else { return }
    let most = 10
    let named = coins.prefix(most).map { coin in
      "\(coin.outPoint) (\(coin.tag.map { "tag \($0)" } ?? "no tag"))"
    }.joined(separator: ", ")
    let more = coins.count - most
    throw ProgramError(
      "\(parent) pays \(wallet.name) coins with different tags, and a child that spends them together would link them: "
        + named + (more > 0 ? ", and \(counted(more, "more coin"))" : ""),
      hint: "name the one that the child is to spend: `bump TXID:VOUT`")
  }

  private static func nothing(
    _ coins: [WalletCoin], of parent: Txid, _ wallet: WalletRecord
  ) -> ProgramError {
    if let holder = coins.compactMap(\.payment).first {
      return ProgramError(
        "payment \(holder) holds what \(parent) pays to \(wallet.name)",
        hint: "once it is sent: `bump \(holder)`; to give it up: `cancel \(holder)`")
    }
    if let frozen = coins.first(where: \.isFrozen) {
      return ProgramError(
        "the coin \(frozen.outPoint) is frozen",
        hint: "to spend it, run `unfreeze \(wallet.name) \(frozen.outPoint)` first")
    }
    return ProgramError(
      "no unspent coin of \(wallet.name) comes from \(parent): a child has nothing to spend",
      hint:
        "run `coins \(wallet.name)` to see what it has; a payment of yours is sped up by `bump NUMBER`"
    )
  }

  // MARK: The fee

  /// What waits together pays this rate now.
  var rate: FeeRate { Self.rate(of: waiting) }

  var waitingSize: Int64 { Self.size(of: waiting) }
  var waitingFees: Int64 { Self.fees(of: waiting) }

  /// What miners would not take by itself at the wanted rate: what pays that much, with all that it builds on, needs
  /// no child and lends it nothing.
  private var short: [MempoolEntry] {
    let entries = Dictionary(waiting.map { ($0.txid, $0) }) { first, _ in first }
    var left = Set(entries.keys)
    var isMore = true
    while isMore {
      isMore = false
      for txid in left.sorted() where left.contains(txid) {
        var line: Set<Txid> = [txid]
        var open = [txid]
        while let next = open.popLast() {
          for parent in entries[next]?.parents ?? []
          where left.contains(parent) && line.insert(parent).inserted {
            open.append(parent)
          }
        }
        guard Self.rate(of: line.compactMap { entries[$0] }) >= wanted else { continue }
        left.subtract(line)
        isMore = true
      }
    }
    return waiting.filter { left.contains($0.txid) }
  }

  private static func size(of entries: [MempoolEntry]) -> Int64 {
    entries.reduce(0) { $0 + Int64($1.virtualSize) }
  }

  private static func fees(of entries: [MempoolEntry]) -> Int64 {
    // Each is at most all the bitcoin there is, and they are few.
    entries.reduce(0) { $0 + ($1.fee?.satoshis ?? 0) }
  }

  private static func rate(of entries: [MempoolEntry]) -> FeeRate {
    let size = size(of: entries)
    guard size > 0 else { return .zero }
    return (try? FeeRate(satoshisPerKvB: Int64(Int128(fees(of: entries)) * 1000 / Int128(size))))
      ?? .zero
  }

  func requireEnough(_ quote: PaymentQuote, isRateGiven: Bool) throws {
    let own = Int64(max(1, quote.weight.vsize))
    let short = short
    let together = Int128(own + Self.size(of: short)) * Int128(wanted.satoshisPerKvB)
    let needed = (together + 999) / 1000 - Int128(Self.fees(of: short))
    guard Int128(quote.fee.satoshis) < needed else { return }
    let perKvB = (needed * 1000 + Int128(own) - 1) / Int128(own)
    guard let rate = try? FeeRate(satoshisPerKvB: Int64(clamping: perKvB)) else {
      throw ProgramError(
        "no fee is high enough to lift \(parent) to \(wanted)", hint: "give a lower --fee-rate")
    }
    throw TooCheap(needed: rate)
  }

  /// The rate that all of it pays once the child is there, rounded down.
  func rate(withChild built: BuiltPayment) -> FeeRate {
    let fees = waitingFees + built.fee.satoshis
    let size = waitingSize + Int64(built.weight.vsize)
    return (try? FeeRate(satoshisPerKvB: Int64(Int128(fees) * 1000 / Int128(size)))) ?? .zero
  }
}

extension CoordinatorSession {
  /// The most transactions that are looked at: mempools allow fewer in one group.
  private static let mostWaiting = 100

  /// A transaction that waits and everything unconfirmed that it builds on, as the node's mempool has them.
  ///
  /// - Throws: `ProgramError` where the node does not have it, or cannot tell what one of them pays.
  func waiting(_ txid: Txid, at source: any ChainSource) async throws -> [MempoolEntry] {
    var found: [MempoolEntry] = []
    var seen: Set<Txid> = [txid]
    var open = [txid]
    while let next = open.popLast() {
      let entry = try await asked { () async throws(NodeError) in
        try await source.mempoolEntry(of: next)
      }
      guard let entry else {
        throw ProgramError(
          next == txid
            ? "the node does not have \(next) in its mempool"
            : "the node does not have \(next) in its mempool any more",
          hint:
            "sync: it may be in a block by now; if the node dropped a payment of yours, run `bump NUMBER`"
        )
      }
      guard entry.fee != nil else {
        throw ProgramError(
          "the node cannot tell the fee of \(next), so the fee of a child cannot be worked out",
          hint: "use Bitcoin Core as the node: `node use NAME`")
      }
      found.append(entry)
      open += entry.parents.filter { seen.insert($0).inserted }
      guard seen.count <= Self.mostWaiting else {
        throw ProgramError(
          "the node says that \(txid) builds on more than \(Self.mostWaiting) unconfirmed "
            + "transactions",
          hint: "compare with another node: `node compare`")
      }
    }
    return found
  }
}
