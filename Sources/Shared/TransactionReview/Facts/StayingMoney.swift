internal import BitcoinPrimitives

/// What of a payment stays with us: what comes back to a wallet that is spent, or goes to one that
/// only this vault can spend.
///
/// Anything else leaves us, whatever of it is registered here.
struct StayingMoney: Sendable {
  /// What comes back or goes to sole wallets, without gains; nil when it is not an amount.
  let back: Amount?
  /// What goes anywhere else, and the gains; nil when it is not an amount.
  let leaving: Amount?
  /// What spent wallets that are not sole get beyond what they spend, where several are spent: it
  /// comes out of the others and is not change.
  let gains: [Int: Amount]
  private let spent: Set<Int>
  private let sole: Set<Int>

  init(_ inputs: [InputFacts], _ outputs: [OutputFacts], wallets: [RegisteredWallet]) {
    spent = Set(inputs.compactMap { $0.place?.wallet })
    sole = Set(wallets.indices.filter { wallets[$0].trust == .sole })
    let (spent, sole) = (spent, sole)
    let stays = { (output: OutputFacts) in
      output.place.map { spent.contains($0.wallet) || sole.contains($0.wallet) } ?? false
    }
    var gains: [Int: Amount] = [:]
    // What nobody knows counts as nothing given: the gain is then too large, which is the safe side.
    if spent.count > 1 {
      for wallet in spent.subtracting(sole) {
        let given = inputs.filter { $0.place?.wallet == wallet }.compactMap(\.amount)
        guard let spends = try? Amount.sum(of: given),
          let gets = Self.sum(outputs.filter { $0.place?.wallet == wallet }), gets > spends,
          let gain = try? gets.subtracting(spends)
        else { continue }
        gains[wallet] = gain
      }
    }
    self.gains = gains
    let gained = (try? Amount.sum(of: Array(gains.values))) ?? .zero
    back = Self.sum(outputs.filter(stays)).flatMap { try? $0.subtracting(gained) }
    leaving = Self.sum(outputs.filter { !stays($0) }).flatMap { try? $0.adding(gained) }
  }

  /// Whether the money of an output stays with us.
  func includes(_ output: OutputFacts) -> Bool {
    output.place.map { spent.contains($0.wallet) || sole.contains($0.wallet) } ?? false
  }

  private static func sum(_ outputs: [OutputFacts]) -> Amount? {
    try? Amount.sum(of: outputs.compactMap(\.amount))
  }
}
