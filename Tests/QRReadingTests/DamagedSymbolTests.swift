import CQREncode
import Testing

@testable import QRReading

/// QR codes read module by module, apart from both libraries.
@Suite struct DamagedSymbolTests {
  private func read(_ picture: GrayPicture) -> [[UInt8]] {
    DamagedReading(picture).symbols(at: FinderSearch(picture).finders()).compactMap(\.content)
  }

  @Test(arguments: [1, 2, 3, 5, 6, 7, 9, 10, 13, 14, 20, 21, 26, 27, 32, 33, 40])
  func `every level of a version is read as libqrencode wrote it`(version: Int32) throws {
    for level in DrawnSymbol.levels {
      let bytes = DrawnSymbol.bytes(7, seed: UInt64(version))
      let picture = try DrawnSymbol.picture(bytes, version: version, level: level)
      #expect(read(picture) == [bytes], "level \(level.rawValue)")
    }
  }

  @Test func `digits, letters and bytes come back as they are`() throws {
    for text in ["192402220235174306311124037817700641198012901210", "UR:BYTES/AEAD-1 %", "7"] {
      let code = try #require(QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1))
      defer { QRcode_free(code) }
      let size = Int(code.pointee.width)
      let shades = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 ? UInt8(20) : 230 }
      let plain = try #require(GrayPicture(width: size, height: size, pixels: shades))
      let picture = try bordered(plain.enlarged(5))
      #expect(read(picture) == [Array(text.utf8)])
    }
  }

  private func bordered(_ picture: GrayPicture) throws -> GrayPicture {
    let (width, height) = (picture.width + 40, picture.height + 40)
    var pixels = [UInt8](repeating: 230, count: width * height)
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        pixels[(row + 20) * width + column + 20] = picture.pixels[row * picture.width + column]
      }
    }
    return try #require(GrayPicture(width: width, height: height, pixels: pixels))
  }

  @Test(arguments: [UInt8(60), 130, 250])
  func `a stain over more than half the check words can stand for is read, as it is seen`(
    shade: UInt8
  ) throws {
    // Level Q stands for 25 % of its code words where nobody knows which: with a fifth of the area
    // covered, more are touched.
    let bytes = DrawnSymbol.bytes(40)
    let picture = try DrawnSymbol.picture(bytes, level: QR_ECLEVEL_Q, scale: 6)
    var pixels = picture.pixels
    let (side, reach) = (picture.width, Double(picture.width - 48) * 0.25)
    for row in 0..<side {
      for column in 0..<side {
        let (down, across) = (Double(row - side / 2), Double(column - side / 2))
        if down * down + across * across < reach * reach { pixels[row * side + column] = shade }
      }
    }
    let stained = try #require(GrayPicture(width: side, height: side, pixels: pixels))
    let scanner = try #require(SymbolScanner())
    #expect(scanner.scan(stained).isEmpty)
    var still = StillReading(stained, scanner)
    #expect(still.symbols() == [bytes])
  }

  @Test func `what is damaged beyond its check words gives nothing, never other bytes`() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      let bytes = DrawnSymbol.bytes(20, seed: seed)
      let picture = try DrawnSymbol.picture(bytes, level: QR_ECLEVEL_L)
      var pixels = picture.pixels
      let noise = DrawnSymbol.bytes(600, seed: seed &+ 99)
      // Single modules turned over, more of them with each seed, none of the squares in the corners.
      for index in 0..<Int(seed) {
        let row = 14 + Int(noise[2 * index]) % 16
        let column = 14 + Int(noise[2 * index + 1]) % 16
        for pixel in 0..<16 {
          let at = (row * 4 / 4 * 4 + pixel / 4) * picture.width + column * 4 + pixel % 4
          if at < pixels.count { pixels[at] = ~pixels[at] }
        }
      }
      let damaged = try #require(
        GrayPicture(width: picture.width, height: picture.height, pixels: pixels))
      for content in read(damaged) { #expect(content == bytes, "seed \(seed)") }
    }
  }
}

