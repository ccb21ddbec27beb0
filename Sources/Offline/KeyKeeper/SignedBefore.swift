internal import Bytes
internal import EncryptedVault

/// A payment of the log that spends a coin once more spent, in which that coin was ours or may have been.
struct SignedBefore {
  /// When it was signed first, in seconds since 1970.
  let time: Int64
  /// What the log calls it, in the byte order of transactions.
  let txid: Bytes32
  /// A mark for each recipient and amount; nil where they are no longer remembered.
  let payees: [[UInt8]]?
  /// The coins that both spend.
  let coins: Set<CoinKey>

  /// Whether it pays the same recipients the same amounts, in whatever order.
  func pays(_ marks: [[UInt8]]) -> Bool {
    guard let payees else { return false }
    let sorted = { (marks: [[UInt8]]) in marks.sorted { $0.lexicographicallyPrecedes($1) } }
    return sorted(payees) == sorted(marks)
  }

  /// Those that spend one of `coins`, the oldest first; the transaction `unsigned` itself is none of them.
  ///
  /// A payment that was signed in several rounds is one: the first that remembers its coins gives the time, the first
  /// that remembers its recipients gives those, and a coin that was ours in any round was ours. Somebody
  /// else's coin beside ours was not signed away here.
  static func all(
    spending coins: Set<CoinKey>, in log: SigningLog, except unsigned: Bytes32
  ) -> [SignedBefore] {
    var order: [Bytes32] = []
    var rounds: [Bytes32: [SigningRecord]] = [:]
    let touched = Set(
      log.filter { $0.spent.contains(where: coins.contains) }.compactMap(\.unsignedTxid))
    for record in log {
      guard let payment = record.unsignedTxid, payment != unsigned, touched.contains(payment)
      else { continue }
      if rounds[payment] == nil { order.append(payment) }
      rounds[payment, default: []].append(record)
    }
    return order.compactMap { payment in
      let known = rounds[payment]?.filter { !$0.spent.isEmpty } ?? []
      guard let first = known.first else { return nil }
      // A round that names no coin as ours is of a version that did not keep it: then any may have been.
      let isSaid = known.allSatisfy { $0.own.contains(true) }
      let isOurs = known.contains { record in
        isSaid
          ? zip(record.spent, record.own).contains { $1 && coins.contains($0) }
          : record.spent.contains(where: coins.contains)
      }
      guard isOurs else { return nil }
      let length = SigningRecord.payeeLength
      let payees = known.first(where: \.hasDetails).map { record in
        stride(from: 0, to: record.payees.count, by: length).map {
          Array(record.payees[$0..<($0 + length)])
        }
      }
      return SignedBefore(
        time: first.time, txid: first.txid, payees: payees,
        coins: coins.intersection(known.flatMap(\.spent)))
    }
  }

  /// Those that a person is asked about one by one, the oldest first: each with those that only changed its fee.
  ///
  /// Of more than `most` only those that no later one replaced: one that spends all their coins was agreed to
  /// in their place.
  static func asked(of all: [SignedBefore], atMost most: Int) -> [[SignedBefore]] {
    var groups: [[SignedBefore]] = []
    for payment in all {
      let same = groups.firstIndex { group in
        group.contains { earlier in
          payment.payees.map(earlier.pays) == true && earlier.coins.isSubset(of: payment.coins)
        }
      }
      if let same { groups[same].append(payment) } else { groups.append([payment]) }
    }
    guard groups.count > most else { return groups }
    return groups.filter { group in
      let coins = group.reduce(into: Set<CoinKey>()) { $0.formUnion($1.coins) }
      let last = all.lastIndex { payment in group.contains { $0.txid == payment.txid } } ?? 0
      return !all[(last + 1)...].contains { coins.isSubset(of: $0.coins) }
    }
  }
}
