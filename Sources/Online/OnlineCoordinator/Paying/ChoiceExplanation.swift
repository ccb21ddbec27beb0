internal import BitcoinPrimitives
internal import Bytes
internal import CoinSelection
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI

/// Which coins a payment spends and why these: what there was to choose from, what each way to choose came to, what it costs
/// now and later, how much any other choice could save at most, and what was left out.
struct ChoiceExplanation {
  private let choice: ChosenCoins
  private let spent: SpentCoins
  private let leftOut: [LeftOutCoins.Group]
  private let longTerm: LongTermFeeRate
  private let replaced: Int64?
  private let isCheapest: Bool

  /// Explains a choice; `spent` are its coins, `leftOut` those that were not offered.
  init(
    _ choice: ChosenCoins, spending spent: SpentCoins, leftOut: [LeftOutCoins.Group],
    longTerm: LongTermFeeRate, replacing replaced: Int64?, isCheapest: Bool
  ) {
    self.choice = choice
    self.spent = spent
    self.leftOut = leftOut
    self.longTerm = longTerm
    self.replaced = replaced
    self.isCheapest = isCheapest
  }

  private var selection: Selection { choice.selection }
  /// Those among the coins offered that cost more than they bring; nil where nobody searched.
  private var uneconomic: Int? { selection.worthwhile.map { choice.offered - $0 } }

  // MARK: Words

  /// All of it; `table` and `words` lay out what they are given.
  func text(table: (Table) -> String, words: (String) -> String) -> String {
    var parts = [
      words(spent.heading), table(spent.table), words("Why these coins: \(why)"), words(rates),
    ]
    if !selection.weighed.isEmpty { parts.append(table(weighed)) }
    parts.append(words(costs))
    if let certificate = selection.certificate { parts.append(words(proof(certificate))) }
    if !leftOut.isEmpty {
      parts.append(words("Left out:"))
      parts += leftOut.map { group in
        words("  \(group.amount) in \(LeftOutCoins.coins(group.count)), \(group.reason)")
      }
    }
    return parts.joined(separator: "\n")
  }

  private var why: String {
    if let replaced {
      return "payment \(replaced), which this one replaces, spends them, or more were needed."
    }
    switch selection.algorithm {
    case .byHand: return "you named them."
    case .everything:
      return "`all` takes every coin that may be spent and brings more than it costs."
    case .branchAndBound, .coinGrinder, .singleRandomDraw:
      break
    }
    var offered = "chosen out of \(LeftOutCoins.coins(choice.offered))"
    if choice.offeredUnconfirmed > 0 {
      offered +=
        ", \(choice.offeredUnconfirmed) of them change that is not confirmed, because the others are not enough"
    }
    if let uneconomic, uneconomic > 0 {
      offered +=
        uneconomic == 1
        ? "; 1 of them costs more than it brings"
        : "; \(uneconomic) of them cost more than they bring"
    }
    return offered + "."
  }

  private var rates: String {
    let rate =
      "The fee rate is \(choice.feeRate); the long-term fee rate, at which coins are expected "
      + "to be spent one day, \(choice.longTermFeeRate) (\(longTerm.words))"
    if choice.feeRate <= choice.longTermFeeRate {
      return
        "\(rate): spending coins now costs no more than later, so their number adds nothing to the cost."
    }
    return "\(rate): each extra coin that is spent now costs the difference."
  }

  private static func name(_ algorithm: Selection.Algorithm) -> String {
    switch algorithm {
    case .branchAndBound: "branch and bound: no change"
    case .coinGrinder: "coin grinder: least weight"
    case .singleRandomDraw: "single random draw"
    case .byHand, .everything: algorithm.rawValue
    }
  }

  private var weighed: Table {
    var table = Table(
      .init("way to choose", .left, .wraps), .init("coins", .right), .init("change BTC", .right),
      .init("fee sat", .right), .init("cost sat", .right), .init("", .left, .wraps))
    for way in selection.weighed {
      let note =
        way.algorithm == selection.algorithm
        ? "chosen" : way.counts ? "" : notCounted(way.algorithm)
      if let found = way.found {
        table.add([
          Self.name(way.algorithm), "\(found.inputs)", found.change?.btc ?? "none",
          "\(found.fee.satoshis)", "\(found.cost)", note,
        ])
      } else {
        table.add([Self.name(way.algorithm), "", "", "", "", "found nothing"])
      }
    }
    return table
  }

  private func notCounted(_ algorithm: Selection.Algorithm) -> String {
    if algorithm == .singleRandomDraw { return "not taken with --cheapest" }
    return "counts only above three times the long-term rate"
  }

  private var costs: String {
    var text = "It costs \(selection.fee.satoshis) sat in fees now"
    if selection.feeForChange > .zero {
      text += ", and about \(selection.feeForChange.satoshis) sat when its change is spent one day"
    }
    return
      "\(text). The cost by which choices are compared is \(selection.cost) sat: what the coins cost "
      + "now above the long-term rate, and the change now and later, or what goes to the fee in its place."
  }

  private func proof(_ certificate: Certificate) -> String {
    let among = "no change or at least \(certificate.leastChange) sat of it"
    guard certificate.gap > 0 else {
      return "No other choice of these coins costs less (of those with \(among))."
    }
    let searched =
      certificate.isExact
      ? "the cheapest costs \(certificate.leastCost) sat"
      : "the search ended before it had looked at every choice"
    return
      "No other choice of these coins saves more than \(certificate.gap) sat: \(searched) (of those with "
      + "\(among))." + (isSaving ? " To take the cheapest one that was found, add --cheapest." : "")
  }

  /// Whether something cheaper was found and not taken.
  private var isSaving: Bool {
    !isCheapest
      && selection.weighed.contains { way in
        way.found.map { $0.cost < selection.cost } ?? false
      }
  }

  // MARK: JSON

  var json: JSONValue {
    [
      "method": .string(selection.algorithm.rawValue), "offered": .integer(choice.offered),
      "unconfirmedOffered": .integer(choice.offeredUnconfirmed),
      "uneconomic": uneconomic.map { .integer($0) } ?? .null,
      "feeRate": .number(choice.feeRate.satPerVByte),
      "longTermFeeRate": .number(choice.longTermFeeRate.satPerVByte),
      "longTermFeeRateFrom": .string(longTerm.word),
      "feeNow": .integer(selection.fee.satoshis),
      "feeForChangeLater": .integer(selection.feeForChange.satoshis),
      "cost": .integer(selection.cost), "waste": .integer(selection.waste),
      "certificate": selection.certificate.map {
        [
          "gap": .integer($0.gap), "leastCost": .integer($0.leastCost),
          "leastChange": .integer($0.leastChange), "exact": .bool($0.isExact),
        ]
      } ?? .null,
      "weighed": .array(
        selection.weighed.map { way in
          [
            "method": .string(way.algorithm.rawValue), "counts": .bool(way.counts),
            "inputs": way.found.map { .integer($0.inputs) } ?? .null,
            "fee": way.found.map { .integer($0.fee.satoshis) } ?? .null,
            "change": way.found?.change.map { .integer($0.satoshis) } ?? .null,
            "cost": way.found.map { .integer($0.cost) } ?? .null,
          ]
        }),
      "leftOut": .array(
        leftOut.map {
          [
            "reason": .string($0.reason), "amount": .integer($0.amount.satoshis),
            "coins": .integer($0.count), "tag": $0.tag.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }
}
