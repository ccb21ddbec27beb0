internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

/// What a label is put on, named as in BIP-329.
public enum LabelKind: String, Hashable, Sendable {
  /// An address.
  case address = "addr"
  /// A coin, by its outpoint.
  case output
  /// A transaction, by its txid.
  case transaction = "tx"
}

extension Store {
  /// Labels something; an empty text takes the label away.
  public func setLabel(
    _ text: String, on kind: LabelKind, _ reference: String, of wallet: WalletRecord
  ) throws(StorageError) {
    try change { try Self.setLabel($0, text, on: kind, reference, wallet.id) }
  }

  static func setLabel(
    _ db: Database, _ text: String, on kind: LabelKind, _ reference: String, _ wallet: Int64
  ) throws {
    if !text.isEmpty { try addLabelRow(db, wallet, kind, reference) }
    try db.execute(
      sql: "UPDATE label SET label = ? WHERE wallet = ? AND kind = ? AND ref = ?",
      arguments: [text, wallet, kind.rawValue, reference])
    try dropEmptyLabel(db, wallet, kind, reference)
  }

  /// Makes room for what is said of something, if nothing is yet.
  static func addLabelRow(
    _ db: Database, _ wallet: Int64, _ kind: LabelKind, _ reference: String
  ) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO label (wallet, kind, ref, label) VALUES (?, ?, ?, '')",
      arguments: [wallet, kind.rawValue, reference])
  }

  /// Removes a row that says nothing any more.
  static func dropEmptyLabel(
    _ db: Database, _ wallet: Int64, _ kind: LabelKind, _ reference: String
  ) throws {
    try db.execute(
      sql: """
        DELETE FROM label WHERE wallet = ? AND kind = ? AND ref = ? AND label = ''
          AND spendable IS NULL AND tag IS NULL AND members IS NULL
        """, arguments: [wallet, kind.rawValue, reference])
  }

  /// The labels of one kind by what they are on.
  public func labels(
    _ kind: LabelKind, of wallet: WalletRecord
  ) throws(StorageError) -> [String: String] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT ref, label FROM label WHERE wallet = ? AND kind = ? AND label <> ''",
        arguments: [wallet.id, kind.rawValue])
      let place = "a label of \(wallet.name)"
      return Dictionary(
        try rows.map {
          (try $0.value("ref", of: place) as String, try $0.value("label", of: place) as String)
        }
      ) { first, _ in first }
    }
  }
}
