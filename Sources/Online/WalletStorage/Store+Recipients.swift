public import BitcoinPrimitives
internal import GRDB

/// A name for an address that people are paid at, on one network.
public struct NamedRecipient: Hashable, Sendable {
  /// What a person calls it; no other of the network is called so, in capital or small letters.
  public let name: String
  /// The address; no other name of the network has it.
  public let address: Address

  /// Takes both.
  public init(name: String, address: Address) {
    self.name = name
    self.address = address
  }

  /// The most names of one network.
  public static let limit = 10_000
  /// So many letters and digits in a row may be an address, whole or cut off.
  private static let mostInARow = 24

  /// Whether a text may be a name: one as of a wallet, that nobody takes for an address.
  public static func isName(_ text: some StringProtocol) -> Bool {
    let text = String(text)
    guard (try? checkedName(text)) != nil else { return false }
    // The human-readable parts of bech32 addresses, silent payments among them.
    let small = text.lowercased()
    guard !["bc1", "tb1", "bcrt1", "sp1", "tsp1"].contains(where: small.hasPrefix) else {
      return false
    }
    let parts = text.utf8.split { $0 == 0x2d || $0 == 0x2e || $0 == 0x5f }
    return parts.allSatisfy { $0.count <= mostInARow }
  }
}

// The address book: it belongs to the home, is in its backups, and says nothing to anybody.
extension Store {
  /// The names on a network, in their alphabetical order.
  public func recipients(on network: Network) throws(StorageError) -> [NamedRecipient] {
    try read { try Self.recipients($0, on: network) }
  }

  static func recipients(_ db: Database, on network: Network) throws -> [NamedRecipient] {
    try Row.fetchAll(
      db, sql: "SELECT name, address FROM recipient WHERE network = ? ORDER BY name",
      arguments: [network.name]
    ).map { row in
      let name: String = try row.value("name", of: "a recipient")
      let text: String = try row.value("address", of: "the recipient \(name)")
      guard NamedRecipient.isName(name), let address = try? Address(parsing: text, on: network)
      else { throw StorageError.damaged(what: "the address of the recipient \(name)") }
      return NamedRecipient(name: name, address: address)
    }
  }

  /// The networks on which there are names.
  public func networksOfRecipients() throws(StorageError) -> [Network] {
    try read { db in
      try String.fetchAll(db, sql: "SELECT DISTINCT network FROM recipient ORDER BY network").map {
        guard let network = Network(name: $0) else {
          throw StorageError.damaged(what: "network of a recipient")
        }
        return network
      }
    }
  }

  /// The address of a name; nil when there is no such name on the network.
  public func recipient(
    named name: some StringProtocol, on network: Network
  ) throws(StorageError) -> NamedRecipient? {
    let name = name.lowercased()
    return try recipients(on: network).first { $0.name.lowercased() == name }
  }

  /// Gives an address a name.
  ///
  /// - Throws: `.badRecipientName`, `.recipientIsHere` when the name has another address or the address another name,
  ///   `.tooManyRecipients`.
  public func addRecipient(
    _ recipient: NamedRecipient, on network: Network
  ) throws(StorageError) {
    try change { db in
      let known = try Self.recipients(db, on: network)
      if let other = Self.clash(of: recipient, among: known) {
        throw StorageError.recipientIsHere(name: other.name, address: other.address.string)
      }
      try Self.add(db, recipient, besides: known.count, on: network)
    }
  }

  /// The one that has the name or the address already.
  private static func clash(
    of recipient: NamedRecipient, among known: [NamedRecipient]
  ) -> NamedRecipient? {
    let name = recipient.name.lowercased()
    return known.first {
      $0.name.lowercased() == name || $0.address.script == recipient.address.script
    }
  }

  private static func add(
    _ db: Database, _ recipient: NamedRecipient, besides count: Int, on network: Network
  ) throws {
    guard NamedRecipient.isName(recipient.name) else {
      throw StorageError.badRecipientName(String(recipient.name.prefix(64)))
    }
    guard count < NamedRecipient.limit else {
      throw StorageError.tooManyRecipients(limit: NamedRecipient.limit)
    }
    try db.execute(
      sql: "INSERT INTO recipient (network, name, address) VALUES (?, ?, ?)",
      arguments: [network.name, recipient.name, recipient.address.string])
  }

  /// Takes a name away; gives what it stood for.
  ///
  /// - Throws: `.noSuchRecipient`.
  @discardableResult
  public func removeRecipient(
    named name: String, on network: Network
  ) throws(StorageError) -> NamedRecipient {
    guard let recipient = try recipient(named: name, on: network) else {
      throw .noSuchRecipient(name: name, network: network.name)
    }
    try change { db in
      try db.execute(
        sql: "DELETE FROM recipient WHERE network = ? AND name = ?",
        arguments: [network.name, recipient.name])
    }
    return recipient
  }

  /// Names of a backup: those whose name and address are both free.
  static func restore(
    _ db: Database, _ recipients: [NamedRecipient], on network: Network,
    _ report: inout RestoreReport
  ) throws {
    var known = try Self.recipients(db, on: network)
    for recipient in recipients {
      if let other = clash(of: recipient, among: known) {
        if other != recipient { report.keptRecipients.append(recipient) }
        continue
      }
      try add(db, recipient, besides: known.count, on: network)
      known.append(recipient)
      report.recipients.append(recipient.name)
    }
  }
}
