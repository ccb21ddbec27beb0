internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes

/// The headers of a server's chain up to its last block, each held against the one before.
///
/// Whoever makes up a block has to make up every header from there to the last one, each with the work that
/// it names. On mainnet they must be as hard as the real ones nearly are: see ``Floor``.
struct HeaderChain {
  private let connection: ElectrumConnection
  private let network: Network

  /// How hard blocks of mainnet are at least.
  ///
  /// Without it, a chain of easy blocks would cost nothing. The real difficulty was about 2^45.6 at block
  /// 800,000 and 2^46.6 at block 880,000; a block of the second floor costs about a tenth of an honest one of
  /// 2026.
  enum Floor {
    /// A block of mainnet that every chain must have.
    static let height = 800_000
    static let hash = "00000000000000000002a7c4c1e48d76c5a37902165a270156b7a8d72728a054"
    /// From a height on, the least difficulty, as bits: 2^40 and 2^44.
    static let steps: [(height: Int, bits: UInt32)] = [
      (800_001, 0x1800_ffff), (880_000, 0x170f_fff0),
    ]
  }

  /// Blocks for which the difficulty stays the same.
  private static let period = 2016
  /// Headers asked for at a time, as servers limit it.
  private static let step = 2016

  init(_ connection: ElectrumConnection, _ network: Network) {
    self.connection = connection
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
      let part = try await read(from: next, count: min(Self.step, tip.height - next + 1))
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
        method: Self.method, field: "block \(height), which has not the work it names")
    }
    // Another chain may have taken over between two answers.
    if let last, header.previous != last.hash { throw .chainMoved }
    guard network.isMainnet else { return }
    guard height != Floor.height || "\(header.hash)" == Floor.hash else {
      throw .contradiction(
        method: Self.method, field: "block \(height), which is not the one of the Bitcoin network")
    }
    let isTooEasy = Floor.steps.contains { height >= $0.height && !header.isAsHard(as: $0.bits) }
    let isOutOfStep =
      last.map {
        height % Self.period == 0
          ? !header.isAtMostFourTimesEasier(than: $0) : header.bits != $0.bits
      } ?? false
    guard !isTooEasy, !isOutOfStep else {
      throw .contradiction(
        method: Self.method, field: "block \(height), which is too easy for this chain")
    }
  }

  private static let method = "blockchain.block.headers"

  private func read(from height: Int, count: Int) async throws(NodeError) -> [BlockHeader] {
    let answer = try await connection.call(Self.method, [.integer(height), .integer(count)])
    var digits: [String] = []
    if let list = answer.optional("headers") {
      // Version 1.6 gives a list, those before give one text.
      for one in try list.elements() { digits.append(try one.text()) }
    } else {
      digits = [try answer.member("hex").text()]
    }
    var headers: [BlockHeader] = []
    for text in digits {
      guard let bytes = try? Hex.decode(text), bytes.count % BlockHeader.size == 0 else {
        throw answer.wrong("hex")
      }
      for start in stride(from: 0, to: bytes.count, by: BlockHeader.size) {
        guard let header = BlockHeader(bytes[start..<start + BlockHeader.size]) else {
          throw answer.wrong("hex")
        }
        headers.append(header)
      }
    }
    if headers.isEmpty { throw .chainMoved }
    // Fewer only where the server never gives more at once; one by one they would go on for months.
    let most = answer.optional("max").flatMap { $0.value.intValue } ?? count
    guard headers.count == count || (headers.count < count && headers.count == most && most >= 100)
    else { throw .chainMoved }
    return headers
  }
}
