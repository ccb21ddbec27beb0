import SheetPages
import Testing

@testable import QRReading

/// Grids to be filled in by hand hold nothing: whoever scans their page must not be told that a QR code was not
/// read.
@Suite struct EmptyGridTests {
  @Test(arguments: [75, 100, 150, 200, 300, 400])
  func `a grid without a code counts as no QR code at any resolution`(resolution: Int) async throws
  {
    let text = "12345678901234567890123456789012345678901234567890"
    let document = try Drawn.document { writer in
      try writer.symbol(caption: "read", Drawn.modules(text), width: 58)
      writer.copy(caption: "to copy", try Drawn.modules("1234567"))
      writer.blankGrid(size: 21, caption: "empty")
    }
    let page = try await Drawn.files(document, as: .png, resolution: resolution)[0]
    var reading = StillReading(try GrayPicture(png: page), try #require(SymbolScanner()))
    #expect(reading.symbols() == [Array(text.utf8)])
    #expect(reading.notes.unread == 0)
  }

  @Test(arguments: [25, 29])
  func `nor do the larger ones of a blank sheet`(size: Int) async throws {
    let text = "12345678901234567890123456789012345678901234567890"
    for resolution in [75, 100, 150, 200, 300, 400] {
      let document = try Drawn.document { writer in
        writer.columns(left: 88)
        writer.blankGrid(size: size, caption: "empty")
        writer.rightColumn()
        try writer.symbol(caption: "read", Drawn.modules(text), width: 58)
        writer.endColumns()
      }
      let page = try await Drawn.files(document, as: .png, resolution: resolution)[0]
      var reading = StillReading(try GrayPicture(png: page), try #require(SymbolScanner()))
      #expect(reading.symbols() == [Array(text.utf8)], "\(resolution)")
      #expect(reading.notes.unread == 0, "\(resolution)")
    }
  }
}
