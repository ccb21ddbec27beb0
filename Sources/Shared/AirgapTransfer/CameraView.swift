/// What a person sees of a camera on a terminal: a picture of half blocks, two pixels a character, and lines
/// below it.
///
/// Only what the gate of key-keeper lets through (decision 0018): text, the ends of lines, and colours of
/// the table of 256.
struct CameraView: Equatable, Sendable {
  /// The largest picture, in columns and rows: what is larger takes a slow terminal too long.
  static let most = (columns: 100, rows: 36)
  /// The line above the picture, which says that nothing in it is asked by this program.
  static let linesAbove = 1
  /// The lines below the picture, and one more, because a line that ends on the last row moves all of them up.
  static let linesBelow = 4
  /// The smallest terminal on which there is something to see.
  static let least = (columns: 32, rows: 12)

  /// Whether the terminal has the table of 256 colours, from which the greys are taken.
  let hasGreys: Bool
  /// Whether half blocks are shown; else the two pixels of a character are alike.
  var hasHalfBlocks = true
  /// Whether left and right are exchanged, as in a mirror.
  var isMirrored = true

  private enum Mark { case read, seen }

  /// Black, eleven greys, white.
  private static let greys = [16] + (0..<11).map { 233 + 2 * $0 } + [231]
  private static let green = 46
  private static let yellow = 226
  /// At which brightness each pixel of four by four is light, in sixteenths.
  private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// The size of the picture in characters for a preview on a terminal.
  static func size(
    of preview: FramePreview, columns: Int, rows: Int
  ) -> (columns: Int, rows: Int) {
    let across = max(1, min(columns, most.columns))
    let down = max(1, min(rows - linesAbove - linesBelow, most.rows))
    // Two pixels a character, one above the other.
    if across * preview.height <= 2 * down * preview.width {
      return (across, max(1, (across * preview.height / preview.width + 1) / 2))
    }
    return (max(1, 2 * down * preview.width / preview.height), down)
  }

  /// What is said above the picture: whoever holds letters before the camera is not this program.
  static func heading(_ columns: Int) -> String {
    columns > 72
      ? "What the camera sees. This program asks nothing in this picture."
      : "Camera: answer nothing in it."
  }

  /// The picture and the lines above and below it, from the top left of the screen.
  func text(
    _ preview: FramePreview, _ look: FrameLook?, below lines: [String], columns: Int, rows: Int
  ) -> String {
    let size = Self.size(of: preview, columns: columns, rows: rows)
    let (across, down) = (size.columns, 2 * size.rows)
    var levels = [UInt8](repeating: 0, count: across * down)
    for row in 0..<down {
      for column in 0..<across {
        let place = isMirrored ? across - 1 - column : column
        levels[row * across + column] = preview.mean(
          column: place, of: across, row: row, of: down)
      }
    }
    let marks = look.map { self.marks($0, across, down) } ?? [:]
    var text = Self.line(Self.heading(columns), columns) + "\n"
    for row in 0..<size.rows {
      text +=
        hasGreys && hasHalfBlocks
        ? greyLine(levels, marks, row, across) : plainLine(levels, marks, row, across)
    }
    for line in lines.prefix(Self.linesBelow - 1) { text += Self.line(line, columns) + "\n" }
    // What was below on a larger picture before.
    return text + "\u{1b}[K"
  }

  /// A line that fits, and nothing left of the one before.
  static func line(_ text: String, _ columns: Int) -> String {
    String(text.prefix(max(0, columns - 1))) + "\u{1b}[K"
  }

  private func greyLine(
    _ levels: [UInt8], _ marks: [Int: Mark], _ row: Int, _ across: Int
  ) -> String {
    var text = ""
    var last: (upper: Int, lower: Int) = (-1, -1)
    for column in 0..<across {
      let colours = [2 * row, 2 * row + 1].map { line in
        switch marks[line * across + column] {
        case .read: Self.green
        case .seen: Self.yellow
        case nil: Self.greys[Int(levels[line * across + column]) * (Self.greys.count - 1) / 255]
        }
      }
      if (colours[0], colours[1]) != last {
        last = (colours[0], colours[1])
        text += "\u{1b}[38;5;\(last.upper);48;5;\(last.lower)m"
      }
      text += last.upper == last.lower ? " " : "\u{2580}"
    }
    return text + "\u{1b}[0m\u{1b}[K\n"
  }

  /// Light letters on dark ground: what is light is drawn.
  private func plainLine(
    _ levels: [UInt8], _ marks: [Int: Mark], _ row: Int, _ across: Int
  ) -> String {
    var text = String.UnicodeScalarView()
    for column in 0..<across {
      guard hasHalfBlocks else {
        text.append(isLight(levels, marks, row, column, across) ? "\u{2588}" : " ")
        continue
      }
      let light = [2 * row, 2 * row + 1].map { line in
        switch marks[line * across + column] {
        case .read: true
        // Broken, so that it is told from the other.
        case .seen: (line + column) % 4 < 2
        case nil:
          Int(levels[line * across + column]) * 17 / 256
            > Self.thresholds[line % 4 * 4 + column % 4]
        }
      }
      switch (light[0], light[1]) {
      case (true, true): text.append("\u{2588}")
      case (true, false): text.append("\u{2580}")
      case (false, true): text.append("\u{2584}")
      case (false, false): text.append(" ")
      }
    }
    return String(text) + "\u{1b}[K\n"
  }

  /// Whether a character is light as a whole.
  private func isLight(
    _ levels: [UInt8], _ marks: [Int: Mark], _ row: Int, _ column: Int, _ across: Int
  ) -> Bool {
    let (upper, lower) = (2 * row * across + column, (2 * row + 1) * across + column)
    switch marks[upper] ?? marks[lower] {
    case .read: return true
    case .seen: return (row + column).isMultiple(of: 2)
    case nil:
      return (Int(levels[upper]) + Int(levels[lower])) * 17 / 512
        > Self.thresholds[row % 4 * 4 + column % 4]
    }
  }

  /// The outlines of the QR codes, by pixel of the picture.
  private func marks(_ look: FrameLook, _ across: Int, _ down: Int) -> [Int: Mark] {
    var marks: [Int: Mark] = [:]
    for place in look.places.sorted(by: { !$0.isRead && $1.isRead }) {
      let corners = place.corners.map { corner in
        let x = min(corner.x, look.width - 1) * across / look.width
        return (
          x: isMirrored ? across - 1 - x : x, y: min(corner.y, look.height - 1) * down / look.height
        )
      }
      for index in corners.indices {
        let (from, to) = (corners[index], corners[(index + 1) % corners.count])
        let steps = max(1, abs(to.x - from.x), abs(to.y - from.y))
        for step in 0...steps {
          let x = from.x + (to.x - from.x) * step / steps
          let y = from.y + (to.y - from.y) * step / steps
          marks[y * across + x] = place.isRead ? .read : .seen
        }
      }
    }
    return marks
  }

  /// How much of a message has come: `[#####.....] 12 of 24 parts`.
  static func bar(_ parts: (received: Int, needed: Int)?) -> String {
    guard let (received, needed) = parts, needed > 0 else { return "No part of a message yet." }
    let width = 20
    let filled = min(width, max(0, received) * width / needed)
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: width - filled) + "] \(received) of \(needed) parts"
  }
}
