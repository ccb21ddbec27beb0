import BitcoinPrimitives
import ChainTypes
import NodeClients
import Synchronization

/// A rehearsal chain whose connection can be lost around a broadcast, and that watches what is known at
/// that moment.
final class DyingChain: ChainSource {
  enum Moment { case before, after, refuses, refusesAndTakes }

  /// A mempool that may be full.
  final class Busy: Sendable {
    /// The rate below which it takes nothing; nil for what is always asked.
    let minimum = Mutex<FeeRate?>(nil)
  }

  let chain: Rehearsal
  let busy: Busy
  /// When the connection is lost; nil while it holds.
  let dies = Mutex<Moment?>(nil)
  /// Called when a transaction is about to be handed over.
  let sees = Mutex<(@Sendable () -> Void)?>(nil)
  /// Called when the node is asked what it thinks of a transaction.
  let judges = Mutex<(@Sendable () -> Void)?>(nil)
  private let isDead = Mutex(false)
  /// Whether it never answers what it thinks of itself.
  let isSilent = Mutex(false)
  /// Whether it looks for coins for ever, and whether it has begun to.
  let looksForEver = Mutex(false)
  let isLooking = Mutex(false)
  /// Whether it says that it is on mainnet.
  let isOnMainnet = Mutex(false)
  /// What it says is unspent, whatever it is asked for; nil for what its blocks say.
  let saysUnspent = Mutex<[UnspentOutput?]?>(nil)
  /// Whether it finds no transaction in its blocks.
  let findsNothing = Mutex(false)

  /// What it says of its mempool; nil for what waits in it.
  let saysDepth = Mutex<Result<MempoolDepth, NodeError>?>(nil)
  /// Whether it has no estimate of fee rates.
  let hasNoEstimate = Mutex(false)
  /// Scripts that it tells nothing about.
  let hides = Mutex<Set<Script>>([])

  init(folder: String) {
    let busy = Busy()
    self.busy = busy
    chain = Rehearsal(
      folder: folder, now: { 1_800_000_000 }, minimum: { busy.minimum.withLock { $0 } })
  }

  func set(_ moment: Moment?) {
    dies.withLock { $0 = moment }
    isDead.withLock { $0 = false }
  }

  private func requireLife() throws(NodeError) {
    if isDead.withLock({ $0 }) { throw .unreachable(place: "nowhere", reason: "it is gone") }
  }

  func status() async throws(NodeError) -> NodeStatus {
    try requireLife()
    if isSilent.withLock({ $0 }) {
      // Until nobody waits any longer.
      try? await Task.sleep(for: .seconds(36_000))
      throw .timedOut(method: "getblockchaininfo", seconds: 36_000)
    }
    let status = try await chain.status()
    guard isOnMainnet.withLock({ $0 }) else { return status }
    return NodeStatus(
      network: .mainnet, tip: status.tip, software: status.software, isCatchingUp: false,
      firstBlock: 0, scanning: .wholeChain, minimumFeeRate: status.minimumFeeRate)
  }

  func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    try await chain.blockHash(at: height)
  }

  func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    try await chain.blockTimes(blocks)
  }

  func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    if looksForEver.withLock({ $0 }) {
      isLooking.withLock { $0 = true }
      // Until nobody waits any longer.
      try? await Task.sleep(for: .seconds(36_000))
      isLooking.withLock { $0 = false }
      throw .timedOut(method: "scantxoutset", seconds: 36_000)
    }
    let hidden = hides.withLock { $0 }
    return try await chain.activity(
      of: scripts.filter { !hidden.contains($0) }, from: height, through: tip, reading: reading,
      progress: progress)
  }

  func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    if let said = saysUnspent.withLock({ $0 }) { return said }
    return try await chain.unspentOutputs(outPoints, at: tip)
  }

  func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    if findsNothing.withLock({ $0 }) { return nil }
    return try await chain.confirmation(of: transaction, through: tip)
  }

  func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?] {
    try await chain.transactions(wanted)
  }

  func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? {
    if hasNoEstimate.withLock({ $0 }) { return nil }
    return try await chain.estimatedFeeRate(target: blocks)
  }

  func mempoolDepth() async throws(NodeError) -> MempoolDepth {
    try requireLife()
    if let said = saysDepth.withLock({ $0 }) { return try said.get() }
    return try await chain.mempoolDepth()
  }

  func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    judges.withLock { $0 }?()
    return try await chain.verdict(on: transaction)
  }

  func send(_ transaction: Transaction) async throws(NodeError) {
    sees.withLock { $0 }?()
    switch dies.withLock({ $0 }) {
    case .before:
      isDead.withLock { $0 = true }
      throw .unreachable(place: "nowhere", reason: "it is gone")
    case .after:
      try await chain.send(transaction)
      isDead.withLock { $0 = true }
      throw .cutOff(method: "sendrawtransaction")
    case .refuses: throw .refused(method: "sendrawtransaction", code: -26, message: "no")
    case .refusesAndTakes:
      try await chain.send(transaction)
      throw .refused(method: "sendrawtransaction", code: -26, message: "no")
    case nil: try await chain.send(transaction)
    }
  }

  func send(package transactions: [Transaction]) async throws(NodeError) {
    try await chain.send(package: transactions)
  }

  func mempoolEntry(of txid: Txid) async throws(NodeError) -> MempoolEntry? {
    try requireLife()
    return try await chain.mempoolEntry(of: txid)
  }

  func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? {
    try requireLife()
    return try await chain.sighting(of: txid)
  }
}
