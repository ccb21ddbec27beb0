internal import CCairo
internal import CPango
internal import Glibc

/// Text laid out into lines of a width.
///
/// A line is broken between words, an address on the web behind a slash, or in the middle of a word that is wider than
/// the line, and no hyphen is ever put in: in a descriptor it would be a letter.
///
/// `commands` are ranges of its bytes that stand in letters of one width; lines after the first begin
/// `hanging` points further right.
final class TextLines {
  struct Line {
    fileprivate let line: UnsafeMutablePointer<PangoLayoutLine>
    /// Points from the left edge of the room to where the line begins.
    let x: Double
    let width: Double
    /// Points from the top of the line to its baseline.
    let baseline: Double
    let height: Double
    /// The byte of the text that it begins with.
    var start: Int { Int(line.pointee.start_index) }
  }

  enum Breaking { case words, letters, never }
  enum Alignment { case left, center, right }

  private let layout: OpaquePointer
  private(set) var lines: [Line] = []

  /// Whether its letters are drawn as shapes and not as letters of a font.
  ///
  /// cairo 1.16 loses one letter of Noto's fonts in a PDF: 如 (U+5982) comes out as a gap where it is not bold,
  /// in every reader, and it is a word of both Chinese lists. Shapes lose none.
  private let isOutlined: Bool

  /// Whether a letter had no font after all; such a page must not be printed.
  private(set) var lacksLetters = false

