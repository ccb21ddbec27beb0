import QRTransport
import Testing

@testable import QRDrawing

@Suite struct QRSymbolTests {
  @Test func `libqrencode and the table of capacities agree at every version`() throws {
    for number in 1...40 {
      let version = try #require(QRVersion(number))
      let full = String(repeating: "A", count: version.alphanumericCapacity)
      #expect(try QRSymbol(text: full, version: number).size == version.modules)
      let bytes = [UInt8](repeating: 0, count: version.byteCapacity)
      #expect(try QRSymbol(bytes: bytes, version: number).size == version.modules)
      guard number < 40 else { continue }
      #expect(try QRSymbol(text: full + "A").size == version.modules + 4)
      #expect(try QRSymbol(bytes: bytes + [0]).size == version.modules + 4)
    }
    #expect(throws: DrawingError.contentTooLong(bytes: 4297, version: 40)) {
      try QRSymbol(text: String(repeating: "A", count: 4297))
    }
    #expect(throws: DrawingError.contentTooLong(bytes: 8000, version: 40)) {
      try QRSymbol(text: String(repeating: "A", count: 8000))
    }
    #expect(throws: DrawingError.nothingToDraw) { try QRSymbol(text: "") }
  }

  @Test func `digits take numeric mode as SeedQR needs`() throws {
    let digits = "080301540200062600251559007008931730078802752004"
    #expect(try QRSymbol(text: digits).size == 25)
    #expect(try QRSymbol(text: digits + digits).size == 29)
    #expect(try QRSymbol(bytes: [UInt8](repeating: 0, count: 16)).size == 21)
    #expect(try QRSymbol(bytes: [UInt8](repeating: 0, count: 32)).size == 25)
  }
}

@Suite struct QRPictureTests {
  @Test func `a symbol stands in a quiet zone of four`() throws {
    let symbol = try QRSymbol(text: "HELLO")
    let picture = QRPicture(symbol)
    #expect(picture.width == 29 && picture.height == 29)
    #expect(!picture.isDark(row: 3, column: 4) && picture.isDark(row: 4, column: 4))
    #expect(picture.modules.reduce(0) { $0 + Int($1) } == symbol.modules.reduce(0) { $0 + Int($1) })
  }

  @Test func `a mosaic keeps every symbol apart`() throws {
    let symbols = try (0..<5).map { try QRSymbol(text: "SYMBOL \($0)", version: 2) }
    let picture = try QRPicture(mosaic: symbols, columns: 3)
    #expect(picture.width == 3 * 29 + 4 && picture.height == 2 * 29 + 4)
    for (number, symbol) in symbols.enumerated() {
      for row in -4..<symbol.size + 4 {
        for column in -4..<symbol.size + 4 {
          let dark = picture.isDark(
            row: 4 + number / 3 * 29 + row, column: 4 + number % 3 * 29 + column)
          #expect(dark == symbol.isDark(row: row, column: column))
        }
      }
    }
    #expect(try QRPicture(mosaic: symbols, columns: 3, rows: 4).height == 4 * 29 + 4)
    #expect(throws: DrawingError.nothingToDraw) { try QRPicture(mosaic: [], columns: 3) }
  }

  @Test func `a picture too large is refused`() throws {
    let picture = QRPicture(try QRSymbol(text: "A"))
    #expect(throws: DrawingError.self) { try picture.png(scale: 1_000_000) }
    #expect(throws: DrawingError.self) { try picture.png(scale: Int.max) }
    #expect(throws: DrawingError.self) { try GIFDrawing.encode([picture], scale: 3_000) }
  }

  @Test func `an animation takes pictures of one size only`() throws {
    let pictures = try [QRPicture(QRSymbol(text: "A")), QRPicture(QRSymbol(text: "A", version: 2))]
    #expect(throws: DrawingError.unequalPictures(frame: 1)) { try GIFDrawing.encode(pictures) }
    #expect(throws: DrawingError.nothingToDraw) { try GIFDrawing.encode([]) }
  }

  @Test func `a PNG says that it is one bit grey of that size`() throws {
    let picture = QRPicture(try QRSymbol(text: "HELLO"))
    let png = try picture.png(scale: 3)
    #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(png[16..<26]) == [0, 0, 0, 87, 0, 0, 0, 87, 1, 0])
  }
}

@Suite struct TerminalDrawingTests {
  @Test func `a terminal shows the same modules in all styles`() throws {
    let picture = QRPicture(try QRSymbol(text: "HELLO"))
    let light = TerminalDrawing.text(picture, style: .plainOnLight).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    let dark = TerminalDrawing.text(picture, style: .plainOnDark).split(separator: "\n")
    let colored = TerminalDrawing.text(picture, style: .colored).split(separator: "\n")
    #expect(light.count == 15 && dark.count == 15 && colored.count == 15)
    for (row, line) in light.enumerated() {
      for (column, character) in line.enumerated() {
        let upper = picture.isDark(row: 2 * row, column: column)
        let lower = picture.isDark(row: 2 * row + 1, column: column)
        #expect(character == (upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")))
      }
      let inverse = dark[row].map { ["█": " ", " ": "█", "▀": "▄", "▄": "▀"][$0] ?? "?" }
      #expect(String(line) == inverse.joined())
      #expect(colored[row] == "\u{1B}[38;5;16;48;5;231m" + line + "\u{1B}[0m")
    }
    #expect(TerminalDrawing.size(of: picture) == (29, 15))
  }

  @Test func `as many symbols are shown as fit`() {
    #expect(TerminalDrawing.mosaic(modules: 65, columns: 220, lines: 75)?.across == 3)
    #expect(TerminalDrawing.mosaic(modules: 65, columns: 220, lines: 75)?.down == 2)
    #expect(TerminalDrawing.mosaic(modules: 65, columns: 72, lines: 75) == nil)
  }
}
