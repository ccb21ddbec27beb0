internal import SecureMemory

/// The lines of a secret text that are not blank.
struct SecretLines: ~Copyable {
  private let text: SecretBytes
  private let bounds: [Range<Int>]

  /// Cuts at line breaks.
  init(_ text: borrowing SecretBytes) {
    self.text = text.duplicated()
    bounds = text.withUnsafeBytes { text in
      var bounds: [Range<Int>] = []
      var start = 0
      for index in 0...text.count
      where index == text.count || text[index] == 0x0a || text[index] == 0x0d {
        if text[start..<index].contains(where: { $0 > 0x20 }) { bounds.append(start..<index) }
        start = index + 1
      }
      return bounds.isEmpty ? [0..<text.count] : bounds
    }
  }

  /// Cuts at line breaks when the first line is a whole part; else takes the text as one part that was
  /// written over several lines.
  ///
  /// `isWhole` gets the number of characters without spaces and the number of words of the line.
  init(_ text: borrowing SecretBytes, when isWhole: (_ characters: Int, _ words: Int) -> Bool) {
    let lines = SecretLines(text)
    let first = lines.line(at: 0)
    let (characters, words) = first.withUnsafeBytes { line in
      (line.count { $0 > 0x20 }, line.split { $0 <= 0x20 }.count)
    }
    if isWhole(characters, words) { self = lines } else { self.init(one: text) }
  }

  private init(one text: borrowing SecretBytes) {
    self.text = text.duplicated()
    bounds = [0..<text.count]
  }

  /// The number of lines, at least one.
  var count: Int { bounds.count }

  /// A copy of a line, counted from 0.
  func line(at index: Int) -> SecretBytes { text.slice(bounds[index]) }
}
