import Photographs
import QRDrawing
import Testing

@testable import QRReading

@Suite struct FrameMeasuresTests {
  private static let size = (width: 640, height: 360)

  /// A QR code on a screen as a camera sees it: `module` pixels each, `left` from the left.
  private func frame(
    _ text: String = "A SYMBOL TO AIM AT, WITH A LINE OR TWO OF TEXT IN IT", module: Int = 6,
    left: Int = 200, dark: UInt8 = 30, light: UInt8 = 215, around: UInt8 = 90
  ) throws -> GrayPicture {
    let drawing = QRPicture(try QRSymbol(text: text))
    var pixels = [UInt8](repeating: around, count: Self.size.width * Self.size.height)
    for row in 0..<drawing.height * module where row + 20 < Self.size.height {
      for column in 0..<drawing.width * module where column + left < Self.size.width {
        let isDark = drawing.isDark(row: row / module, column: column / module)
        pixels[(row + 20) * Self.size.width + column + left] = isDark ? dark : light
      }
    }
    return try #require(
      GrayPicture(width: Self.size.width, height: Self.size.height, pixels: pixels))
  }

  private func look() throws -> CameraLook { CameraLook(try #require(SymbolScanner())) }

  @Test func `light, darkness and glare are told apart`() throws {
    let usual = FrameMeasures(of: try frame())
    #expect((90...150).contains(usual.brightness), "\(usual)")
    #expect(usual.contrast > 170 && usual.glare == 0, "\(usual)")
    let dark = FrameMeasures(of: try frame(dark: 3, light: 22, around: 8))
    #expect(dark.brightness < 20 && dark.contrast < 25, "\(dark)")
    let bright = FrameMeasures(of: try frame(dark: 235, light: 255, around: 255))
    #expect(bright.glare > 0.5, "\(bright)")
    let flat = GrayPicture(unchecked: 64, 64, [UInt8](repeating: 120, count: 4096))
    #expect(FrameMeasures(of: flat) == FrameMeasures(brightness: 120, contrast: 0, softness: 0))
  }

  @Test func `a picture is as soft as it was blurred`() throws {
    let sharp = try frame(module: 8)
    #expect(FrameMeasures(of: sharp).softness < 1.2)
    var before = FrameMeasures(of: sharp).softness
    // A box of three by three, run over it several times, is about a Gauss curve.
    var blurred = sharp
    for times in 1...4 {
      for _ in 0..<3 { blurred = blurred.smoothed(1) }
      let softness = FrameMeasures(of: blurred).softness
      #expect(softness > before, "\(softness) after \(times)")
      before = softness
    }
    #expect((1.8...3.6).contains(before), "\(before)")
  }

  @Test func `the squares of a symbol that was not read are counted, and its modules measured`()
    throws
  {
    for module in [3, 4, 6] {
      var measures = FrameMeasures(of: try frame(module: module))
      #expect(measures.squares == 0 && measures.module == 0)
      measures.count(squaresOf: try frame(module: module))
      #expect(measures.squares >= 3, "\(measures)")
      #expect(abs(measures.module - Double(module)) < 0.5, "\(measures)")
    }
  }

  @Test(arguments: [0, 2, 8, 24, 40])
  func `a picture that moves is noticed, one whose symbol changes is not`(pixels: Int) throws {
    let look = try look()
    #expect(look.look(at: try frame()).measures.movement == 0)
    let moved = look.look(at: try frame(left: 200 + pixels)).measures.movement
    #expect(abs(moved - Double(pixels) / 640) <= 0.0032, "\(moved)")
    // Another content of the same size.
    let other = try frame(
      "QUITE ANOTHER SYMBOL WITH 1234567890 AND MORE TO SAY", left: 200 + pixels)
    #expect(look.look(at: other).measures.movement == 0)
  }

  @Test func `what is read has its place, and what is seen and not read has one too`() throws {
    let look = try look()
    let text = "A SYMBOL TO AIM AT, WITH A LINE OR TWO OF TEXT IN IT"
    let sight = look.look(at: try frame())
    #expect(sight.contents == [Array(text.utf8)])
    #expect(sight.measures.squares == 0)
    #expect((sight.width, sight.height) == (640, 360))
    let place = try #require(sight.symbols.first?.place)
    // Modules of 6 pixels, 4 of them around.
    let side = Double(QRPicture(try QRSymbol(text: text)).width - 8) * 6
    #expect(abs(place.side - side) < 12, "\(place)")
    #expect(abs(place.middle.x - (200 + 24 + side / 2)) < 8, "\(place)")
    #expect(abs(place.middle.y - (20 + 24 + side / 2)) < 8, "\(place)")

    // The three squares are there, and nearly nothing else.
    let whole = try frame()
    var pixels = whole.pixels
    for row in 90..<220 { for column in 240..<400 { pixels[row * 640 + column] = 215 } }
    let stained = try #require(GrayPicture(width: 640, height: 360, pixels: pixels))
    let seen = look.look(at: stained)
    #expect(seen.contents.isEmpty)
    #expect(seen.measures.squares > 0, "\(seen.measures)")
  }

  @Test func `places in a frame of 4K are those of the frame, not of its copy`() throws {
    let look = try look()
    let small = try frame(module: 5)
    let large = small.enlarged(6)
    #expect(large.width == 3_840)
    let sight = look.look(at: large)
    #expect(sight.contents.count == 1)
    #expect((sight.width, sight.height) == (3_840, 2_160))
    let first = try #require(look.look(at: small).symbols.first?.place)
    let place = try #require(sight.symbols.first?.place)
    #expect(abs(place.middle.x - first.middle.x * 6) < 40, "\(place) \(first)")
    #expect(abs(place.side - first.side * 6) < 60, "\(place) \(first)")
  }
}
