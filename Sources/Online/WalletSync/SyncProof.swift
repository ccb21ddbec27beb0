internal import BitcoinPrimitives
internal import ChainTypes
internal import NodeClients
internal import WalletStorage
internal import WalletTypes

/// Holds what a source says against the bytes of transactions, its own headers and its own set of
/// unspent outputs, and fills in what the bytes prove.
struct SyncProof {
  let round: SyncRound
  let base: SyncBase
  let status: NodeStatus
  /// Bytes of transactions whose events were held against them.
  private var transactions: [Txid: Transaction] = [:]
  private var blocks: [Txid: BlockPosition?] = [:]
  private var proven: Set<Txid> = []
  /// Transactions whose bytes the source gave in this round.
  private var told: Set<Txid> = []
  /// Coins whose spender was verified.
  private var checked: Set<OutPoint> = []
  /// Coins that nobody named and that bytes proved.
  private var derived: Set<OutPoint> = []
  /// Of how many events the blocks and the coins were taken in.
  private var seen = (receipts: 0, spends: 0)
  private var hashes: [Int: BlockHash?] = [:]

  /// Bytes that the records do not have yet.
  private(set) var fresh: [Txid: Transaction] = [:]
  /// Coins that are gone without a known spender.
  private(set) var gone: [OutPoint] = []
  /// Coins that were called gone and are unspent again.
  private(set) var returned: [OutPoint] = []
  /// Whether transactions whose bytes nobody has make new coins.
  private(set) var coinbases: [Txid: Bool] = [:]

  /// The most coins that are asked about at each sync.
  private static let coinsAsked = 1000

  init(round: SyncRound, base: SyncBase, status: NodeStatus) {
    self.round = round
    self.base = base
    self.status = status
  }

  private var tip: ChainTip { status.tip }

  /// The blocks that something was said to be in.
  var namedBlocks: Set<BlockPosition> { Set(blocks.values.compactMap(\.self)) }

  // MARK: Events

  /// Proves what was not proved yet; gives a transaction of the mempool that is not there any more.
  mutating func prove(_ search: inout SyncSearch) async throws(SyncError) -> Txid? {
    try takeIn(search)
    try await checkBlocks()
    if let vanished = try await fetch(search) { return vanished }
    for receipt in search.events.receipts {
      guard let transaction = transactions[receipt.outPoint.txid] else { continue }
      let vout = Int(receipt.outPoint.vout)
      guard vout < transaction.outputs.count,
        transaction.outputs[vout].amount == receipt.amount,
        transaction.outputs[vout].scriptPubKey == receipt.script
      else { throw round.contradiction("output \(vout) of transaction \(receipt.outPoint.txid)") }
    }
    for spend in search.events.spends {
      guard let transaction = transactions[spend.spender] else { continue }
      guard transaction.inputs.contains(where: { $0.previousOutput == spend.outPoint }) else {
        throw round.contradiction(
          "transaction \(spend.spender), which does not spend \(spend.outPoint)")
      }
    }
    try derive(&search)
    try requireSignatures(search)
    return nil
  }

  /// Notes in which block each transaction is said to be: it must be one and the same.
  private mutating func takeIn(_ search: SyncSearch) throws(SyncError) {
    func note(_ txid: Txid, _ block: BlockPosition?) throws(SyncError) {
      if let other = blocks[txid], other != block {
        throw round.contradiction("the block of transaction \(txid)")
      }
      blocks[txid] = block
    }
    for receipt in search.events.receipts[seen.receipts...] {
      try note(receipt.outPoint.txid, receipt.block)
    }
    for spend in search.events.spends[seen.spends...] { try note(spend.spender, spend.block) }
    seen = (search.events.receipts.count, search.events.spends.count)
  }

  /// Every block that was named is the one at its height, and none lies above the last one.
  private mutating func checkBlocks() async throws(SyncError) {
    let named = namedBlocks
    if let above = named.first(where: { $0.height > tip.height || $0.height < 0 }) {
      throw round.contradiction(
        "block \(above.height), which is above its last block \(tip.height)")
    }
    let heights = Set(named.map(\.height)).filter { hashes[$0] == nil }.sorted()
    let answers = try await round.asked { () async throws(NodeError) in
      try await round.source.blockHashes(at: heights)
    }
    for (height, hash) in zip(heights, answers) { hashes[height] = hash }
    for block in named where hashes[block.height] != block.hash {
      throw round.contradiction("block \(block.height): \(block.hash) is not in its chain")
    }
  }

