public import Bytes

/// What a coordinator keeps and cannot find again on the chain, as a JSON object (metadata version
/// 1).
///
/// The members of Mycelium's format, and beside them `drawbridge` with what this coordinator has
/// more. Members that are not known, at every level, come back when it is written again.
public struct BackupDocument: Equatable, Sendable {
  /// `main` or `test`: one document a kind of network.
  public var isMainnet: Bool
  /// By BIP-44 account.
  public var accounts: [AccountNote]
  /// What a person noted about transactions, by txid.
  public var transactions: [TransactionNote]
  /// How amounts are shown; nil when nothing is said of it.
  public var currency: CurrencyNote?
  /// This coordinator's own part.
  public var records: CoordinatorRecords?
  /// Everything else.
  public var others: JSONObject

  /// An empty document for a kind of network.
  public init(isMainnet: Bool) {
    self.isMainnet = isMainnet
    accounts = []
    transactions = []
    others = JSONObject()
  }

  /// Reads a document; throws ``BackupError/malformed(place:reason:)`` with the member named.
  public init(parsing bytes: [UInt8]) throws(BackupError) {
    let value: JSONValue
    do {
      value = try JSONReader.parse(
        bytes, limits: JSONLimits(bytes: SealedBackup.contentsLimit, depth: 32))
    } catch {
      throw .malformed(place: "the text", reason: "is not JSON: \(error)")
    }
    var members = try Members(value, at: "$")
    let version = try members.requiredText("version", limit: 16)
    guard version == "1" else {
      if let number = Int(version), number > 1 { throw .newer(version: number) }
      throw .malformed(place: "$.version", reason: "is not 1")
    }
    switch try members.requiredText("network", limit: 16) {
    case "main": isMainnet = true
    case "test": isMainnet = false
    default: throw .malformed(place: "$.network", reason: "is neither main nor test")
    }
    // An older draft had a list here; it is kept as it is.
    accounts = []
    for member in members.objectIfAny("accounts")?.members ?? [] {
      accounts.append(try AccountNote(member))
    }
    transactions = []
    for member in try members.object("transactions")?.members ?? [] {
      transactions.append(try TransactionNote(member))
    }
    currency = try members.object("currency").map { object throws(BackupError) in
      try CurrencyNote(object)
    }
    records = try members.object("drawbridge").map { object throws(BackupError) in
      try CoordinatorRecords(object)
    }
    others = members.others
  }

  /// The text, compact; the same document always gives the same text.
  public func encoded() -> [UInt8] {
    let object = JSONObject(
      known: [
        ("version", "1"), ("network", .string(isMainnet ? "main" : "test")),
        ("accounts", accounts.isEmpty ? nil : .object(JSONObject(accounts.map(\.member)))),
        (
          "transactions",
          transactions.isEmpty ? nil : .object(JSONObject(transactions.map(\.member)))
        ),
        ("currency", currency.map { .object($0.object) }),
        ("drawbridge", records.map { .object($0.object) }),
      ], others: others)
    return Array(JSONWriter.encode(.object(object)).utf8)
  }
}
