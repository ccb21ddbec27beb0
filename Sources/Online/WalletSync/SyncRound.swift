internal import BitcoinPrimitives
internal import ChainTypes
internal import Descriptors
internal import NodeClients
internal import WalletStorage
internal import WalletTypes

/// One reading of the chain, as of one block; what it found is written down, or nothing is.
struct SyncRound {
  enum Outcome {
    case done(SyncReport)
    /// The best block is another one than at the start.
    case moved
    /// A transaction that the mempool named is not there any more.
    case vanished(Txid)
    /// Another program changed the records.
    case recordsChanged
    /// A coin that an earlier sync called unspent is not; read again from this height.
    case doubtful(OutPoint, from: Int)
  }

  let store: Store
  let source: any ChainSource
  /// What the source is called in an error.
  let node: String
  let wallet: WalletRecord
  let start: SyncStart
  /// A height from which an earlier round wants it read again.
  let again: Int?
  let progress: @Sendable (Double) -> Void

  /// Scripts are looked for in steps of this many, so that a new address seldom means a new search;
  /// within one sync each step is twice the last.
  private static let step: UInt32 = 100
  /// This many blocks before the last sync are read again, so that what one answer left out comes
  /// with the next: a day where filters make it cheap, an hour where each block is read.
  private static let overlap = (filters: 144, replay: 6)

  func run() async throws(SyncError) -> Outcome {
    let status = try await asked { () async throws(NodeError) in try await source.status() }
    guard status.network == wallet.network else {
      throw .node(.wrongNetwork(node: status.network.name, wallet: wallet.network.name))
    }
    // A regtest node that mined nothing for a day says so as well.
    if status.isCatchingUp, !wallet.network.hasBlocksAtWill {
      throw .node(.stillCatchingUp(height: status.tip.height))
    }
    do throws(SyncError) {
      return try await read(status)
    } catch {
      // Answers of two blocks need not go together.
      guard case .contradiction = error, try await !isTip(status.tip) else { throw error }
      return .moved
    }
  }

  private func read(_ status: NodeStatus) async throws(SyncError) -> Outcome {
    let tip = status.tip
    let plan = try stored { () throws(StorageError) in try store.syncPlan(of: wallet) }
    let fork = try await forkPoint(plan, tip)
    let lost = try await lostBlocks(plan)
    let from = startHeight(plan, status, fork, lost)
    let birth = min(wallet.birthHeight, from, tip.height)
    var search = SyncSearch(
      known: try stored { () throws(StorageError) in try store.walletScripts(of: wallet) })

    // First what is known, from the last sync on.
    try await look(at: 0..<search.knownCount, from: from, tip, &search)
    let base = SyncBase(
      from: from, birth: birth, lost: Set(lost.map(\.height)), isListed: search.isListing)
    var proof = SyncProof(round: self, base: base, status: status)
    // Then new scripts from the birth of the wallet, until none is used near the end.
    var step = Self.step
    while true {
      while case let wanted = additions(plan, search, step), !wanted.isEmpty {
        // Each search reads the chain from the birth of the wallet: thousands of used addresses must
        // not mean dozens of them.
        step = min(step * 2, IndexLimits.end)
        let new = try derive(wanted, &search)
        try await look(at: new, from: birth, tip, &search)
      }
      if let vanished = try await proof.prove(&search) { return .vanished(vanished) }
      try await proof.followGoneCoins(&search)
      if additions(plan, search, step).isEmpty { break }
    }
    try await proof.requireKnownFacts(plan, search)
    if let (coin, height) = try await proof.doubtfulCoin(search) {
      return .doubtful(coin, from: height)
    }
    try await proof.fetchMissing()
    let times = try await times(ofBlocks: proof.namedBlocks)
    // The mempool was read since: what it says goes with this block only while it is the last one.
    guard try await isTip(tip) else { return .moved }

    let gap = gap(plan, search, base)
    let findings = SyncFindings(
      plan: plan, fork: fork, base: base, tip: tip, events: search.events,
      knownCount: search.knownCount, gone: proof.gone, returned: proof.returned,
      transactions: proof.fresh, coinbases: proof.coinbases, gap: gap, times: times)
    guard try stored({ () throws(StorageError) in try store.apply(findings, to: wallet) }) else {
      return .recordsChanged
    }
    return .done(
      SyncReport(
        tip: tip, hadReorganisation: fork != plan.points.first, incompleteFrom: gap))
  }

  // MARK: Where to start

  /// The last block of an earlier sync that is still part of the chain.
  private func forkPoint(_ plan: SyncPlan, _ tip: ChainTip) async throws(SyncError) -> SyncPoint? {
    for point in plan.points where point.height <= tip.height {
      let hash = try await asked { () async throws(NodeError) in
        try await source.blockHash(at: point.height)
      }
      if hash == point.hash { return point }
    }
    return nil
  }

  /// The blocks that facts came from and that are not part of the chain, or never were.
  private func lostBlocks(_ plan: SyncPlan) async throws(SyncError) -> [BlockPosition] {
    let hashes = try await asked { () async throws(NodeError) in
      try await source.blockHashes(at: plan.blocks.map(\.height))
    }
    return zip(plan.blocks, hashes).filter { $0.hash != $1 }.map(\.0)
  }