  /// The bytes of every transaction that was named: from the records, else from the source.
  private mutating func fetch(_ search: SyncSearch) async throws(SyncError) -> Txid? {
    let wanted = Set(blocks.keys).subtracting(proven)
    guard !wanted.isEmpty else { return nil }
    let known = try round.stored { () throws(StorageError) in
      try round.store.transactions(wanted, of: round.wallet)
    }
    transactions.merge(known) { first, _ in first }
    let places = wanted.filter { transactions[$0] == nil }.sorted().map {
      TransactionPlace(txid: $0, block: (blocks[$0] ?? nil)?.hash)
    }
    let answers = try await round.asked { () async throws(NodeError) in
      try await round.source.transactions(places)
    }
    let spenders = Set(search.events.spends.lazy.map(\.spender))
    for (place, transaction) in zip(places, answers) {
      guard let transaction else {
        // Replaced in the mempool meanwhile; a pruned block still proves nothing about a coin.
        if place.block == nil { return place.txid }
        let outputs = search.events.receipts.filter { $0.outPoint.txid == place.txid }
        guard !spenders.contains(place.txid),
          outputs.allSatisfy({ search.isListed($0.script) })
        else {
          throw round.contradiction(
            "transaction \(place.txid), which it names in a block but does not have")
        }
        continue
      }
      transactions[place.txid] = transaction
      fresh[place.txid] = transaction
      told.insert(place.txid)
    }
    return nil
  }

  /// Adds what the bytes prove and nobody named; a source that told the whole history of these blocks
  /// left it out.
  private mutating func derive(_ search: inout SyncSearch) throws(SyncError) {
    let new = Set(blocks.keys).subtracting(proven).filter { transactions[$0] != nil }
    let inputs = new.flatMap { transactions[$0]?.inputs.map(\.previousOutput) ?? [] }
    let owned = try round.stored { () throws(StorageError) in
      try round.store.ownCoins(among: Set(inputs), of: round.wallet)
    }
    // Outputs first: a later transaction may spend them.
    for txid in new.sorted() {
      let block = blocks[txid] ?? nil
      for (vout, output) in (transactions[txid]?.outputs ?? []).enumerated() {
        let outPoint = OutPoint(txid: txid, vout: UInt32(vout))
        guard search.events.coin(outPoint) == nil, search.isOwn(output.scriptPubKey),
          let amount = output.amount
        else { continue }
        guard !mustHaveNamed(output.scriptPubKey, block, search) else {
          throw round.contradiction("transaction \(txid): it leaves out output \(vout)")
        }
        search.add(
          ScriptActivity.Receipt(
            outPoint: outPoint, script: output.scriptPubKey, amount: amount, block: block))
        derived.insert(outPoint)
      }
    }
    for txid in new.sorted() {
      let block = blocks[txid] ?? nil
      for input in transactions[txid]?.inputs ?? [] {
        let coin = input.previousOutput
        guard !search.events.isSpent(coin), let output = search.output(coin) ?? owned[coin] else {
          continue
        }
        guard !mustHaveNamed(output.scriptPubKey, block, search) else {
          throw round.contradiction("transaction \(txid): it leaves out that it spends \(coin)")
        }
        search.add(ScriptActivity.Spend(outPoint: coin, spender: txid, block: block))
      }
    }
    proven.formUnion(new)
    seen = (search.events.receipts.count, search.events.spends.count)
  }

