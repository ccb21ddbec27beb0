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
    try dropEmptyLabel(db, wallet, kind, reference)
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
        guard LabelLine.isTag(tag) else { throw StorageError.damaged(what: "tag of \(place)") }
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
    guard !tags.isEmpty else { return }
    let spends = Dictionary(grouping: found.events.spends, by: \.spender)
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
    var new: [Txid: [OutPoint]] = [:]
    var parents: [Txid: Set<OutPoint>] = [:]
    for outPoint in Set(found.events.receipts.lazy.map(\.outPoint)) {
      guard let place = try ownPlace(outPoint, above: last),
        tags.tag(of: outPoint, at: place) == nil
      else { continue }
      let txid = outPoint.txid
      new[txid, default: []].append(outPoint)
      guard parents[txid] == nil else { continue }
      // A source that lists only unspent coins knows no spends, and yet what a transaction spends.
      parents[txid] = Set((spends[txid] ?? []).map(\.outPoint))
        .union((found.transactions[txid]?.inputs ?? []).map(\.previousOutput))
    }
    let isTagged = !tags.places.isEmpty
    for txid in Self.parentsFirst(parents) {
      var own: Set<String> = []
      for parent in parents[txid] ?? [] {
        if let tag = tags.outputs[parent] {
          own.insert(tag)
        } else if isTagged, let place = try ownPlace(parent), let tag = tags.places[place] {
          own.insert(tag)
        }
      }
      guard let tag = WalletCoin.tag(madeOf: own) else { continue }
      for outPoint in new[txid] ?? [] {
        tags.outputs[outPoint] = tag
        try setTag(db, tag, on: .output, "\(outPoint)", wallet.id)
      }
    }
  }

  /// Transactions in an order in which each comes after those whose outputs it spends.
  private static func parentsFirst(_ parents: [Txid: Set<OutPoint>]) -> [Txid] {
    var waiting: [Txid: Int] = [:]
    var children: [Txid: [Txid]] = [:]
    for (txid, spent) in parents {
      for parent in Set(spent.map(\.txid)) where parent != txid && parents[parent] != nil {
        waiting[txid, default: 0] += 1
        children[parent, default: []].append(txid)
      }
    }
    var open = parents.keys.filter { waiting[$0] == nil }
    var order: [Txid] = []
    // Each is taken once all that it spends were: a circle, which only damage makes, is left out.
    while let txid = open.popLast() {
      order.append(txid)
      for child in children[txid] ?? [] {
        waiting[child, default: 0] -= 1
        if waiting[child] == 0 { open.append(child) }
      }
    }
    return order
  }

  /// How many blocks a spend lies deep when the tag of its change is forgotten: no reorganisation reaches it.
  static let forgottenDepth = 100

  /// Drops what is said of spent change where it is a tag and nothing else: what it was spent into has its own
  /// by now, and one line for each payment would fill the limits of labels and backups.
  static func dropSpentTags(_ db: Database, _ wallet: Int64, tip: Int) throws {
    let references = try String.fetchAll(
      db,
      sql: """
        SELECT ref FROM label WHERE wallet = ? AND tag IS NOT NULL AND kind = ? AND label = ''
        AND spendable IS NULL AND members IS NULL
        """, arguments: [wallet, LabelKind.output.rawValue])
    guard !references.isEmpty else { return }
    let coin = try db.makeStatement(
      sql: """
        SELECT 1 FROM coin WHERE wallet = ? AND txid = ? AND vout = ? AND spentHeight <= ?
        AND spender IS NOT NULL AND spender <> ?
        """)
    let spent = try references.filter { reference in
      guard let outPoint = try? OutPoint(parsing: reference) else { return false }
      return try Int.fetchOne(
        coin,
        arguments: [
          wallet, outPoint.txid.bytes.data, Int64(outPoint.vout), tip - forgottenDepth,
          Bytes32.zero.data,
        ]) != nil
    }
    guard !spent.isEmpty else { return }
    // A coin that somebody else sent has no tag but what a person gave it: that stays.
    let spenders = try Set(
      Data.fetchAll(
        db, sql: "SELECT DISTINCT spender FROM coin WHERE wallet = ? AND spender IS NOT NULL",
        arguments: [wallet]))
    for reference in spent {
      guard let outPoint = try? OutPoint(parsing: reference),
        spenders.contains(outPoint.txid.bytes.data)
      else { continue }
      try setTag(db, nil, on: .output, reference, wallet)
    }
  }
}
