internal import SecondReading
internal import TransactionReview
internal import WordLists

// What the second reader has of a wallet, in the words that the reviewer has for it.

extension WalletReading {
  /// The four words of the wallet.
  var words: String { "\(CheckWords(.wallet, Array(textOfScripts.utf8)))" }

  /// The rule in words: `2 of 3 keys must sign`.
  var policy: String {
    if ways.count == 1, let way = ways.first, way.kind != .keyPath {
      let count = way.keys.count
      if count == 1 { return "1 key signs" }
      return way.needed == count
        ? "all \(count) keys must sign" : "\(way.needed) of \(count) keys must sign"
    }
    return ways.map(Self.words).joined(separator: ", or ") + " must sign"
  }

  private static func words(_ way: Way) -> String {
    let numbers = way.keys.map { "\($0 + 1)" }
    guard let first = numbers.first, let last = numbers.last, numbers.count > 1 else {
      return "key \(numbers.first ?? "?") alone"
    }
    let list =
      numbers.count > 20
      ? "\(first) to \(last)" : "\(numbers.dropLast().joined(separator: ", ")) and \(last)"
    return "\(way.needed) of the keys \(list)"
  }
}

extension TrustClass {
  /// Who can spend, by the second reading: the worst class that fits.
  init(_ reading: WalletReading, ownKeys own: Set<Int>, sources: [Int: KeySource]) {
    let imported = own.filter { sources[$0] == .importedKey }
    let children = own.filter { sources[$0] == .child }
    let others = Set(reading.keys.indices).subtracting(own)
    self =
      if reading.canSpend(imported) {
        .sweep
      } else if reading.canSpend(children) {
        .handedOut
      } else if reading.canSpend(others.union(imported).union(children)) {
        .shared
      } else if reading.canSpend(own) {
        .sole
      } else {
        .joint
      }
  }
}
