internal import ArgumentParser
internal import BitcoinPrimitives
internal import NodeClients
internal import TerminalUI

/// A place in the mempool: within its first so many virtual bytes (docs/decisions/0032).
struct FeePlaceArgument: ExpressibleByArgument, Sendable {
  /// 1,000 to 300,000,000.
  let virtualBytes: Int

  /// Reads millions, with at most three decimals.
  init?(argument: String) {
    // Digits and a point, as a fee rate has them, in thousandths.
    guard let thousands = (try? FeeRate(satPerVByte: argument))?.satoshisPerKvB,
      (1...300_000).contains(thousands)
    else { return nil }
    virtualBytes = Int(thousands) * 1000
  }

  /// The next tenth of a sat/vB above all that is not within the place.
  ///
  /// - Throws: `ProgramError` where the node does not say what pays so much.
  func rate(in depth: MempoolDepth, atLeast minimum: FeeRate) throws(ProgramError) -> FeeRate {
    switch depth.place(within: virtualBytes) {
    case .anywhere: return minimum
    case .above(let rate):
      let tenth: Int64 = 100
      let next = try? FeeRate(satoshisPerKvB: (rate.satoshisPerKvB / tenth + 1) * tenth)
      return max(minimum, next ?? rate)
    case .withinFirstStep(let size):
      throw ProgramError(
        """
        the node groups its mempool by fee rate, and the first group alone has \
        \(Self.millions(size)) MvB: the rate for the first \(Self.millions(virtualBytes)) MvB \
        is not known
        """,
        hint: "give a larger --fee-place, or --target BLOCKS or --fee-rate RATE in its place")
    }
  }

  /// What that rate comes from.
  func words(at rate: FeeRate, in depth: MempoolDepth) -> String {
    let waiting = "\(Self.millions(depth.size)) MvB"
    let place = "\(Self.millions(virtualBytes)) MvB"
    return depth.size <= virtualBytes
      ? "\(waiting) wait in the node's mempool, not more than \(place): the lowest rate that it relays, "
        + "\(rate), is enough."
      : "Of the \(waiting) that wait in the node's mempool, at most \(place) pay \(rate) or more."
  }

  /// Millions with two decimals, rounded up.
  static func millions(_ size: Int) -> String {
    let hundredths = (size + 9_999) / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
