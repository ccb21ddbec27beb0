/// Lines broken between words, for a terminal of so many columns.
///
/// A number keeps its unit (`141 vB`) and what it numbers (`key 3`), an option its value (`--to ADDRESS`), and a path or a command
/// in backticks stays whole where it fits a line. A word that is longer than a line stands on a line
/// of its own, unbroken: it is a path, a key or a descriptor, and somebody will copy it. Text that
/// others chose has passed the gate (`ForeignText`) before it comes here; what it continues with
/// stands deeper than its line begins, so that it cannot look like a line of ours. Where such text may
/// be long, each of its lines has a mark, and so has then each row that is made of it.
public struct TextWrapping: Equatable, Sendable {
  /// What sentences are wrapped at, however wide the terminal is, and what composed text takes that
  /// goes to no terminal.
  public static let standardColumns = 80
  /// Narrower terminals are taken for this wide.
  public static let fewestColumns = 20

  /// What stands before lines of text from outside that go on.
  public static let mark = "| "

  /// Columns of a line, its indent included.
  public let columns: Int
  /// Words wider than this are cut where the line ends, if it has no room for them; nil cuts none.
  public let longestWord: Int?

  /// Wraps at so many columns, at least ``fewestColumns``.
  public init(columns: Int = standardColumns, longestWord: Int? = nil) {
    self.columns = max(Self.fewestColumns, columns)
    self.longestWord = longestWord
  }

  /// Wraps each line by itself; what does not fit stands two columns deeper than its line.
  ///
  /// Lines that fit come back as they are, blanks at their ends included.
  public func text(_ text: String) -> String {
    var result = ""
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 { result += "\n" }
      guard ColumnWidth.of(line) > columns else {
        result += line
        continue
      }
      // By scalars: a mark and a letter that joins it are one Character.
      let scalars = line.unicodeScalars
      let indent = String(Substring(scalars.prefix { $0 == " " }))
      let rest = scalars.dropFirst(indent.utf8.count)
      if rest.starts(with: Self.mark.unicodeScalars) {
        // Marked lines hold text from outside, which may imitate any row.
        let text = Substring(rest.dropFirst(Self.mark.utf8.count))
        result += marked(text, indent: indent).joined(separator: "\n")
        continue
      }
      result += lines(Substring(rest), first: indent, hanging: indent + "  ")
        .joined(separator: "\n")
      // A question ends with a blank, behind which the answer stands.
      if line.hasSuffix(" ") { result += " " }
    }
    return result
  }

  /// The rows of a line from outside, each with the mark before it; what stands behind the marks is the line, with
  /// every blank.
  ///
  /// A row ends behind a blank where it has one, and else wherever it is full.
  ///
  /// - Parameters:
  ///   - text: one line that passed the gate.
  ///   - indent: what stands before each mark; one that takes more than half of the line is cut to nothing.
  /// - Returns: at least one row, each at most as wide as the line.
  public func marked(_ text: some StringProtocol, indent: String = "") -> [String] {
    let indent = 2 * ColumnWidth.of(indent) > columns ? "" : indent
    let room = columns - ColumnWidth.of(indent) - ColumnWidth.of(Self.mark)
    var rows: [String] = []
    var rest = Substring(text)
    var width = ColumnWidth.of(rest)
    while width > room {
      let head = Self.head(of: rest, columns: room)
      let end = head.lastIndex(of: " ").map { head.index(after: $0) } ?? head.endIndex
      rows.append(indent + Self.mark + rest[..<end])
      width -= ColumnWidth.of(rest[..<end])
      rest = rest[end...]
    }
    return rows + [indent + Self.mark + rest]
  }

  /// The lines of one paragraph.
  ///
  /// - Parameters:
  ///   - text: one line; blanks between its words stay as many as they are.
  ///   - first: what stands before the first word: an indent or a label.
  ///   - hanging: what stands before the others; an indent that leaves less than half of the line
  ///     is cut to two blanks.
  /// - Returns: at least one line, none with a line feed.
  public func lines(
    _ text: some StringProtocol, first: String, hanging: String
  ) -> [String] {
    if ColumnWidth.of(first) + ColumnWidth.of(text) <= columns { return [first + text] }
    var hanging = hanging
    if isDeep(hanging) { hanging = "  " }
    let room = columns - ColumnWidth.of(hanging)
    var lines: [String] = []
    var line = first
    var width = ColumnWidth.of(first)
    /// Whether a word stands on the line already.
    var hasWord = false
    for part in Parts(text, room: room) {
      if hasWord, width + part.gap + part.width > columns {
        lines.append(line)
        (line, width, hasWord) = (hanging, columns - room, false)
      } else if hasWord {
        line += String(repeating: " ", count: part.gap)
        width += part.gap
      }
      var rest = part.text[...]
      var restWidth = part.width
      if let longestWord, part.width > longestWord {
        while !rest.isEmpty, width + restWidth > columns {
          let head = Self.head(of: rest, columns: max(1, columns - width))
          lines.append(line + head)
          rest = rest[head.endIndex...]
          restWidth -= ColumnWidth.of(head)
          (line, width) = (hanging, columns - room)
        }
      }
      line += rest
      width += restWidth
      hasWord = true
    }
    return lines + [line]
  }

  /// How many columns a line that goes on has for words.
  public func room(hanging: String) -> Int {
    max(1, columns - (isDeep(hanging) ? 2 : ColumnWidth.of(hanging)))
  }

  private func isDeep(_ hanging: String) -> Bool {
    2 * ColumnWidth.of(hanging) > columns && hanging.allSatisfy { $0 == " " }
  }

  /// As many characters as fit, at least one; of one that is wider than the row, as many scalars.
  private static func head(of text: Substring, columns: Int) -> Substring {
    var end = text.startIndex
    var width = 0
    while end < text.endIndex {
      let next = text.index(after: end)
      let more = ColumnWidth.of(text[end..<next])
      if width + more > columns {
        if end > text.startIndex { break }
        if more > columns { return scalars(of: text, columns: columns) }
      }
      width += more
      end = next
    }
    return text[..<end]
  }

  private static func scalars(of text: Substring, columns: Int) -> Substring {
    var width = 0
    for index in text.unicodeScalars.indices {
      let more = ColumnWidth.of(text.unicodeScalars[index])
      width += more
      if more > 0, width > columns, index > text.startIndex { return text[..<index] }
    }
    return text
  }
}

