public import BitcoinPrimitives
internal import GRDB
internal import Refusals
public import WalletTypes

// The networks of a home's own; what is kept of a wallet names its network by `Network.identity`.
extension Store {
  /// The networks that are built in and those of this home.
  ///
  /// - Throws: `.damaged` for an entry that cannot be read.
  public func networks() throws(StorageError) -> NetworkRegistry {
    try read(Self.networks)
  }

  private static func networks(_ db: Database) throws -> NetworkRegistry {
    let entries = try String.fetchAll(db, sql: "SELECT entry FROM network ORDER BY name")
    do throws(NetworkEntryError) {
      var own: [NetworkEntry] = []
      for entry in entries { own.append(try NetworkEntry(reading: Array(entry.utf8))) }
      return try NetworkRegistry(own: own)
    } catch {
      throw StorageError.damaged(what: "the networks of this home: \(error)")
    }
  }

  /// The wallets that are on a network.
  public func wallets(on network: Network) throws(StorageError) -> [WalletRecord] {
    try read { try Self.wallets($0, on: network) }
  }

  /// Adds a network, or puts another in the place of the one with its name.
  ///
  /// - Throws: `.network` where it cannot stand beside the others, `.networkInUse` where a wallet is on the one whose
  ///   place it takes and the chain is another.
  public func addNetwork(_ entry: NetworkEntry) throws(StorageError) {
    let network = entry.network
    try change { db in
      let known = try Self.networks(db)
      if let replaced = known.network(named: network.name), replaced != network {
        try Self.requireUnused(replaced, db)
      }
      do throws(NetworkEntryError) {
        _ = try known.adding(entry)
      } catch {
        throw StorageError.network(error)
      }
      try db.execute(
        sql: "DELETE FROM network WHERE name = :name OR identity = :identity",
        arguments: ["name": network.name, "identity": network.identity])
      try db.execute(
        sql: "INSERT INTO network (identity, name, entry) VALUES (?, ?, ?)",
        arguments: [network.identity, network.name, entry.text])
    }
  }

  /// Forgets a network of this home's own; one that is built in under its name is back in its place.
  ///
  /// - Throws: `.noSuchNetwork`, `.networkInUse`.
  public func removeNetwork(named name: String) throws(StorageError) {
    try change { db in
      let known = try Self.networks(db)
      guard let network = known.own.first(where: { $0.name == name }) else {
        throw StorageError.noSuchNetwork(name: name)
      }
      // A signet is known by its challenge, with and without a name.
      let left = known.removing(name)
      if left.network(identity: network.identity) == nil { try Self.requireUnused(network, db) }
      try db.execute(sql: "DELETE FROM network WHERE name = ?", arguments: [name])
    }
  }

  private static func requireUnused(_ network: Network, _ db: Database) throws {
    let identity: StatementArguments = [network.identity]
    var users = try String.fetchAll(
      db, sql: "SELECT name FROM wallet WHERE network = ? ORDER BY id", arguments: identity
    ).map { "the wallet \($0)" }
    let named =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM recipient WHERE network = ?", arguments: identity) ?? 0
    if named > 0 { users.append(counted(named, "recipient")) }
    guard users.isEmpty else {
      throw StorageError.networkInUse(name: network.name, users: users)
    }
    // Of its backups nothing is left that anybody could ask for.
    for table in ["backupState", "backupUpload", "backupDocument"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE network = ?", arguments: identity)
    }
  }

  /// The network that was kept by this identity; nil when it is none of this home's.
  static func network(identity: String, _ db: Database) throws -> Network? {
    if let known = Network(name: identity), Network.standard.contains(known) { return known }
    let entry = try String.fetchOne(
      db, sql: "SELECT entry FROM network WHERE identity = ?", arguments: [identity])
    if let entry {
      do throws(NetworkEntryError) {
        return try NetworkEntry(reading: Array(entry.utf8)).network
      } catch {
        throw StorageError.damaged(what: "the network \(identity): \(error)")
      }
    }
    return NetworkRegistry.builtIn.network(identity: identity)
  }
}

extension Row {
  /// The network in the column `network`.
  func network(of place: String, _ db: Database) throws -> Network {
    let identity: String = try value("network", of: place)
    guard let network = try Store.network(identity: identity, db) else {
      throw StorageError.damaged(what: "the network of \(place)")
    }
    return network
  }
}
