/// Lines that are read a page at a time, up to the end.
struct Pager {
  enum Move { case none, drawn, finished, left }

  /// The columns that each line takes.
  private let widths: [Int]
  /// Rows of a page that are not the text's, on a terminal of so many columns.
  private let reserved: @Sendable (_ columns: Int) -> Int
  private var size: (columns: Int, rows: Int) = (80, 24)
  /// The first line of each page; the last page ends with the text.
  private(set) var starts: [Int] = [0]
  private(set) var page = 0

  init(
    widths: [Int], size: (columns: Int, rows: Int),
    reserved: @escaping @Sendable (_ columns: Int) -> Int
  ) {
    self.widths = widths
    self.reserved = reserved
    fit(size)
  }

  var pageCount: Int { starts.count }
  var isLast: Bool { page == starts.count - 1 }
  /// The lines of the page that is shown.
  var lines: Range<Int> { starts[page]..<(isLast ? widths.count : starts[page + 1]) }

  /// Lays the pages out for a terminal of this size; the line at the top stays on the page shown.
  mutating func fit(_ size: (columns: Int, rows: Int)) {
    self.size = size
    let top = starts[page]
    let room = max(1, size.rows - reserved(size.columns))
    starts = [0]
    var taken = 0
    for (number, width) in widths.enumerated() {
      let rows = Self.rows(width, columns: size.columns)
      if taken > 0, taken + rows > room {
        starts.append(number)
        taken = 0
      }
      taken += rows
    }
    page = starts.lastIndex { $0 <= top } ?? 0
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
  /// leave.
  mutating func take(_ key: TerminalKeys.Key) -> Move {
    switch key {
    case .character([UInt8(ascii: " ")]), .control(0x0a), .control(0x0d):
      guard !isLast else { return .finished }
      page += 1
      return .drawn
    case .character([UInt8(ascii: "b")]), .control(8), .control(0x7f):
      guard page > 0 else { return .none }
      page -= 1
      return .drawn
    case .character([UInt8(ascii: "q")]), .control(4): return .left
    default: return .none
    }
  }

  /// Rows that a line takes.
  static func rows(_ width: Int, columns: Int) -> Int {
    let columns = max(1, columns)
    return max(1, (width + columns - 1) / columns)
  }

  /// Rows that a text takes.
  static func rows(of text: String, columns: Int) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + rows(Table.width(String($1)), columns: columns) }
  }
}

/// What stands on a page besides the text: a title above it, the prompt below.
struct PageFrame {
  let head: String
  /// Whether leaving before the end, or the end of input, is no reading.
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

  /// The rows that it takes at most, with an empty line above the prompt: a prompt that wraps would push
  /// the first row of the page off the screen.
  func rows(columns: Int) -> Int {
    let title = head.isEmpty ? 0 : Pager.rows(of: head, columns: columns) - 1
    let prompts = [prompt(page: 998, of: 1_000), prompt(page: 999, of: 1_000)]
    return title + 1 + (prompts.map { Pager.rows($0.count, columns: columns) }.max() ?? 1)
  }
}

/// Where the lines of a text lie in its bytes, and how wide they are; of a secret too, whose text is
/// never copied.
struct PagedLines {
  private(set) var ranges: [Range<Int>] = []
  private(set) var widths: [Int] = []

  init(_ bytes: UnsafeRawBufferPointer) {
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
        width += Self.width(at: place, bytes)
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

  private static func width(at place: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    let first = bytes[place]
    if first < 0x80 { return 1 }
    let count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    var value = UInt32(first) & (0x7f >> UInt32(count))
    for offset in 1..<count where place + offset < bytes.count {
      value = value << 6 | UInt32(bytes[place + offset] & 0x3f)
    }
    return Unicode.Scalar(value).map(Table.width) ?? 1
  }
}
