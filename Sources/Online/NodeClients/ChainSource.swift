public import BitcoinPrimitives
public import ChainTypes

/// Something that knows the chain: a node, a server, the rehearsal chain.
///
/// It is asked about scripts, never about wallets: no descriptor and no extended key leaves this
/// machine, and nothing about the wallet stays behind.
public protocol ChainSource: Sendable {
  /// What the source says about itself now.
  func status() async throws(NodeError) -> NodeStatus

  /// The block at a height of the best chain; nil above the tip.
  func blockHash(at height: Int) async throws(NodeError) -> BlockHash?

  /// The same for many heights, in their order.
  func blockHashes(at heights: [Int]) async throws(NodeError) -> [BlockHash?]

  /// The times of these blocks, in seconds since 1970, as their miners wrote them; nil for a block that
  /// the source does not have.
  func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?]

  /// What happened to these scripts in the blocks `from` to `tip` and in the mempool.
  ///
  /// `progress` is called with the share that is done, 0 to 1.
  /// - Throws: `NodeError.pruned` when the whole history is asked for and blocks of it are gone.
  func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity

  /// Which of these outputs are unspent in the blocks up to `tip`, in the order asked for; nil for
  /// one that is spent or never was.
  /// - Throws: `NodeError.chainMoved` when that is not the last block any more.
  func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?]

  /// The same, with a proof that each is in its block where the source can give one: for coins of others, of which
  /// nothing else is known.
  func provedOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?]

  /// The headers of blocks that follow one another, for a signer that sees no chain; nil where the source gives none.
  func blockHeaders(
    at heights: ClosedRange<Int>, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader]?

  /// The way of each transaction to the root of its block, in the order asked for; nil for one that the source does
  /// not give. Nothing is verified yet.
  func merkleProofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [MerkleProof?]

  /// Where this transaction is confirmed; nil when it is not, or when the source cannot tell.
  func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition?

  /// The transactions themselves, each checked against its txid, in the order asked for; nil
  /// where the source has none (a pruned block).
  func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?]

  /// The fee rate for a confirmation within so many blocks; nil when nobody can tell yet.
  func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate?

  /// The same for several targets, in their order; nil for one of which the source knows nothing.
  func estimatedFeeRates(targets: [Int]) async throws(NodeError) -> [FeeRate?]

  /// What fees were paid in the blocks at these heights, in their order; nil for a block that the source does not have,
  /// and for all of it where it cannot tell.
  func fees(ofBlocksAt heights: [Int]) async throws(NodeError) -> [BlockFees?]?

  /// How much waits in the mempool, by fee rate.
  /// - Throws: `NodeError.mempoolUntold` where the source cannot tell.
  func mempoolDepth() async throws(NodeError) -> MempoolDepth

  /// Whether the source would take this transaction into its mempool.
  func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict

  /// Hands a transaction over to be relayed; one it has already is not an error.
  func send(_ transaction: Transaction) async throws(NodeError)

  /// Hands over transactions that only together pay enough, parents before children; those that it has already are
  /// no error.
  func send(package transactions: [Transaction]) async throws(NodeError)

  /// What the mempool of the source says of a transaction; nil when it does not have it.
  func mempoolEntry(of txid: Txid) async throws(NodeError) -> MempoolEntry?

  /// Where the source has seen a transaction: its wtxid tells which witness it holds.
  func sighting(of txid: Txid) async throws(NodeError) -> Wtxid?
}

extension ChainSource {
  /// What the source says is all there is.
  public func provedOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    try await unspentOutputs(outPoints, at: tip)
  }

  /// None.
  public func blockHeaders(
    at heights: ClosedRange<Int>, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader]? {
    nil
  }

  /// None.
  public func merkleProofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [MerkleProof?] {
    confirmed.map { _ in nil }
  }

  /// Asks for one height after the other.
  public func blockHashes(at heights: [Int]) async throws(NodeError) -> [BlockHash?] {
    var hashes: [BlockHash?] = []
    for height in heights { hashes.append(try await blockHash(at: height)) }
    return hashes
  }

  /// Asks for one target after the other; a refusal says nothing of the next.
  public func estimatedFeeRates(targets: [Int]) async throws(NodeError) -> [FeeRate?] {
    var rates: [FeeRate?] = []
    for blocks in targets {
      do throws(NodeError) {
        rates.append(try await estimatedFeeRate(target: blocks))
      } catch {
        guard case .refused = error else { throw error }
        rates.append(nil)
      }
    }
    return rates
  }

  /// As much of the history as the source can tell soon; else what is unspent now.
  public func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    try await activity(
      of: scripts, from: height, through: tip, reading: .automatic, progress: progress)
  }
}
