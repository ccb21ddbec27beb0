internal import BitcoinPrimitives
internal import ChainTypes
internal import Descriptors
internal import NodeClients
internal import WalletStorage
internal import WalletTypes

/// What a sync has looked for and found so far.
struct SyncSearch {
  private(set) var events: SyncEvents
  /// So many of the first scripts were in the records.
  let knownCount: Int
  /// One more than the highest index that a block paid, by branch.
  private var paid: [Int: UInt32] = [:]
  /// The indices that only the mempool pays, by branch.
  private var waiting: [Int: Set<UInt32>] = [:]
  /// The positions of scripts of which the source listed only what is unspent.
  private var listedScripts: Set<Int> = []

  /// The scripts that a branch gets in addition.
  struct Addition {
    let branch: Int
    let indices: Range<UInt32>
  }

  init(known: WalletScripts) {
    events = SyncEvents(of: known)
    knownCount = known.all.count
  }

  // MARK: Scripts

  private var scripts: ScriptTable { events.scripts.all }

  /// Those at some positions, as a source is asked about them.
  func scripts(at positions: Range<Int>) -> [Script] { Array(scripts[positions]) }

  /// How many scripts of a branch there are.
  func count(of branch: Int) -> UInt32 { events.scripts.counts[branch] ?? 0 }

  /// Whether it is one of the wallet.
  func isOwn(_ script: Script) -> Bool { scripts.contains(script) }

  /// Whether it was in the records.
  func isKnown(_ script: Script) -> Bool {
    scripts.firstPosition(of: script).map { $0 < knownCount } ?? false
  }

  /// Derives more of a wallet's scripts; their positions.
  mutating func derive(
    _ additions: [Addition], of descriptor: Descriptor
  ) throws(DescriptorError) -> Range<Int> {
    let first = scripts.count
    for addition in additions {
      let branch = try descriptor.branch(addition.branch)
      for index in addition.indices {
        events.scripts.append(
          ScriptPlace(branch: addition.branch, index: index),
          try branch.script(at: index).scriptPubKey)
      }
    }
    return first..<scripts.count
  }

  /// Whether the source listed only what is unspent at any script.
  var isListing: Bool { !listedScripts.isEmpty }

  /// Whether it did so of a script that the records did not have.
  var isListingNew: Bool { listedScripts.contains { $0 >= knownCount } }

  /// Whether it did so of this one.
  func isListed(_ script: Script) -> Bool {
    guard isListing, let position = scripts.firstPosition(of: script) else { return false }
    return listedScripts.contains(position)
  }

  // MARK: Events

  /// Adds what a source says about the scripts at some positions.
  mutating func add(_ activity: ScriptActivity, at positions: Range<Int>) {
    if activity.onlyUnspent {
      // The first owner keeps a script that two branches share.
      for position in positions {
        listedScripts.insert(scripts.firstPosition(of: scripts[position]) ?? position)
      }
      for receipt in activity.receipts where receipt.block != nil { events.list(receipt.outPoint) }
    }
    for receipt in activity.receipts { add(receipt) }
    for spend in activity.spends { add(spend) }
  }

  /// Adds what the bytes of a transaction prove.
  mutating func add(_ receipt: ScriptActivity.Receipt) {
    guard let position = events.add(receipt) else { return }
    let owner = events.scripts.place(at: position)
    if receipt.block == nil {
      waiting[owner.branch, default: []].insert(owner.index)
    } else {
      paid[owner.branch] = max(paid[owner.branch] ?? 0, owner.index + 1)
    }
  }

  mutating func add(_ spend: ScriptActivity.Spend) { events.add(spend) }

  /// What was named or proved of a coin.
  func output(_ coin: OutPoint) -> TxOut? {
    events.coin(coin).map { TxOut(amount: $0.amount, scriptPubKey: $0.script) }
  }

  /// One more than the highest index used; `known` is the first that was known of neither as handed out
  /// nor as paid in a block.
  ///
  /// What only the mempool pays may be invented: far above the others it does not count.
  func used(_ branch: Int, known: UInt32) -> UInt32 {
    let known = max(known, paid[branch] ?? 0)
    let near = waiting[branch]?.filter { $0 < known + IndexLimits.ahead }.max()
    return max(known, near.map { $0 + 1 } ?? 0)
  }
}
