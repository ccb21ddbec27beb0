import BitcoinPrimitives
import Descriptors
import Foundation
import GRDB
import Testing
import WalletTypes

@testable import WalletStorage

/// Records that were damaged by a disk, a stick or a person: the damage is reported, and nothing
/// traps.
@Suite struct DamagedRecordsTests {
  /// Numbers that are the same at each run (SplitMix64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  /// A home of its own, removed with everything that was kept in it.
  private final class Home {
    let folder: URL
    var records: String { folder.appending(path: "coordinator.sqlite").path }

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "damaged-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A home whose records are these bytes.
    convenience init(_ bytes: Data) throws {
      try self.init()
      try bytes.write(to: URL(filePath: records))
    }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
  }

  /// Whole records with everything in them, as this version keeps them.
  private static func whole() throws -> Data {
    let path = try EarlierDatabaseTests.database("2026-11-22")
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try Store(path: path).wallets()
    return try Data(contentsOf: URL(filePath: path))
  }

  /// Reads and writes what commands do; the first error, which can only be the store's own.
  private static func use(_ path: String) -> StorageError? {
    do throws(StorageError) {
      let store = try Store(path: path)
      _ = try store.nodes()
      let wallets = try store.wallets()
      for wallet in wallets {
        _ = try store.branches(of: wallet)
        _ = try store.lastSync(of: wallet)
        _ = try store.syncPlan(of: wallet)
        _ = try store.keyLabels(of: wallet)
        _ = try store.labels(.address, of: wallet)
        _ = try store.labels(.output, of: wallet)
        _ = try store.scripts(of: wallet)
        _ = try store.history(of: wallet)
        _ = try store.spends(of: wallet)
        let coins = try store.coins(of: wallet, includingSpent: true)
        _ = try store.coins(of: wallet)
        _ = try store.owners(of: coins.map(\.outPoint))
        _ = try store.coins(at: coins.map(\.outPoint), of: wallet)
        _ = try store.transactions(Set(coins.map(\.outPoint.txid)), of: wallet)
        _ = try store.syncPlan(of: wallet)
        _ = try store.unknownSpends(of: wallet)
        _ = try store.missingTransactions(of: wallet)
        _ = try store.places(from: 0, of: wallet)
      }
      for payment in try store.payments() {
        _ = try? store.packet(of: payment).psbt()
        _ = try store.packet(of: payment)
        _ = try store.payment(unsignedTxid: payment.unsigned.txid)
      }
      _ = try store.snapshot(on: .regtest)
      for wallet in wallets {
        try store.change { try store.settlePayments($0, wallet.id, after: .change) }
        _ = try? store.issueAddress(of: wallet)
      }
      return nil
    } catch {
      return error
    }
  }

  /// More of them: `DRAWBRIDGE_DAMAGE_ROUNDS=1000 swift test --filter DamagedRecords`.
  private static let rounds =
    ProcessInfo.processInfo.environment["DRAWBRIDGE_DAMAGE_ROUNDS"].flatMap { Int($0) } ?? 30

