internal import Refusals

/// Reads comma-separated values as RFC 4180 has them, strictly: whatever could be read in two ways is refused
/// with its line and column.
enum CSVReader {
  /// A line with something in it.
  struct Row: Equatable {
    /// The line of the file that it begins on, counted from 1.
    let line: Int
    /// Its cells, without the quotation marks and without blanks around what has none.
    let cells: [String]
  }

  /// What is wrong, and where.
  struct Fault: Error, Equatable {
    let line: Int
    /// The cell, counted from 1.
    let column: Int
    let reason: String
  }

  private enum Byte {
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let blanks: Set<UInt8> = [0x20, 0x09]
  }

  /// The rows of a file; empty lines are passed over.
  ///
  /// - Throws: `Fault`, also for more rows than `limit`.
  static func rows(of bytes: [UInt8], limit: Int) throws(Fault) -> [Row] {
    var rest = bytes[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    var rows: [Row] = []
    var line = 1
    while !rest.isEmpty {
      let begin = line
      var cells: [String] = []
      var isOpen = true
      while isOpen {
        let place = (line, cells.count + 1)
        cells.append(try cell(from: &rest, line: &line, column: place.1))
        switch rest.first {
        case Byte.comma: rest = rest.dropFirst()
        case Byte.newline:
          rest = rest.dropFirst()
          line += 1
          isOpen = false
        default: isOpen = false
        }
      }
      guard cells != [""] else { continue }
      guard rows.count < limit else {
        throw Fault(line: begin, column: 1, reason: "there are more than \(limit) lines")
      }
      rows.append(Row(line: begin, cells: cells))
    }
    return rows
  }

  /// The next cell; what is left begins with a comma or the end of a line.
  private static func cell(
    from rest: inout ArraySlice<UInt8>, line: inout Int, column: Int
  ) throws(Fault) -> String {
    let begin = line
    let blanks = rest.prefix { Byte.blanks.contains($0) }
    var bytes: [UInt8] = []
    if rest.dropFirst(blanks.count).first == Byte.quote {
      rest = rest.dropFirst(blanks.count + 1)
      while true {
        guard let byte = rest.popFirst() else {
          throw Fault(line: begin, column: column, reason: "a quotation mark is never closed")
        }
        if byte == Byte.quote {
          guard rest.first == Byte.quote else { break }
          rest = rest.dropFirst()
        }
        if byte == Byte.newline { line += 1 }
        bytes.append(byte)
      }
      rest = rest.drop { Byte.blanks.contains($0) }
      skipReturn(&rest)
      guard rest.isEmpty || rest.first == Byte.comma || rest.first == Byte.newline else {
        throw Fault(
          line: line, column: column, reason: "something stands behind the closing quotation mark")
      }
    } else {
      while let byte = rest.first, byte != Byte.comma, byte != Byte.newline {
        skipReturn(&rest)
        guard let byte = rest.first, byte != Byte.newline else { break }
        guard byte != Byte.quote else {
          throw Fault(
            line: line, column: column,
            reason: "a quotation mark stands in a cell that does not begin with one")
        }
        bytes.append(byte)
        rest = rest.dropFirst()
      }
      while let last = bytes.last, Byte.blanks.contains(last) { bytes.removeLast() }
      bytes = Array(bytes.drop { Byte.blanks.contains($0) })
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(line: begin, column: column, reason: "it is not UTF-8 text")
    }
    return text
  }

  /// Drops a carriage return before the end of a line or of the file.
  private static func skipReturn(_ rest: inout ArraySlice<UInt8>) {
    guard rest.first == Byte.carriageReturn else { return }
    let next = rest.dropFirst().first
    if next == nil || next == Byte.newline { rest = rest.dropFirst() }
  }
}
