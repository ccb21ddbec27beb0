internal import Foundation
internal import GRDB
internal import Synchronization

/// The coordinator's records in one SQLite file: nodes, wallets, coins, payments, labels.
///
/// Several programs may have it open: every change is one transaction that takes the write lock
/// first, so that what was read in it still holds when it is written. Nothing in here is secret
/// enough to sign; it tells what a wallet owns.
public final class Store: Sendable {
  let queue: DatabaseQueue
  /// Where they lie; nil in memory.
  private let file: RecordsFile?
  /// Whether what spends coins must be signed; the chains of tests sign nothing.
  package let checksSignatures: Bool
  /// What to tell people when these records are new although the home had some before.
  public let lossNotice: String?
  /// What this home shares with the others of this user; nil when it knows of none.
  let handedOut: HandedOutFile?
  let notices = Mutex(HandedOutNotices())

  /// Opens the file, making it (readable by this user alone) or bringing it up to date.
  ///
  /// `handedOut` is what every hand-out of an address is held against and written down in.
  /// - Throws: `StorageError`; `.emptyFile` for a file with nothing in it and `.orphanedJournal` where
  ///   only the journal is left: neither is a new home. `.damaged` once a copy was kept.
  public convenience init(
    path: String, handedOut: HandedOutFile? = nil
  ) throws(StorageError) {
    try self.init(path: path, patience: 10, handedOut: handedOut)
  }

  /// The same; waits so many seconds for another program that is writing.
  ///
  /// `willRun` is told of each statement before it runs.
  init(
    path: String, patience: Double, handedOut: HandedOutFile? = nil,
    willRun: (@Sendable (String) -> Void)? = nil
  ) throws(StorageError) {
    self.handedOut = handedOut
    var configuration = Self.configuration(patience: patience)
    if let willRun {
      configuration.prepareDatabase { $0.trace { willRun("\($0)") } }
    }
    checksSignatures = true
    let file = RecordsFile(path: path)
    self.file = file
    do {
      if file.exists {
        guard !file.isEmpty else {
          throw StorageError.emptyFile(path: path, backup: file.newestBackup)
        }
        lossNotice = nil
      } else {
        if let journal = file.orphan { throw StorageError.orphanedJournal(journal) }
        lossNotice = file.trace.map {
          "the coordinator's records were missing, so new ones were started; \($0)"
        }
        try file.begin { path in
          let queue = try DatabaseQueue(path: path, configuration: configuration)
          try Self.migrate(queue)
          try queue.close()
        }
      }
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try Self.requireRecords(queue)
      try Self.migrate(queue)
    } catch {
      throw Self.said(Self.wrapped(error), file)
    }
  }

  /// Records in memory, for tests.
  package init(
    checksSignatures: Bool = false, handedOut: HandedOutFile? = nil
  ) throws(StorageError) {
    self.handedOut = handedOut
    self.checksSignatures = checksSignatures
    file = nil
    lossNotice = nil
    do {
      queue = try DatabaseQueue(configuration: Self.configuration(patience: 10))
      try Self.migrate(queue)
    } catch {
      throw Self.wrapped(error)
    }
  }

  private static func configuration(patience: Double) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { db in
      // A commit is on the disk before it is reported: a loss of power loses no handed-out index.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA secure_delete = FAST")
      // The program can write into no other folder, and what is sorted leaves no copy on a disk.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    return configuration
  }

  /// A file that was there has the tables of records: without them it would become a new home.
  private static func requireRecords(_ queue: DatabaseQueue) throws {
    guard try queue.read({ try $0.tableExists("grdb_migrations") }) else {
      throw StorageError.damaged(what: "the list of tables is empty")
    }
  }

  private static func migrate(_ queue: DatabaseQueue) throws {
    let migrator = Migrations.all
    let appliedNow = { try queue.read { try migrator.appliedIdentifiers($0) } }
    let first = try appliedNow()
    var applied = first
    while applied != Set(migrator.migrations) {
      guard applied.isSubset(of: migrator.migrations) else {
        throw StorageError.newer(version: "unknown migrations")
      }
      do {
        try migrator.migrate(queue)
        applied = try appliedNow()
      } catch let error as DatabaseError {
        // Two programs may start at once: what one finds missing, the other adds while this one waits,
        // and to add it again fails. Only where nobody added anything do the records contradict
        // themselves.
        let now = try appliedNow()
        if now.isStrictSuperset(of: applied) {
          applied = now
          continue
        }
        guard error.resultCode == .SQLITE_ERROR, !applied.isEmpty else { throw error }
        throw StorageError.damaged(
          what: "the list of tables: \(error.message ?? "it contradicts itself")")
      }
    }
    if !first.isEmpty, applied != first { shrink(queue) }
  }

  /// Gives back the room that is empty, when it is worth it: a quarter of the file and four megabytes.
  ///
  /// The file is written anew, all or nothing, which takes as much room beside it meanwhile.
  static func shrink(_ queue: DatabaseQueue) {
    let pages = try? queue.read { db in
      (
        free: try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0,
        all: try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      )
    }
    guard let pages, pages.free > 1_000, pages.free > pages.all / 4 else { return }
    // Without room for it on the disk the file stays as large as it is; nothing else changes.
    try? queue.vacuum()
  }

  /// Remembers, beside the records, that a backup of them was written; a damage then names it.
  public func noteBackup(to path: String, at seconds: Int64) {
    file?.noteBackup(to: path, at: seconds)
  }

  /// Reads; sees one state of the records throughout.
  func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do { return try queue.read(body) } catch { throw said(error) }
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
      throw said(error)
    }
  }

  /// An error in words; of damage that SQLite met, with the place of it.
  private func said(_ error: any Error) -> StorageError {
    var wrapped = Self.wrapped(error)
    if error is DatabaseError, case .damaged(let what, _, _) = wrapped {
      let found = try? queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
      wrapped = .damaged(what: found.flatMap { $0 == "ok" ? nil : $0 } ?? what)
    }
    return Self.said(wrapped, file)
  }

  /// Damage with a copy kept and the newest backup named; records in use with the program that has them.
  private static func said(_ error: StorageError, _ file: RecordsFile?) -> StorageError {
    if case .busy = error { return .busy(holder: file?.holder) }
    guard case .damaged(let what, _, _) = error, let file else { return error }
    return .damaged(what: what, copy: file.keepDamaged(), backup: file.newestBackup)
  }

  private static func wrapped(_ error: any Error) -> StorageError {
    if let error = error as? StorageError { return error }
    if let error = error as? DatabaseError {
      if [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
        return .damaged(what: error.message ?? "the file is not a database")
      }
      if error.resultCode == .SQLITE_BUSY { return .busy(holder: nil) }
      return .database(reason: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
    }
    // A value of another kind than its column has.
    if error is RowDecodingError { return .damaged(what: cut("\(error)")) }
    return .database(reason: "\(error)")
  }
}

/// The start of what a library said.
private func cut(_ text: String) -> String { String(text.prefix(200)) }

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
