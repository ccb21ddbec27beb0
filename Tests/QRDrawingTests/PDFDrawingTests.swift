import Testing

@testable import QRDrawing

@Suite struct PDFDrawingTests {
  private func page(_ count: Int, columns: Int, rows: Int) throws -> QRPage {
    let cells = try (0..<count).map {
      QRPage.Cell(try QRSymbol(text: "PART \($0)", correction: .medium), line: "part \($0)")
    }
    return QRPage(
      heading: "A (b) \\ c\u{1B}é", cells: cells, columns: columns, rows: rows, foot: ["foot"])
  }

  @Test func `every object lies where the table says`() throws {
    let bytes = try PDFDrawing.encode([page(3, columns: 2, rows: 2), page(1, columns: 1, rows: 1)])
    #expect(bytes.starts(with: Array("%PDF-1.4\n".utf8)))
    let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x2E }, as: UTF8.self)
    let start = try #require(text.ranges(of: "startxref\n").last).upperBound
    let table = try #require(Int(text[start...].prefix { $0 != "\n" }))
    let lines = String(decoding: bytes[table...], as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "xref" && lines[1] == "0 11")
    for number in 1...10 {
      let place = try #require(Int(lines[2 + number].prefix(10)))
      #expect(bytes[place...].starts(with: Array("\(number) 0 obj\n".utf8)))
    }
  }

  @Test func `nothing of a text ends it or reaches a printer as a control`() throws {
    let bytes = try PDFDrawing.encode([page(1, columns: 1, rows: 1)])
    #expect(String(decoding: bytes, as: UTF8.self).contains(#"(A \(b\) \\ c??) Tj"#))
  }

  @Test func `a page without a QR code is refused, and more cells than places are left out`() throws
  {
    #expect(throws: DrawingError.nothingToDraw) { try PDFDrawing.encode([]) }
    #expect(throws: DrawingError.nothingToDraw) {
      try PDFDrawing.encode([page(0, columns: 1, rows: 1)])
    }
    #expect(try page(5, columns: 2, rows: 2).cells.count == 4)
  }
}
