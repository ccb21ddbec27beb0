public import BitcoinPrimitives
internal import GRDB

/// A name for an address that people are paid at, on one network.
public struct NamedRecipient: Hashable, Sendable {
  /// What a person calls it; no other of the network is called so, in capital or small letters.
  public let name: String
  /// The address; no other name of the network has it.
  public let address: Address
  /// Whether somebody compared the address here; nobody has where the name came from a backup, which whoever has the
  /// backup key can write.
  public let isCompared: Bool

  /// Takes them.
  public init(name: String, address: Address, isCompared: Bool = true) {
    self.name = name
    self.address = address
    self.isCompared = isCompared
  }

  /// Whether it is the same name, in capital or small letters, for the same address.
  func isSame(as other: NamedRecipient) -> Bool {
    name.lowercased() == other.name.lowercased() && address.script == other.address.script
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
    let prefixes = Network.segwitPrefixes + ["sp", "tsp"]
    guard !prefixes.contains(where: { small.hasPrefix($0 + "1") }) else { return false }
    let parts = text.utf8.split { $0 == 0x2d || $0 == 0x2e || $0 == 0x5f }
    return parts.allSatisfy { $0.count <= mostInARow }
  }
}

// The address book: it belongs to the home, is in its backups, and says nothing to anybody.
extension Store {
  /// The names on a network, in their alphabetical order.
  ///
  /// A row that cannot be read is left out: a payment under another name, and a backup, do not wait for it.
  public func recipients(on network: Network) throws(StorageError) -> [NamedRecipient] {
    try read { try Self.recipients($0, on: network) }
  }

  static func recipients(_ db: Database, on network: Network) throws -> [NamedRecipient] {
    try Row.fetchAll(
      db, sql: "SELECT name, address, compared FROM recipient WHERE network = ? ORDER BY name",
      arguments: [network.identity]
    ).compactMap { row in
      guard let name: String = try? row.value("name", of: "a recipient"),
        NamedRecipient.isName(name),
        let text: String = try? row.value("address", of: "a recipient"),
        let address = try? Address(parsing: text, on: network),
        let compared: Int = try? row.value("compared", of: "a recipient")
      else { return nil }
      return NamedRecipient(name: name, address: address, isCompared: compared == 1)
    }
  }

  /// How many rows of the address book cannot be read, on all networks.
  public func unreadableRecipients() throws(StorageError) -> Int {
    var unreadable = try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recipient") ?? 0 }
    for network in try networksOfRecipients() { unreadable -= try recipients(on: network).count }
    return unreadable
  }

  /// The networks on which there are names.
  public func networksOfRecipients() throws(StorageError) -> [Network] {
    try read { db in
      try String.fetchAll(db, sql: "SELECT DISTINCT network FROM recipient ORDER BY network")
        .compactMap { try Self.network(identity: $0, db) }
    }
  }

  /// The address of a name; nil when there is no such name on the network.
  public func recipient(
    named name: some StringProtocol, on network: Network
  ) throws(StorageError) -> NamedRecipient? {
    let name = name.lowercased()
    return try recipients(on: network).first { $0.name.lowercased() == name }
  }

  /// Gives an address a name, or keeps that the address of a name was compared.
  ///
  /// - Throws: `.badRecipientName`, `.recipientIsHere` when the name has another address or the address another name,
  ///   `.tooManyRecipients`.
  public func addRecipient(
    _ recipient: NamedRecipient, on network: Network
  ) throws(StorageError) {
    try change { db in
      let known = try Self.recipients(db, on: network)
      if let other = Taken(known).clash(of: recipient) {
        guard !other.isCompared, recipient.isCompared, other.isSame(as: recipient) else {
          throw StorageError.recipientIsHere(name: other.name, address: other.address.string)
        }
        try db.execute(
          sql: "UPDATE recipient SET compared = 1 WHERE network = ? AND name = ?",
          arguments: [network.identity, other.name])
        return
      }
      guard known.count < NamedRecipient.limit else {
        throw StorageError.tooManyRecipients(limit: NamedRecipient.limit)
      }
      try Self.add(db, recipient, on: network)
    }
  }

  /// The names and the addresses that are taken.
  private struct Taken {
    private var names: [String: NamedRecipient] = [:]
    private var scripts: [Script: NamedRecipient] = [:]

    init(_ recipients: [NamedRecipient]) {
      for recipient in recipients { take(recipient) }
    }

    mutating func take(_ recipient: NamedRecipient) {
      names[recipient.name.lowercased()] = recipient
      scripts[recipient.address.script] = recipient
    }

    /// The one that has the name or the address already.
    func clash(of recipient: NamedRecipient) -> NamedRecipient? {
      names[recipient.name.lowercased()] ?? scripts[recipient.address.script]
    }
  }

  private static func add(
    _ db: Database, _ recipient: NamedRecipient, on network: Network
  ) throws {
    guard NamedRecipient.isName(recipient.name) else {
      throw StorageError.badRecipientName(String(recipient.name.prefix(64)))
    }
    // In the place of a row of this name that cannot be read.
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO recipient (network, name, address, compared)
        VALUES (?, ?, ?, ?)
        """,
      arguments: [
        network.identity, recipient.name, recipient.address.string, recipient.isCompared ? 1 : 0,
      ])
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
        arguments: [network.identity, recipient.name])
    }
    return recipient
  }

  /// Names of a backup: those whose name and address are both free, as long as there is room; nobody compared them here.
  static func restore(
    _ db: Database, _ recipients: [NamedRecipient], on network: Network,
    _ report: inout RestoreReport
  ) throws {
    let known = try Self.recipients(db, on: network)
    var taken = Taken(known)
    for recipient in recipients {
      let other = taken.clash(of: recipient)
      if let other, other.isSame(as: recipient) { continue }
      guard other == nil, known.count + report.recipients.count < NamedRecipient.limit else {
        report.keptRecipients.append(recipient)
        continue
      }
      let foreign = NamedRecipient(
        name: recipient.name, address: recipient.address, isCompared: false)
      try add(db, foreign, on: network)
      taken.take(foreign)
      report.recipients.append(recipient.name)
    }
  }
}
