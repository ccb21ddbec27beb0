import Photographs
import QRDrawing
import Testing

@testable import QRReading

/// Frames in one file or pipe: Y4M, JPEGs in a row, recordings.
@Suite struct FilmTests {
  private let text = "A SYMBOL IN A FILM"
  private var content: [UInt8] { Array(text.utf8) }

  private func scene() throws -> GrayPicture {
    try #require(Scenes.drawing(QRPicture(try QRSymbol(text: text)), scale: 4))
  }

  private func read(_ bytes: [UInt8]) throws -> [[[UInt8]]] {
    try PictureReader.read(bytes, with: #require(SymbolScanner()))
  }

  /// A Y4M of frames of one form; `planes` are the bytes behind the brightness.
  private func y4m(
    _ frames: [GrayPicture], _ form: String, planes: Int, bits: Int = 8, parameters: String = ""
  ) -> [UInt8] {
    guard let first = frames.first else { return [] }
    var bytes = Array("YUV4MPEG2 W\(first.width) H\(first.height) F30:1 Ip\(form)\n".utf8)
    for frame in frames {
      bytes += "FRAME\(parameters)\n".utf8
      for pixel in frame.pixels {
        let value = Int(pixel) << (bits - 8)
        bytes.append(UInt8(truncatingIfNeeded: value))
        if bits > 8 { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
      }
      bytes += [UInt8](repeating: 128, count: planes)
    }
    return bytes
  }

  @Test func `a Y4M of every form gives its frames`() throws {
    let scene = try scene()
    #expect(scene.width.isMultiple(of: 4) && scene.height.isMultiple(of: 2))
    let pixels = scene.width * scene.height
    for (form, planes, bits) in [
      ("", pixels / 2, 8), (" C420jpeg", pixels / 2, 8), (" C420mpeg2 XYSCSS=420", pixels / 2, 8),
      (" C422", pixels, 8), (" C411", pixels / 2, 8), (" C440", pixels, 8),
      (" C444", 2 * pixels, 8), (" C444alpha", 3 * pixels, 8), (" Cmono", 0, 8),
      (" C420p10", pixels, 10), (" C444p16", 4 * pixels, 16), (" Cmono12", 0, 12),
    ] {
      let film = y4m([scene, scene], form, planes: planes, bits: bits)
      var shots: [GrayPicture?] = []
      try PictureReader.shots(from: ByteSource(film)) { shot in
        shots.append(shot.picture)
        return true
      }
      #expect(shots == [scene, scene], "\(form)")
    }
    #expect(
      try read(y4m([scene, scene], " Cmono", planes: 0, parameters: " Ip")) == [
        [content], [content],
      ])
  }

  @Test func `an odd size has its colours rounded up`() throws {
    let odd = try #require(GrayPicture(width: 5, height: 3, pixels: Array(0..<15)))
    for (form, planes) in [("", 2 * 3 * 2), (" C411", 2 * 2 * 3), (" C422", 2 * 3 * 3)] {
      var count = 0
      try PictureReader.shots(from: ByteSource(y4m([odd, odd, odd], form, planes: planes))) {
        #expect($0.picture == odd)
        count += 1
        return true
      }
      #expect(count == 3)
    }
  }

  @Test func `a Y4M whose first line lies is refused before memory is taken`() throws {
    for (line, error) in [
      ("W100000 H2", .damaged), ("W0 H2", .damaged), ("W-5 H2", .damaged), ("H2", .damaged),
      ("W9223372036854775807 H9", .damaged), ("W99999999999999999999 H9", .damaged),
      ("W60000 H60000", .tooManyPixels), ("W8 H8 C420p11", .videoForm),
      ("W8 H8 Cmonop8", .videoForm), ("W8 H8 Cnone", .videoForm), ("W8 H8 C", .videoForm),
    ] as [(String, ReadingError)] {
      #expect(throws: error, "\(line)") { try self.read(Array("YUV4MPEG2 \(line)\nFRAME\n".utf8)) }
    }
    let endless = Array("YUV4MPEG2 ".utf8) + [UInt8](repeating: 0x57, count: 5_000)
    #expect(throws: ReadingError.damaged) { try self.read(endless) }
    // A frame that says less than its line did.
    let scene = try scene()
    var seen: [[UInt8]] = []
    let cut = y4m([scene, scene], " Cmono", planes: 0).dropLast(100)
    #expect(throws: ReadingError.damaged) {
      try PictureReader.read(from: ByteSource(Array(cut)), with: #require(SymbolScanner())) {
        seen += $0
        return true
      }
    }
    #expect(seen == [content])
    #expect(throws: ReadingError.damaged) {
      try self.read(Array("YUV4MPEG2 W8 H8 Cmono\nFRAMX\n".utf8))
    }
  }

  @Test func `JPEGs in a row are frames, one with a small one behind it a photograph`() throws {
    let jpeg = Scenes.jpeg(try scene())
    let blank = Scenes.jpeg(
      try #require(GrayPicture(width: 64, height: 64, pixels: [UInt8](repeating: 9, count: 4096))))
    for count in 5...9 {
      // Drivers fill their buffers up.
      let film = (0..<count).flatMap { jpeg + [UInt8](repeating: 0, count: $0 * 100) }
      #expect(try read(film) == [[[UInt8]]](repeating: [content], count: count))
    }
    // What is behind a photograph is not looked at, whatever it is.
    for tail in [[], blank, blank + blank, Array("MP4 of a moving photograph".utf8)] {
      var stills = 0
      try PictureReader.shots(from: ByteSource(jpeg + tail)) { shot in
        if case .still = shot { stills += 1 }
        return true
      }
      #expect(stills == 1)
      #expect(try read(jpeg + tail) == [[content]])
    }
  }

  @Test func `a frame that is damaged is passed over, and the next one is read`() throws {
    let jpeg = Scenes.jpeg(try scene())
    // Its data end where the next one begins.
    let cut = Array(jpeg.prefix(jpeg.count / 3))
    let film = jpeg + jpeg + cut + jpeg + jpeg + jpeg
    let frames = try read(film)
    #expect(frames.count == 6)
    #expect(frames.filter { $0 == [content] }.count >= 5)
  }

  @Test func `a film is looked at while it comes, and an endless one ends`() throws {
    let scene = try scene()
    let head = Array("YUV4MPEG2 W\(scene.width) H\(scene.height) Cmono\n".utf8)
    let frame = Array("FRAME\n".utf8) + scene.pixels
    // Bytes are made when they are asked for: a pipe that never ends.
    var asked = 0
    let source = ByteSource { room in
      for index in room.indices {
        let offset = asked + index
        room[index] =
          offset < head.count ? head[offset] : frame[(offset - head.count) % frame.count]
      }
      asked += room.count
      return room.count
    }
    var count = 0
    try PictureReader.shots(from: source) { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3)
    // What is read ahead is a buffer's.
    #expect(asked < head.count + 3 * frame.count + (1 << 17))

    let tiny = Array("YUV4MPEG2 W1 H1 Cmono\n".utf8)
    let endless = ByteSource { room in
      let next = asked < 0 ? Array("FRAME\nx".utf8) : tiny
      asked = -1
      room.copyBytes(from: next)
      return next.count
    }
    count = 0
    #expect(throws: ReadingError.tooManyFrames) {
      try PictureReader.shots(from: endless) { _ in
        count += 1
        return true
      }
    }
    #expect(count == Film.framesLimit)
  }

  @Test func `a film of pieces of any size is the same film`() throws {
    let scene = try #require(Scenes.drawing(QRPicture(try QRSymbol(text: text)), scale: 2))
    let jpeg = Scenes.jpeg(scene)
    for film in [
      y4m([scene, scene], "", planes: scene.width / 2 * scene.height / 2 * 2),
      (0..<6).flatMap { _ in jpeg },
    ] {
      let whole = try read(film)
      for size in [1, 2, 7, 1_000] {
        var offset = 0
        let source = ByteSource { room in
          let count = min(size, room.count, film.count - offset)
          room.copyBytes(from: film[offset..<offset + count])
          offset += count
          return count
        }
        var frames: [[[UInt8]]] = []
        try PictureReader.read(from: source, with: #require(SymbolScanner())) {
          frames.append($0)
          return true
        }
        #expect(frames == whole, "\(size)")
      }
    }
  }

  @Test func `flipped bits in a film never crash`() throws {
    let scene = try #require(
      Scenes.drawing(QRPicture(try QRSymbol(text: "A")), scale: 2))
    let jpeg = Scenes.jpeg(scene)
    var state: UInt64 = 11
    for film in [y4m([scene, scene], " Cmono", planes: 0), (0..<6).flatMap { _ in jpeg }] {
      for _ in 0..<150 {
        var damaged = film
        for _ in 0..<3 {
          state = state &* 6_364_136_223_846_793_005 &+ 1
          damaged[Int(state >> 33) % damaged.count] ^= 1 << UInt8(state >> 20 & 7)
        }
        try? PictureReader.shots(from: ByteSource(damaged)) { _ in true }
      }
    }
  }

  @Test func `a preview is small and has the proportions of its frame`() throws {
    for (width, height) in [
      (1_280, 720), (640, 480), (3_840, 2_160), (100, 4_000), (4_000, 3), (40, 30), (192, 144),
    ] {
      let picture = try #require(
        GrayPicture(
          width: width, height: height,
          pixels: (0..<width * height).map { $0 % width < width / 2 ? 10 : 240 }))
      let preview = CameraPreview(of: picture)
      #expect(preview.width <= 192 && preview.height <= 144)
      #expect(preview.pixels.count == preview.width * preview.height)
      #expect(preview.encoded.count == 2 + preview.pixels.count)
      if width < 193, height < 145 { #expect(preview.pixels == picture.pixels) }
      #expect(preview.pixels[0] == 10 && preview.pixels[preview.width - 1] == 240)
    }
  }
}
