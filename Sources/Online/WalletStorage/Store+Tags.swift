internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import Foundation
internal import GRDB
public import WalletTypes

/// The tags of a wallet's coins, by coin and by address.
struct CoinTags {
  var outputs: [OutPoint: String] = [:]
  var places: [ScriptPlace: String] = [:]

  var isEmpty: Bool { outputs.isEmpty && places.isEmpty }

  /// The tag of a coin: its own, else that of its address.
  func tag(of outPoint: OutPoint, at place: ScriptPlace) -> String? {
    outputs[outPoint] ?? places[place]
  }
}

/// What is to become of a tag.
public enum TagChange: Hashable, Sendable {
  /// It stays.
  case none
  /// It is this one from now on.
  case set(String)
  /// There is none from now on.
  case remove
}

extension Store {
  /// Tags a coin or an address; nil takes the tag away.
  ///
  /// The caller has checked that it is a tag (``LabelLine/isTag(_:)``) and the kind one that has tags.
  public func setTag(
    _ tag: String?, on kind: LabelKind, _ reference: String, of wallet: WalletRecord
  ) throws(StorageError) {
    try change { try Self.setTag($0, tag, on: kind, reference, wallet.id) }
  }

  /// Labels and tags something, both or neither; nil leaves a label as it is.
  public func setLabel(
    _ text: String?, tag: TagChange, on kind: LabelKind, _ reference: String,
    of wallet: WalletRecord
  ) throws(StorageError) {
    try change { db in
      switch tag {
      case .none: break
      case .set(let name): try Self.setTag(db, name, on: kind, reference, wallet.id)
      case .remove: try Self.setTag(db, nil, on: kind, reference, wallet.id)
      }
      if let text { try Self.setLabel(db, text, on: kind, reference, wallet.id) }
    }
  }

  private static func setTag(
    _ db: Database, _ tag: String?, on kind: LabelKind, _ reference: String, _ wallet: Int64
  ) throws {
    if tag != nil { try addLabelRow(db, wallet, kind, reference) }
    try db.execute(
      sql: "UPDATE label SET tag = ? WHERE wallet = ? AND kind = ? AND ref = ?",
      arguments: [tag, wallet, kind.rawValue, reference])
    try dropEmptyLabels(db, wallet)
  }

  /// All tags of a wallet; records of earlier versions may hold it under two names, whose tags both count.
  static func tags(_ db: Database, _ wallet: WalletRecord) throws -> CoinTags {
    var tags = CoinTags()
    var addresses: [(Script, String)] = []
    for id in [wallet.id] + (try twins(db, wallet.id)) {
      let rows = try Row.fetchCursor(
        db, sql: "SELECT kind, ref, tag FROM label WHERE wallet = ? AND tag IS NOT NULL",
        arguments: [id])
      let place = "a tag of \(wallet.name)"
      while let row = try rows.next() {
        let reference: String = try row.value("ref", of: place)
        let tag: String = try row.value("tag", of: place)
        switch LabelKind(rawValue: try row.value("kind", of: place)) {
        case .output:
          guard let outPoint = try? OutPoint(parsing: reference) else {
            throw StorageError.damaged(what: "ref of \(place)")
          }
          if tags.outputs[outPoint] == nil { tags.outputs[outPoint] = tag }
        case .address:
          if let address = try? Address(parsing: reference, on: wallet.network) {
            addresses.append((address.script, tag))
          }
        case .transaction, nil: break
        }
      }
    }
    let script = try db.makeStatement(
      sql: "SELECT branch, idx FROM script WHERE wallet = ? AND script = ?")
    for (bytes, tag) in addresses {
      guard let row = try Row.fetchOne(script, arguments: [wallet.id, bytes.data]) else { continue }
      let name = "a script of \(wallet.name)"
      let place = ScriptPlace(
        branch: try row.branch(of: name), index: try row.index("idx", of: name))
      if tags.places[place] == nil { tags.places[place] = tag }
    }
    return tags
  }

  /// The highest number of a coin so far: what is above it was never seen before.
  static func lastCoinNumber(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT max(number) FROM coinNumber") ?? 0
  }

  /// Tags what transactions of tagged coins pay back to the wallet, when it is seen for the first time.
  ///
  /// An address that has a tag keeps it. What a person changes later stays as it is.
  static func inheritTags(
    _ db: Database, _ found: SyncFindings, _ wallet: WalletRecord, above last: Int64
  ) throws {
    var tags = try Self.tags(db, wallet)
    guard !tags.isEmpty, !found.spends.isEmpty else { return }
    let spends = Dictionary(grouping: found.spends, by: \.spender)
    let coin = try db.makeStatement(
      sql: "SELECT branch, idx, number FROM coin WHERE wallet = ? AND txid = ? AND vout = ?")
    func ownPlace(_ outPoint: OutPoint, above last: Int64 = 0) throws -> ScriptPlace? {
      let row = try Row.fetchOne(
        coin, arguments: [wallet.id, outPoint.txid.bytes.data, Int64(outPoint.vout)])
      let name = "coin \(outPoint)"
      guard let row, try row.number("number", in: 1...Int64.max, of: name) > last else {
        return nil
      }
      return ScriptPlace(branch: try row.branch(of: name), index: try row.index("idx", of: name))
    }
    var new: [OutPoint] = []
    var spent: [OutPoint: ScriptPlace] = [:]
    for outPoint in Set(found.receipts.map(\.outPoint)).sorted() {
      guard let parents = spends[outPoint.txid], let place = try ownPlace(outPoint, above: last),
        tags.tag(of: outPoint, at: place) == nil
      else { continue }
      new.append(outPoint)
      for parent in parents where spent[parent.outPoint] == nil {
        spent[parent.outPoint] = try ownPlace(parent.outPoint)
      }
    }
    // One may be made of another that is new as well: again, until nothing is added.
    var round = 0
    var isMore = true
    while isMore && round < mostRounds {
      isMore = false
      round += 1
      for outPoint in new {
        let parents = spends[outPoint.txid] ?? []
        let own = Set(
          parents.compactMap { parent in
            spent[parent.outPoint].flatMap { tags.tag(of: parent.outPoint, at: $0) }
          })
        let tag = WalletCoin.tag(madeOf: own)
        guard tag != tags.outputs[outPoint] else { continue }
        tags.outputs[outPoint] = tag
        isMore = true
      }
    }
    for outPoint in new {
      guard let tag = tags.outputs[outPoint] else { continue }
      try setTag(db, tag, on: .output, "\(outPoint)", wallet.id)
    }
  }

  /// How long the chains of new transactions are that are followed.
  private static let mostRounds = 1_000
}
