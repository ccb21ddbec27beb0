/// Which file of a watched folder is to be handled next: each once, and none while it is still being copied.
package struct FolderArrivals: Sendable {
  private var handled: Set<WatchedFile> = []
  private var before: Set<WatchedFile> = []
  /// Whether files are taken as they are, without a second look.
  private let isImpatient: Bool

  package init(isImpatient: Bool = false) {
    self.isImpatient = isImpatient
  }

  /// Takes what lies in the folder now and gives what is to be handled, by name.
  ///
  /// A file counts as whole when two looks in a row saw it with the same size and time. One that was handled comes
  /// again only when it was changed.
  package mutating func next(_ files: [WatchedFile]) -> [WatchedFile] {
    let candidates = files.filter(\.mayBePayment)
    defer { before = Set(candidates) }
    let names = Set(files.map(\.name))
    return candidates.filter {
      !handled.contains($0) && (isImpatient || before.contains($0))
        && !names.contains($0.answerName)
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Notes that a file was handled, or was written here as an answer.
  package mutating func note(_ file: WatchedFile) { handled.insert(file) }
}
