internal import BitcoinPSBT
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

extension Store {
  /// The PSBT of a payment, with everything collected so far.
  ///
  /// Previous transactions that are at hand already, in PSBTs that hold the same, are shared and
  /// not loaded.
  ///
  /// - Throws: `StorageError`, also when a transaction that belongs to it is missing or another one.
  public func packet(
    of payment: PaymentRecord, sharing known: [StoredPacket] = []
  ) throws(StorageError) -> StoredPacket {
    try read { try Self.packet($0, payment.number, sharing: known) }
  }

  /// The PSBT of a payment without the transactions that its inputs spend;
  /// ``StoredPacket/signatures()`` reads it.
  public func packetWithoutPrevious(
    of payment: PaymentRecord
  ) throws(StorageError) -> StoredPacket {
    try read { try Self.packetWithoutPrevious($0, payment.number) }
  }

  static func packetWithoutPrevious(_ db: Database, _ number: Int64) throws -> StoredPacket {
    let row = try Row.fetchOne(
      db, sql: "SELECT psbt FROM payment WHERE id = ?", arguments: [number])
    guard let row else { throw StorageError.noSuchPayment("\(number)") }
    return StoredPacket(
      slim: try row.bytes("psbt", of: "payment \(number)"), previous: [:], isThinned: true)
  }

  static func packet(
    _ db: Database, _ number: Int64, sharing known: [StoredPacket] = []
  ) throws -> StoredPacket {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT wallet, psbt, previousDropped FROM payment WHERE id = ?",
        arguments: [number])
    else { throw StorageError.noSuchPayment("\(number)") }
    let place = "payment \(number)"
    let wallet: Int64 = try row.value("wallet", of: place)
    let slim = try row.bytes("psbt", of: place)
    let wasDropped: Bool = try row.value("previousDropped", of: place)
    var previous: [Bytes32: ArraySlice<UInt8>] = [:]
    var isThinned = false
    for (reference, txid) in (try? PSBT.references(in: slim)) ?? [:] {
      // It stands under its own hash: other bytes cannot.
      if let shared = known.lazy.compactMap({ $0.previous[reference] }).first {
        previous[reference] = shared
      } else if let bytes = try previousTransaction(db, wallet, reference, txid) {
        previous[reference] = bytes
      } else if wasDropped {
        isThinned = true
      } else {
        throw StorageError.damaged(what: "a transaction that payment \(number) spends")
      }
    }
    return StoredPacket(slim: slim, previous: previous, isThinned: isThinned)
  }
}
