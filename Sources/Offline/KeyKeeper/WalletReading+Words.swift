internal import Bytes
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

extension WalletReading {
  /// The names of its scripts from the outside in: `wsh sortedmulti`.
  var forms: String {
    var names: [String] = []
    var name = ""
    for character in textOfScripts {
      switch character {
      case "(":
        names.append(name)
        name = ""
      case ",", ")", "{", "}": name = ""
      default: name.append(character)
      }
    }
    return names.joined(separator: " ")
  }
}

extension WalletReading.Key {
  /// How many groups of four stand in a line of 80 columns.
  private static let groupsInLine = 15

  /// Whose it is, its origin, and the key itself in groups of four; `seed` is ours that it comes from.
  func lines(number: Int, seed: String?) -> String {
    guard !isOfNobody else {
      return "Key \(number), nobody's: nobody can know its private key (BIP-341)"
    }
    let owner = seed.map { "OURS (seed \($0))" } ?? "another person's"
    var lines = "Key \(number), \(owner): \(origin)"
    for (index, character) in text.enumerated() {
      if index % (4 * Self.groupsInLine) == 0 { lines += "\n " }
      if index % 4 == 0 { lines.append(" ") }
      lines.append(character)
    }
    return lines
  }

  /// The fingerprint and the path as descriptors have them: `[73c5da0a/48h/1h/0h/2h]`.
  private var origin: String {
    guard let fingerprint else { return "its origin is not stated" }
    let steps = path.map { $0 < 1 << 31 ? "/\($0)" : "/\($0 & 0x7fff_ffff)h" }
    return "[\(Hex.encode(fingerprint))\(steps.joined())]"
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
