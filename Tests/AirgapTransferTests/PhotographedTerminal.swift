import Foundation

/// What a camera sees of a terminal: its half blocks and colours as pixels, on a grey desk.
struct PhotographedTerminal {
  static let margin = 12
  /// Pixels of a column, and of half a row.
  let scale: Int
  let size: (columns: Int, rows: Int)

  var width: Int { size.columns * scale + 2 * Self.margin }
  var height: Int { 2 * size.rows * scale + 2 * Self.margin }

  /// The first line of a film of it.
  var head: [UInt8] { Array("YUV4MPEG2 W\(width) H\(height) F12:1 Cmono\n".utf8) }

  /// A frame of that film with the picture that `text` draws from the top left.
  func frame(_ text: String) -> [UInt8] {
    let side = [UInt8](repeating: 90, count: Self.margin)
    let edge = [UInt8](repeating: 90, count: Self.margin * width)
    var pixels = edge
    pixels.reserveCapacity(width * height)
    for row in halves(text) {
      var line = side
      for grey in row { line.append(contentsOf: repeatElement(grey, count: scale)) }
      line += side
      for _ in 0..<scale { pixels += line }
    }
    pixels += edge
    return Array("FRAME\n".utf8) + pixels
  }

  /// The grey of each half of a character, row by row.
  private func halves(_ text: String) -> [[UInt8]] {
    var rows = [[UInt8]](
      repeating: [UInt8](repeating: 0, count: size.columns), count: 2 * size.rows)
    var (row, column) = (0, 0)
    var (ink, paper) = (UInt8(200), UInt8(0))
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\n": (row, column) = (row + 1, 0)
      case "\u{1b}":
        guard scalars.popFirst() == "[" else { continue }
        let digits = scalars.prefix { $0.value < 0x40 }
        scalars = scalars.dropFirst(digits.count)
        guard scalars.popFirst() == "m" else { continue }
        let codes = String(String.UnicodeScalarView(digits)).split(separator: ";").map { Int($0) }
        if codes == [0] { (ink, paper) = (200, 0) }
        for place in codes.indices where place + 2 < codes.count && codes[place + 1] == 5 {
          if codes[place] == 38 { ink = Self.grey(codes[place + 2]) }
          if codes[place] == 48 { paper = Self.grey(codes[place + 2]) }
        }
      default:
        if row < size.rows, column < size.columns {
          let (upper, lower) = (scalar == "\u{2580}", scalar == "\u{2584}")
          let isBoth = scalar == "\u{2588}"
          rows[2 * row][column] = upper || isBoth ? ink : paper
          rows[2 * row + 1][column] = lower || isBoth ? ink : paper
        }
        column += 1
      }
    }
    return rows
  }

  /// How bright a colour of the table of 256 is.
  private static func grey(_ colour: Int?) -> UInt8 {
    switch colour {
    case 231: 255
    case .some(232...255): UInt8(clamping: 8 + 10 * ((colour ?? 232) - 232))
    default: 0
    }
  }
}
