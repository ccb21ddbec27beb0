public import BitcoinPrimitives
internal import Refusals
internal import WalletTypes

/// A coin that an unfinished payment holds, so that no other can spend it.
public struct HeldCoin: Hashable, Sendable {
  /// The output that it is.
  public let outPoint: OutPoint
  /// The number that this home calls it by.
  public let number: Int64?
  /// What it is worth.
  public let amount: Amount
  /// The payment that holds it.
  public let payment: Int64

  /// Takes all that is said of it.
  public init(outPoint: OutPoint, number: Int64?, amount: Amount, payment: Int64) {
    self.outPoint = outPoint
    self.number = number
    self.amount = amount
    self.payment = payment
  }

  /// Those of the coins that payments hold, the most valuable first.
  static func all(of coins: some Sequence<WalletCoin>, at tip: Int) -> [HeldCoin] {
    coins.compactMap { coin in
      guard case .locked(let payment) = coin.availability(at: tip) else { return nil }
      return HeldCoin(
        outPoint: coin.outPoint, number: coin.number, amount: coin.amount, payment: payment)
    }.sorted { ($1.amount, $0.outPoint) < ($0.amount, $1.outPoint) }
  }

  /// The most coins that are named.
  private static let mostNamed = 5

  static func words(_ coins: [HeldCoin]) -> String {
    let named = coins.prefix(mostNamed).map { coin in
      let name = coin.number.map(String.init) ?? "\(coin.outPoint)"
      return "coin \(name) (\(coin.amount.btc) BTC) by payment \(coin.payment)"
    }
    let more = coins.count - named.count
    return named.joined(separator: ", ") + (more > 0 ? ", and \(counted(more, "more coin"))" : "")
  }

  static func hint(_ coins: [HeldCoin], besides error: PaymentError) -> String {
    var payments: [Int64] = []
    for coin in coins where !payments.contains(coin.payment) { payments.append(coin.payment) }
    let first = payments.prefix(mostNamed).map { "`cancel \($0)`" }.joined(separator: " or ")
    let free =
      "to free coins, run \(first); a signed payment can still be sent after that: `payments` says which are signed"
    if case .selection = error { return free + "; or pay less" }
    return "\(free); \(error.hint)"
  }
}
