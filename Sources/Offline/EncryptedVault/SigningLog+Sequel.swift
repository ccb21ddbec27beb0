internal import Bytes

extension SigningLog {
  /// What later entries say about a payment.
  ///
  /// The log knows what was signed, not what was sent: only what was signed since tells something. It is
  /// what the coordinator showed then, and no rule relies on it.
  public enum Sequel: Sendable, Equatable {
    /// A later payment spends an output of it: it was sent.
    case usedLater
    /// Another payment spends a coin of it, and either is the later one or was used: at most one of the
    /// two can confirm.
    case replaced
    /// Nothing that was signed since touches it.
    case open
    /// Its coins are not remembered.
    case unknown
    /// It is a text: there is nothing to send.
    case text
  }

  /// What became of each entry, in their order, as far as the log knows.
  ///
  /// Rounds of one payment are one: what is known of one is known of all.
  public var sequels: [Sequel] {
    var spenders: [CoinKey: [Bytes32]] = [:]
    var made: [Bytes32: Set<Bytes32>] = [:]
    var coins: [Bytes32: Set<CoinKey>] = [:]
    var order: [Bytes32: Int] = [:]
    for (number, record) in enumerated() {
      let payment = record.payment
      if order[payment] == nil { order[payment] = number }
      for txid in [record.txid, payment] { made[txid, default: []].insert(payment) }
      for coin in record.ownCoins where coins[payment, default: []].insert(coin).inserted {
        spenders[coin, default: []].append(payment)
      }
    }
    var used: Set<Bytes32> = []
    for coin in spenders.keys { used.formUnion(made[coin.txid] ?? []) }
    return map { record in
      if record.text != nil { return .text }
      let payment = record.payment
      if used.contains(payment) { return .usedLater }
      guard let own = coins[payment], !own.isEmpty else { return .unknown }
      let first = order[payment] ?? 0
      let isReplaced = own.contains { coin in
        (spenders[coin] ?? []).contains { other in
          other != payment && (used.contains(other) || order[other] ?? 0 > first)
        }
      }
      return isReplaced ? .replaced : .open
    }
  }
}

extension SigningRecord {
  /// What tells the payment from others, in each round of it: the txid without signatures.
  fileprivate var payment: Bytes32 { unsignedTxid ?? txid }
}
