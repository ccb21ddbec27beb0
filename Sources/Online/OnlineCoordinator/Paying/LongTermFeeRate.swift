internal import BitcoinPrimitives
internal import ChainTypes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The rate at which coins are expected to be spent one day, and where it comes from (docs/decisions/0032).
struct LongTermFeeRate {
  enum Origin: Equatable {
    /// The settings of this home.
    case setting
    /// What the node in use told of so many blocks of the last year.
    case node(name: String, blocks: Int)
    /// Bitcoin Core's, because nobody says another.
    case builtIn
  }

  let rate: FeeRate
  let origin: Origin
  /// What the node's blocks say, where that is not taken as it is.
  let unbounded: FeeRate?

  /// 10 sat/vB, as Bitcoin Core's `DEFAULT_CONSOLIDATE_FEERATE` and `long_term_fee_rate`.
  static let builtIn: Int64 = 10_000
  /// What a node's word counts at least and at most, in satoshis per 1,000 vB: the lowest rate that Bitcoin Core relays,
  /// and five times what it has built in.
  static let bounds: ClosedRange<Int64> = 100...50_000

  /// For payments of a wallet, whose last block is at `height`.
  init(for wallet: WalletRecord, at height: Int, in store: Store) throws {
    let chosen = try CoordinatorSetting.longTermFeeRate.value(in: store)
    if chosen > 0 {
      (rate, origin) = (try FeeRate(satoshisPerKvB: chosen * 1000), .setting)
      unbounded = nil
      return
    }
    guard let node = try store.activeNode(),
      let learnt = try Self.learnt(from: node, on: wallet.network, at: height, in: store)
    else {
      (rate, origin) = (try FeeRate(satoshisPerKvB: Self.builtIn), .builtIn)
      unbounded = nil
      return
    }
    let median = learnt.median.satoshisPerKvB
    let bounded = min(max(median, Self.bounds.lowerBound), Self.bounds.upperBound)
    rate = try FeeRate(satoshisPerKvB: bounded)
    origin = .node(name: node.name, blocks: learnt.blocks)
    unbounded = bounded == median ? nil : learnt.median
  }

  /// The median of what the middles of the blocks paid that a node told of, where these are enough.
  static func learnt(
    from node: NodeRecord, on network: Network, at height: Int, in store: Store
  ) throws -> (median: FeeRate, blocks: Int)? {
    guard let range = FeeYear(at: height).range else { return nil }
    let rates = try store.fees(in: range, of: node, on: network)
    guard rates.count >= FeeYear.least else { return nil }
    return (rates[(rates.count - 1) / 2], rates.count)
  }

  /// Where it comes from, in brackets behind the rate.
  var words: String {
    switch origin {
    case .setting: "your setting"
    case .builtIn:
      "built in, as in Bitcoin Core; `sync` learns one from a Bitcoin Core node that has at least "
        + "half a year of blocks"
    case .node(let name, let blocks):
      "the median of \(blocks) blocks of the last year, as the node \(ForeignText.name(name)) tells it"
        + (unbounded.map { "; its own figure, \($0), is outside 0.1 to 50 sat/vB" } ?? "")
    }
  }

  /// Where it comes from, in one word.
  var word: String {
    switch origin {
    case .setting: "setting"
    case .builtIn: "builtIn"
    case .node: "node"
    }
  }
}

/// The blocks of the last year that a node is asked about: one a day, on heights that stay the same, so that each day has
/// one new question.
struct FeeYear {
  /// A day of blocks.
  private static let step = 144
  /// A year of them.
  private static let length = 365 * step
  /// So many must have paid something: less than half of a year says little of the next one.
  static let least = 183
  /// So deep a block has to be: a reorganisation does not reach it.
  private static let depth = 100

  /// From the first to the last height that may be asked about; nil on a chain that is not as old as half a year.
  let range: ClosedRange<Int>?

  /// The year before a block.
  init(at height: Int) {
    let last = height - Self.depth
    range = last >= Self.least * Self.step ? max(1, last - Self.length + 1)...last : nil
  }

  /// The heights, the newest first, as far as the node has the blocks; none where these are too few.
  func heights(from firstBlock: Int) -> [Int] {
    guard let range else { return [] }
    let newest = range.upperBound / Self.step * Self.step
    let heights = stride(from: newest, through: max(range.lowerBound, firstBlock), by: -Self.step)
    let all = Array(heights)
    return all.count < Self.least ? [] : all
  }
}

extension CoordinatorSession {
  /// How many blocks are asked about at a time.
  private static let blocksAtATime = 4

  /// Asks the node in use what blocks of the last year paid, those of which it has not told yet, for so long at most; what it
  /// told is kept, and the next time goes on from there.
  ///
  /// `height` is that of the last block. Nothing depends on it: whatever goes wrong ends it, and is no error.
  func learnFees(at height: Int, for limit: Duration, _ store: Store) async {
    guard FeeYear(at: height).range != nil, let node = try? activeNode(store),
      let source = try? source(node),
      (try? CoordinatorSetting.longTermFeeRate.value(in: store)) == 0
    else { return }
    let deadline = ContinuousClock.now + limit
    guard
      case .ended(.success(let status)) = await waited(
        until: deadline, { try await source.status() }),
      !status.isCatchingUp, let range = FeeYear(at: status.tip.height).range
    else { return }
    let heights = FeeYear(at: status.tip.height).heights(from: status.firstBlock)
    guard
      var missing = try? store.heightsWithoutFees(among: heights, of: node, on: status.network),
      !missing.isEmpty
    else { return }
    let progress = console.progress("reading what blocks of the last year paid", unit: "%")
    defer { progress.end() }
    while !missing.isEmpty {
      let asked = Array(missing.prefix(Self.blocksAtATime))
      guard
        case .ended(.success(let fees?)) = await waited(
          until: deadline, { try await source.fees(ofBlocksAt: asked) }),
        fees.count == asked.count,
        (try? store.keepFees(
          // What the node does not have now it may have the next time.
          zip(asked, fees).compactMap { height, fees in fees.map { (height, $0.median) } },
          of: node, on: status.network, keeping: range))
          != nil
      else { return }
      missing.removeFirst(asked.count)
      progress.update((heights.count - missing.count) * 100 / heights.count, of: 100)
    }
  }

  /// How much a node told of its last year, in words; nil where it told nothing.
  func learntFees(from node: NodeRecord, _ status: NodeStatus, _ store: Store) throws -> String? {
    let heights = FeeYear(at: status.tip.height).heights(from: status.firstBlock)
    let missing = try store.heightsWithoutFees(among: heights, of: node, on: status.network).count
    guard missing < heights.count else { return nil }
    let read = "\(heights.count - missing) of \(heights.count) blocks read"
    let learnt = try LongTermFeeRate.learnt(
      from: node, on: status.network, at: status.tip.height, in: store)
    return (learnt.map { "\($0.median), median of \($0.blocks) blocks" } ?? "not known yet")
      + (missing > 0 ? "; \(read) so far" : "")
  }
}
