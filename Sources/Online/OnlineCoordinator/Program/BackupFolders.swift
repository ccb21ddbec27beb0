internal import DurableFiles

/// The folders in which backups lie that write themselves, one for each home, beneath the folder that a person named.
enum BackupFolders {
  /// How their names begin; the home follows.
  static let prefix = "drawbridge-backups-"

  /// Those beneath a folder; none where it cannot be read.
  static func all(in folder: String) -> [String] {
    let names = (try? Folder.names(in: folder, limit: 10_000)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
  }
}
