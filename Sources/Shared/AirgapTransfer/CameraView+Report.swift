internal import QRDrawing
internal import QRTransport

extension CameraView {
  /// A report in place of the picture: one small QR code that the other side's camera reads, and the lines below it.
  ///
  /// Nil where the terminal has no room for it.
  func reporting(
    _ report: ReceptionReport, below lines: [String], columns: Int, rows: Int
  ) -> String? {
    guard let symbol = try? QRSymbol(text: report.text, version: ReceptionReport.version) else {
      return nil
    }
    let picture = QRPicture(symbol)
    let drawn: String
    let needed: (columns: Int, rows: Int)
    if hasHalfBlocks {
      drawn = TerminalDrawing.text(picture)
      needed = (picture.width, (picture.height + 1) / 2)
    } else {
      drawn = TerminalDrawing.wholeBlocks(picture)
      needed = (2 * picture.width, picture.height)
    }
    let below = lines.prefix(Self.linesBelow - 1)
    guard needed.columns <= columns, needed.rows + below.count < rows else { return nil }
    let shown =
      drawn.split(separator: "\n").map { $0 + "\u{1b}[K" }
      + below.map { Self.line($0, columns) }
    let empty = max(0, rows - 1 - shown.count)
    return (shown + [String](repeating: "\u{1b}[K", count: empty)).joined(separator: "\n")
  }

  /// Empty lines from below a text to the last row but one.
  static func cleared(below text: String, _ rows: Int) -> String {
    let used = text.utf8.count { $0 == 0x0a } + 1
    return String(repeating: "\n\u{1b}[K", count: max(0, rows - 1 - used))
  }
}

extension ReaderFrame {
  /// How wide a module of a QR code that was read is, in pixels: of the first one, whose version its length says.
  var module: Double? {
    guard let look, let place = look.places.first(where: \.isRead), place.corners.count == 4,
      let content = symbols.first(where: FrameCollector.isFrame),
      let version = QRVersion.smallest(holding: content)
    else { return nil }
    let (a, b) = (place.corners[0], place.corners[1])
    let (across, down) = (Double(b.x - a.x), Double(b.y - a.y))
    return (across * across + down * down).squareRoot() / Double(version.modules)
  }
}
