internal import Foundation
internal import GRDB

/// The coordinator's records in one SQLite file: nodes, wallets, coins, payments, labels.
///
/// Several programs may have it open: every change is one transaction that takes the write lock
/// first, so that what was read in it still holds when it is written. Nothing in here is secret
/// enough to sign; it tells what a wallet owns.
public final class Store: Sendable {
  let queue: DatabaseQueue

  /// Opens the file, making it (readable by this user alone) or bringing it up to date.
  public init(path: String) throws(StorageError) {
    do {
      if !FileManager.default.fileExists(atPath: path) {
        // Made beforehand, so that it is never readable by others, not even for a moment.
        _ = FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      queue = try DatabaseQueue(path: path, configuration: Self.configuration)
    } catch {
      throw Self.wrapped(error)
    }
    try migrate()
  }

  /// Records in memory, for tests.
  init() throws(StorageError) {
    do { queue = try DatabaseQueue(configuration: Self.configuration) } catch {
      throw Self.wrapped(error)
    }
    try migrate()
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(20)
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { db in
      // A commit is on the disk before it is reported: a loss of power loses no handed-out index.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA secure_delete = FAST")
    }
    return configuration
  }

  private func migrate() throws(StorageError) {
    do {
      let migrator = Migrations.all
      // Two programs may start at once: the first migrates, the other finds it done.
      try migrator.migrate(queue)
      if try queue.read({ try migrator.hasBeenSuperseded($0) }) {
        throw StorageError.newer(version: "unknown migrations")
      }
    } catch {
      throw Self.wrapped(error)
    }
  }

  /// Reads; sees one state of the records throughout.
  func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do { return try queue.read(body) } catch { throw Self.wrapped(error) }
  }

  /// Changes, all or nothing, with the write lock held from the first statement on.
  func change<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      var value: Value?
      try queue.inTransaction(.immediate) { db in
        value = try body(db)
        return .commit
      }
      guard let value else { throw StorageError.database(reason: "nothing was written") }
      return value
    } catch {
      throw Self.wrapped(error)
    }
  }

  private static func wrapped(_ error: any Error) -> StorageError {
    if let error = error as? StorageError { return error }
    if let error = error as? DatabaseError {
      if [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
        return .damaged(what: error.message ?? "the file is no database")
      }
      return .database(reason: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
    }
    return .database(reason: "\(error)")
  }
}

/// A name that people give: kept simple so that it can be typed, printed and put into a file name.
func checkedName(_ name: String) throws(StorageError) -> String {
  let allowed = name.utf8.allSatisfy {
    (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
      || $0 == 0x2d || $0 == 0x2e || $0 == 0x5f
  }
  guard allowed, (1...64).contains(name.utf8.count), !name.hasPrefix("-"), !name.hasPrefix(".")
  else {
    throw .badName(String(name.prefix(64)))
  }
  return name
}
