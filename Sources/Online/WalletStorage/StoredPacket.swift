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
  /// Whether some of them were let go of when the payment was finished: the packet comes without these.
  let isThinned: Bool

  init(slim: [UInt8], previous: [Bytes32: ArraySlice<UInt8>], isThinned: Bool = false) {
    self.slim = slim
    self.previous = previous
    self.isThinned = isThinned
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
    try PSBT(decoding: slim, previous: previous, leavingOutMissing: isThinned)
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
    guard !previous.isEmpty || isThinned, let psbt = try? psbt() else { return slim }
    return psbt.encoded()
  }

  /// The whole packet, or, where the transactions that its inputs spend have more bytes than `limit`, the
  /// packet without these.
  public func bytes(withPreviousUpTo limit: Int) -> [UInt8] {
    guard !previous.isEmpty || isThinned, let psbt = try? psbt() else { return slim }
    var size = 0
    for input in psbt.inputs { size += input.nonWitnessUTXO?.bytes.count ?? 0 }
    guard size > limit, let bare = try? signatures() else { return psbt.encoded() }
    return bare.encoded()
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
