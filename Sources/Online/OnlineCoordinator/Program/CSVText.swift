internal import Refusals

/// Rows of comma-separated values as RFC 4180 has them: lines end with CR LF, and a cell with anything
/// special in it stands in double quotes.
struct CSVText {
  private(set) var bytes: [UInt8] = []

  /// A cell.
  enum Cell {
    /// What this program made: a number, a date, an address.
    case own(String)
    /// What somebody else may have chosen: a label.
    case foreign(String)
  }

  /// How many characters of foreign text a cell holds: more than any label has.
  private static let limit = 10_000

  /// Adds a row of cells.
  mutating func add(_ cells: [Cell]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch cell {
      case .own(let text): write(text)
      case .foreign(let text): write(Self.harmless(text))
      }
    }
    bytes += [0x0d, 0x0a]
  }

  /// A text that no spreadsheet takes for a formula: one that would begin as a formula does begins with an
  /// apostrophe instead, also behind blanks, which some programs skip; control characters become visible.
  ///
  /// The same holds for what follows a `;` or a tab: many a spreadsheet takes these for the end of a cell.
  static func harmless(_ text: String) -> String {
    var guarded = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    if startsFormula(rest) || startsHidden(text) { guarded.append("'") }
    while let scalar = rest.popFirst() {
      guarded.append(scalar)
      if scalar == ";" || scalar == "\t", startsFormula(rest) { guarded.append("'") }
    }
    return ForeignText.shown(String(guarded), limit: limit)
  }

  /// Whether a formula comes first, behind blanks and the quotation marks that a cell may stand in.
  private static func startsFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    text.first { !$0.properties.isWhitespace && $0 != "\"" }.map(formulaStarts.contains) ?? false
  }

  /// What a formula begins with, and the full-width forms, which some spreadsheets take for the same.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}",
  ]

  /// Whether it begins with a tab or a line break, which the gate made visible: whoever undoes that
  /// must not get a formula either.
  private static func startsHidden(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return first == "\t" || first == "\r" || first == "\n"
  }

  private mutating func write(_ text: String) {
    let special: Set<UInt8> = [0x22, 0x2c, 0x0d, 0x0a, 0x3b, 0x27, 0x20]
    guard text.utf8.contains(where: special.contains) else {
      bytes += text.utf8
      return
    }
    bytes.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }
}
