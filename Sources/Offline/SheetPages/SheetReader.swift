internal import Refusals
internal import TerminalUI

/// Reads the format front to back over memory that is lent.
struct SheetReader {
  private let memory: UnsafeRawBufferPointer
  private var position = 0
  /// Where the block ends that is being read.
  private var end: Int
  /// Which of two columns is being read: 0 or 1; nil outside of columns.
  private var column: Int?
  /// What the drawer writes by itself, where the document says it.
  private var phrases: SheetPhrases?

  init(_ memory: UnsafeRawBufferPointer) {
    self.memory = memory
    end = memory.count
  }

  struct Parts {
    let paper: Paper
    let title: String
    let subtitle: String
    let footer: String
    let blocks: [SheetBlock]
    let phrases: SheetPhrases
  }

  mutating func document() throws(SheetPagesError) -> Parts {
    for byte in SheetWriter.magic + [SheetWriter.version] {
      guard try self.byte() == byte else {
        throw .malformed("no document of pages, or of another version", offset: position - 1)
      }
    }
    guard let paper = Paper(rawValue: try byte()) else {
      throw .malformed("no such paper", offset: position - 1)
    }
    let title = try label()
    let subtitle = try label()
    let footer = try text()
    var blocks: [SheetBlock] = []
    while let block = try nextBlock() {
      guard blocks.count < SheetLimits.blocks else {
        throw .malformed("more than \(SheetLimits.blocks) blocks", offset: position)
      }
      blocks.append(block)
    }
    guard position == memory.count else {
      throw .malformed("something after the end", offset: position)
    }
    guard column == nil else { throw .malformed("columns that do not end", offset: position) }
    return Parts(
      paper: paper, title: title, subtitle: subtitle, footer: footer, blocks: blocks,
      phrases: phrases ?? .english)
  }

  private mutating func nextBlock() throws(SheetPagesError) -> SheetBlock? {
    while true {
      end = memory.count
      let start = position
      guard let tag = SheetTag(rawValue: try byte()) else {
        throw .malformed("no such block", offset: start)
      }
      var length = 0
      for _ in 0..<4 { length = length << 8 | Int(try byte()) }
      guard length <= memory.count - position else { throw .truncated(offset: memory.count) }
      end = position + length
      var block: SheetBlock?
      if tag == .phrases {
        guard phrases == nil else { throw .malformed("phrases twice", offset: start) }
        phrases = SheetPhrases(
          page: try label(), withoutSpaces: try label(), oneSpace: try label(),
          continued: try label())
      } else {
        block = try self.block(tag)
      }
      guard position == end else {
        throw .malformed("a block is longer than what it holds", offset: position)
      }
      // Phrases are not drawn where they stand.
      if tag != .phrases { return block }
    }
  }

  private mutating func block(_ tag: SheetTag) throws(SheetPagesError) -> SheetBlock? {
    switch tag {
    case .end, .phrases: return nil
    case .heading: return .heading(try label())
    case .paragraph: return .paragraph(try text())
    case .notice: return .notice(try text())
    case .facts: return .facts(try facts())
    case .numbered: return try numbered()
    case .words:
      let (numbers, marked) = (try flag(), try flag())
      return .words(
        try words(withNumbers: numbers),
        SheetWordStyle(hasNumbers: numbers, marksFourLetters: marked))
    case .secretLine:
      let isSmall = try flag()
      let label = try label()
      return .secretLine(label: label, try secret(), isSmall: isSmall)
    case .symbol:
      let width = try width()
      return .symbol(try symbol(), width: width)
    case .tile: return .tile(try symbol())
    case .blankGrid:
      let size = try symbolSize()
      return .blankGrid(size: size, caption: try label())
    case .lines: return try lines()
    case .box: return .box(label: try label())
    case .pageBreak:
      guard column == nil else { throw .malformed("a new page in columns", offset: position) }
      return .pageBreak
    case .mark: return .mark(try symbol(hasCaption: false))
    case .columns: return .beside(try columns())
    case .panel:
      let start = position
      let leading = try count(limit: SheetLimits.rows)
      let title = try label()
      let rows = try facts()
      guard leading <= rows.count else {
        throw .malformed("more first paragraphs than there are", offset: start)
      }
      return .panel(title: title, rows, leading: leading)
    case .standing:
      let isSecret = try flag()
      let text = try label()
      return .standing(SheetStanding(text, practice: try label(), isSecret: isSecret))
    case .steps:
      let first = try count(limit: SheetLimits.rows)
      return .steps(try steps(), first: first)
    case .note: return .note(try text())
    case .listing: return .listing(try text())
    case .copy: return .copy(try symbol())
    case .plate: return .plate(try words(withNumbers: true))
    }
  }

  /// A change between columns, in the only order that there is.
  private mutating func columns() throws(SheetPagesError) -> SheetColumns {
    let start = position
    let kind = Int(try byte())
    switch (kind, column) {
    case (0, nil), (1, nil):
      column = 0
      return .begin(width: try width(), isLeft: kind == 0)
    case (2, 0):
      column = 1
      return .turn
    case (3, 1):
      column = nil
      return .end
    default: throw .malformed("columns in another order", offset: start)
    }
  }

  private mutating func width() throws(SheetPagesError) -> Int {
    let width = Int(try byte())
    guard SheetLimits.widths.contains(width) else {
      throw .malformed("a width of \(width) mm", offset: position - 1)
    }
    return width
  }

