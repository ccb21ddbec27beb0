internal import BitcoinPrimitives

/// Which coins a payment may spend, by their tags (decision 0025).
public enum TagFence: Hashable, Sendable {
  /// Those that have no tag; of coins that are named, those of any one tag.
  case closed
  /// Those with one of these tags.
  case only(Set<String>)
  /// All.
  case open

  /// Whether a coin may be chosen.
  public func allows(_ coin: WalletCoin) -> Bool {
    switch self {
    case .closed: coin.tag == nil
    case .only(let tags): coin.tag.map(tags.contains) ?? false
    case .open: true
    }
  }
}

/// What coins with one tag, or without any, come to.
public struct TagTotal: Hashable, Sendable, CustomStringConvertible {
  /// The tag; nil for coins without one.
  public let tag: String?
  /// What they are worth together, in satoshis.
  public let satoshis: Int64
  /// How many they are.
  public let count: Int

  /// The totals of coins by their tags, those without a tag first.
  public static func all(of coins: some Sequence<WalletCoin>) -> [TagTotal] {
    var totals: [String?: (Int64, Int)] = [:]
    for coin in coins {
      let (satoshis, count) = totals[coin.tag] ?? (0, 0)
      totals[coin.tag] = (satoshis &+ coin.amount.satoshis, count + 1)
    }
    return totals.map { TagTotal(tag: $0.key, satoshis: $0.value.0, count: $0.value.1) }
      .sorted { ($0.tag ?? "") < ($1.tag ?? "") }
  }

  /// For a sentence: `tag rent holds 0.50000000 BTC in 1 coin`.
  public var description: String {
    let amount = (try? Amount(satoshis: satoshis).btc) ?? "0"
    let who = tag.map { "tag \($0) holds" } ?? "coins without a tag hold"
    return "\(who) \(amount) BTC in \(count) \(count == 1 ? "coin" : "coins")"
  }

  /// Up to ten of them for a sentence.
  public static func words(_ totals: [TagTotal]) -> String {
    let most = 10
    let named = totals.prefix(most).map(\.description).joined(separator: ", ")
    let more = totals.count - most
    return more > 0 ? "\(named), and \(more) more \(more == 1 ? "tag" : "tags")" : named
  }
}

extension WalletCoin {
  /// The tag of what is made of coins with these tags: none of none, one of one, and of several all of
  /// them, joined by `+`.
  public static func tag(madeOf tags: Set<String>) -> String? {
    guard tags.count > 1 else { return tags.first }
    let parts = Set(tags.flatMap { $0.split(separator: "+").map(String.init) })
    let joined = parts.sorted().joined(separator: "+")
    return joined.utf8.count <= 64 && !joined.isEmpty ? joined : "mixed"
  }
}
