public import BitcoinPrimitives
internal import GRDB
internal import Refusals
public import WalletTypes

/// A coin that a person has frozen.
public struct FrozenCoin: Hashable, Sendable, CustomStringConvertible {
  /// The coin.
  public let outPoint: OutPoint
  /// Its label; empty without one.
  public let label: String
  /// The name of the wallet.
  public let wallet: String

  /// Names it for a person, as in `the coin 12..ab:0 (labelled rent)`.
  public var description: String {
    "the coin \(outPoint)" + (label.isEmpty ? "" : " (labelled \(ForeignText.shown(label)))")
  }

  /// The command that lets it be spent again.
  public var unfreezing: String { "`unfreeze \(wallet) \(outPoint)`" }
}

// Records of earlier versions may hold one wallet under two names: what is frozen under one of them is
// spent under neither.
extension Store {
  /// Freezes coins, which no payment chooses then, or takes that back.
  public func setFrozen(
    _ isFrozen: Bool, _ coins: [OutPoint], of wallet: WalletRecord
  ) throws(StorageError) {
    try change { db in
      let twins = try Self.twins(db, wallet.id)
      for coin in coins {
        try Self.addLabelRow(db, wallet.id, .output, "\(coin)")
        // That it may be spent again is written down: another program takes the freeze back with it.
        try db.execute(
          sql: "UPDATE label SET spendable = ? WHERE wallet = ? AND kind = 'output' AND ref = ?",
          arguments: [isFrozen ? 0 : 1, wallet.id, "\(coin)"])
        for twin in twins where !isFrozen {
          try db.execute(
            sql: """
              UPDATE label SET spendable = 1
              WHERE wallet = ? AND kind = 'output' AND ref = ? AND spendable = 0
              """, arguments: [twin, "\(coin)"])
        }
      }
    }
  }

  /// The frozen coins of a payment, in the order of its inputs.
  public func frozenCoins(of payment: PaymentRecord) throws(StorageError) -> [FrozenCoin] {
    try read { db in
      try Self.frozenCoins(
        among: payment.unsigned.inputs.map(\.previousOutput), db,
        try Self.wallet(db, id: payment.wallet))
    }
  }

  /// - Throws: `StorageError.coinFrozen` for the first of the coins that is frozen.
  public func requireUnfrozen(
    _ coins: [OutPoint], of wallet: WalletRecord
  ) throws(StorageError) {
    try read { try Self.requireUnfrozen(coins, $0, wallet) }
  }

  static func requireUnfrozen(
    _ coins: [OutPoint], _ db: Database, _ wallet: WalletRecord
  ) throws {
    guard let first = try frozenCoins(among: coins, db, wallet).first else { return }
    throw StorageError.coinFrozen(first)
  }

  private static func frozenCoins(
    among coins: [OutPoint], _ db: Database, _ wallet: WalletRecord
  ) throws -> [FrozenCoin] {
    let frozen = try frozenCoins(db, wallet.id)
    guard !frozen.isEmpty else { return [] }
    let wallets = [wallet.id] + (try twins(db, wallet.id))
    return try coins.filter(frozen.contains).map { coin in
      var label = ""
      for id in wallets where label.isEmpty {
        label =
          try String.fetchOne(
            db, sql: "SELECT label FROM label WHERE wallet = ? AND kind = 'output' AND ref = ?",
            arguments: [id, "\(coin)"]) ?? ""
      }
      return FrozenCoin(outPoint: coin, label: label, wallet: wallet.name)
    }
  }

  /// The coins that are frozen, spent or unknown ones too.
  static func frozenCoins(_ db: Database, _ wallet: Int64) throws -> Set<OutPoint> {
    var coins: Set<OutPoint> = []
    for id in [wallet] + (try twins(db, wallet)) {
      let references = try String.fetchAll(
        db, sql: "SELECT ref FROM label WHERE wallet = ? AND kind = 'output' AND spendable = 0",
        arguments: [id])
      for text in references {
        guard let place = try? OutPoint(parsing: text) else {
          throw StorageError.damaged(what: "ref of a label of wallet \(id)")
        }
        coins.insert(place)
      }
    }
    return coins
  }
}