  private mutating func steps() throws(SheetPagesError) -> [SheetStep] {
    var steps: [SheetStep] = []
    for _ in 0..<(try count(limit: SheetLimits.rows)) {
      let text = try text()
      steps.append(SheetStep(text, try label()))
    }
    return steps
  }

  private mutating func facts() throws(SheetPagesError) -> [SheetFact] {
    var rows: [SheetFact] = []
    for _ in 0..<(try count(limit: SheetLimits.rows)) {
      let isCode = try flag()
      let label = try label()
      rows.append(SheetFact(label, try text(), isCode: isCode))
    }
    return rows
  }

  private mutating func numbered() throws(SheetPagesError) -> SheetBlock {
    let isCode = try flag()
    let first = try count(limit: 60_000)
    var rows: [String] = []
    for _ in 0..<(try count(limit: SheetLimits.rows)) { rows.append(try text()) }
    return .numbered(rows, first: first, isCode: isCode)
  }

  private mutating func lines() throws(SheetPagesError) -> SheetBlock {
    let start = position
    let count = Int(try byte())
    let columns = Int(try byte())
    guard (1...SheetLimits.lines).contains(count), (1...4).contains(columns) else {
      throw .malformed("\(count) lines in \(columns) columns", offset: start)
    }
    let isNumbered = try flag()
    return .lines(count: count, columns: columns, isNumbered: isNumbered, label: try label())
  }

  private mutating func symbol(
    hasCaption: Bool = true
  ) throws(SheetPagesError) -> SheetSymbol {
    let caption = hasCaption ? try label() : ""
    let size = try symbolSize()
    let start = position
    let range = try take(SecretModules.byteCount(size: size))
    let spare = range.count * 8 - size * size
    guard spare == 0 || memory[range.upperBound - 1] & (0xFF >> UInt8(8 - spare)) == 0 else {
      throw .malformed("modules beyond the QR code", offset: start)
    }
    return SheetSymbol(caption: caption, size: size, bits: range)
  }

  private mutating func symbolSize() throws(SheetPagesError) -> Int {
    let size = Int(try byte())
    guard SheetLimits.isSymbolSize(size) else {
      throw .malformed("no QR code has \(size) modules a side", offset: position - 1)
    }
    return size
  }

  /// Words with one space between, none at the ends; with numbers, each followed by its own of
  /// one to four digits.
  private mutating func words(withNumbers: Bool) throws(SheetPagesError) -> Range<Int> {
    let range = try secret()
    let words = memory[range].split(separator: 0x20, omittingEmptySubsequences: false)
    let each = withNumbers ? 2 : 1
    guard words.count <= each * SheetLimits.words, !words.contains(where: \.isEmpty) else {
      throw .malformed("words have one space between and are few", offset: range.lowerBound)
    }
    let numbers = words.indices.filter { withNumbers && $0 % 2 == 1 }.map { words[$0] }
    guard words.count % each == 0,
      numbers.allSatisfy({ $0.count <= 4 && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { throw .malformed("words whose numbers are missing", offset: range.lowerBound) }
    return range
  }

  /// The rest of the block: a secret text that can be seen on paper.
  private mutating func secret() throws(SheetPagesError) -> Range<Int> {
    let range = try take(end - position)
    guard range.count <= SheetLimits.secretBytes else {
      throw .tooLong("a secret", bytes: range.count, limit: SheetLimits.secretBytes)
    }
    guard !range.isEmpty, let text = String(validating: memory[range], as: UTF8.self),
      ForeignText.isPlain(text)
    else { throw .malformed("a secret that cannot be printed", offset: range.lowerBound) }
    return range
  }

  private mutating func label() throws(SheetPagesError) -> String {
    try string("a label", limit: SheetLimits.labelBytes) { ForeignText.again($0, limit: .max) }
  }

  private mutating func text() throws(SheetPagesError) -> String {
    try string("a text", limit: SheetLimits.textBytes) { ForeignText.linesAgain($0, limit: .max) }
  }

  private mutating func string(
    _ what: String, limit: Int, _ gate: (String) -> String
  ) throws(SheetPagesError) -> String {
    let start = position
    let range = try take(try count(limit: .max))
    guard range.count <= limit else { throw .tooLong(what, bytes: range.count, limit: limit) }
    guard let text = String(validating: memory[range], as: UTF8.self) else {
      throw .malformed("\(what) is not UTF-8", offset: start)
    }
    guard gate(text).unicodeScalars.elementsEqual(text.unicodeScalars) else {
      throw .malformed("\(what) has characters that cannot be seen", offset: start)
    }
    return text
  }

  private mutating func count(limit: Int) throws(SheetPagesError) -> Int {
    let count = Int(try byte()) << 8 | Int(try byte())
    guard count <= limit else { throw .malformed("\(count) of something", offset: position - 2) }
    return count
  }

  private mutating func flag() throws(SheetPagesError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw .malformed("a flag of \(byte)", offset: position - 1) }
    return byte == 1
  }

  private mutating func byte() throws(SheetPagesError) -> UInt8 {
    memory[try take(1).lowerBound]
  }

  private mutating func take(_ count: Int) throws(SheetPagesError) -> Range<Int> {
    guard count >= 0, count <= end - position else { throw .truncated(offset: end) }
    defer { position += count }
    return position..<position + count
  }
}
