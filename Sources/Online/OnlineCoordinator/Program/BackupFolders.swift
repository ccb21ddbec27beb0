internal import DurableFiles

/// The folders in which backups lie that write themselves, one for each home, beneath the folder that a person named.
struct BackupFolders {
  /// How their names begin; the home follows.
  static let prefix = "drawbridge-backups-"
  /// The most that are looked at beneath one folder.
  static let most = 32

  /// Those beneath a folder, sorted by their names; none where it cannot be read.
  ///
  /// A link is none: whoever had the stick would choose what is opened through it.
  let paths: [String]
  /// How many more have such a name: links, files, and what is above ``most``.
  let leftOut: Int

  init(in folder: String) {
    let names = ((try? Folder.names(in: folder, limit: 10_000)) ?? []).filter(Self.isName)
    let found = names.lazy.map { "\(folder)/\($0)" }.filter {
      (try? Folder.kind(of: $0)) == .folder
    }
    paths = Array(found.prefix(Self.most))
    leftOut = names.count - paths.count
  }

  /// Whether a folder is called as `backup auto` calls it: the home's eight hexadecimal digits follow.
  static func isName(_ name: some StringProtocol) -> Bool {
    name.hasPrefix(prefix) && isHome(name.dropFirst(prefix.count))
  }

  /// Whether this can say whose backups they are: eight hexadecimal digits that a home made once.
  static func isHome(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 8
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Whether a path, as the records have it, is that of such a folder, which is there and is no link.
  static func isOne(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard path.hasPrefix("/"), !parts.contains(".."), let name = parts.last, isName(name) else {
      return false
    }
    return (try? Folder.kind(of: path)) == .folder
  }
}
