public import BitcoinPrimitives
internal import Foundation
internal import GRDB

/// A payment on its way, from the draft to its confirmation; its packet is asked for by itself.
public struct PaymentRecord: Hashable, Sendable {
  /// How far it is.
  public enum State: String, Hashable, Sendable {
    /// Built; signatures are missing.
    case draft
    /// Signed and verified; not sent.
    case complete
    case sent
    case confirmed
    case cancelled
    /// Another transaction spent one of its coins.
    case conflicted

    /// Whether its coins are held for it.
    public var holdsCoins: Bool { self == .draft || self == .complete || self == .sent }
  }

  /// Its number, by which commands name it.
  public let number: Int64
  let wallet: Int64
  public let walletName: String
  public let state: State
  /// The transaction as it was built, without any signature.
  public let unsigned: Transaction
  /// The finished transaction.
  public let final: Transaction?
  public let fee: Amount
  /// In words for the list, made by the coordinator.
  public let summary: String
  /// Seconds since 1970.
  public let created: Int64

  init(_ row: Row) throws {
    number = row["id"]
    wallet = row["wallet"]
    walletName = row["walletName"]
    guard let state = State(rawValue: row["state"]) else {
      throw StorageError.damaged(what: "the state of payment \(number)")
    }
    self.state = state
    unsigned = try Transaction(row["unsignedTx"] as Data)
    final = try (row["finalTx"] as Data?).map { try Transaction($0) }
    do { fee = try Amount(satoshis: row["fee"]) } catch {
      throw StorageError.damaged(what: "the fee of payment \(number)")
    }
    summary = row["summary"]
    created = row["created"]
  }
}

/// A payment that is about to be recorded.
public struct NewPayment: Sendable {
  public let unsigned: Transaction
  public let psbt: StoredPacket
  public let fee: Amount
  public let summary: String
  public let created: Int64
  /// Places of the wallet that its outputs pay: they are handed out to nobody else.
  public let ownPlaces: [ScriptPlace]

  public init(
    unsigned: Transaction, psbt: StoredPacket, fee: Amount, summary: String, created: Int64,
    ownPlaces: [ScriptPlace] = []
  ) {
    self.unsigned = unsigned
    self.psbt = psbt
    self.fee = fee
    self.summary = summary
    self.created = created
    self.ownPlaces = ownPlaces
  }
}