  private func startHeight(
    _ plan: SyncPlan, _ status: NodeStatus, _ fork: SyncPoint?, _ lost: [BlockPosition]
  ) -> Int {
    var height = wallet.birthHeight
    if let fork {
      height = fork.height + 1
      let overlap =
        switch status.scanning {
        case .blockFilters, .scriptIndex: Self.overlap.filters
        case .unspentOutputs: Self.overlap.replay
        case .wholeChain: 0
        }
      let earlier = max(wallet.birthHeight, height - overlap)
      if earlier >= status.historyFrom { height = min(height, earlier) }
      // A block that was named and lies below one that holds, or above the last one, was never part of
      // the chain: nobody knows where what it is said to hold really is.
      let last = plan.points.first?.height ?? fork.height
      if lost.contains(where: { $0.height <= fork.height || $0.height > last }) {
        height = min(height, wallet.birthHeight)
      }
    }
    // Holes of the history are filled by the first source that can.
    if let gap = plan.gap, gap >= status.historyFrom { height = min(height, gap) }
    if let again { height = min(height, again) }
    switch start {
    case .lastSync: break
    case .height(let wanted): height = min(height, wanted)
    case .birth: height = min(height, wallet.birthHeight)
    }
    return max(0, min(height, status.tip.height + 1))
  }

  /// From where on the history has holes after this round.
  private func gap(_ plan: SyncPlan, _ search: SyncSearch, _ base: SyncBase) -> Int? {
    var gap = plan.gap
    if base.isListed {
      gap = min(gap ?? base.from, base.from)
    } else if let old = gap, base.from <= old, search.knownCount > 0 {
      gap = nil
    }
    if search.isListingNew { gap = min(gap ?? base.birth, base.birth) }
    return gap
  }

  /// The times of blocks that the records lack: of those that this round named, and of those that facts
  /// came from before.
  ///
  /// A block without one shows without a date, and the next round asks again.
  private func times(
    ofBlocks named: Set<BlockPosition>
  ) async throws(SyncError) -> [BlockPosition: Int64] {
    let lacking = try stored { () throws(StorageError) in
      try store.blocksWithoutTime(among: named, of: wallet)
    }
    let times = try await asked { () async throws(NodeError) in
      try await source.blockTimes(lacking)
    }
    return Dictionary(
      zip(lacking, times).compactMap { block, time in time.map { (block, $0) } }
    ) { first, _ in first }
  }

  // MARK: Scripts

  /// Adds what the source says about the scripts at some positions.
  private func look(
    at positions: Range<Int>, from height: Int, _ tip: ChainTip, _ search: inout SyncSearch
  ) async throws(SyncError) {
    guard !positions.isEmpty else { return }
    let activity = try await asked { () async throws(NodeError) in
      try await source.activity(
        of: search.scripts(at: positions), from: height, through: tip,
        reading: start == .lastSync ? .automatic : .wholeHistory, progress: progress)
    }
    search.add(activity, at: positions)
  }

  /// The scripts that have to be looked for in addition, as many as `step` more where any are needed.
  private func additions(
    _ plan: SyncPlan, _ search: SyncSearch, _ step: UInt32
  ) -> [SyncSearch.Addition] {
    plan.branches.compactMap { state in
      let have = search.count(of: state.branch)
      var target: UInt32 = 1
      if wallet.descriptor.isRange {
        let used = search.used(state.branch, known: state.known)
        // None is handed out from the end on: what is there is watched, and all that is known is read.
        let needed = min(max(state.next, used) + UInt32(wallet.gapLimit), IndexLimits.end)
        if needed > have {
          let whole = (needed + Self.step - 1) / Self.step * Self.step
          target = min(max(whole, have + (have == 0 ? Self.step : step)), IndexLimits.end)
        }
      }
      guard target > have else { return nil }
      return SyncSearch.Addition(branch: state.branch, indices: have..<target)
    }
  }

  private func derive(
    _ additions: [SyncSearch.Addition], _ search: inout SyncSearch
  ) throws(SyncError) -> Range<Int> {
    do {
      return try search.derive(additions, of: wallet.descriptor)
    } catch {
      throw .descriptor(error)
    }
  }

  // MARK: Questions

  /// Whether this is the last block of the chain still.
  private func isTip(_ tip: ChainTip) async throws(SyncError) -> Bool {
    let hashes = try await asked { () async throws(NodeError) in
      try await source.blockHashes(at: [tip.height, tip.height + 1])
    }
    return hashes == [tip.hash, nil]
  }

  func contradiction(_ what: String) -> SyncError { .contradiction(node: node, about: what) }

  /// Asks the source; what it contradicts itself about is said with its name.
  func asked<Value>(
    _ body: () async throws(NodeError) -> Value
  ) async throws(SyncError) -> Value {
    do {
      return try await body()
    } catch {
      if case .contradiction(let method, let field) = error {
        throw contradiction("\(field) (\(method))")
      }
      throw .node(error)
    }
  }

  func stored<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(SyncError) -> Value {
    do { return try body() } catch { throw .storage(error) }
  }
}
