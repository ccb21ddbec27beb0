import Testing

@testable import PictureFormats

@Suite struct PictureFormatTests {
  private static func bytes(_ parts: Any...) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      (part as? String).map { Array($0.utf8) } ?? (part as? [Int])?.map(UInt8.init) ?? []
    }
  }

  private static let heads: [(PictureFormat, [UInt8])] = [
    (.png, bytes([0x89], "PNG\r\n", [0x1a], "\n", [0, 0, 0, 13], "IHDR")),
    (.jpeg, bytes([0xff, 0xd8, 0xff, 0xe0])), (.gif, bytes("GIF87a")), (.gif, bytes("GIF89a")),
    (.pdf, bytes("%PDF-1.4\n")), (.recording, bytes("drawbridge-frames 1 GREY 2 2\n")),
    (.y4m, bytes("YUV4MPEG2 W2 H2\n")),
    (.heic, bytes([0, 0, 0, 0x18], "ftypheic", [0, 0, 0, 0], "mif1heic")),
    (.heic, bytes([0, 0, 0, 0x1c], "ftypmif1")), (.heic, bytes([0, 0, 0, 0x20], "ftypavif")),
    (.jpegXL, bytes([0xff, 0x0a, 0x7f])),
    (.jpegXL, bytes([0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a])),
    (.tiff, bytes("II*", [0, 8, 0, 0, 0])), (.tiff, bytes("MM", [0], "*", [0, 0, 0, 8])),
    (.tiff, bytes("II+", [0, 8, 0, 0, 0])), (.webp, bytes("RIFF", [0x24, 0, 0, 0], "WEBPVP8 ")),
    (.bmp, bytes("BM", [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0])),
    (.raw, bytes("II*", [0, 0x10, 0, 0, 0], "CR", [2, 0])),
    (.raw, bytes([0, 0, 0, 0x18], "ftypcrx ", [0, 0, 0, 1])),
    (.raw, bytes("FUJIFILMCCD-RAW 0201")), (.raw, bytes("IIRO", [8, 0, 0, 0])),
    (.raw, bytes("MMOR", [0, 0, 0, 8])), (.raw, bytes("IIU", [0, 8, 0, 0, 0])),
    (.raw, bytes("II", [0x1a, 0, 0, 0], "HEAPCCDR")),
  ]

  @Test(arguments: heads)
  func `a format is told by its first bytes`(format: PictureFormat, head: [UInt8]) {
    let file = head + [UInt8](repeating: 7, count: 100)
    #expect(PictureFormat(firstBytes: file) == format)
    #expect(PictureFormat(firstBytes: file.prefix(PictureFormat.headSize)) == format)
    // A file that is only the beginning of a head is none.
    #expect(PictureFormat(firstBytes: head.prefix(1)) == nil)
  }

  @Test func `each format is told, and is either read or not`() {
    #expect(Set(Self.heads.map(\.0)) == Set(PictureFormat.allCases))
    #expect(
      PictureFormat.allCases.filter(\.isRead) == [.png, .jpeg, .gif, .pdf, .recording, .y4m])
    for format in PictureFormat.allCases {
      #expect((format.start?.count ?? 0) <= PictureFormat.headSize)
    }
    #expect(PictureFormat.allCases.filter(\.isFilm) == [.jpeg, .recording, .y4m])
  }

  @Test func `the beginning of a film is waited for until it can be told`() {
    for start in [PictureFormat.jpegStart, PictureFormat.recordingStart, PictureFormat.y4mStart] {
      for count in 1..<start.count { #expect(PictureFormat.beginsFilm(Array(start.prefix(count)))) }
      #expect(!PictureFormat.beginsFilm(start))
    }
    #expect(!PictureFormat.beginsFilm([]) && !PictureFormat.beginsFilm(Array("psbt".utf8)))
  }

  @Test(arguments: [
    bytes(), bytes("psbt", [0xff]), bytes("BM and so on"), bytes("BMW, 2 of 3"),
    bytes([0, 0, 0, 0x18], "ftypisom"), bytes("RIFF", [0x24, 0, 0, 0], "WAVEfmt "),
    bytes("longftypheic"), bytes("II* is a word"), bytes("MMOR and more"), bytes([0xff, 0xfe]),
    bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), bytes([2, 0, 0, 0, 1]),
  ])
  func `text, films of phones and other files are no picture`(head: [UInt8]) {
    #expect(PictureFormat(firstBytes: head + [UInt8](repeating: 7, count: 100)) == nil)
  }
}
