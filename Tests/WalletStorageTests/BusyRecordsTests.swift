import Foundation
import GRDB
import Testing

@testable import WalletStorage

@Suite struct `Records that another program is using` {
  @Test func `are said to be in use, and nothing changes`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "busy-records-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/coordinator.sqlite"
    let store = try Store(path: path, patience: 0)
    // A lock of this very process, which is not named as another program.
    let other = try DatabaseQueue(path: path)
    try other.inTransaction(.exclusive) { _ in
      #expect(throws: StorageError.busy(holder: nil)) {
        try store.addNode(
          NodeRecord(
            name: "far", url: "http://127.0.0.1:1", cookie: nil, proxy: nil, isActive: false))
      }
      return .rollback
    }
    #expect(try store.nodes().isEmpty)
    let said = StorageError.busy(holder: "online-coordinator sync (process 12)").description
    #expect(said.hasPrefix("online-coordinator sync (process 12) is still using the coordinator"))
  }

  @Test func `are found in the system's list of locks`() {
    let locks = """
      1: POSIX  ADVISORY  WRITE 1234 fd:00:131 0 EOF
      2: FLOCK  ADVISORY  WRITE 77 00:1b:9 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 78 00:1b:9 0 EOF
      3: POSIX  ADVISORY  READ  55 fd:00:132 1073741826 1073742335
      """
    #expect(RecordsFile.holders(of: 131, in: locks) == [1234])
    #expect(RecordsFile.holders(of: 9, in: locks) == [77, 78])
    #expect(RecordsFile.holders(of: 132, in: locks) == [55])
    #expect(RecordsFile.holders(of: 13, in: locks).isEmpty)
  }
}
