/// Lines that are wider than a terminal of so many columns, but for those that are one word: an id, a
/// path, a descriptor.
public func linesTooWide(_ text: String, columns: Int) -> [String] {
  text.split(separator: "\n").map(String.init).filter {
    $0.count > columns && $0.drop { $0 == " " }.contains(" ")
  }
}
