internal import TextLayout

/// The rows of a text that is read a page at a time, up to the end.
///
/// Pages are made of the rows of the terminal, not of lines: one line may be longer than a page.
struct Pager {
  enum Move { case none, drawn, finished, left }

  /// On a narrower terminal nothing is read.
  static let fewestColumns = 20

  /// Where the rows lie in the text, on a terminal of so many columns; never none.
  private let layout: (_ columns: Int) -> [Range<Int>]
  /// Rows of a page that are not the text's, on a terminal of so many columns, with at most so many pages.
  private let reserved: (_ columns: Int, _ pages: Int) -> Int
  private var size: (columns: Int, rows: Int) = (80, 24)
  /// Where each row lies in the text.
  private var rows: [Range<Int>] = [0..<0]
  /// The first row of each page; the last page ends with the text.
  private(set) var starts: [Int] = [0]
  private(set) var page = 0
  /// What a page needs at least, where the terminal has less: then nothing of the text is shown.
  private(set) var needed: (columns: Int, rows: Int)?

  init(
    size: (columns: Int, rows: Int), layout: @escaping (_ columns: Int) -> [Range<Int>],
    reserved: @escaping (_ columns: Int, _ pages: Int) -> Int
  ) {
    self.layout = layout
    self.reserved = reserved
    fit(size)
  }

  var pageCount: Int { starts.count }
  var isLast: Bool { page == starts.count - 1 }
  /// Where the rows of the page that is shown lie in the text.
  var shown: ArraySlice<Range<Int>> {
    rows[starts[page]..<(isLast ? rows.count : starts[page + 1])]
  }

  /// Lays the pages out for a terminal of this size; the row at the top stays on the page shown.
  mutating func fit(_ size: (columns: Int, rows: Int)) {
    self.size = size
    let top = rows[starts[page]].lowerBound
    let columns = max(Self.fewestColumns, size.columns)
    rows = layout(columns)
    let room = size.rows - reserved(columns, rows.count)
    needed =
      room < 1 || size.columns < Self.fewestColumns ? (columns, size.rows - min(0, room - 1)) : nil
    starts = Array(stride(from: 0, to: rows.count, by: max(1, room)))
    page = starts.lastIndex { rows[$0].lowerBound <= top } ?? 0
  }

  /// Lays the pages out again when the terminal was resized; whether it was.
  mutating func refit(_ size: (columns: Int, rows: Int)) -> Bool {
    guard size != self.size else { return false }
    fit(size)
    return true
  }

  /// Takes a key.
  ///
  /// Space and Enter go on, also beyond the last page; `b` and the erase key go back; `q` and Ctrl-D
  /// leave. On a terminal that is too small only those do anything.
  mutating func take(_ key: TerminalKeys.Key) -> Move {
    switch key {
    case .character([UInt8(ascii: "q")]), .control(4): return .left
    case _ where needed != nil: return .none
    case .character([UInt8(ascii: " ")]), .control(0x0a), .control(0x0d):
      guard !isLast else { return .finished }
      page += 1
      return .drawn
    case .character([UInt8(ascii: "b")]), .control(8), .control(0x7f):
      guard page > 0 else { return .none }
      page -= 1
      return .drawn
    default: return .none
    }
  }

  /// Rows that a text takes; one more where it ends with a line feed.
  static func rows(of text: String, columns: Int) -> Int {
    var text = text
    let count = text.withUTF8 {
      PagedLines(UnsafeRawBufferPointer($0), columns: columns).ranges.count
    }
    return text.hasSuffix("\n") ? count + 1 : count
  }
}

/// What stands on a page besides the text: a title above it, the prompt below.
struct PageFrame {
  let head: String
  /// Whether leaving before the end, or the end of input, counts as not read.
  let mustEnd: Bool
  /// What the last page asks for.
  let last: String

  /// What stands below a page; `page` is counted from 0.
  func prompt(page: Int, of count: Int) -> String {
    let place = count == 1 ? "" : "Page \(page + 1) of \(count): "
    let back = page > 0 && !mustEnd ? "b goes back. " : ""
    let next = mustEnd ? "Space continues, b goes back, q stops. " : "Space continues. "
    return place + (page == count - 1 ? back + last : next + back)
  }

  /// The rows that it takes at most beside so many pages, with an empty line above the prompt: a prompt
  /// that wraps would push the first row of the page off the screen.
  func rows(columns: Int, pages: Int) -> Int {
    let title = head.isEmpty ? 0 : Pager.rows(of: head, columns: columns) - 1
    let count = max(2, pages)
    let prompts = [
      prompt(page: 0, of: 1), prompt(page: count - 2, of: count),
      prompt(page: count - 1, of: count),
    ]
    return title + 1 + (prompts.map { Pager.rows(of: $0, columns: columns) }.max() ?? 1)
  }

  /// What is shown in place of a page that does not fit.
  func tooSmall(_ needed: (columns: Int, rows: Int)) -> String {
    "Make the window larger: it needs at least \(needed.columns) columns and \(needed.rows) rows. "
      + (mustEnd ? "q stops. " : "")
  }
}

/// Where the lines of a text lie in its bytes, and how wide they are; of a secret too, whose text is
/// never copied.
///
/// For a terminal of so many columns a line that is longer is cut into its rows.
struct PagedLines {
  private(set) var ranges: [Range<Int>] = []
  private(set) var widths: [Int] = []

  init(_ bytes: UnsafeRawBufferPointer, columns: Int = .max) {
    var start = 0
    var width = 0
    var place = 0
    var sequence = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x0a {
        add(start..<place, width)
        start = place + 1
        width = 0
      } else if sequence > 0 || byte == 0x1b {
        // Escape sequences of a drawing take no column.
        sequence = sequence > 1 && (0x40...0x7e).contains(byte) ? 0 : sequence + 1
      } else if byte & 0xc0 != 0x80 {
        let more = Self.width(at: place, bytes)
        // A wide character that has no room left goes to the next row whole.
        if width > 0, more > columns - width {
          add(start..<place, width)
          start = place
          width = 0
        }
        width += more
      }
      place += 1
    }
    if start < bytes.count { add(start..<bytes.count, width) }
    if ranges.isEmpty { add(0..<0, 0) }
  }

  private mutating func add(_ range: Range<Int>, _ width: Int) {
    ranges.append(range)
    widths.append(width)
  }

  /// The columns of the character that begins at a place.
  static func width(at place: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    let first = bytes[place]
    if first < 0x80 { return 1 }
    let count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    var value = UInt32(first) & (0x7f >> UInt32(count))
    for offset in 1..<count where place + offset < bytes.count {
      value = value << 6 | UInt32(bytes[place + offset] & 0x3f)
    }
    return Unicode.Scalar(value).map { ColumnWidth.of($0) } ?? 1
  }
}
