import CQREncode
import Testing

@testable import QRReading

/// A sheet shows one QR code twice, so that a fold or a stain leaves the other.
@Suite struct CopiesTests {
  /// Pictures of one height beside each other.
  private func row(_ pictures: [GrayPicture]) throws -> GrayPicture {
    let height = try #require(pictures.first?.height)
    try #require(pictures.allSatisfy { $0.height == height })
    let pixels = (0..<height).flatMap { row in
      pictures.flatMap { $0.pixels[row * $0.width..<(row + 1) * $0.width] }
    }
    let width = pictures.reduce(0) { $0 + $1.width }
    return try #require(GrayPicture(width: width, height: height, pixels: pixels))
  }

  @Test func `two clean copies are read as they are, and given once`() throws {
    let scanner = try #require(SymbolScanner())
    let (bytes, other) = (DrawnSymbol.bytes(30), DrawnSymbol.bytes(30, seed: 2))
    let copy = try DrawnSymbol.picture(bytes, level: QR_ECLEVEL_M)
    let another = try DrawnSymbol.picture(other, level: QR_ECLEVEL_M)
    var still = StillReading(try row([copy, another, copy]), scanner)
    #expect(still.symbols() == [bytes, other])
    #expect(still.found.count == 3)
    #expect(still.work == 0)
  }

  @Test func `a copy that cannot be read is looked at longer`() throws {
    let scanner = try #require(SymbolScanner())
    let bytes = DrawnSymbol.bytes(30)
    let copy = try DrawnSymbol.picture(bytes, level: QR_ECLEVEL_M)
    // Everything but the three squares is gone.
    var pixels = copy.pixels
    let (side, inner) = (copy.width, (4 + 9) * 4)
    for row in 0..<side {
      for column in 0..<side
      where row >= inner && column >= inner
        || row >= inner && row < side - inner || column >= inner && column < side - inner
      {
        pixels[row * side + column] = 255
      }
    }
    let gone = try #require(GrayPicture(width: side, height: side, pixels: pixels))
    var still = StillReading(try row([copy, gone]), scanner)
    #expect(still.symbols() == [bytes])
    #expect(still.found.count == 1)
    #expect(still.work > 0)
  }
}