  init(
    _ text: String, _ style: TextStyle, _ fonts: FontSet, width: Double,
    breaking: Breaking = .words, alignment: Alignment = .left, ellipsized: Bool = false,
    bold: Range<Int>? = nil, commands: [Range<Int>] = [], hanging: Double = 0
  ) {
    layout = pango_layout_new(fonts.context)
    isOutlined = text.unicodeScalars.contains(where: FontSet.isEastAsian)
    let font = fonts.description(of: style)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    // Each letter by itself: two drawn as one are hard to copy.
    pango_attr_list_insert(attributes, pango_attr_font_features_new("liga=0, clig=0"))
    // `--birth-` or `m/84h/` at the end of a line would be typed as it stands there.
    for word in breaking == .words ? Self.wholeWords(in: text) : [] {
      Self.insert(pango_attr_allow_breaks_new(0), over: word, into: attributes)
    }
    for mark in breaking == .words ? Self.marksBehindSpaces(in: text) : [] {
      Self.insert(pango_attr_allow_breaks_new(0), over: mark, into: attributes)
    }
    if breaking == .words, let end = Self.lastWords(of: text, besides: commands) {
      Self.insert(pango_attr_allow_breaks_new(0), over: end, into: attributes)
    }
    if let bold {
      Self.insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD), over: bold, into: attributes)
    }
    // The underlines of Lato leave gaps between them: a line to write on has none.
    for line in Self.rules(in: text) {
      Self.insert(pango_attr_family_new(FontSet.ruleFamily), over: line, into: attributes)
    }
    for command in commands {
      // Whoever types two lines types two commands. The longest, with an address and a path, would leave most of a line
      // empty on pages that are full.
      if breaking == .words, command.count <= Self.longestCommand,
        Self.commandWidth(command.count, style) <= width
      {
        Self.insert(pango_attr_allow_breaks_new(0), over: command, into: attributes)
      } else if breaking == .words {
        let room = Int(width / Self.commandWidth(1, style))
        for part in Self.addressParts(in: text, command, room: room) {
          Self.insert(pango_attr_allow_breaks_new(0), over: part, into: attributes)
        }
      }
      Self.insert(pango_attr_family_new(FontSet.monoFamily), over: command, into: attributes)
      // Letters of one width look larger than the others of their size.
      let size = Int32(style.size * Self.commandSize * Double(PANGO_SCALE))
      Self.insert(pango_attr_size_new_absolute(size), over: command, into: attributes)
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    if breaking != .never || ellipsized {
      pango_layout_set_width(layout, Int32(max(1, width) * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, breaking == .letters ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
    }
    if hanging > 0 { pango_layout_set_indent(layout, -Int32(hanging * Double(PANGO_SCALE))) }
    if ellipsized {
      pango_layout_set_single_paragraph_mode(layout, 1)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    pango_layout_set_text(layout, text, -1)
    lacksLetters = pango_layout_get_unknown_glyphs_count(layout) > 0
    measure(style, width: width, alignment)
  }

  private static func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, over range: Range<Int>,
    into list: OpaquePointer?
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
    attribute.pointee.end_index = UInt32(clamping: range.upperBound)
    pango_attr_list_insert(list, attribute)
  }

  /// The words that are kept whole: options of a command, its name, paths of keys and names of files;
  /// in bytes.
  static func wholeWords(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    let marks = Array("-/".utf8)
    return bytes.indices.split { bytes[$0] <= 0x20 }.compactMap { word in
      guard let first = word.first, let last = word.last, word.count <= longestWord,
        word.contains(where: { marks.contains(bytes[$0]) })
      else { return nil }
      return first..<last + 1
    }
  }

  /// Marks that have a space before or behind them, as in French, with that space: no line begins with a colon, and
  /// none ends with a quote that opens; in bytes.
  static func marksBehindSpaces(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    let spaces = bytes.indices.filter { bytes[$0] == UInt8(ascii: " ") }
    return spaces.compactMap { space in
      let (before, behind) = (bytes[..<space].suffix(2), bytes[(space + 1)...].prefix(2))
      if before.elementsEqual("«".utf8) { return space - 2..<space + 2 }
      if behind.elementsEqual("»".utf8) { return space..<space + 3 }
      guard let mark = behind.first, ":;?!".utf8.contains(mark) else { return nil }
      return space..<space + 2
    }
  }

  /// What is kept whole of an address on the web that is longer than a line of so many letters: all up to a slash, the
  /// last part, and each hyphen with the letter behind it; in bytes.
  ///
  /// A hyphen at the end of a line looks as if it had been put in there. `range` is that of the command; there is no such
  /// part in other commands.
  static func addressParts(in text: String, _ range: Range<Int>, room: Int) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    let address = bytes[range]
    let (slash, hyphen) = (UInt8(ascii: "/"), UInt8(ascii: "-"))
    guard !address.contains(0x20), let scheme = address.firstRange(of: "://".utf8) else {
      return []
    }
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for end in address.indices where end >= scheme.upperBound && address[end] == slash {
      parts.append(start..<end + 1)
      start = end + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts.flatMap { part in
      part.count <= room
        ? [part] : part.dropLast().filter { bytes[$0] == hyphen }.map { $0..<$0 + 2 }
    }
  }

  /// The last two words, where they are short: one alone in the last line is easily overlooked; in bytes.
  static func lastWords(of text: String, besides commands: [Range<Int>]) -> Range<Int>? {
    let bytes = Array(text.utf8)
    let words = bytes.indices.split { bytes[$0] <= 0x20 }.suffix(2)
    guard words.count == 2, let start = words.first?.first, let end = words.last?.last,
      end - start < longestEnd, !commands.contains(where: { $0.upperBound > start })
    else { return nil }
    return start..<end + 1
  }

  private static let longestEnd = 24

  /// Where three or more underlines make a line to write on; in bytes.
  static func rules(in text: String) -> [Range<Int>] {
    guard text.contains("___") else { return [] }
    let bytes = Array(text.utf8)
    return bytes.indices.split { bytes[$0] != UInt8(ascii: "_") }.compactMap { run in
      guard let first = run.first, let last = run.last, run.count >= 3 else { return nil }
      return first..<last + 1
    }
  }

  /// How large a command is in a line of text.
  private static let commandSize = 0.9

  private static let longestCommand = 64

  /// How wide a command of so many letters is, in points: those of DejaVu Sans Mono are 1233 of 2048 units wide.
  private static func commandWidth(_ letters: Int, _ style: TextStyle) -> Double {
    Double(letters) * style.size * commandSize * 1233 / 2048
  }

  /// Longer words would not fit into a line and have to be broken.
  private static let longestWord = 40

  deinit {
    for line in lines { pango_layout_line_unref(line.line) }
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  /// The sum of the lines, in points.
  var height: Double { lines.reduce(0) { $0 + $1.height } }
  /// The width of the widest line, in points.
  var width: Double { lines.map(\.width).max() ?? 0 }

  private func measure(_ style: TextStyle, width: Double, _ alignment: Alignment) {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    let unit = Double(PANGO_SCALE)
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let ascent = Double(pango_layout_iter_get_baseline(iterator) - logical.y) / unit
      let natural = Double(logical.height) / unit
      let height = max(style.size * style.leading, natural)
      let lineWidth = Double(logical.width) / unit
      let x: Double =
        switch alignment {
        case .left: Double(logical.x) / unit
        case .center: (width - lineWidth) / 2
        case .right: width - lineWidth
        }
      lines.append(
        Line(
          line: pango_layout_line_ref(line), x: x, width: lineWidth,
          baseline: (height - natural) / 2 + ascent, height: height))
    } while pango_layout_iter_next_line(iterator) != 0
  }

  /// Draws the line with its top left corner at a point.
  func draw(_ index: Int, on canvas: Canvas, x: Double, y: Double) {
    guard lines.indices.contains(index) else { return }
    let line = lines[index]
    cairo_move_to(canvas.context, x + line.x, y + line.baseline)
    guard isOutlined else { return pango_cairo_show_layout_line(canvas.context, line.line) }
    pango_cairo_layout_line_path(canvas.context, line.line)
    cairo_fill(canvas.context)
  }

  /// Draws all lines, the first with its top left corner at a point.
  func drawAll(on canvas: Canvas, x: Double, y: Double) {
    var top = y
    for index in lines.indices {
      draw(index, on: canvas, x: x, y: top)
      top += lines[index].height
    }
  }
}