  /// Whoever says that a coin of the wallet is spent has a transaction that its owners signed: a made-up
  /// one would turn a payment that waits into a conflicted one, which invites paying twice.
  ///
  /// Asked of every spend, whenever its transaction came: it may lie in the records from a sync that
  /// did not know the coin yet.
  private mutating func requireSignatures(_ search: SyncSearch) throws(SyncError) {
    guard round.store.checksSignatures else { return }
    var open: Set<Txid> = []
    for spend in search.events.spends
    where !checked.contains(spend.outPoint) && transactions[spend.spender] != nil {
      open.insert(spend.spender)
    }
    let spenders = open.sorted()
    guard !spenders.isEmpty else { return }
    let inputs = Set(
      spenders.flatMap { transactions[$0]?.inputs.map(\.previousOutput) ?? [] })
    let (owned, unsigned) = try round.stored { () throws(StorageError) in
      (
        try round.store.ownCoins(among: inputs, of: round.wallet),
        try round.store.payments(builtAs: Set(spenders), of: round.wallet)
      )
    }
    for txid in spenders {
      guard let transaction = transactions[txid] else { continue }
      // A payment of this home that a pruned node could confirm and not show: known as it was built.
      if !transaction.isUnlocked, unsigned.contains(txid), !told.contains(txid) { continue }
      let outPoints = transaction.inputs.map(\.previousOutput)
      let check = SpendCheck(
        transaction,
        spending: outPoints.map {
          search.output($0) ?? owned[$0] ?? transactions[$0.txid]?.output(at: $0.vout)
        })
      for (index, outPoint) in outPoints.enumerated()
      where search.events.coin(outPoint) != nil || owned[outPoint] != nil {
        guard check.verdict(ofInput: index) != .invalid else {
          throw round.contradiction(
            "transaction \(txid), whose signature for coin \(outPoint) is not valid")
        }
        checked.insert(outPoint)
      }
    }
  }

  /// Whether the source told everything about a script in this block.
  private func mustHaveNamed(
    _ script: Script, _ block: BlockPosition?, _ search: SyncSearch
  ) -> Bool {
    guard let block, !search.isListed(script) else { return false }
    return block.height >= (search.isKnown(script) ? base.from : base.birth)
  }

  // MARK: Coins that are gone

  /// Looks for the transactions that spent coins which are not listed any more: the wallet's own
  /// payments, and those that waited in the mempool before.
  mutating func followGoneCoins(_ search: inout SyncSearch) async throws(SyncError) {
    gone = []
    let unknown = try round.stored { () throws(StorageError) in
      try round.store.unknownSpends(of: round.wallet)
    }
    if returned.isEmpty { returned = try await unspentAgain(unknown) }
    let back = Set(returned)
    var missing: [OutPoint] = []
    // Where known scripts were not listed, none of the coins that are kept was looked for in a list.
    if base.isListed {
      missing = try round.stored { () throws(StorageError) in
        try round.store.unspentCoins(of: round.wallet, keeping: base) {
          !search.events.isListed($0)
        }
      }.map(\.outPoint)
    }
    var tried: Set<Txid> = []
    while true {
      let received = search.events.receipts.filter {
        $0.block != nil && search.isListed($0.script) && !search.events.isListed($0.outPoint)
      }.map(\.outPoint)
      let unspent = Set(missing + received).filter { !search.events.isSpent($0) }
      let open = unspent.union(
        unknown.filter {
          (base.isListed || !back.contains($0)) && !search.events.isSpent($0)
        }
      ).subtracting(back)
      gone = unspent.sorted()
      guard !open.isEmpty else { return }
      let candidates = try round.stored { () throws(StorageError) in
        try round.store.possibleSpenders(of: open, in: round.wallet)
      }.filter { tried.insert($0.txid).inserted && blocks[$0.txid] == nil }
      guard !candidates.isEmpty else { return }
      for transaction in candidates { try await follow(transaction, open, &search) }
    }
  }

  /// Adds a transaction and what it spends, when it is confirmed.
  private mutating func follow(
    _ transaction: Transaction, _ open: Set<OutPoint>, _ search: inout SyncSearch
  ) async throws(SyncError) {
    let txid = transaction.txid
    let place = try await round.asked { () async throws(NodeError) in
      try await round.source.confirmation(of: transaction, through: tip)
    }
    guard let place else { return }
    // The block's own bytes have the witness; a pruned block has none to give.
    let told = try await round.asked { () async throws(NodeError) in
      try await round.source.transactions([TransactionPlace(txid: txid, block: place.hash)])
    }
    let bytes = told.first.flatMap { $0 }
    if bytes != nil { self.told.insert(txid) }
    transactions[txid] = bytes ?? transaction
    fresh[txid] = transactions[txid]
    for input in transaction.inputs where open.contains(input.previousOutput) {
      search.add(
        ScriptActivity.Spend(outPoint: input.previousOutput, spender: txid, block: place))
    }
    _ = try await prove(&search)
  }

