internal import BitcoinPrimitives
internal import ChainTypes

/// The headers of a server's chain up to its last block, each held against the one before.
///
/// Whoever makes up a block has to make up every header from there to the last one, each with the work that
/// it names. On mainnet they must be as hard as the real ones nearly are: see ``MainnetFloor``.
struct HeaderChain<Index: ScriptIndex> {
  private let index: Index
  private let network: Network

  /// Blocks for which the difficulty stays the same.
  private static var period: Int { 2016 }
  /// Headers asked for at a time, as servers limit it.
  private static var step: Int { 2016 }

  init(_ index: Index, _ network: Network) {
    self.index = index
    self.network = network
  }

  /// The headers at some heights, with the chain from the lowest of them to the tip looked through.
  ///
  /// - Throws: `NodeError.chainMoved` when the tip is not the last block of that chain any more.
  func headers(
    at heights: Set<Int>, through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> [Int: BlockHeader] {
    guard let lowest = heights.min() else { return [:] }
    guard heights.allSatisfy({ (0...tip.height).contains($0) }) else { throw .chainMoved }
    var found: [Int: BlockHeader] = [:]
    var last: BlockHeader?
    var next = lowest
    while next <= tip.height {
      let part = try await index.headers(
        from: next, count: min(Self.step, tip.height - next + 1), through: tip)
      guard !part.isEmpty else { throw .chainMoved }
      for header in part {
        try check(header, after: last, at: next)
        if heights.contains(next) { found[next] = header }
        last = header
        next += 1
      }
      progress(Double(next - lowest) / Double(tip.height - lowest + 1))
    }
    guard last?.hash == tip.hash else { throw .chainMoved }
    return found
  }

  private func check(
    _ header: BlockHeader, after last: BlockHeader?, at height: Int
  ) throws(NodeError) {
    guard header.hasWork else {
      throw .contradiction(
        method: Index.headerMethod, field: "block \(height), which has not the work it names")
    }
    // Another chain may have taken over between two answers.
    if let last, header.previous != last.hash { throw .chainMoved }
    guard network.isMainnet else { return }
    guard height != MainnetFloor.height || "\(header.hash)" == MainnetFloor.hash else {
      throw .contradiction(
        method: Index.headerMethod,
        field: "block \(height), which is not the one of the Bitcoin network")
    }
    let isTooEasy = MainnetFloor.steps.contains {
      height >= $0.height && !header.isAsHard(as: $0.bits)
    }
    let isOutOfStep =
      last.map {
        height % Self.period == 0
          ? !header.isAtMostFourTimesEasier(than: $0) : header.bits != $0.bits
      } ?? false
    guard !isTooEasy, !isOutOfStep else {
      throw .contradiction(
        method: Index.headerMethod, field: "block \(height), which is too easy for this chain")
    }
  }
}

/// How hard blocks of mainnet are at least.
///
/// Without it, a chain of easy blocks would cost nothing. The real difficulty was about 2^45.6 at block
/// 800,000 and 2^46.6 at block 880,000; a block of the second floor costs about a tenth of an honest one of
/// 2026.
enum MainnetFloor {
  /// A block of mainnet that every chain must have.
  static let height = 800_000
  static let hash = "00000000000000000002a7c4c1e48d76c5a37902165a270156b7a8d72728a054"
  /// From a height on, the least difficulty, as bits: 2^40 and 2^44.
  static let steps: [(height: Int, bits: UInt32)] = [
    (800_001, 0x1800_ffff), (880_000, 0x170f_fff0),
  ]
}
