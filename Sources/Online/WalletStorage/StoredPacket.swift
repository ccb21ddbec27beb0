public import BitcoinPSBT
internal import Bytes
internal import Foundation
internal import GRDB
internal import Hashes

/// A payment's packet as it is kept: the transactions that its inputs spend lie beside it, once each.
public struct StoredPacket: Hashable, Sendable {
  /// The packet with references; see `PSBT.encodedWithReferences()`.
  let slim: [UInt8]
  /// The previous transactions by reference.
  let previous: [Bytes32: ArraySlice<UInt8>]

  init(slim: [UInt8], previous: [Bytes32: ArraySlice<UInt8>]) {
    self.slim = slim
    self.previous = previous
  }

  public init(_ psbt: PSBT) {
    let encoded = psbt.encodedWithReferences()
    self.init(slim: encoded.bytes, previous: encoded.previous)
  }

  /// Takes a whole packet apart; what cannot be read as one is kept as it is.
  public init(bytes: [UInt8]) {
    if let psbt = try? PSBT(decoding: bytes) {
      self.init(psbt)
    } else {
      self.init(slim: bytes, previous: [:])
    }
  }

  /// The packet; inputs that spend one transaction share its bytes.
  ///
  /// - Throws: `PSBTError` when it is none.
  public func psbt() throws(PSBTError) -> PSBT {
    try PSBT(decoding: slim, previous: previous)
  }

  /// The packet without the transactions that its inputs spend: for who looks at its signatures, and hands
  /// it to nobody.
  ///
  /// - Throws: `PSBTError` when it is none.
  public func signatures() throws(PSBTError) -> PSBT {
    try PSBT(decodingWithoutPrevious: slim)
  }

  /// The whole packet, as it goes out.
  public var bytes: [UInt8] {
    guard !previous.isEmpty, let psbt = try? psbt() else { return slim }
    return psbt.encoded()
  }
}

extension Store {
  /// The packet of a payment, with everything collected so far.
  ///
  /// Previous transactions that are at hand already, in packets that hold the same, are shared and not
  /// loaded.
  ///
  /// - Throws: `StorageError`, also when a transaction that belongs to it is missing or another one.
  public func packet(
    of payment: PaymentRecord, sharing known: [StoredPacket] = []
  ) throws(StorageError) -> StoredPacket {
    try read { try Self.packet($0, payment.number, sharing: known) }
  }

  /// The packet of a payment without the transactions that its inputs spend; ``StoredPacket/signatures()``
  /// reads it.
  public func packetWithoutPrevious(
    of payment: PaymentRecord
  ) throws(StorageError) -> StoredPacket {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT psbt FROM payment WHERE id = ?", arguments: [payment.number])
      guard let row else { throw StorageError.noSuchPayment("\(payment.number)") }
      return StoredPacket(
        slim: try row.bytes("psbt", of: "payment \(payment.number)"), previous: [:])
    }
  }

  static func packet(
    _ db: Database, _ number: Int64, sharing known: [StoredPacket] = []
  ) throws -> StoredPacket {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT wallet, psbt FROM payment WHERE id = ?", arguments: [number])
    else { throw StorageError.noSuchPayment("\(number)") }
    let wallet: Int64 = try row.value("wallet", of: "payment \(number)")
    let slim = try row.bytes("psbt", of: "payment \(number)")
    var previous: [Bytes32: ArraySlice<UInt8>] = [:]
    for reference in (try? PSBT.references(in: slim)) ?? [] {
      // It stands under its own hash: other bytes cannot.
      if let shared = known.lazy.compactMap({ $0.previous[reference] }).first {
        previous[reference] = shared
        continue
      }
      let bytes = try Data.fetchOne(
        db, sql: "SELECT bytes FROM previousTx WHERE wallet = ? AND hash = ?",
        arguments: [wallet, reference.data])
      guard let bytes, SHA256.hash([UInt8](bytes)) == reference else {
        throw StorageError.damaged(what: "a transaction that payment \(number) spends")
      }
      previous[reference] = [UInt8](bytes)[...]
    }
    return StoredPacket(slim: slim, previous: previous)
  }

  /// Keeps the transactions that a packet spends, each once.
  static func keepPrevious(of packet: StoredPacket, _ db: Database, wallet: Int64) throws {
    let statement = try db.makeStatement(
      sql: "INSERT OR IGNORE INTO previousTx (wallet, hash, bytes) VALUES (?, ?, ?)")
    for (hash, bytes) in packet.previous {
      try statement.execute(arguments: [wallet, hash.data, Data(bytes)])
    }
  }

  /// Takes the packets of earlier versions apart, one after the other.
  static func separatePrevious(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT id, wallet FROM payment") {
      let number: Int64 = try row.value("id", of: "a payment")
      let wallet: Int64 = try row.value("wallet", of: "payment \(number)")
      guard
        let whole = try Data.fetchOne(
          db, sql: "SELECT psbt FROM payment WHERE id = ?", arguments: [number])
      else { continue }
      let packet = StoredPacket(bytes: [UInt8](whole))
      guard !packet.previous.isEmpty else { continue }
      try keepPrevious(of: packet, db, wallet: wallet)
      try db.execute(
        sql: "UPDATE payment SET psbt = ? WHERE id = ?", arguments: [Data(packet.slim), number])
    }
  }
}
