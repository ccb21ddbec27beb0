import CQREncode
import Photographs
import QRDrawing
import Testing

@testable import QRReading

@Suite struct QuickReadingTests {
  /// What is read without anything that is known from before.
  static func reads(_ picture: GrayPicture) -> [QuickReading.Read] {
    let finders = FinderSearch(picture).finders().map {
      Finder(x: $0.x + 0.5, y: $0.y + 0.5, module: $0.module, votes: $0.votes)
    }
    return PixelSampler.lend(picture) { QuickReading($0).symbols(at: finders) } ?? []
  }

  /// The bytes that a version holds at a level.
  private static func room(_ version: Int, _ level: Int) -> Int? {
    let data = SymbolShape.all[version - 1].blocks(level: level).data.reduce(0, +)
    return data > 3 ? data - (version < 10 ? 2 : 3) : nil
  }

  @Test(arguments: 1...40)
  func `every version is read module by module, at every level`(version: Int) throws {
    for (number, level) in DrawnSymbol.levels.enumerated() {
      let room = try #require(Self.room(version, number))
      let bytes = DrawnSymbol.bytes(room, seed: UInt64(number + 1))
      let picture = try DrawnSymbol.picture(
        bytes, version: Int32(version), level: level, scale: 3)
      let read = Self.reads(picture)
      #expect(read.map(\.symbol.content) == [bytes], "level \(number)")
      #expect(read.first?.fit.shape.version == version)
      guard let place = read.first?.symbol.place else { continue }
      #expect(abs(place.side - Double(17 + 4 * version) * 3) < 1.5, "\(place)")
      #expect(abs((place.corners.first?.x ?? 0) - 12) < 1, "\(place)")
    }
  }

  @Test(arguments: [-170.0, -95, -44, -20, 12, 33, 60, 91, 135])
  func `a symbol that is turned is read`(degrees: Double) throws {
    let text = String(CameraFrames.text(3).prefix(900))
    let picture = QRPicture(try QRSymbol(text: text))
    let scene = try #require(
      Scenes.photograph(picture, modulePixels: 4.2, degrees: degrees, noise: 12))
    #expect(Self.reads(scene).map(\.symbol.content) == [Array(text.utf8)])
  }

  @Test func `what is damaged too much is seen, and not read`() throws {
    let bytes = DrawnSymbol.bytes(500)
    let picture = try DrawnSymbol.picture(bytes, level: QR_ECLEVEL_L, scale: 4)
    var pixels = picture.pixels
    let middle = picture.width / 2
    for row in middle - 60..<middle + 60 {
      for column in middle - 60..<middle + 60 { pixels[row * picture.width + column] = 255 }
    }
    let stained = try #require(
      GrayPicture(width: picture.width, height: picture.height, pixels: pixels))
    let read = Self.reads(stained)
    #expect(read.map(\.symbol.content) == [nil])
  }

  /// Of the seven check words of the smallest version two errors leave three: a library may believe
  /// that of a whole picture, a look at every place of every frame may not.
  @Test func `what few check words vouch for is left to the libraries`() throws {
    let bytes = Array("FEW CHECKS".utf8)
    let plain = try DrawnSymbol.picture(bytes, version: 1, level: QR_ECLEVEL_L, scale: 6)
    for (errors, isRead) in [(0, true), (1, true), (2, false)] {
      var pixels = plain.pixels
      // The first code words go up the two columns on the right.
      for row in 0..<errors * 24 {
        for column in 0..<12 {
          let at = (25 * 6 - 1 - row) * plain.width + 25 * 6 - 1 - column
          pixels[at] = ~pixels[at]
        }
      }
      let picture = try #require(
        GrayPicture(width: plain.width, height: plain.height, pixels: pixels))
      #expect(Self.reads(picture).map(\.symbol.content) == [isRead ? bytes : nil], "\(errors)")
      #expect(try #require(SymbolScanner()).symbols(in: picture) == [bytes], "\(errors)")
    }
  }

  @Test func `the threes of many squares are bounded, and so is what is done with them`() throws {
    // A grid of squares that all look like corners of one another.
    let finders = (0..<CameraLadder.squaresLimit).map {
      Finder(x: Double($0 % 18) * 60 + 40, y: Double($0 / 18) * 60 + 40, module: 4, votes: 9)
    }
    #expect(SymbolCorners.all(finders).count <= SymbolCorners.limit)
    let noise = DrawnSymbol.bytes(1_200 * 700)
    let picture = try #require(GrayPicture(width: 1_200, height: 700, pixels: noise))
    let read = PixelSampler.lend(picture) { QuickReading($0).symbols(at: finders) } ?? []
    #expect(read.allSatisfy { $0.symbol.content == nil })
    #expect(read.count <= QuickReading.triesLimit)
  }

  @Test func `frames of noise, of one shade, of squares alone and of a pixel give nothing`() throws
  {
    let scanner = try #require(SymbolScanner())
    let look = CameraLook(scanner)
    let squares: [Bool] = [true, false, true, true, true, false, true, false, false]
    let noise = DrawnSymbol.bytes(640 * 360)
    let cloth = (0..<640 * 360).map { at -> UInt8 in
      squares[at % 640 / 4 % 9] && squares[at / 640 / 4 % 9] ? 0 : 255
    }
    for pixels in [noise, cloth, [UInt8](repeating: 0, count: 640 * 360)] {
      let frame = try #require(GrayPicture(width: 640, height: 360, pixels: pixels))
      for _ in 0..<7 { #expect(look.look(at: frame).contents.isEmpty) }
    }
    for (width, height) in [(1, 1), (1, 720), (1_280, 1), (2, 2), (3, 5)] {
      let pixels = [UInt8](repeating: 7, count: width * height)
      let frame = try #require(GrayPicture(width: width, height: height, pixels: pixels))
      #expect(look.look(at: frame).symbols.isEmpty)
    }
    // 100 megapixels are refused before they are held.
    #expect(GrayPicture(width: 10_000, height: 10_000, pixels: []) == nil)
  }

  @Test func `two symbols that contradict each other are both given`() throws {
    let texts = ["UR:BYTES/1-2/LPADAOCFADFX", "UR:BYTES/1-2/LPADAOCFADFZ"]
    let picture = try QRPicture(
      mosaic: try texts.map { try QRSymbol(text: $0, version: 2) }, columns: 2)
    let scene = try #require(Scenes.photograph(picture, modulePixels: 5, degrees: 1, noise: 5))
    let look = CameraLook(try #require(SymbolScanner()))
    for _ in 0..<3 {
      #expect(Set(look.look(at: scene).contents) == Set(texts.map { Array($0.utf8) }))
    }
  }
}