  @Test(arguments: 0..<8) func `damaged bytes anywhere are said or do no harm, and nothing traps`(
    seed: Int
  ) throws {
    let whole = try Self.whole()
    var numbers = Numbers(state: UInt64(seed))
    var said = 0
    for round in 0..<Self.rounds {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      switch round % 5 {
      case 0: bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &numbers))
      case 1:
        for offset in place..<min(place + 16, bytes.count) {
          bytes[offset] = UInt8.random(in: 0...255, using: &numbers)
        }
      case 2:
        let page = place / 4096 * 4096
        for offset in page..<min(page + 4096, bytes.count) { bytes[offset] = 0 }
      case 3: bytes = bytes.prefix(place)
      default:
        // Where most values lie: small changes in the rows of every page.
        for _ in 0..<20 {
          bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(
            in: 0...255, using: &numbers)
        }
      }
      let home = try Home(bytes)
      guard let error = Self.use(home.records) else { continue }
      if case .damaged(let what, let copy, _) = error {
        said += 1
        #expect(!what.isEmpty)
        // What was damaged is there twice.
        let name = try #require(copy)
        #expect(
          try Data(contentsOf: home.folder.appending(path: name)).count > 0
            && home.names().contains("coordinator.sqlite"))
      }
    }
    #expect(said > Self.rounds / 4, "\(said)")
  }

  @Test func `a value of another kind or beyond its range is said with its table, in every column`()
    throws
  {
    let whole = try Self.whole()
    let columns = try Self.columns(whole)
    #expect(columns.count > 50)
    for (table, column) in columns {
      for value in ["'text'", "X'00ff'", "-1", "1e300", "9223372036854775807"] {
        let home = try Home(whole)
        do {
          let queue = try DatabaseQueue(path: home.records)
          try queue.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA foreign_keys = 0")
            // The number of a row takes whole numbers only.
            try? $0.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
          }
          try queue.close()
        }
        guard let error = Self.use(home.records) else { continue }
        switch error {
        case .damaged, .noSuchWallet, .indexExhausted, .newer: break
        default: Issue.record("\(table).\(column) = \(value): \(error)")
        }
      }
    }
  }

  private static func columns(_ whole: Data) throws -> [(String, String)] {
    let home = try Home(whole)
    return try DatabaseQueue(path: home.records).read { db in
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        .flatMap { table in try db.columns(in: table).map { (table, $0.name) } }
    }
  }

  @Test(arguments: [
    ("UPDATE coin SET amount = 2100000000000001", "amount of coin "),
    ("UPDATE coin SET amount = -1", "amount of coin "),
    ("UPDATE coin SET height = -5", "height of coin "),
    ("UPDATE coin SET number = 'x'", "number of coin "),
    ("UPDATE coin SET number = NULL", "number of coin "),
    ("UPDATE coin SET idx = 2147483649", "lastUsed of branch "),
    ("UPDATE coin SET branch = 'x'", "branch of coin "),
    ("UPDATE coin SET vout = 4294967296", "vout of a coin"),
    ("UPDATE payment SET fee = 'much' WHERE id = 4", "fee of payment 4"),
    ("UPDATE payment SET state = 'gone' WHERE id = 2", "the state of payment 2"),
    ("UPDATE handedOut SET next = -1", "handedOut of branch 0 of a wallet"),
    ("UPDATE wallet SET gapLimit = 5000000000 WHERE id = 1", "gapLimit of wallet savings"),
    ("UPDATE wallet SET descriptor = X'00' WHERE id = 1", "the descriptor of savings"),
  ]) func `what is out of its range is named with its row`(sql: String, words: String) throws {
    let home = try Home(Self.whole())
    try DatabaseQueue(path: home.records).write { try $0.execute(sql: sql) }
    guard case .damaged(let what, _, _)? = Self.use(home.records) else {
      Issue.record("\(sql) was taken")
      return
    }
    #expect(what.hasPrefix(words), "\(what)")
  }

  @Test func `damage keeps one copy of each state, and names the newest backup`() throws {
    let whole = try Self.whole()
    let home = try Home(whole)
    try Store(path: home.records).noteBackup(to: "/media/stick/a.backup", at: 1_800_000_000)
    var pieces = whole
    for offset in 4096..<8192 { pieces[offset] = 0xEE }
    for (number, first) in [UInt8(0xEE), 0xEF].enumerated() {
      pieces[4096] = first
      try pieces.write(to: URL(filePath: home.records))
      for _ in 0..<2 {
        let error = try #require(Self.use(home.records))
        guard case .damaged(_, let copy, let backup) = error else {
          Issue.record("\(error)")
          return
        }
        let name = try #require(copy)
        #expect(name.hasPrefix("coordinator.sqlite.damaged-20"))
        #expect(try Data(contentsOf: home.folder.appending(path: name)) == pieces)
        #expect(backup == "2027-01-15, /media/stick/a.backup")
        #expect(error.description.contains(name))
        #expect(
          error.hint.contains(
            "`backup restore` with the backup of 2027-01-15, /media/stick/a.backup"))
      }
      #expect(try home.names().filter { $0.contains("damaged") }.count == number + 1)
    }
    // Moved away, a new home is begun, and said to be one.
    try FileManager.default.removeItem(atPath: home.records)
    #expect(try Store(path: home.records).lossNotice?.contains("2027-01-15") == true)
    #expect(try Store(path: home.records).lossNotice == nil)
  }

  @Test func `a file with nothing in it is not a new home, nor is a journal alone`() throws {
    let home = try Home(Data())
    for _ in 0..<2 {
      #expect(throws: StorageError.emptyFile(path: home.records, backup: nil)) {
        try Store(path: home.records)
      }
    }
    #expect(try Data(contentsOf: URL(filePath: home.records)).isEmpty)
    try FileManager.default.moveItem(atPath: home.records, toPath: home.records + "-journal")
    #expect(throws: StorageError.orphanedJournal("coordinator.sqlite-journal")) {
      try Store(path: home.records)
    }
    #expect(try home.names() == ["coordinator.sqlite-journal"])
    // An empty database, as one cut off after its first page would be.
    let other = try Home()
    try DatabaseQueue(path: other.records).write {
      try $0.execute(sql: "CREATE TABLE a (b); DROP TABLE a")
    }
    guard case .damaged? = Self.use(other.records) else {
      Issue.record("it became a new home")
      return
    }
    // A home that never had any records just begins.
    let new = try Home()
    #expect(try Store(path: new.records).lossNotice == nil)
    #expect(try new.names() == ["coordinator.sqlite"])
  }
}