/// Bytes that may be the entropy of a seed have no checksum that would notice a wrong answer.
@Suite struct DamagedEntropyTests {
  /// A QR code of level L in which so many code words are wrong and do not look it.
  private func read(
    _ bytes: [UInt8], version: Int32, wrong: Int, letters: Bool = false
  ) throws -> [[UInt8]] {
    let input = try #require(QRinput_new2(version, QR_ECLEVEL_L))
    defer { QRinput_free(input) }
    let mode = letters ? QR_MODE_AN : QR_MODE_8
    try #require(QRinput_append(input, mode, Int32(bytes.count), bytes) == 0)
    let code = try #require(QRcode_encodeInput(input))
    defer { QRcode_free(code) }
    let shape = SymbolShape.all[Int(version) - 1]
    try #require(Int(code.pointee.width) == shape.size)
    // Words 9, 10, ...: too far on to be left out before all check words are used up.
    let turned = (0..<wrong).map { shape.order[8 * (9 + $0) + 3] }
    let (scale, side) = (4, (shape.size + 8) * 4)
    var pixels = [UInt8](repeating: 255, count: side * side)
    for at in 0..<shape.size * shape.size {
      guard (code.pointee.data[at] & 1 == 1) != turned.contains(at) else { continue }
      let (top, left) = ((at / shape.size + 4) * scale, (at % shape.size + 4) * scale)
      for row in top..<top + scale {
        for column in left..<left + scale { pixels[row * side + column] = 0 }
      }
    }
    let picture = try #require(GrayPicture(width: side, height: side, pixels: pixels))
    return DamagedReading(picture).symbols(at: FinderSearch(picture).finders())
      .compactMap(\.content)
  }

  /// 7 check words at version 1 and 10 at version 2; each wrong word costs two.
  @Test(arguments: [(16, 1 as Int32, 1), (20, 2, 3), (24, 2, 3), (28, 2, 3), (32, 2, 3)])
  func `entropy is read with four check words left over, not with fewer`(
    count: Int, version: Int32, most: Int
  ) throws {
    let bytes = DrawnSymbol.bytes(count)
    for wrong in 0...most {
      #expect(try read(bytes, version: version, wrong: wrong) == [bytes], "\(wrong) wrong")
    }
    #expect(try read(bytes, version: version, wrong: most + 1).isEmpty)
  }

  @Test func `what cannot be entropy is read with two`() throws {
    for (count, version, wrong) in [(17, 1 as Int32, 2), (15, 1, 2), (31, 2, 4), (30, 2, 4)] {
      let bytes = DrawnSymbol.bytes(count)
      #expect(try read(bytes, version: version, wrong: wrong) == [bytes], "\(count) bytes")
    }
    let letters = Array("UR:BYTES/AEADCYLA".utf8).prefix(16)
    #expect(try read(Array(letters), version: 1, wrong: 2, letters: true) == [Array(letters)])
  }
}

@Suite struct ReedSolomonTests {
  /// A block of 44 words with 10 check words: version 2 at level L, as libqrencode wrote it.
  private func block() throws -> [UInt8] {
    let input = try #require(QRinput_new2(2, QR_ECLEVEL_L))
    defer { QRinput_free(input) }
    let bytes = DrawnSymbol.bytes(32)
    try #require(QRinput_append(input, QR_MODE_8, 32, bytes) == 0)
    let code = try #require(QRcode_encodeInput(input))
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    let shape = SymbolShape.all[1]
    try #require(shape.size == size)
    // The mask is found by trying: only the right one gives a block without errors.
    for mask in 0..<8 {
      var words: [UInt8] = []
      for start in stride(from: 0, to: 44 * 8, by: 8) {
        words.append(
          shape.order[start..<start + 8].reduce(0) { word, at in
            let dark = code.pointee.data[at] & 1 == 1
            let turned = SymbolShape.isTurned(mask, row: at / size, column: at % size)
            return word << 1 | (dark != turned ? 1 : 0)
          })
      }
      if let right = ReedSolomon.corrected(words, checks: 10, erased: [], spare: 10) {
        return right.block
      }
    }
    throw CancellationError()
  }

  @Test func `as many errors and missing words as there are check words for`() throws {
    let block = try block()
    for wrong in 0...5 {
      for missing in 0...10 where 2 * wrong + missing <= 10 {
        var damaged = block
        let places = (0..<wrong + missing).map { ($0 * 7 + wrong) % 44 }
        for place in places { damaged[place] ^= UInt8(place + 1) }
        let found = ReedSolomon.corrected(
          damaged, checks: 10, erased: Array(places.suffix(missing)), spare: 0)
        #expect(found?.block == block, "\(wrong) wrong, \(missing) missing")
        #expect(found?.left == 10 - 2 * wrong - missing)
        let strict = ReedSolomon.corrected(
          damaged, checks: 10, erased: Array(places.suffix(missing)), spare: 2)
        #expect((strict != nil) == (2 * wrong + missing <= 8))
      }
    }
  }

  @Test func `too many errors are not corrected into something else`() throws {
    let block = try block()
    for seed in 0..<200 as Range<UInt64> {
      var damaged = block
      let noise = DrawnSymbol.bytes(24, seed: seed)
      for index in 0..<12 { damaged[(index * 3 + Int(seed)) % 44] ^= noise[index] | 1 }
      #expect(ReedSolomon.corrected(damaged, checks: 10, erased: [], spare: 4) == nil)
    }
  }
}
