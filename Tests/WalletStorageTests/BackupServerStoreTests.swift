import BitcoinPrimitives
import Descriptors
import Foundation
import GRDB
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// The server of backups, and what it has, as the records keep them.
@Suite struct BackupServerStoreTests {
  private static let server = BackupServerRecord(
    url: "https://a.example:443", proxy: "127.0.0.1:9050", certificate: "PEM", key: "00000007",
    rounds: 1_000_000, baseTarget: .max)

  private static let done = BackupUpload.Done(
    changes: 3, time: 1_800_000_000, digest: [1], hash: [2])

  private static func home() throws -> Store {
    let store = try Store()
    _ = try store.addWallet(
      name: "savings", network: .regtest, descriptor: try Descriptor(parsing: accountText),
      birthHeight: 0)
    return store
  }

  private static func upload(_ store: Store) throws -> BackupUpload? {
    try store.backupUploads().first
  }

  @Test func `a server is kept as it was given, and forgotten with what it has`() throws {
    let store = try Self.home()
    #expect(try store.backupServer() == nil && store.backupUploads().isEmpty)
    try store.setBackupServer(Self.server)
    #expect(try store.backupServer() == Self.server)
    try store.noteUpload(Self.done, on: .regtest, to: Self.server)
    try store.setBackupServer(nil)
    #expect(try store.backupServer() == nil && store.backupUploads().isEmpty)
  }

  @Test func `the same server with other work keeps what it has, another one does not`() throws {
    let store = try Self.home()
    try store.setBackupServer(Self.server)
    try store.noteUpload(Self.done, on: .regtest, to: Self.server)
    try store.noteUploadFailure("gone", of: 4, on: .regtest, to: Self.server, at: 5)
    func renamed(_ url: String, key: String?) -> BackupServerRecord {
      BackupServerRecord(
        url: url, proxy: nil, certificate: nil, key: key, rounds: 0, baseTarget: 1)
    }
    try store.setBackupServer(renamed(Self.server.url, key: Self.server.key))
    #expect(try Self.upload(store)?.done == Self.done)
    // A failure stays until something was uploaded: it may be all that says so.
    #expect(try Self.upload(store)?.failure?.text == "gone")
    let keyless = renamed(Self.server.url, key: nil)
    try store.setBackupServer(keyless)
    #expect(try store.backupUploads().isEmpty)
    try store.noteUpload(Self.done, on: .regtest, to: keyless)
    #expect(try Self.upload(store)?.done == Self.done)
    try store.setBackupServer(renamed("https://b.example:443", key: nil))
    #expect(try store.backupUploads().isEmpty)
  }

  @Test func `what is noted of a server that is set no more counts for none`() throws {
    let store = try Self.home()
    let changes = try #require(store.backupStates().first).changes
    for other in [
      nil,
      BackupServerRecord(
        url: "https://b.example:443", proxy: nil, certificate: nil, key: Self.server.key, rounds: 0,
        baseTarget: 1),
      BackupServerRecord(
        url: Self.server.url, proxy: nil, certificate: nil, key: nil, rounds: 0, baseTarget: 1),
    ] {
      try store.setBackupServer(other)
      try store.noteUploadAttempt([9], on: .regtest, to: Self.server)
      try store.noteUploadFailure("gone", of: changes, on: .regtest, to: Self.server, at: 5)
      try store.noteUpload(
        .init(changes: changes, time: 9, digest: [], hash: [9]), on: .regtest, to: Self.server)
      #expect(try store.backupUploads().isEmpty && store.backupStates().first?.newest == nil)
    }
    // That it was sent stays true.
    #expect(try store.isSent([9]))
  }

  @Test func `the last hundred that were sent are known, of each network`() throws {
    let store = try Self.home()
    try store.setBackupServer(Self.server)
    try store.noteUploadAttempt([255], on: .mainnet, to: Self.server)
    for number in 0...100 as ClosedRange<UInt8> {
      try store.noteUploadAttempt([number], on: .regtest, to: Self.server)
    }
    #expect(try !store.isSent([0]) && store.isSent([1]) && store.isSent([100]))
    #expect(try store.isSent([255]) && !store.isSent([101]))
    try store.setBackupServer(nil)
    #expect(try store.isSent([100]))
  }

  @Test func `a failure and what was sent are kept beside what the server has`() throws {
    let store = try Self.home()
    try store.setBackupServer(Self.server)
    try store.noteUploadAttempt([9], on: .regtest, to: Self.server)
    #expect(try Self.upload(store)?.attempt == [9] && Self.upload(store)?.done == nil)
    try store.noteUploadFailure("gone", of: 4, on: .regtest, to: Self.server, at: 5)
    try store.noteUploadFailure("gone again", of: 5, on: .regtest, to: Self.server, at: 6)
    #expect(try Self.upload(store)?.failure?.text == "gone again")
    #expect(try Self.upload(store)?.failure?.changes == 5 && Self.upload(store)?.attempt == [9])
    try store.noteUpload(Self.done, on: .regtest, to: Self.server)
    #expect(try Self.upload(store)?.failure == nil && Self.upload(store)?.attempt == [2])
    try store.noteUploadFailure("gone", of: 6, on: .regtest, to: Self.server, at: 7)
    #expect(try Self.upload(store)?.done == Self.done)
  }

  @Test func `what a server has is the newest backup only where there is no folder`() throws {
    let store = try Self.home()
    let changes = try #require(store.backupStates().first).changes
    let done = BackupUpload.Done(changes: changes, time: 9, digest: [], hash: [])
    _ = try store.backupHome()
    try store.setBackupServer(Self.server)
    try store.setBackupFolder("/stick", key: nil)
    try store.noteUpload(done, on: .regtest, to: Self.server)
    #expect(try store.backupStates().first?.newest == nil)
    try store.setBackupFolder(nil, key: nil)
    try store.noteUpload(done, on: .regtest, to: Self.server)
    #expect(try store.backupStates().first?.newest?.path == "https://a.example:443")
    #expect(try store.backupStates().first?.isCurrent == true)
  }

  @Test(arguments: [
    "UPDATE backupServer SET baseTarget = '-1'", "UPDATE backupServer SET baseTarget = X'00'",
    "UPDATE backupServer SET rounds = 1000001", "UPDATE backupServer SET rounds = -1",
    "UPDATE backupServer SET url = X'ff'", "UPDATE backupUpload SET changes = -1",
    "UPDATE backupUpload SET time = 'x'", "UPDATE backupUpload SET hash = NULL",
    "UPDATE backupUpload SET network = 'nowhere'", "UPDATE backupUpload SET tried = NULL",
  ]) func `damage is said and traps nothing`(sql: String) throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let store = try Store(path: path)
      try store.setBackupServer(Self.server)
      try store.noteUpload(Self.done, on: .regtest, to: Self.server)
      try store.noteUploadFailure("gone", of: 4, on: .regtest, to: Self.server, at: 5)
    }
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    let store = try Store(path: path)
    #expect {
      _ = try store.backupServer()
      _ = try store.backupUploads()
    } throws: { error in
      if case StorageError.damaged = error { true } else { false }
    }
  }
}