/// The parts of a paragraph between which a line may end, each with the blanks before it.
private struct Parts: Sequence, IteratorProtocol {
  struct Part {
    let gap: Int
    let text: String
    let width: Int
  }

  private let words: [(gap: Int, text: Substring)]
  private let room: Int
  private var place = 0

  init(_ text: some StringProtocol, room: Int) {
    self.room = room
    var words: [(gap: Int, text: Substring)] = []
    var gap = 0
    // By scalars: a blank and a mark behind it are one Character.
    let pieces = Substring(text).unicodeScalars
      .split(separator: " ", omittingEmptySubsequences: false).map { Substring($0) }
    for piece in pieces {
      if piece.isEmpty {
        gap += 1
      } else {
        words.append((words.isEmpty ? gap : gap + 1, piece))
        gap = 0
      }
    }
    self.words = words
  }

  mutating func next() -> Part? {
    guard place < words.count else { return nil }
    let start = place
    // What belongs together goes on as long as it fits a line; a number and its unit always do.
    // Text from outside may be one long chain of such words: no more of it is looked at than fits.
    var end = start + Kept.count(in: words[start...], upTo: room)
    while end > start + 1, width(start..<end) > room { end -= 1 }
    if end < words.count, end > start, Kept.isNumber(words[end - 1].text),
      Kept.isUnit(words[end].text), end - 1 > start
    {
      end -= 1
    }
    place = end
    let text = words[start..<end].enumerated().map { index, word in
      (index == 0 ? "" : String(repeating: " ", count: word.gap)) + word.text
    }.joined()
    return Part(gap: words[start].gap, text: text, width: ColumnWidth.of(text))
  }

  private func width(_ range: Range<Int>) -> Int {
    words[range].enumerated().reduce(0) {
      $0 + ColumnWidth.of($1.element.text) + ($1.offset == 0 ? 0 : $1.element.gap)
    }
  }
}

/// What is kept on one line.
private enum Kept {
  /// How many words from the first on belong together, at least one, and at most one more than `room`
  /// columns hold.
  static func count(
    in words: ArraySlice<(gap: Int, text: Substring)>, upTo room: Int
  ) -> Int {
    var count = 0
    var width = 0
    var isQuoted = false
    for (index, word) in zip(words.indices, words) {
      count += 1
      width += ColumnWidth.of(word.text) + 1
      if word.text.utf8.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 1 { isQuoted.toggle() }
      let next = index + 1
      guard next < words.endIndex else { break }
      guard words[next].gap == 1 else { break }
      guard width <= room + 1 else { return count }
      if isQuoted || goesOn(from: word.text, to: words[next].text) { continue }
      if isPathStart(word.text), isPathRest(words[next].text) { continue }
      break
    }
    // Backticks that never close keep nothing.
    return isQuoted ? 1 : count
  }

  private static func goesOn(from word: Substring, to next: Substring) -> Bool {
    if isNumber(word), isUnit(next) { return true }
    if numbered.contains(word), next.utf8.first.map({ (0x30...0x39).contains($0) }) == true {
      return true
    }
    return word.hasPrefix("--") && word.count > 2 && word.last?.isLetter == true
      && next.first?.isPunctuation != true
  }

  /// `0.5`, `1,000`, `-3`, `(141`: digits, with what stands in and before numbers.
  static func isNumber(_ word: Substring) -> Bool {
    guard let last = word.utf8.last, (0x30...0x39).contains(last) else { return false }
    return word.utf8.allSatisfy { "0123456789.,+-(~".utf8.contains($0) }
  }

  private static let units: Set<Substring> = [
    "%", "BTC", "sat", "sats", "sat/vB", "sat/kvB", "vB", "kvB", "WU", "B", "kB", "MB", "GB", "KiB",
    "MiB", "GiB", "s", "ms", "min", "bit", "bits", "byte", "bytes",
  ]

  /// What carries a number behind it.
  private static let numbered: Set<Substring> = [
    "block", "byte", "character", "group", "input", "key", "line", "output", "page", "payment",
    "word",
  ]

  static func isUnit(_ word: Substring) -> Bool {
    var word = word
    while let last = word.utf8.last, ".,;:!?)".utf8.contains(last) { word.removeLast() }
    return units.contains(word)
  }

  /// A path may have blanks in it: `/media/my stick/payment.psbt`.
  private static func isPathStart(_ word: Substring) -> Bool {
    (word.hasPrefix("/") || word.hasPrefix("./") || word.hasPrefix("~/")) && word.utf8.count > 1
      && !".,;:!?)".utf8.contains(word.utf8.last ?? 0)
  }

  private static func isPathRest(_ word: Substring) -> Bool {
    word.dropFirst().contains("/") && !isUnit(word)
  }
}
