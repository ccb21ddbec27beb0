import Foundation
import GRDB
import Testing

@testable import WalletStorage

@Suite struct `Records that are watched` {
  private let folder: String
  private var path: String { "\(folder)/coordinator.sqlite" }

  init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appending(path: "watched-records-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func node(_ name: String) -> NodeRecord {
    NodeRecord(name: name, url: "http://127.0.0.1:1", cookie: nil, proxy: nil, isActive: false)
  }

  @Test func `are changed once by each write of another, and by no reading`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try Store(path: path)
    let watch = RecordsWatch(path: path)
    #expect(!watch.hasChanged())
    _ = try store.nodes()
    _ = try Store(path: path).nodes()
    #expect(!watch.hasChanged())
    try store.addNode(node("far"))
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
    try store.addNode(node("near"))
    try store.addNode(node("third"))
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func `are changed when they begin, go, and are others`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let watch = RecordsWatch(path: path)
    #expect(!watch.hasChanged())
    #expect(!FileManager.default.fileExists(atPath: path), "the watch made records")
    _ = try Store(path: path)
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
    // Others in the same place, as many changes old.
    let other = "\(folder)/other.sqlite"
    _ = try Store(path: other)
    #expect(rename(other, path) == 0)
    #expect(watch.hasChanged())
    try FileManager.default.removeItem(atPath: path)
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func `are as they were while another has them to itself`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try Store(path: path)
    let watch = RecordsWatch(path: path)
    #expect(!watch.hasChanged())
    let other = try DatabaseQueue(path: path)
    try other.inTransaction(.exclusive) { _ in
      #expect(!watch.hasChanged())
      return .rollback
    }
    try store.addNode(node("far"))
    #expect(watch.hasChanged())
  }
}
