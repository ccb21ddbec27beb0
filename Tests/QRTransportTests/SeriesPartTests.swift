import Testing

@testable import QRTransport

@Suite struct SeriesPartTests {
  private static let text = (0..<40).map { "part of a long text \($0)" }.joined(separator: ", ")

  @Test func `a part says which it is of how many, in each form`() throws {
    let limit = try #require(QRVersion(5))
    let bytes = Array(Self.text.utf8)
    for encoder in [
      try FrameEncoder(bbqr: BBQrFile(kind: .text, bytes: bytes), limit: limit),
      try FrameEncoder(specter: Self.text, limit: limit),
      try FrameEncoder(Fixtures.ur(900), limit: limit),
    ] {
      let parts = try (0..<encoder.frameCount).map {
        try #require(SeriesPart(symbol: Array(encoder.frame($0).utf8)))
      }
      #expect(parts.map(\.number) == Array(1...encoder.frameCount))
      #expect(Set(parts.map(\.series)) == [try #require(encoder.identity)])
      #expect(parts[0].series.count == encoder.frameCount)
      // A part that was cut off says nothing.
      #expect(SeriesPart(symbol: Array(encoder.frame(0).utf8.prefix(3))) == nil)
    }
  }

  @Test(arguments: ["p1of1 text", "a text", "UR:BYTES/GYAAAAAAAA", "B$HU010041", ""])
  func `what is whole, or no part, is none`(symbol: String) {
    #expect(SeriesPart(symbol: Array(symbol.utf8)) == nil)
  }
}
