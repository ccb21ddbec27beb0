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
    #expect(wide.single.number == 22 && wide.usual == .usual)
    let large = try #require(TerminalLayout(columns: 320, rows: 100))
    #expect(large.single == .webcam && large.usual == .usual)
    #expect(
      large.mosaic
        == TerminalLayout.Mosaic(version: try #require(QRVersion(14)), across: 2, down: 1))
  }

  /// Nobody knows yet how well the other side reads: what a screen begins with is as coarse on a large
  /// screen as on a small one.
  @Test func `a larger screen does not begin with more modules than a poor camera reads`() throws {
    let most = QRVersion.usual.modules + 2 * QRPicture.quietZone
    for (columns, rows) in [(200, 58), (320, 100), (640, 200), (2_000, 900)] {
      let layout = try #require(TerminalLayout(columns: columns, rows: rows))
      #expect(layout.usual == .usual)
      let mosaic = try #require(layout.mosaic)
      let step = mosaic.version.modules + QRPicture.quietZone
      #expect(mosaic.down * step + QRPicture.quietZone <= most + 1)
      #expect(mosaic.across * step + QRPicture.quietZone <= most * 16 / 9)
    }
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
