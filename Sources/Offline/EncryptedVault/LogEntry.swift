public import Bytes
internal import Hashes

/// One entry of the log: what was signed, and its link to the entry before (docs/formats.md, "The
/// log").
///
/// The hash covers everything that an entry never loses, and two hashes that stand for what the oldest
/// entries lose with time. So the chain holds when they lose it.
public struct LogEntry: Sendable, Equatable {
  /// What was signed; its coins and recipients may be forgotten.
  public internal(set) var record: SigningRecord
  /// Whether a version without a chain wrote it: it was linked when a later one opened the vault.
  public let isOlder: Bool
  /// Stands for the coins that were ours, or may have been.
  public let coinsHash: Bytes32
  /// Stands for all coins and recipients.
  public let detailsHash: Bytes32
  /// Of the hash before and of this entry.
  public let hash: Bytes32

  /// Links a record to the hash before.
  init(_ record: SigningRecord, after previous: Bytes32, isOlder: Bool) {
    self.record = record
    self.isOlder = isOlder
    coinsHash = Self.coinsHash(of: record)
    detailsHash = Self.detailsHash(of: record)
    hash = Self.hash(
      LogEntryCodec.chained(
        record, isOlder: isOlder, coinsHash: coinsHash, detailsHash: detailsHash),
      after: previous)
  }

  /// Takes an entry as it was kept; nothing of it is checked.
  init(
    unchecked record: SigningRecord, isOlder: Bool, coinsHash: Bytes32, detailsHash: Bytes32,
    hash: Bytes32
  ) {
    self.record = record
    self.isOlder = isOlder
    self.coinsHash = coinsHash
    self.detailsHash = detailsHash
    self.hash = hash
  }

  /// Whether the hash is that of this entry behind `previous`.
  func fits(after previous: Bytes32) -> Bool {
    hash
      == Self.hash(
        LogEntryCodec.chained(
          record, isOlder: isOlder, coinsHash: coinsHash, detailsHash: detailsHash),
        after: previous)
  }

  /// Whether the coins and recipients that it still has are those that were signed.
  var hasItsDetails: Bool {
    (record.spent.isEmpty || coinsHash == Self.coinsHash(of: record))
      && (!record.hasDetails || detailsHash == Self.detailsHash(of: record))
  }

  private static func hash(_ fields: [CBORValue], after previous: Bytes32) -> Bytes32 {
    entryTag.hash(feeding: { hasher in
      hasher.update(previous)
      hasher.update(CBORWriter.encode(.array(fields)))
    })
  }

  private static func coinsHash(of record: SigningRecord) -> Bytes32 {
    coinsTag.hash(feeding: { hasher in
      for coin in record.ownCoins { hasher.update(coin.packed) }
    })
  }

  private static func detailsHash(of record: SigningRecord) -> Bytes32 {
    detailsTag.hash(CBORWriter.encode(.array(LogEntryCodec.details(of: record))))
  }

  private static let entryTag = TaggedHash(tag: "Drawbridge/log-entry")
  private static let coinsTag = TaggedHash(tag: "Drawbridge/log-coins")
  private static let detailsTag = TaggedHash(tag: "Drawbridge/log-details")
}
