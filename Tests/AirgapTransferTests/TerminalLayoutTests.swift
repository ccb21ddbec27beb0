import QRDrawing
import QRTransport
import Testing

@testable import AirgapTransfer

@Suite struct TerminalLayoutTests {
  @Test func `a small terminal shows one symbol, a wide one a mosaic that carries more`() throws {
    #expect(TerminalLayout(columns: 20, rows: 10) == nil)
    let small = try #require(TerminalLayout(columns: 80, rows: 22))
    #expect(small.single.number == 4 && small.mosaic == nil)
    let wide = try #require(TerminalLayout(columns: 200, rows: 58))
    #expect(wide.single.number == 22)
    let large = try #require(TerminalLayout(columns: 320, rows: 100))
    let mosaic = try #require(large.mosaic)
    #expect(mosaic.across * mosaic.down >= 4)
  }

  @Test func `what is laid out fits`() throws {
    for columns in stride(from: 30, through: 500, by: 13) {
      for rows in stride(from: 15, through: 200, by: 7) {
        guard let layout = TerminalLayout(columns: columns, rows: rows) else { continue }
        let symbol = try QRSymbol(text: "A", version: layout.single.number)
        #expect(TerminalDrawing.size(of: QRPicture(symbol)).columns <= columns)
        #expect(TerminalDrawing.size(of: QRPicture(symbol)).lines <= rows)
        guard let mosaic = layout.mosaic else { continue }
        let step = mosaic.version.modules + QRPicture.quietZone
        #expect(mosaic.across * step + QRPicture.quietZone <= columns)
        #expect(mosaic.down * step + QRPicture.quietZone <= 2 * rows)
      }
    }
  }
}
