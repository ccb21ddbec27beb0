public import BitcoinPrimitives
internal import Bytes

/// What the transactions of a block paid.
public struct BlockFees: Hashable, Sendable {
  /// The fee rate in the middle of the block: half of its weight paid more.
  ///
  /// Nil where nothing in it paid, as in a block with a reward alone.
  public let median: FeeRate?

  /// Takes the rate.
  public init(median: FeeRate?) {
    self.median = median
  }
}

extension ChainSource {
  /// Most sources know nothing of it.
  public func fees(ofBlocksAt heights: [Int]) async throws(NodeError) -> [BlockFees?]? { nil }
}

extension BitcoinCore {
  /// By `getblockstats`, which reads the block and what it spent: some hundredths of a second a block.
  ///
  /// All of them are asked for in one request.
  public func fees(ofBlocksAt heights: [Int]) async throws(NodeError) -> [BlockFees?]? {
    let method = "getblockstats"
    let fields: JSONValue = ["feerate_percentiles", "totalfee", "total_weight"]
    var found: [BlockFees?] = []
    for result in try await connection.batch(method, heights.map { [.integer($0), fields] }) {
      switch result {
      case .success(let value):
        found.append(try RPCAnswer(value: value, method: method).blockFees())
      case .failure(.refused(_, -32601, _)): return nil
      case .failure(.refused): found.append(nil)  // above the tip, pruned, or not read yet
      case .failure(let error): throw error
      }
    }
    return found
  }
}

extension RPCAnswer {
  /// The most that is taken for the middle of a block, in sat/vB.
  private static var mostPerByte: Int { 1_000_000 }

  /// What `getblockstats` says of the fees of a block.
  ///
  /// The percentiles are whole sat/vB, rounded down: of a block whose middle pays 0.4 sat/vB it says 0. Fees and
  /// weight are exact, so the average says where within that sat/vB the middle is about.
  func blockFees() throws(NodeError) -> BlockFees {
    let weight = try member("total_weight").integer(0...Weight.maxBlock.units)
    guard weight > 0 else { return BlockFees(median: nil) }
    let fees = try member("totalfee").integer(0...Int(Amount.maxSatoshis))
    let percentiles = try member("feerate_percentiles").elements()
    // The 10th, 25th, 50th, 75th and 90th.
    guard percentiles.count == 5 else { throw wrong("feerate_percentiles") }
    let middle = try percentiles[2].integer(0...Self.mostPerByte) * 1000
    let average = fees / weight * 4000 + fees % weight * 4000 / weight
    guard let median = try? FeeRate(satoshisPerKvB: Int64(max(middle, min(average, middle + 1000))))
    else { throw wrong() }
    return BlockFees(median: median)
  }
}
