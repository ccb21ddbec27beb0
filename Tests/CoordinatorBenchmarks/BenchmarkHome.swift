import Foundation

/// A home of the coordinator for one measurement; its maker removes it.
enum BenchmarkHome {
  /// Makes an empty one; its path.
  static func make() throws -> String {
    let home = FileManager.default.temporaryDirectory
      .appending(path: "coordinator-benchmark-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return home
  }

  /// Removes one, unless `KEEP_HOMES` is set: then its path is said, for a profiler.
  static func remove(_ home: String) {
    guard ProcessInfo.processInfo.environment["KEEP_HOMES"] == nil else { return print(home) }
    try? FileManager.default.removeItem(atPath: home)
  }
}
