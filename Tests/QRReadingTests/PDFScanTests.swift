import CQREncode
import CZlib
import Photographs
import Testing

@testable import QRReading

/// PDFs as scanners write them.
@Suite struct PDFScanTests {
  private let bytes = DrawnSymbol.bytes(30)

  private func page(_ seed: UInt64 = 1) throws -> GrayPicture {
    try DrawnSymbol.picture(DrawnSymbol.bytes(30, seed: seed), level: QR_ECLEVEL_M)
  }

  private func read(_ pdf: [UInt8]) throws -> [[[UInt8]]] {
    try PictureReader.read(pdf, with: #require(SymbolScanner()))
  }

  /// A file with these streams, one object each.
  private func file(_ streams: [(words: String, content: [UInt8])], _ more: String = "") -> [UInt8]
  {
    var pdf = Array("%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n".utf8)
    for (index, stream) in streams.enumerated() {
      pdf +=
        "\(index + 10) 0 obj\n<< \(stream.words) /Length \(stream.content.count) >>\nstream\n"
        .utf8
      pdf += stream.content + Array("\nendstream\nendobj\n".utf8)
    }
    return pdf + Array("\(more)trailer << /Root 1 0 R >>\n%%EOF\n".utf8)
  }

  private func words(_ picture: GrayPicture, _ more: String) -> String {
    "/Type /XObject /Subtype /Image /Width \(picture.width) /Height \(picture.height) \(more)"
  }

  private func jpeg(_ picture: GrayPicture) -> (words: String, content: [UInt8]) {
    (
      words(picture, "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode"),
      Scenes.jpeg(picture)
    )
  }

  private func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(size))
    try #require(compress(&result, &size, bytes, UInt(bytes.count)) == Z_OK)
    return Array(result.prefix(Int(size)))
  }

  @Test func `each page is a frame, in the order of the file`() throws {
    let pages = try (1...3).map { try jpeg(page($0)) }
    let text = ("/Subtype /Form", Array("BT (stream) Tj ET".utf8))
    #expect(try read(file([text] + pages)) == (1...3).map { [DrawnSymbol.bytes(30, seed: $0)] })
  }

  @Test func `deflated samples of every depth and colour are read`() throws {
    let page = try page()
    let (width, height) = (page.width, page.height)
    var bits: [UInt8] = []
    var reverse: [UInt8] = []
    var rows: [UInt8] = []
    var differences: [UInt8] = []
    for row in 0..<height {
      let line = Array(page.pixels[row * width..<(row + 1) * width])
      var packed = [UInt8](repeating: 0, count: (width + 7) / 8)
      for (column, pixel) in line.enumerated() where pixel > 127 {
        packed[column / 8] |= 0x80 >> UInt8(column % 8)
      }
      bits += packed
      reverse += packed.map { ~$0 }
      for pixel in line { rows += [pixel, pixel, pixel] }
      differences += [2]
      for column in 0..<width {
        differences.append(line[column] &- (row > 0 ? page.pixels[(row - 1) * width + column] : 0))
      }
    }
    let flate = "/Filter /FlateDecode"
    let streams = [
      (words(page, "/ColorSpace /DeviceGray /BitsPerComponent 1 \(flate)"), try deflated(bits)),
      (words(page, "/ImageMask true /Decode [1 0] \(flate)"), try deflated(reverse)),
      (
        words(page, "/ColorSpace [/ICCBased 40 0 R] /BitsPerComponent 8 \(flate)"),
        try deflated(rows)
      ),
      (
        words(
          page,
          "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/FlateDecode] "
            + "/DecodeParms << /Predictor 15 /Columns \(width) >>"), try deflated(differences)
      ),
      (words(page, "/ColorSpace /DeviceGray /BitsPerComponent 8"), page.pixels),
    ]
    let pdf = file(streams, "40 0 obj << /N 3 /Length 0 >>\nstream\n\nendstream\nendobj\n")
    #expect(try read(pdf) == Array(repeating: [bytes], count: 5))
  }

  @Test func `lengths in objects of their own, and wrong ones, do not matter`() throws {
    let stream = try jpeg(page())
    for length in ["30 0 R", "3", "99999999", "-1"] {
      var pdf = Array("%PDF-1.4\n5 0 obj << \(stream.words) /Length \(length) >> stream\r\n".utf8)
      pdf += stream.content
      pdf += "\nendstream\nendobj\n30 0 obj\n\(stream.content.count)\nendobj\n".utf8
      #expect(try read(pdf) == [[bytes]], "\(length)")
    }
  }

  @Test func `what cannot be read is named, after the pages that can`() throws {
    let page = try page()
    let good = jpeg(page)
    let cases: [(String, [UInt8], ReadingError)] = [
      (words(page, "/Filter /CCITTFaxDecode /Columns \(page.width)"), [1, 2, 3], .damaged),
      (words(page, "/Filter [ /JBIG2Decode ]"), [1, 2, 3], .jbig2),
      (words(page, "/Filter /JPXDecode"), [1, 2, 3], .jpeg2000),
      (words(page, "/Filter /LZWDecode"), [1, 2, 3], .pictureForm),
      (words(page, "/Filter /DCTDecode"), [1, 2, 3], .damaged),
      (words(page, "/Filter /FlateDecode"), [1, 2, 3], .damaged),
      ("/Subtype /Image /Width 65000 /Height 65000 /Filter /FlateDecode", [1], .tooManyPixels),
      ("/Subtype /Image /Width 0 /Height 5 /Filter /FlateDecode", [1], .damaged),
    ]
    for (words, content, error) in cases {
      var frames: [[[UInt8]]] = []
      var states: [PageNotes.State] = []
      let scanner = try #require(SymbolScanner())
      #expect(throws: error, "\(words)") {
        try PictureReader.pages(from: ByteSource(file([(words, content), good])), with: scanner) {
          frames.append($0)
          states.append($1.state)
          return true
        }
      }
      // The page after it is still the second one.
      #expect(frames == [[], [bytes]] && states == [.undecoded, .whole], "\(words)")
    }
    #expect(throws: ReadingError.noScan) { try read(file([("/Subtype /Form", [1])])) }
    #expect(throws: ReadingError.encrypted) { try read(file([good], "/Encrypt 7 0 R\n")) }
    #expect(throws: ReadingError.tooManyFrames) {
      try read(file(Array(repeating: (words(page, "/Filter /JPXDecode"), [1]), count: 101)))
    }
  }

  @Test func `a page in strips is one page, and masks are none`() throws {
    let pages = try (1...3).map { try page($0) }
    // Each page is a little higher than four of its strips.
    let strips = pages.flatMap { page -> [(words: String, content: [UInt8])] in
      let step = page.height / 4 - 3
      return stride(from: 0, to: page.height, by: step).compactMap { top in
        page.cropped(left: 0, top: top, right: page.width, bottom: top + step).map { part in
          (words(part, "/ColorSpace /DeviceGray /BitsPerComponent 8"), part.pixels)
        }
      }
    }
    #expect(strips.count > 12)
    #expect(try read(file(strips)) == (1...3).map { [DrawnSymbol.bytes(30, seed: $0)] })
    let mask = words(pages[0], "/ColorSpace /DeviceGray /BitsPerComponent 8")
    let seen = words(pages[1], "/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 10 0 R")
    let masked = file([(mask, pages[0].pixels), (seen, pages[1].pixels)])
    #expect(try read(masked) == [[DrawnSymbol.bytes(30, seed: 2)]])
  }

  @Test func `a file cut anywhere, or with bytes changed, gives what is whole or a word`() throws {
    let pdf = try file([jpeg(page(1)), jpeg(page(2))])
    let scanner = try #require(SymbolScanner())
    for cut in stride(from: 0, to: pdf.count, by: 97) {
      _ = try? PictureReader.read(Array(pdf.prefix(cut)), with: scanner)
    }
    let noise = DrawnSymbol.bytes(400)
    for seed in 0..<40 {
      var broken = pdf
      for index in 0..<10 {
        broken[(Int(noise[seed * 10 + index]) * 7919 + seed * 131) % broken.count] ^=
          noise[index] | 1
      }
      _ = try? PictureReader.read(broken, with: scanner)
    }
  }
}
