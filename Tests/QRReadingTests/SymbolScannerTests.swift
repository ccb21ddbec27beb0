import Photographs
import QRDrawing
import QRTransport
import Testing

@testable import QRReading

@Suite struct SymbolScannerTests {
  private func scanner() throws -> SymbolScanner { try #require(SymbolScanner()) }

  @Test func `bytes come back as they are, NULs and all`() throws {
    let scanner = try scanner()
    let contents: [[UInt8]] = [
      Array(0...255), [UInt8](repeating: 0, count: 32), Array((0..<32).map { UInt8($0 * 8 + 3) }),
      Array("grüße, ₿".utf8), [0xFF], Array("\r\n\0".utf8),
      [0x70, 0x73, 0x62, 0x74, 0xFF, 0x01, 0x00],
    ]
    for content in contents {
      let picture = QRPicture(try QRSymbol(bytes: content))
      let scene = try #require(Scenes.drawing(picture, scale: 4))
      #expect(scanner.symbols(in: scene) == [content])
    }
  }

  @Test func `every version reads at one to five pixels a module`() throws {
    let scanner = try scanner()
    for number in [1, 2, 5, 10, 15, 20, 27, 33, 40] {
      let version = try #require(QRVersion(number))
      let text = String(
        (0..<version.alphanumericCapacity).map { Array("ABCDEFGHIJ0123456789")[$0 * 7 % 20] })
      let picture = QRPicture(try QRSymbol(text: text, version: number))
      for scale in [1, 2, 3, 5] {
        let scene = try #require(Scenes.drawing(picture, scale: scale))
        #expect(scanner.symbols(in: scene) == [Array(text.utf8)], "version \(number), \(scale)")
      }
    }
  }

  @Test func `an inverted symbol is read`() throws {
    let picture = QRPicture(try QRSymbol(text: "INVERTED"))
    let scene = try #require(Scenes.drawing(picture, scale: 4)).inverted()
    #expect(try scanner().symbols(in: scene) == [Array("INVERTED".utf8)])
  }

  @Test func `what a terminal shows is read, a mosaic too`() throws {
    let texts = (0..<4).map { "SYMBOL \($0) ON A TERMINAL" }
    let symbols = try texts.map { try QRSymbol(text: $0) }
    let pictures = [QRPicture(symbols[0]), try QRPicture(mosaic: symbols, columns: 2)]
    for (picture, expected) in zip(pictures, [[texts[0]], texts]) {
      let lines = TerminalDrawing.text(picture, style: .colored).split(separator: "\n").map {
        $0.replacing("\u{1B}[38;5;16;48;5;231m", with: "").replacing("\u{1B}[0m", with: "")
      }
      // A character is two modules, each drawn as 4 by 4 pixels: black letters on a white ground.
      var pixels: [UInt8] = []
      for line in lines {
        for half in 0..<8 {
          for character in line {
            let dark = character == "█" || character == (half < 4 ? "▀" : "▄")
            pixels += [UInt8](repeating: dark ? 0 : 255, count: 4)
          }
        }
      }
      let scene = try #require(
        GrayPicture(width: picture.width * 4, height: lines.count * 8, pixels: pixels))
      let read = try scanner().symbols(in: scene).map { String(decoding: $0, as: UTF8.self) }
      #expect(Set(read) == Set(expected))
    }
  }

  @Test(arguments: [0.62, 0.8, 0.9])
  func `cells filled in by hand and dots with gaps between them are read`(share: Double) throws {
    let picture = QRPicture(try QRSymbol(text: "192402220235174306311124037817700641198012901210"))
    let scale = 18
    let plain = try #require(Scenes.drawing(picture, scale: scale))
    // Each dark cell a round dot or a smaller square in the middle of its place.
    for isRound in share < 0.7 ? [false] : [true, false] {
      var pixels = plain.pixels
      for index in pixels.indices {
        let (row, column) = (index / plain.width, index % plain.width)
        let down = Double(row % scale) + 0.5 - Double(scale) / 2
        let across = Double(column % scale) + 0.5 - Double(scale) / 2
        let reach = share * Double(scale) / 2
        let isInside =
          isRound
          ? down * down + across * across <= reach * reach * 1.2
          : abs(down) <= reach && abs(across) <= reach
        if !isInside { pixels[index] = 255 }
      }
      let scene = try #require(
        GrayPicture(width: plain.width, height: plain.height, pixels: pixels))
      let read = try PictureReader.read(Scenes.jpeg(scene), with: scanner())
      #expect(read == [[Array("192402220235174306311124037817700641198012901210".utf8)]])
    }
  }

  @Test func `a picture without a symbol gives none`() throws {
    for (width, height) in [(1, 1), (1, 500), (500, 1), (640, 480), (1300, 2)] {
      let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) }
      let scene = try #require(GrayPicture(width: width, height: height, pixels: pixels))
      #expect(try scanner().symbols(in: scene).isEmpty)
      #expect(try scanner().handMadeSymbols(in: scene).isEmpty)
    }
  }

  @Test(arguments: [-20.0, -7, 0, 3, 45, 90, 180])
  func `a crooked and noisy photograph is read`(degrees: Double) throws {
    let text = "UR:BYTES/" + String(repeating: "HDEYMEJTSW", count: 20)
    let picture = QRPicture(try QRSymbol(text: text))
    let scene = try #require(
      Scenes.photograph(picture, modulePixels: 4.3, degrees: degrees, noise: 20))
    #expect(try scanner().symbols(in: scene) == [Array(text.utf8)])
  }

  /// A mosaic moves at least six times the bytes of a single QR code of the same number of modules.
  @Test func `every symbol of a mosaic is read and six times the bytes cross a frame`() throws {
    let scanner = try scanner()
    var state: UInt8 = 1
    let cbor = (0..<9000).map { _ in
      state = state &* 77 &+ 13
      return state
    }
    let ur = try UR(type: "bytes", cbor: cbor)
    let encoder = try FrameEncoder(ur, limit: .careful)
    func frames(perPicture count: Int) throws -> Int {
      var collector = FrameCollector()
      var pictures = 0
      while collector.message == nil, pictures < 100 {
        let symbols = try (0..<count).map {
          try QRSymbol(text: encoder.frame(pictures * count + $0), version: encoder.version.number)
        }
        let picture = try QRPicture(mosaic: symbols, columns: count == 1 ? 1 : 3)
        let scene = try #require(
          Scenes.photograph(
            picture, modulePixels: 3.4, degrees: 2, noise: 12, seed: UInt64(pictures)))
        for content in scanner.symbols(in: scene) { try collector.receive(content) }
        pictures += 1
      }
      #expect(collector.message == .ur(ur))
      return pictures
    }
    let single = try frames(perPicture: 1)
    let mosaic = try frames(perPicture: 9)
    #expect(single >= 6 * mosaic, "\(single) frames of one symbol, \(mosaic) mosaics")
  }
}
