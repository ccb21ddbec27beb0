internal import Foundation
internal import GRDB

/// Notices that another program has changed the records in a file; it changes, makes and repairs nothing itself.
///
/// It asks SQLite for the number by which connections learn that what they have read is out of date (`PRAGMA
/// data_version`), and looks which file it is: `backup restore` may put another one there.
public final class RecordsWatch {
  /// What is compared from look to look.
  private enum Mark: Equatable {
    case nothing
    case records(file: Int, version: Int)
  }

  private let path: String
  private var connection: (file: Int, queue: DatabaseQueue)?
  private var seen: Mark?

  /// Watches the file of this path, whether it is there already or not.
  public init(path: String) { self.path = path }

  /// Whether they were changed since the call before; the first one says no.
  ///
  /// Records that cannot be read now, because another program has them to itself, count as unchanged until they can.
  public func hasChanged() -> Bool {
    guard let mark = mark() else { return false }
    defer { seen = mark }
    return seen != nil && seen != mark
  }

  private func mark() -> Mark? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let file = attributes?[.systemFileNumber] as? Int else {
      connection = nil
      return .nothing
    }
    if connection?.file != file {
      connection = nil
      var configuration = Configuration()
      configuration.readonly = true
      guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
        return nil
      }
      connection = (file, queue)
    }
    let version = try? connection?.queue.read { db in
      try Int.fetchOne(db, sql: "PRAGMA data_version")
    }
    guard let version else { return nil }
    return .records(file: file, version: version)
  }
}
