import Photographs
import PictureFormats
import QRDrawing
import Testing

@testable import QRReading

@Suite struct PictureReaderTests {
  private let text = "UR:CRYPTO-PSBT/HDOSJOJKIDJYZMADAENYAOAEAEAEAEAO"
  private var content: [UInt8] { Array(text.utf8) }

  private func read(_ bytes: [UInt8]) throws -> [[[UInt8]]] {
    try PictureReader.read(bytes, with: #require(SymbolScanner()))
  }

  private func picture() throws -> QRPicture { QRPicture(try QRSymbol(text: text)) }

  private func scene() throws -> GrayPicture {
    try #require(Scenes.photograph(picture(), modulePixels: 4, degrees: 3, noise: 8))
  }

  @Test func `a PNG is read`() throws {
    for scale in 1...6 { #expect(try read(picture().png(scale: scale)) == [[content]]) }
  }

  @Test func `a JPEG is read, progressive or not`() throws {
    let scene = try scene()
    #expect(try read(Scenes.jpeg(scene)) == [[content]])
    #expect(try read(Scenes.jpeg(scene, quality: 30)) == [[content]])
    #expect(try read(Scenes.jpeg(scene, progressive: true)) == [[content]])
  }

  @Test func `each frame of a GIF is read`() throws {
    let pictures = try (0..<7).map { QRPicture(try QRSymbol(text: "FRAME \($0)", version: 3)) }
    let frames = try read(GIFDrawing.encode(pictures, scale: 3, delay: 10))
    #expect(frames == (0..<7).map { [Array("FRAME \($0)".utf8)] })
    #expect(try read(GIFDrawing.encode([pictures[0]])) == [[Array("FRAME 0".utf8)]])
  }

  @Test func `a mosaic gives all its symbols in reading order`() throws {
    let texts = (0..<12).map { "SYMBOL NUMBER \($0) OF A MOSAIC OF TWELVE" }
    let symbols = try texts.map { try QRSymbol(text: $0, version: 5) }
    let picture = try QRPicture(mosaic: symbols, columns: 4)
    let frames = try read(picture.png(scale: 4))
    #expect(Set(frames[0].map { String(decoding: $0, as: UTF8.self) }) == Set(texts))
    #expect(frames.count == 1 && frames[0].count == 12)
  }

  @Test func `camera frames of every format are read`() throws {
    let scene = try scene()
    let (width, height) = (scene.width, scene.height)
    let grey = CameraFrame(
      format: .grey, width: width, height: height, stride: width, bytes: scene.pixels)
    let yuyv = CameraFrame(
      format: .yuyv, width: width, height: height, stride: 2 * width,
      bytes: scene.pixels.flatMap { [$0, 128] })
    let mjpeg = CameraFrame(
      format: .mjpeg, width: width, height: height, stride: 0, bytes: Scenes.jpeg(scene))
    for frame in [grey, yuyv, mjpeg] {
      #expect(try read(FrameFile.encode([frame, frame])) == [[content], [content]])
    }
    let padding = [UInt8](repeating: 9, count: 24)
    var rows: [UInt8] = []
    for row in 0..<height { rows += scene.pixels[row * width..<(row + 1) * width] + padding }
    let padded = CameraFrame(
      format: .grey, width: width, height: height, stride: width + 24, bytes: rows)
    #expect(try padded.picture() == scene)
    let short = CameraFrame(
      format: .yuyv, width: width, height: height, stride: 2 * width, bytes: [1, 2, 3])
    #expect(throws: ReadingError.damaged) { try short.picture() }
    // A frame that the camera cut off is passed over.
    #expect(try read(FrameFile.encode([short, yuyv])) == [[], [content]])
  }

  @Test func `interlaced rows come in four passes`() {
    #expect(GIFReader.interlaced(10) == [0, 8, 4, 2, 6, 1, 3, 5, 7, 9])
    #expect(GIFReader.interlaced(1) == [0])
  }

  // MARK: Hostile pictures

  @Test func `nothing, garbage and text are refused by name`() throws {
    #expect(throws: ReadingError.empty) { try self.read([]) }
    for bytes in [
      [0], Array("hello".utf8), [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8], [0x47, 0x49],
    ] {
      #expect(throws: ReadingError.unknownFormat) { try self.read(bytes) }
    }
    for (head, error) in [
      ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", ReadingError.heic),
      ("\0\0\0\u{1c}ftypmif1\0\0\0\0", .heic), ("\0\0\0\u{20}ftypavif\0\0\0\0", .heic),
      ("II*\0\u{8}\0\0\0", .tiff), ("MM\0*\0\0\0\u{8}", .tiff),
      ("II*\0\u{10}\0\0\0CR\u{2}\0", .raw), ("FUJIFILMCCD-RAW 0201", .raw),
      ("RIFF\u{24}\0\0\0WEBPVP8 ", .webp),
      ("BM\u{46}\0\0\0\0\0\0\0\u{36}\0\0\0", .bmp),
      // A film and a sound have the same frames around them.
      ("\0\0\0\u{18}ftypisom\0\0\0\0", .unknownFormat),
      ("RIFF\u{24}\0\0\0WAVEfmt ", .unknownFormat),
      ("BM and so on", .unknownFormat),
    ] {
      #expect(throws: error) { try self.read(Array(head.utf8)) }
    }
    #expect(throws: ReadingError.jpegXL) { try self.read([0xff, 0x0a, 0x7f]) }
    for format in PictureFormat.allCases {
      #expect((ReadingError(rawValue: format.rawValue) != nil) == !format.isRead)
    }
    #expect(throws: ReadingError.tooLarge) {
      try self.read(
        Array("GIF89a".utf8) + [UInt8](repeating: 0, count: ReadingLimits.fileBytes))
    }
  }

  @Test func `a picture cut at any point is refused or gives what came before`() throws {
    let scene = try scene()
    let pictures = try (0..<3).map { QRPicture(try QRSymbol(text: "FRAME \($0)", version: 1)) }
    let files = [
      try picture().png(scale: 2), Scenes.jpeg(scene, quality: 20),
      try GIFDrawing.encode(pictures, scale: 2),
      FrameFile.encode([
        CameraFrame(format: .grey, width: 8, height: 8, stride: 8, bytes: Array(0..<64))
      ]),
    ]
    let known: Set<[UInt8]> = Set(
      [content] + (0..<3).map { Array("FRAME \($0)".utf8) })
    let scanner = try #require(SymbolScanner())
    for file in files {
      let step = max(1, file.count / 150)
      for length in stride(from: 0, to: file.count, by: step) {
        var seen: [[UInt8]] = []
        try? PictureReader.read(from: ByteSource(Array(file.prefix(length))), with: scanner) {
          symbols in
          seen += symbols
          return true
        }
        #expect(known.isSuperset(of: seen))
      }
    }
  }

  @Test func `flipped bits never crash the decoders`() throws {
    let files = [
      try picture().png(scale: 2), Scenes.jpeg(try scene(), quality: 20),
      try GIFDrawing.encode([picture(), picture()], scale: 2),
    ]
    let scanner = try #require(SymbolScanner())
    var state: UInt64 = 7
    for file in files {
      for _ in 0..<150 {
        var damaged = file
        for _ in 0..<3 {
          state = state &* 6_364_136_223_846_793_005 &+ 1
          damaged[Int(state >> 33) % damaged.count] ^= 1 << UInt8(state >> 20 & 7)
        }
        _ = try? PictureReader.read(damaged, with: scanner)
      }
    }
  }

  @Test func `sizes are refused by the header before anything is decoded`() throws {
    // A PNG of 30,000 by 30,000 pixels in a few bytes.
    var png = try picture().png(scale: 1)
    for (offset, byte) in zip(16..<24, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30] as [UInt8]) {
      png[offset] = byte
    }
    // Its header has a checksum: recomputed, as an attacker would.
    let checksum = Self.crc(Array(png[12..<29]))
    for index in 0..<4 {
      png[29 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index))
    }
    #expect(throws: ReadingError.tooManyPixels) { try self.read(png) }
    // A JPEG that says 65,000 by 65,000.
    var jpeg = Scenes.jpeg(try scene())
    let start = try #require(
      jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    for (offset, byte) in zip(start + 5..<start + 9, [0xFD, 0xE8, 0xFD, 0xE8] as [UInt8]) {
      jpeg[offset] = byte
    }
    #expect(throws: ReadingError.tooManyPixels) { try self.read(jpeg) }
    // A GIF of 65,535 by 65,535.
    var gif = try GIFDrawing.encode([picture()])
    for offset in 6..<10 { gif[offset] = 0xFF }
    #expect(throws: ReadingError.tooManyPixels) { try self.read(gif) }
    #expect(throws: ReadingError.damaged) {
      try self.read(Array("drawbridge-frames GREY 70000 1\n".utf8))
    }
  }

  @Test func `a frame file that lies about its lengths is refused`() throws {
    for line in [
      "drawbridge-frames \n", "drawbridge-frames GREY 8 8", "drawbridge-frames NV12 8 8\n",
      "drawbridge-frames GREY 8 8\n\u{7F}\u{7F}\u{7F}\u{7F}", "drawbridge-frames GREY -8 8\nabcd",
      "drawbridge-frames GREY 8 8 8\n", "drawbridge-frames GREY 8 8\nabc",
    ] {
      #expect(throws: ReadingError.damaged) { try self.read(Array(line.utf8)) }
    }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var state: UInt32 = ~0
    for byte in bytes {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state & 1 == 0 ? state >> 1 : state >> 1 ^ 0xEDB8_8320 }
    }
    return ~state
  }
}
