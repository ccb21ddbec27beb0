internal import Foundation

/// The file that the records lie in, and what lies beside it.
struct RecordsFile: Sendable {
  let path: String

  /// The most copies of damaged records of one day.
  private static let copyLimit = 20

  private var folder: String { (path as NSString).deletingLastPathComponent }
  private var name: String { (path as NSString).lastPathComponent }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether there is a file with nothing in it: no version ever leaves one behind on purpose.
  var isEmpty: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.int64Value == 0
  }

  /// A journal without the records that it belongs to.
  var orphan: String? {
    ["-wal", "-journal"].map { name + $0 }
      .first { FileManager.default.fileExists(atPath: folder + "/" + $0) }
  }

  /// What says that this home had records before; nil when it is new.
  var trace: String? {
    if let backup = newestBackup { return "the newest backup: \(backup)" }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().last { $0.hasPrefix("\(name).damaged-") }
      .map { "a copy of damaged records: \($0)" }
  }

  // MARK: Beginning

  /// Puts records where none are, whole or not at all: a kill leaves no empty file.
  ///
  /// `fill` writes them to the path that it is given. When another program was faster, its records
  /// stay.
  func begin(_ fill: (String) throws -> Void) throws {
    let temporary = "\(path).new-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    // Readable by this user alone from the first moment on.
    guard
      FileManager.default.createFile(
        atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw StorageError.database(reason: "\(temporary) cannot be made") }
    try fill(temporary)
    do {
      try FileManager.default.linkItem(atPath: temporary, toPath: path)
    } catch {
      if exists { return }
      // A file system without links.
      try FileManager.default.moveItem(atPath: temporary, toPath: path)
    }
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY)
    if descriptor >= 0 {
      _ = fsync(descriptor)
      close(descriptor)
    }
  }

  // MARK: Damage

  /// Keeps a copy of the records as they are, under a name of its own; an earlier copy is never
  /// written over.
  ///
  /// - Returns: the copy's name; nil when none could be made.
  func keepDamaged() -> String? {
    let day = String(ISO8601DateFormatter().string(from: Date()).prefix(10))
    for number in 1...Self.copyLimit {
      let copy = "\(path).damaged-\(day)" + (number == 1 ? "" : "-\(number)")
      if FileManager.default.fileExists(atPath: copy) {
        if FileManager.default.contentsEqual(atPath: path, andPath: copy) {
          return (copy as NSString).lastPathComponent
        }
        continue
      }
      do {
        try FileManager.default.copyItem(atPath: path, toPath: copy)
      } catch {
        try? FileManager.default.removeItem(atPath: copy)
        return nil
      }
      for ending in ["-wal", "-journal"] {
        try? FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
      }
      return (copy as NSString).lastPathComponent
    }
    return nil
  }

  // MARK: Backups

  private var backupNote: String { folder + "/last-backup" }

  /// When the newest backup that is known was written, and where to; nil when none is known.
  var newestBackup: String? {
    guard let handle = FileHandle(forReadingAtPath: backupNote),
      let data = try? handle.read(upToCount: 4_200)
    else { return nil }
    // Only what can be printed safely.
    let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first ?? ""
    guard line.utf8.count >= 10, line.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      return nil
    }
    return String(line)
  }

  /// Remembers that a backup was written.
  func noteBackup(to file: String, at seconds: Int64) {
    let time = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(seconds)))
    let whole = URL(fileURLWithPath: file).standardizedFileURL.path
    let isPlain = whole.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    let line = "\(time.prefix(10))" + (isPlain ? ", \(whole.prefix(4_000))" : "") + "\n"
    try? Data(line.utf8).write(to: URL(fileURLWithPath: backupNote), options: .atomic)
  }
}
