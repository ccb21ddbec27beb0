internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import Refusals
internal import TerminalUI

/// What a node says of fees: how much waits in its mempool at which rate, and what it estimates.
struct FeeCurve {
  /// Blocks within which a payment is to be confirmed, and how long they take.
  static let targets = [
    (2, "20 minutes"), (6, "an hour"), (24, "4 hours"), (144, "a day"), (1008, "a week"),
  ]
  /// The highest rate of the table, in sat/kvB: what a node says of higher ones stands in its first row.
  private static let highestRow: Int64 = 10_000_000

  /// What waits; nil where the node cannot tell.
  let depth: MempoolDepth?
  /// Why it cannot; its own words may be among these.
  let untold: String?
  /// The rate below which the node relays nothing.
  let minimum: FeeRate
  /// By ``targets``; nil where the node does not know.
  let estimates: [FeeRate?]

  /// Rates of the table, and how many virtual bytes pay as much or more; the highest first.
  let rows: [(rate: FeeRate, size: Int)]

  init(depth: MempoolDepth?, untold: String?, minimum: FeeRate, estimates: [FeeRate?]) {
    self.depth = depth
    self.untold = untold
    self.minimum = minimum
    self.estimates = estimates
    rows = Self.rows(of: depth, from: minimum)
  }

  private static func rows(
    of depth: MempoolDepth?, from minimum: FeeRate
  ) -> [(rate: FeeRate, size: Int)] {
    guard let depth, depth.size > 0 else { return [] }
    let top = depth.steps.lazy.compactMap(\.highest).first ?? minimum
    let highest = min(max(top, minimum).satoshisPerKvB, highestRow)
    var rates = [minimum]
    series: for unit in [10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000] as [Int64] {
      for digit in [1, 2, 3, 5, 7] as [Int64] where digit * unit > minimum.satoshisPerKvB {
        guard let rate = try? FeeRate(satoshisPerKvB: digit * unit) else { continue }
        rates.append(rate)
        // The first that outbids all that is known.
        if rate.satoshisPerKvB > highest { break series }
      }
    }
    return rates.reversed().map { ($0, depth.size(atLeast: $0)) }
  }

  // MARK: Words

  /// How much waits, in a sentence.
  func sentence(about node: String) -> String {
    guard let depth else {
      return
        "The node \(node) cannot list its mempool by fee rate: \(ForeignText.shown(untold ?? "", limit: 400))."
    }
    guard depth.size > 0 else {
      return
        "Nothing waits in the mempool of \(node): the lowest rate that it relays, \(minimum), is enough."
    }
    return "\(FeePlaceArgument.millions(depth.size)) MvB wait in the mempool of \(node), "
      + "\(Self.blocks(depth.size)). It relays nothing below \(minimum)."
  }

  /// A row a rate.
  var table: Table {
    var table = Table(.init("fee rate", .right), .init("pay as much or more", .right), "")
    for row in rows {
      table.add(
        row.size == 0
          ? ["\(row.rate)", "nothing", ""]
          : ["\(row.rate)", "\(FeePlaceArgument.millions(row.size)) MvB", Self.blocks(row.size)])
    }
    return table
  }

  /// A row a target.
  var tableOfEstimates: Table {
    var table = Table(.init("confirmed within", .right), "", .init("the node estimates", .right))
    for ((blocks, time), rate) in zip(Self.targets, estimates) {
      table.add(["\(blocks) blocks", time, rate.map { "\($0)" } ?? "not known"])
    }
    return table
  }

  /// About how many blocks so many virtual bytes fill.
  private static func blocks(_ size: Int) -> String {
    size < 1_000_000
      ? "less than a block" : "about \(counted((size + 500_000) / 1_000_000, "block"))"
  }

  // MARK: JSON

  func write(to object: inout JSONObject) {
    object["minimumFeeRate"] = .number(minimum.satPerVByte)
    object["size"] = depth.map { .integer($0.size) } ?? .null
    object["untold"] = untold.map { .string($0) } ?? .null
    object["steps"] = .array(
      (depth?.coarse.steps ?? []).map { step in
        [
          "feeRate": step.highest.map { .number($0.satPerVByte) } ?? .null,
          "vsize": .integer(step.size),
        ]
      })
    object["rates"] = .array(
      rows.map { ["feeRate": .number($0.rate.satPerVByte), "vsize": .integer($0.size)] })
    object["estimates"] = .array(
      zip(Self.targets, estimates).map { target, rate in
        [
          "blocks": .integer(target.0),
          "feeRate": rate.map { .number($0.satPerVByte) } ?? .null,
        ]
      })
  }
}
