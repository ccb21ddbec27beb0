public import BitcoinPrimitives
internal import Foundation
internal import GRDB

// The server that backups upload themselves to; how it stands is counted beside what folders have.
extension Store {
  private static let server = "the backup server"

  /// The server; nil for none.
  public func backupServer() throws(StorageError) -> BackupServerRecord? {
    try read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM backupServer").map { row in
        let target: String = try row.value("baseTarget", of: Self.server)
        guard let baseTarget = UInt64(target) else {
          throw StorageError.damaged(what: "the base target of \(Self.server)")
        }
        return BackupServerRecord(
          url: try row.value("url", of: Self.server),
          proxy: try row.valueIfAny("proxy", of: Self.server),
          certificate: try row.valueIfAny("certificate", of: Self.server),
          key: try row.valueIfAny("key", of: Self.server),
          rounds: Int(try row.number("rounds", in: 0...1_000_000, of: Self.server)),
          baseTarget: baseTarget)
      }
    }
  }

  /// Lets backups upload themselves to a server from now on; nil stops it.
  ///
  /// What another address or key has is forgotten, with why an upload there failed.
  public func setBackupServer(_ server: BackupServerRecord?) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: """
          DELETE FROM backupUpload
          WHERE NOT EXISTS (SELECT 1 FROM backupServer WHERE url = ? AND key IS ?)
          """,
        arguments: [server?.url, server?.key])
      try db.execute(sql: "DELETE FROM backupServer")
      guard let server else { return }
      try db.execute(
        sql: """
          INSERT INTO backupServer (id, url, proxy, certificate, key, rounds, baseTarget)
          VALUES (1, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          server.url, server.proxy, server.certificate, server.key, server.rounds,
          String(server.baseTarget),
        ])
    }
  }

  /// What the server has, or failed to take, of each network of which anything was tried.
  public func backupUploads() throws(StorageError) -> [BackupUpload] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM backupUpload").map { try BackupUpload($0, db) }
    }
  }

  /// Remembers that a backup was uploaded and read back, unless another server or key was set meanwhile.
  ///
  /// Where backups write themselves to no folder, it is the newest backup of the network.
  public func noteUpload(
    _ done: BackupUpload.Done, on network: Network, to server: BackupServerRecord
  ) throws(StorageError) {
    try change { db in
      guard try Self.isSet(server, in: db) else { return }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO backupUpload (network, changes, time, digest, hash, attempt)
          VALUES (?1, ?2, ?3, ?4, ?5, ?5)
          """,
        arguments: [network.identity, done.changes, done.time, Data(done.digest), Data(done.hash)])
      try db.execute(
        sql: """
          UPDATE backupState SET saved = ?, savedAt = ?, savedTo = ?,
            since = CASE WHEN changes > ? THEN ? ELSE NULL END
          WHERE network = ? AND saved <= ?
            AND NOT EXISTS (SELECT 1 FROM backupPlace WHERE folder IS NOT NULL)
          """,
        arguments: [
          done.changes, done.time, server.url, done.changes, done.time, network.identity,
          done.changes,
        ])
    }
  }

  /// Remembers the SHA-256 of what is sent next: an answer may be lost, and the server have it all the same.
  ///
  /// It stays known as sent, whatever becomes of the server: see ``isSent(_:)``.
  public func noteUploadAttempt(
    _ hash: [UInt8], on network: Network, to server: BackupServerRecord
  ) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: "INSERT OR IGNORE INTO backupSent (network, hash) VALUES (?, ?)",
        arguments: [network.identity, Data(hash)])
      try db.execute(
        sql: """
          DELETE FROM backupSent WHERE network = ?1 AND id NOT IN (
            SELECT id FROM backupSent WHERE network = ?1 ORDER BY id DESC LIMIT ?2)
          """, arguments: [network.identity, Self.sentLimit])
      guard try Self.isSet(server, in: db) else { return }
      try db.execute(
        sql: """
          INSERT INTO backupUpload (network, attempt) VALUES (?, ?)
          ON CONFLICT (network) DO UPDATE SET attempt = excluded.attempt
          """, arguments: [network.identity, Data(hash)])
    }
  }

  /// Remembers why an upload failed, and up to which change it would have gone, unless another server or key was set
  /// meanwhile.
  public func noteUploadFailure(
    _ text: String, of changes: Int64, on network: Network, to server: BackupServerRecord,
    at time: Int64
  ) throws(StorageError) {
    try change { db in
      guard try Self.isSet(server, in: db) else { return }
      try db.execute(
        sql: """
          INSERT INTO backupUpload (network, tried, failure, failedAt) VALUES (?, ?, ?, ?)
          ON CONFLICT (network) DO UPDATE SET tried = excluded.tried, failure = excluded.failure,
            failedAt = excluded.failedAt
          """, arguments: [network.identity, changes, String(text.prefix(2_000)), time])
    }
  }

  /// Whether this home sent a backup to a server, one of the last hundred of its network; by SHA-256 of its bytes.
  public func isSent(_ hash: [UInt8]) throws(StorageError) -> Bool {
    try read { db in
      try Row.fetchOne(db, sql: "SELECT 1 FROM backupSent WHERE hash = ?", arguments: [Data(hash)])
        != nil
    }
  }

  /// How many of the backups that were sent are remembered of each network.
  private static let sentLimit = 100

  private static func isSet(_ server: BackupServerRecord, in db: Database) throws -> Bool {
    try Row.fetchOne(
      db, sql: "SELECT 1 FROM backupServer WHERE url = ? AND key IS ?",
      arguments: [server.url, server.key]) != nil
  }
}

extension BackupUpload {
  fileprivate init(_ row: Row, _ db: Database) throws {
    let network = try row.network(of: "an upload of a backup", db)
    let place = "the uploads of \(network.name)"
    let times = Int64(0)...Int64.max
    self.network = network
    done =
      if let changes = try row.numberIfAny("changes", in: times, of: place) {
        Done(
          changes: changes, time: try row.number("time", in: times, of: place),
          digest: try row.bytes("digest", of: place), hash: try row.bytes("hash", of: place))
      } else {
        nil
      }
    attempt = try (row.valueIfAny("attempt", of: place) as Data?).map { [UInt8]($0) }
    failure =
      if let text = try row.valueIfAny("failure", of: place) as String? {
        Failure(
          changes: try row.number("tried", in: times, of: place), text: text,
          time: try row.number("failedAt", in: times, of: place))
      } else {
        nil
      }
  }
}
