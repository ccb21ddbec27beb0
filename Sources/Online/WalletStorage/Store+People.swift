internal import Descriptors
internal import GRDB
public import WalletTypes

// Who holds which key of a wallet. A name here is foreign text: it passes the gate before it is
// shown.
extension Store {
  /// The most characters of a person's name.
  public static let keyLabelLimit = 80

  /// Who holds the keys of a wallet, by their places in the descriptor counted from 0.
  ///
  /// Keys that nobody was named for are not there.
  public func keyLabels(of wallet: WalletRecord) throws(StorageError) -> [Int: String] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT position, label FROM walletKey WHERE wallet = ?", arguments: [wallet.id])
      return try Self.keyLabels(rows, of: wallet)
    }
  }

  static func keyLabels(_ rows: [Row], of wallet: WalletRecord) throws -> [Int: String] {
    let place = "a key of \(wallet.name)"
    return Dictionary(
      try rows.map {
        (
          Int(try $0.number("position", in: 0...Int64(Int32.max), of: place)),
          try $0.value("label", of: place) as String
        )
      }
    ) { first, _ in first }
  }

  /// Names who holds a key; an empty name takes it away.
  ///
  /// Throws `noSuchKey` for a place that the wallet does not have.
  public func setKeyLabel(
    _ label: String, at position: Int, of wallet: WalletRecord
  ) throws(StorageError) {
    guard wallet.descriptor.keys.indices.contains(position) else {
      throw .noSuchKey(position: position, count: wallet.descriptor.keys.count)
    }
    try change { try Self.setKeyLabel($0, label, at: position, of: wallet.id) }
  }

  static func setKeyLabel(
    _ db: Database, _ label: String, at position: Int, of wallet: Int64
  ) throws {
    let label = String(label.prefix(keyLabelLimit))
    if label.isEmpty {
      try db.execute(
        sql: "DELETE FROM walletKey WHERE wallet = ? AND position = ?",
        arguments: [wallet, position])
    } else {
      try db.execute(
        sql: "INSERT OR REPLACE INTO walletKey (wallet, position, label) VALUES (?, ?, ?)",
        arguments: [wallet, position, label])
    }
  }
}
