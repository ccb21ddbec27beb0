/// Lines that are wider than a terminal of so many columns, but for those with a word so long that it is
/// most of the line: an id, a path, a descriptor.
///
/// What was written over is not on the screen any more.
public func linesTooWide(_ text: String, columns: Int) -> [String] {
  text.split(separator: "\n").compactMap { line in
    let shown = line.split(separator: "\u{1b}[K", omittingEmptySubsequences: false).last ?? line
    let longest = shown.split(separator: " ").map(\.count).max() ?? 0
    return shown.count > columns && longest < columns / 2 ? String(shown) : nil
  }
}
