public import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB

// What is to be backed up is counted by triggers, in the transaction that changes it, so that no command can
// forget to say it: see Migrations.
extension Store {
  /// Networks of which there is something to be backed up, in SQL.
  private static let hasRecords =
    "network IN (SELECT network FROM wallet UNION SELECT network FROM recipient)"

  /// How the backups of each network stand that has wallets, or names of recipients.
  public func backupStates() throws(StorageError) -> [BackupState] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM backupState WHERE \(Self.hasRecords) ORDER BY network"
      ).map { try BackupState($0, db) }
    }
  }

  /// Where backups write themselves to; nil where they do not.
  public func backupPlace() throws(StorageError) -> BackupPlace? {
    try read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM backupPlace WHERE folder IS NOT NULL").map {
        BackupPlace(
          folder: try $0.value("folder", of: "the place of backups"),
          key: try $0.valueIfAny("key", of: "the place of backups"),
          home: try $0.value("home", of: "the place of backups"))
      }
    }
  }

  /// What the files of this home have in their names; made at the first call, and kept.
  public func backupHome() throws(StorageError) -> String {
    try change { db in
      if let home = try String.fetchOne(db, sql: "SELECT home FROM backupPlace") { return home }
      let home = Hex.encode(
        withUnsafeBytes(of: UInt32.random(in: .min ... .max)) { Array($0) })
      try db.execute(sql: "INSERT INTO backupPlace (id, home) VALUES (1, ?)", arguments: [home])
      return home
    }
  }

  /// Lets backups write themselves to a folder from now on, with the key of a seed; nil stops it.
  public func setBackupFolder(_ folder: String?, key: String?) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: "UPDATE backupPlace SET folder = ?, key = ?", arguments: [folder, key])
      // What went wrong in another folder says nothing about this one.
      try db.execute(sql: "UPDATE backupState SET failure = NULL, failedAt = NULL")
    }
  }

  /// Remembers when what no backup has yet was changed, as far as nobody has.
  ///
  /// - Returns: the networks on which something was changed since the last call.
  public func noteChanges(at time: Int64) throws(StorageError) -> [Network] {
    let new = "changes > noticed AND \(Self.hasRecords)"
    guard
      try read({ try Int.fetchOne($0, sql: "SELECT count(*) FROM backupState WHERE \(new)") }) != 0
    else { return [] }
    return try change { db in
      let networks = try Row.fetchAll(
        db, sql: "SELECT network FROM backupState WHERE \(new) ORDER BY network"
      ).map { try $0.network(of: "a state of backups", db) }
      try db.execute(
        sql: """
          UPDATE backupState SET noticed = changes,
            since = CASE WHEN changes = saved THEN NULL ELSE coalesce(since, ?) END
          """, arguments: [time])
      return networks
    }
  }

  /// Remembers that a backup was written and read back, with all that a snapshot has.
  ///
  /// `automatic` is the name of one that wrote itself, and the hash of what it says.
  public func noteBackup(
    of snapshot: StoreSnapshot, on network: Network, to path: String, at time: Int64,
    automatic: (folder: String, name: String, digest: [UInt8])? = nil
  ) throws(StorageError) {
    noteBackup(to: path, at: time)
    try change { db in
      // Another program may have written a newer one meanwhile.
      try db.execute(
        sql: """
          UPDATE backupState SET saved = ?, savedAt = ?, savedTo = ?,
            since = CASE WHEN changes > ? THEN ? ELSE NULL END
          WHERE network = ? AND saved <= ?
          """,
        arguments: [
          snapshot.changes, time, path, snapshot.changes, time, network.identity, snapshot.changes,
        ])
      guard let automatic else { return }
      try db.execute(
        sql: """
          UPDATE backupState SET file = ?, fileFolder = ?, fileChanges = ?, fileAt = ?, digest = ?,
            failure = NULL, failedAt = NULL WHERE network = ?
          """,
        arguments: [
          automatic.name, automatic.folder, snapshot.changes, time, Data(automatic.digest),
          network.identity,
        ])
    }
  }

  /// Remembers that the newest backup that wrote itself has all that a snapshot has: what was changed since was
  /// changed back.
  public func noteUnchanged(
    _ snapshot: StoreSnapshot, on network: Network
  ) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: """
          UPDATE backupState SET saved = ?, savedAt = fileAt, savedTo = fileFolder || '/' || file,
            fileChanges = ?, failure = NULL, failedAt = NULL,
            since = CASE WHEN changes > ? THEN since ELSE NULL END
          WHERE network = ? AND saved <= ? AND file IS NOT NULL
          """,
        arguments: [
          snapshot.changes, snapshot.changes, snapshot.changes, network.identity, snapshot.changes,
        ])
    }
  }

  /// Remembers why a backup could not be written.
  public func noteBackupFailure(
    _ text: String, on network: Network, at time: Int64
  ) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: "UPDATE backupState SET failure = ?, failedAt = ? WHERE network = ?",
        arguments: [String(text.prefix(2_000)), time, network.identity])
    }
  }

  /// How often what belongs into a backup has changed.
  static func backupChanges(_ db: Database, on network: Network) throws -> Int64 {
    try Int64.fetchOne(
      db, sql: "SELECT changes FROM backupState WHERE network = ?", arguments: [network.identity])
      ?? 0
  }
}

extension BackupState {
  fileprivate init(_ row: Row, _ db: Database) throws {
    let network = try row.network(of: "a state of backups", db)
    let place = "the backups of \(network.name)"
    let times = Int64(0)...Int64.max
    self.network = network
    changes = try row.number("changes", in: times, of: place)
    since = try row.numberIfAny("since", in: times, of: place)
    newest =
      if let path = try row.valueIfAny("savedTo", of: place) as String? {
        Newest(
          changes: try row.number("saved", in: times, of: place),
          written: try row.number("savedAt", in: times, of: place), path: path)
      } else {
        nil
      }
    automatic =
      if let name = try row.valueIfAny("file", of: place) as String? {
        Automatic(
          changes: try row.number("fileChanges", in: times, of: place),
          folder: try row.value("fileFolder", of: place), name: name,
          digest: try row.bytes("digest", of: place))
      } else {
        nil
      }
    failure =
      if let text = try row.valueIfAny("failure", of: place) as String? {
        Failure(text: text, time: try row.number("failedAt", in: times, of: place))
      } else {
        nil
      }
  }
}