  /// Those of the coins that are called gone that are unspent again, since a block was replaced.
  private func unspentAgain(_ unknown: [OutPoint]) async throws(SyncError) -> [OutPoint] {
    let asked = Array(unknown.suffix(Self.coinsAsked))
    guard !asked.isEmpty else { return [] }
    let answers = try await round.asked { () async throws(NodeError) in
      try await round.source.unspentOutputs(asked, at: tip)
    }
    return zip(asked, answers).filter { $1 != nil }.map(\.0)
  }

  // MARK: Cross-checks

  /// What earlier syncs found in blocks that hold, and that this one does not name, is not in those
  /// blocks.
  func requireKnownFacts(_ plan: SyncPlan, _ search: SyncSearch) async throws(SyncError) {
    guard !base.isListed, let last = plan.points.first, base.from <= last.height else { return }
    let left = try round.stored { () throws(StorageError) in
      try round.store.places(from: base.from, of: round.wallet)
    }.filter { blocks[$0.txid] == nil && !base.lost.contains($0.height) }
    let wanted = left.map { TransactionPlace(txid: $0.txid, block: $0.block) }
    let answers = try await round.asked { () async throws(NodeError) in
      try await round.source.transactions(wanted)
    }
    for (place, transaction) in zip(left, answers) where transaction != nil {
      throw round.contradiction(
        "transaction \(place.txid) in block \(place.height), which it leaves out")
    }
  }

  /// Asks about coins that are unspent as far as is known; gives one that is not, and was known before.
  mutating func doubtfulCoin(
    _ search: SyncSearch
  ) async throws(SyncError) -> (OutPoint, height: Int)? {
    let lost = Set(gone)
    let events = search.events
    // First those whose bytes nobody has: nothing else is known about them.
    var coins = events.unspent(atMost: Self.coinsAsked) {
      transactions[$0] == nil
    } where: {
      !lost.contains($0)
    }
    let new = Set(coins.map(\.outPoint))
    // Of the others, as many again: others each time a block came.
    coins += try round.stored { () throws(StorageError) in
      try round.store.unspentCoins(
        of: round.wallet, keeping: base, atMost: Self.coinsAsked,
        from: { tip.height &* Self.coinsAsked % $0 }
      ) {
        !events.settles($0) && !lost.contains($0)
      }
    }
    let asked = coins
    let answers = try await round.asked { () async throws(NodeError) in
      try await round.source.unspentOutputs(asked.map(\.outPoint), at: tip)
    }
    for (coin, answer) in zip(asked, answers) {
      if let answer, answer.output.amount == coin.amount, answer.height == coin.height {
        if transactions[coin.outPoint.txid] == nil {
          coinbases[coin.outPoint.txid] = answer.isCoinbase
        }
        continue
      }
      // Nobody called it unspent: it came and went in blocks that this round did not read.
      if derived.contains(coin.outPoint) {
        gone = (gone + [coin.outPoint]).sorted()
        continue
      }
      guard !new.contains(coin.outPoint) else {
        throw round.contradiction(
          "coin \(coin.outPoint), which it names as unspent in one answer and not in another")
      }
      return (coin.outPoint, min(coin.height, answer?.height ?? coin.height))
    }
    return nil
  }

  // MARK: Bytes

  /// Asks again for the bytes of transactions that made unspent coins and that no node had so far.
  mutating func fetchMissing() async throws(SyncError) {
    let missing = try round.stored { () throws(StorageError) in
      try round.store.missingTransactions(of: round.wallet)
    }.filter { transactions[$0.txid] == nil && blocks[$0.txid] == nil }
    guard !missing.isEmpty else { return }
    let answers = try await round.asked { () async throws(NodeError) in
      try await round.source.transactions(missing)
    }
    let coins = try round.stored { () throws(StorageError) in
      try round.store.ownCoins(madeBy: Set(missing.map(\.txid)), of: round.wallet)
    }
    for (place, transaction) in zip(missing, answers) {
      guard let transaction else { continue }
      for (outPoint, coin) in coins where outPoint.txid == place.txid {
        guard transaction.output(at: outPoint.vout) == coin else {
          throw round.contradiction("coin \(outPoint), whose transaction says something else")
        }
      }
      fresh[place.txid] = transaction
    }
  }
}

extension Transaction {
  fileprivate func output(at vout: UInt32) -> TxOut? {
    Int(vout) < outputs.count ? outputs[Int(vout)] : nil
  }
}
