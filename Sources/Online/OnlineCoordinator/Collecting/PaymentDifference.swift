internal import BitcoinPrimitives

/// What makes one version of a payment another one, in words.
struct PaymentDifference {
  /// The transaction that is known, the one that came, and what the first is called.
  let known: Transaction
  let other: Transaction
  let name: String
  let network: Network

  /// The most differences of one kind that are spelled out.
  private static let most = 6

  /// Sentences without an end mark, at least one.
  var words: [String] {
    var words: [String] = coins + payments
    if known.lockTime != other.lockTime {
      words.append(
        "its lock time is \(other.lockTime.rawValue), that of \(name) is \(known.lockTime.rawValue)"
      )
    }
    if known.version != other.version {
      words.append("its version is \(other.version), that of \(name) is \(known.version)")
    }
    words += sequences
    if words.isEmpty { words.append("the same coins and outputs are in a different order") }
    return words
  }

  private var coins: [String] {
    let mine = Set(known.inputs.map(\.previousOutput))
    let theirs = Set(other.inputs.map(\.previousOutput))
    let added = other.inputs.map(\.previousOutput).filter { !mine.contains($0) }
    let missing = known.inputs.map(\.previousOutput).filter { !theirs.contains($0) }
    return Self.cut(added.map { "it spends the coin \($0), which \(name) does not" })
      + Self.cut(missing.map { "it does not spend the coin \($0), which \(name) does" })
  }

  private var payments: [String] {
    var counts: [TxOut: Int] = [:]
    for output in known.outputs { counts[output, default: 0] += 1 }
    var added: [TxOut] = []
    for output in other.outputs {
      if let count = counts[output], count > 0 {
        counts[output] = count - 1
      } else {
        added.append(output)
      }
    }
    var missing: [TxOut] = []
    for output in known.outputs where counts[output, default: 0] > 0 {
      counts[output, default: 0] -= 1
      missing.append(output)
    }
    return Self.cut(added.map { "it pays \(words(for: $0)), which \(name) does not" })
      + Self.cut(missing.map { "it does not pay \(words(for: $0)), which \(name) does" })
  }

  private var sequences: [String] {
    let mine = Dictionary(known.inputs.map { ($0.previousOutput, $0.sequence) }) { first, _ in first
    }
    var changed: [String] = []
    for input in other.inputs {
      guard let sequence = mine[input.previousOutput], sequence != input.sequence else { continue }
      changed.append(
        "the sequence of the coin \(input.previousOutput) is \(Self.hex(input.sequence)), in \(name) "
          + Self.hex(sequence))
    }
    return Self.cut(changed)
  }

  private func words(for output: TxOut) -> String {
    let amount = output.amount.map { "\($0.btc) BTC" } ?? "\(output.rawValue) sat"
    if let address = Address(script: output.scriptPubKey, network: network) {
      return "\(amount) to \(address.string)"
    }
    return "\(amount) to the script \(output.scriptPubKey.hex.prefix(80))"
  }

  private static func hex(_ sequence: UInt32) -> String {
    let digits = String(sequence, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func cut(_ words: [String]) -> [String] {
    guard words.count > most else { return words }
    return words.prefix(most) + ["and \(words.count - most) more differences like this"]
  }
}
