import BitcoinPrimitives
import Descriptors
import Foundation
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// What belongs into a backup is counted as it changes, whoever changes it.
@Suite struct BackupStateTests {
  private static func state(_ store: Store, on network: Network = .regtest) throws -> BackupState {
    try #require(try store.backupStates().first { $0.network == network })
  }

  private static func home() throws -> (store: Store, wallet: WalletRecord) {
    let store = try Store()
    let wallet = try store.addWallet(
      name: "savings", network: .regtest, descriptor: try Descriptor(parsing: accountText),
      birthHeight: 0)
    return (store, wallet)
  }

  @Test
  func `a change of what belongs into a backup counts, the same value again and a failure do not`()
    throws
  {
    let (store, wallet) = try Self.home()
    var count = try Self.state(store).changes
    #expect(try count > 0 && !Self.state(store).isCurrent)
    func grows(_ what: String, _ expected: Bool = true, _ body: () throws -> Void) throws {
      try body()
      let now = try Self.state(store).changes
      #expect((now > count) == expected, "\(what)")
      count = now
    }
    let address = try store.issueAddress(of: wallet)
    try grows("an address that was handed out") {}
    try grows("the next one") { _ = try store.issueAddress(of: wallet) }
    #expect(address.index == 0)
    let reference = String(repeating: "a", count: 64)
    try grows("a label") { try store.setLabel("a", on: .transaction, reference, of: wallet) }
    try grows("the same label", false) {
      try store.setLabel("a", on: .transaction, reference, of: wallet)
    }
    try grows("none") { try store.setLabel("", on: .transaction, reference, of: wallet) }
    try grows("none again", false) {
      try store.setLabel("", on: .transaction, reference, of: wallet)
    }
    try grows("a node") {
      try store.addNode(
        NodeRecord(name: "a", url: "rehearsal://", cookie: nil, proxy: nil, isActive: false))
    }
    try grows("a node that is used", false) { try store.useNode(named: "a") }
    try grows("a name that is taken", false) {
      #expect(throws: StorageError.nameTaken("a")) {
        try store.addNode(
          NodeRecord(name: "a", url: "rehearsal://", cookie: nil, proxy: nil, isActive: false))
      }
    }
    try grows("a setting", false) { try store.set("x", to: 1) }
  }

  @Test func `each network has its own count, and one without wallets has none`() throws {
    let (store, _) = try Self.home()
    #expect(try store.noteChanges(at: 5) == [.regtest])
    let other = try store.addWallet(
      name: "other", network: .signet, descriptor: try Descriptor(parsing: accountText),
      birthHeight: 0)
    let before = try Self.state(store).changes
    #expect(try store.noteChanges(at: 6) == [.signet])
    _ = try store.issueAddress(of: other)
    #expect(try Self.state(store).changes == before)
    try store.removeWallet(named: other.name)
    #expect(try store.backupStates().map(\.network) == [.regtest])
  }

  @Test func `names on a network without a wallet are backed up as well`() throws {
    let (store, _) = try Self.home()
    #expect(try store.noteChanges(at: 5) == [.regtest])
    let address = try Address(parsing: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", on: .signet)
    try store.addRecipient(NamedRecipient(name: "shop", address: address), on: .signet)
    #expect(try store.noteChanges(at: 6) == [.signet])
    let state = try Self.state(store, on: .signet)
    #expect(state.changes == 1 && !state.isCurrent && state.since == 6)
    let snapshot = try store.snapshot(on: .signet)
    #expect(snapshot.recipients.map(\.name) == ["shop"] && snapshot.wallets.isEmpty)
    try store.noteBackup(of: snapshot, on: .signet, to: "/a", at: 7)
    #expect(try Self.state(store, on: .signet).isCurrent)
    try store.removeRecipient(named: "shop", on: .signet)
    #expect(try store.backupStates().map(\.network) == [.regtest])
  }

  @Test func `the newest backup is current until something changes, and says since when it is not`()
    throws
  {
    let (store, wallet) = try Self.home()
    #expect(try store.noteChanges(at: 5) == [.regtest])
    #expect(try store.noteChanges(at: 6).isEmpty)
    #expect(try Self.state(store).since == 5)
    let snapshot = try store.snapshot(on: .regtest)
    _ = try store.issueAddress(of: wallet)
    try store.noteBackup(of: snapshot, on: .regtest, to: "/a", at: 7)
    // What was changed while it was written is not in it.
    #expect(try !Self.state(store).isCurrent && Self.state(store).since == 7)
    try store.noteBackup(of: store.snapshot(on: .regtest), on: .regtest, to: "/b", at: 8)
    #expect(try Self.state(store).isCurrent && Self.state(store).since == nil)
    // One with less that ends later takes nothing back.
    try store.noteBackup(of: snapshot, on: .regtest, to: "/a", at: 9)
    #expect(try Self.state(store).newest?.path == "/b")
    _ = try store.issueAddress(of: wallet)
    #expect(try store.noteChanges(at: 10) == [.regtest])
    #expect(try Self.state(store).since == 10)
    try store.noteBackupFailure("full", on: .regtest, at: 11)
    #expect(try Self.state(store).failure == .init(text: "full", time: 11))
    try store.noteBackup(
      of: store.snapshot(on: .regtest), on: .regtest, to: "/s/c", at: 12,
      automatic: (folder: "/s", name: "c", digest: [1]))
    let state = try Self.state(store)
    #expect(state.isCurrent && state.failure == nil && state.automatic?.name == "c")
    _ = try store.issueAddress(of: wallet)
    try store.noteUnchanged(store.snapshot(on: .regtest), on: .regtest)
    #expect(try Self.state(store).isCurrent && Self.state(store).newest?.written == 12)
  }

  @Test func `the place of backups keeps its home when it is turned off, and the fence finds it`()
    throws
  {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try Store(path: path)
    #expect(try store.backupPlace() == nil && Store.backupFolder(inRecords: path) == nil)
    let home = try store.backupHome()
    #expect(
      home.utf8.count == 8 && home.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 })
    #expect(try store.backupPlace() == nil)
    try store.setBackupFolder("/stick/x", key: "00000007")
    #expect(try store.backupPlace() == BackupPlace(folder: "/stick/x", key: "00000007", home: home))
    #expect(Store.backupFolder(inRecords: path) == "/stick/x")
    try store.setBackupFolder(nil, key: nil)
    #expect(try store.backupPlace() == nil && Store.backupFolder(inRecords: path) == nil)
    #expect(try store.backupHome() == home)
  }

  /// All but those whose backups uploaded themselves.
  private static let namesWithoutBackups = EarlierDatabaseTests.names.filter {
    $0 != "2026-11-29-uploads"
  }

  @Test(arguments: namesWithoutBackups)
  func `wallets of earlier records are in no backup that is known`(name: String) throws {
    let path = try EarlierDatabaseTests.database(name)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try Store(path: path)
    #expect(try Set(store.backupStates().map(\.network)) == Set(store.wallets().map(\.network)))
    #expect(try store.backupStates().allSatisfy { !$0.isCurrent && $0.newest == nil })
  }
}
