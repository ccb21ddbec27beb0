/// Pages with QR codes as a PDF (ISO 32000-1, of which only what every program has read since 1.4 is used).
///
/// The QR codes of a page are one picture in black and white, a whole number of pixels a module, so that a reader that
/// takes pictures out of a PDF, as ours does, finds them without drawing the page. What a person reads is
/// Helvetica, which every viewer and printer has.
public enum PDFDrawing {
  /// A4, in points (1/72 inch); what is printed fits Letter as well.
  static let paper = (width: 595, height: 842)
  /// The room for the QR codes, in points: 180 mm by 235 mm.
  private static let room = (width: 510.0, height: 666.0)
  /// Where that room begins, from the top.
  private static let top = 76.0
  /// Light modules between two rows, for the line under a QR code.
  private static let band = 6
  /// Pixels a module.
  private static let scale = 3
  /// The largest module, in points (1.2 mm); larger ones do not survive more.
  private static let largestModule = 3.4

  /// The file.
  ///
  /// Throws: `nothingToDraw` without a page or for one without QR codes, `pictureTooLarge`.
  public static func encode(_ pages: [QRPage]) throws(DrawingError) -> [UInt8] {
    guard !pages.isEmpty else { throw .nothingToDraw }
    var writer = Writer()
    // 1 the catalog, 2 the pages, 3 and 4 the letters; then page, contents and picture of each.
    let kids = pages.indices.map { "\(5 + 3 * $0) 0 R" }.joined(separator: " ")
    writer.object("<< /Type /Catalog /Pages 2 0 R >>")
    writer.object("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
    for name in ["Helvetica", "Helvetica-Bold"] {
      writer.object(
        "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) /Encoding /WinAnsiEncoding >>")
    }
    for (number, page) in pages.enumerated() {
      let layout = try Layout(page)
      let first = 5 + 3 * number
      writer.object(
        """
        << /Type /Page /Parent 2 0 R /MediaBox [0 0 \(paper.width) \(paper.height)] \
        /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /Im \(first + 2) 0 R >> >> \
        /Contents \(first + 1) 0 R >>
        """)
      let contents = Array(layout.contents.utf8)
      writer.object("<< /Length \(contents.count) >>", stream: contents)
      let pixels = layout.pixels
      writer.object(
        """
        << /Type /XObject /Subtype /Image /Width \(layout.width * scale) \
        /Height \(layout.height * scale) /ColorSpace /DeviceGray /BitsPerComponent 1 \
        /Interpolate false /Length \(pixels.count) >>
        """, stream: pixels)
    }
    return writer.finished()
  }

  /// Where things lie on a page.
  private struct Layout {
    let page: QRPage
    /// Modules of a cell: the largest QR code and its quiet zone.
    let cell: Int
    /// Modules of the picture.
    let width: Int
    let height: Int
    /// Points a module.
    let module: Double

    init(_ page: QRPage) throws(DrawingError) {
      guard let largest = page.cells.map(\.symbol.size).max() else { throw .nothingToDraw }
      self.page = page
      cell = largest + 2 * QRPicture.quietZone
      width = cell * page.columns
      height = (cell + band) * page.rows
      let pixels = width * height * scale * scale
      guard pixels <= QRPicture.pixelLimit else {
        throw .pictureTooLarge(
          width: width * scale, height: height * scale, limit: QRPicture.pixelLimit)
      }
      module = min(largestModule, room.width / Double(width), room.height / Double(height))
    }

    /// The left edge of the picture, in points.
    private var left: Double { (Double(paper.width) - Double(width) * module) / 2 }
    /// Its lower edge: PDF counts from the bottom.
    private var bottom: Double { Double(paper.height) - top - Double(height) * module }

    /// The picture, row by row, a bit a pixel, 0 black.
    var pixels: [UInt8] {
      let stride = (width * scale + 7) / 8
      var pixels = [UInt8](repeating: 0xFF, count: stride * height * scale)
      for (number, cell) in page.cells.enumerated() {
        let symbol = cell.symbol
        // In the middle of its cell, whatever its size.
        let margin = (self.cell - symbol.size) / 2
        let left = number % page.columns * self.cell + margin
        let top = number / page.columns * (self.cell + band) + margin
        for row in 0..<symbol.size {
          for column in 0..<symbol.size where symbol.modules[row * symbol.size + column] == 1 {
            for down in 0..<scale {
              let start = ((top + row) * scale + down) * stride
              for pixel in (left + column) * scale..<(left + column + 1) * scale {
                pixels[start + pixel / 8] &= ~(0x80 >> UInt8(pixel % 8))
              }
            }
          }
        }
      }
      return pixels
    }

    /// The drawing of the page: the picture, then what a person reads.
    var contents: String {
      var text =
        "q \(point(Double(width) * module)) 0 0 \(point(Double(height) * module)) \(point(left)) "
        + "\(point(bottom)) cm /Im Do Q\n"
      text += words(page.heading, font: "F2", size: 12, x: 43, y: Double(paper.height) - 54)
      let size = min(9, Double(band) * module)
      for (number, cell) in page.cells.enumerated() {
        let x = left + (Double(number % page.columns * self.cell + QRPicture.quietZone)) * module
        let row = number / page.columns
        let down = Double(row * (self.cell + band) + self.cell) * module
        text += words(
          cell.line, font: "F1", size: size, x: x,
          y: Double(paper.height) - top - down - size * 0.4)
      }
      for (number, line) in page.foot.enumerated() {
        text += words(
          line, font: "F1", size: 9, x: 43, y: bottom - 24 - 12 * Double(number))
      }
      return text
    }

    private func words(_ text: String, font: String, size: Double, x: Double, y: Double) -> String {
      "BT /\(font) \(point(size)) Tf \(point(x)) \(point(y)) Td (\(PDFDrawing.escaped(text))) Tj ET\n"
    }
  }

  /// A length in hundredths of a point.
  private static func point(_ length: Double) -> String {
    let hundredths = Int((length * 100).rounded())
    let rest = abs(hundredths) % 100
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Text between parentheses; what is not printable ASCII is a question mark.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "(", ")", "\\": result += "\\\(scalar)"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "?"
      }
    }
    return result
  }

  /// Objects, one after the other, and where each begins.
  private struct Writer {
    private var bytes = Array("%PDF-1.4\n%\u{80}\u{80}\n".utf8)
    private var places: [Int] = []

    mutating func object(_ words: String, stream: [UInt8]? = nil) {
      places.append(bytes.count)
      bytes += Array("\(places.count) 0 obj\n\(words)\n".utf8)
      if let stream {
        bytes += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8)
      }
      bytes += Array("endobj\n".utf8)
    }

    func finished() -> [UInt8] {
      var end = "xref\n0 \(places.count + 1)\n0000000000 65535 f \n"
      for place in places {
        let digits = "\(place)"
        end += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
      }
      end +=
        "trailer\n<< /Size \(places.count + 1) /Root 1 0 R >>\nstartxref\n\(bytes.count)\n%%EOF\n"
      return bytes + Array(end.utf8)
    }
  }
}
