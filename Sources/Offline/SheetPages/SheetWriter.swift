internal import Refusals
public import SecureMemory
internal import TerminalUI

/// Writes a document of pages block by block, in the order in which a person reads it.
///
/// It may hold words and keys: all of it lies in locked memory, and it ends as ``SecretBytes`` that go to
/// `sheet-drawer` and nowhere else. Text passes the gate for foreign text (docs/rules.md, R24): what cannot be seen on paper
/// is written as `\u{..}`. A part that is too long is remembered and refused by ``document()``.
public struct SheetWriter: ~Copyable {
  static let magic: [UInt8] = Array("DBSH".utf8)
  static let version: UInt8 = 4

  var memory = SecretBuffer()
  private var failure: SheetPagesError?

  /// Begins a document.
  ///
  /// `title` stands large on the first page and small on the others, `subtitle` below it; `footer`,
  /// up to three lines, on each, with "page n of m" behind the first line. Where a line of it has
  /// three or more `_` there is a rule to write on, as long as the line has room for, with room above.
  public init(paper: Paper, title: String, subtitle: String = "", footer: String) {
    append(Self.magic)
    append([Self.version, paper.rawValue])
    label(title, "the title")
    label(subtitle, "the subtitle")
    text(footer, "the footer")
  }

  /// A heading, never left alone at the end of a page.
  public mutating func heading(_ text: String) {
    block(.heading) { $0.label(text, "a heading") }
  }

  /// A paragraph; line feeds stay.
  public mutating func paragraph(_ text: String) {
    block(.paragraph) { $0.text(text, "a paragraph") }
  }

  /// A sentence that must not be missed, in a frame.
  public mutating func notice(_ text: String) {
    block(.notice) { $0.text(text, "a notice") }
  }

  /// Two columns, what it is and what it says; long text goes on in the next line.
  public mutating func facts(_ rows: [SheetFact]) {
    block(.facts) { $0.rows(rows) }
  }

  mutating func rows(_ rows: [SheetFact]) {
    count(rows.count, "the rows of facts", limit: SheetLimits.rows)
    for row in rows {
      append([row.isCode ? 1 : 0])
      label(row.label, "the label of a fact")
      text(row.text, "a fact")
    }
  }

  /// Rows numbered from `first` on (0 to 60,000): addresses with their index (`isCode`), the steps of a letter.
  public mutating func numbered(_ rows: [String], from first: Int = 1, isCode: Bool = false) {
    block(.numbered) { writer in
      writer.append([isCode ? 1 : 0])
      writer.count(first, "the first number", limit: 60_000)
      writer.count(rows.count, "the rows of a list", limit: SheetLimits.rows)
      for row in rows { writer.text(row, "a row of a list") }
    }
  }

  /// A QR code above its caption; several in turn stand side by side, as many as fit.
  public mutating func tile(caption: String, _ modules: borrowing SecretModules) {
    let start = begin(.tile)
    label(caption, "a caption")
    append(modules)
    end(start)
  }

  /// An empty square of `size` modules a side (21, 25, 29 and so on) with coordinates; a thin stroke
  /// marks the cells that are dark in every QR code.
  public mutating func blankGrid(size: Int, caption: String) {
    if !SheetLimits.isSymbolSize(size) {
      fail(.malformed("no QR code has \(size) modules a side", offset: memory.count))
    }
    block(.blankGrid) { writer in
      writer.append([UInt8(clamping: size)])
      writer.label(caption, "a caption")
    }
  }

  /// Empty lines for handwriting in `columns` (1 to 4), numbered down each column in turn when asked.
  public mutating func lines(
    count: Int, columns: Int = 1, numbered isNumbered: Bool = false, label: String = ""
  ) {
    if !(1...SheetLimits.lines).contains(count) || !(1...4).contains(columns) {
      fail(.malformed("\(count) lines in \(columns) columns", offset: memory.count))
    }
    block(.lines) { writer in
      writer.append([UInt8(clamping: count), UInt8(clamping: columns), isNumbered ? 1 : 0])
      writer.label(label, "the label of lines")
    }
  }

  /// An empty frame to write into, three in a row: "next drill", "verified on", a signature.
  public mutating func box(label: String) {
    block(.box) { $0.label(label, "the label of a box") }
  }

  /// What follows begins a new page.
  public mutating func pageBreak() {
    block(.pageBreak) { _ in }
  }

  /// Ends the document.
  ///
  /// Throws: `tooLong`, `tooLarge`, or `malformed` for words and QR codes that the drawer would
  /// refuse: what is given back was read again.
  public consuming func document() throws(SheetPagesError) -> SecretBytes {
    end(begin(.end))
    if let failure { throw failure }
    let whole = memory.bytes()
    _ = try SheetDocument(decoding: whole.duplicated())
    return whole
  }

  // MARK: Writing

  mutating func block(_ tag: SheetTag, _ body: (inout SheetWriter) -> Void) {
    let start = begin(tag)
    body(&self)
    end(start)
  }

  mutating func begin(_ tag: SheetTag) -> Int {
    append([tag.rawValue, 0, 0, 0, 0])
    return memory.count
  }

  /// Writes the length of the block that began at `start`.
  mutating func end(_ start: Int) {
    let length = UInt32(truncatingIfNeeded: memory.count - start)
    memory.replace(
      at: start - 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) })
  }

  mutating func count(_ count: Int, _ what: String, limit: Int) {
    if !(0...limit).contains(count) { fail(.malformed("\(what): \(count)", offset: memory.count)) }
    append([UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)])
  }

  mutating func label(_ text: String, _ what: String) {
    string(ForeignText.again(text, limit: .max), what, limit: SheetLimits.labelBytes)
  }

  mutating func text(_ text: String, _ what: String) {
    string(ForeignText.linesAgain(text, limit: .max), what, limit: SheetLimits.textBytes)
  }

  mutating func string(_ text: String, _ what: String, limit: Int) {
    let bytes = Array(text.utf8)
    guard bytes.count <= limit else {
      return fail(.tooLong(what, bytes: bytes.count, limit: limit))
    }
    append([UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)])
    append(bytes)
  }

  mutating func append(_ modules: borrowing SecretModules) {
    append([UInt8(clamping: modules.size)])
    append(modules.bits)
  }

  mutating func append(_ secret: borrowing SecretBytes) {
    guard secret.count <= SheetLimits.documentBytes else {
      return fail(.tooLarge(bytes: secret.count, limit: SheetLimits.documentBytes))
    }
    secret.withUnsafeBytes { append($0) }
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    let needed = memory.count + bytes.count
    guard needed <= SheetLimits.documentBytes else {
      return fail(.tooLarge(bytes: needed, limit: SheetLimits.documentBytes))
    }
    memory.append(bytes)
  }

  /// The first thing that was wrong is reported.
  mutating func fail(_ error: SheetPagesError) {
    failure = failure ?? error
  }
}
