/// The formats of pictures and films, told by their first bytes: those that are read, and those of which it is said
/// what to save them as.
///
/// Both sides of the helper `qr-reader` ask it: the program which files it hands over, the helper which decoder reads
/// them. The raw value of a format that is not read is the word with which it is refused.
public enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg, gif
  /// Pages that were scanned.
  case pdf
  /// A recording of a camera (docs/formats.md).
  case recording
  /// A film without compression, YUV4MPEG2.
  case y4m
  /// HEIC or AVIF, as phones write them.
  case heic
  /// JPEG XL.
  case jpegXL = "jpeg-xl"
  /// TIFF, as scanners write it; also the RAW formats that are TIFF in their first bytes: DNG, NEF, ARW.
  case tiff
  /// WebP.
  case webp
  /// A bitmap of Windows.
  case bmp
  /// A RAW format of a camera that is told from TIFF: CR2, CR3, CRW, ORF, RAF, RW2.
  case raw

  /// The most first bytes that tell a format.
  public static let headSize = 24

  /// The format of a file with these first bytes; nil where it is none of them.
  public init?(firstBytes bytes: some Sequence<UInt8>) {
    let head = Array(bytes.prefix(Self.headSize))
    guard let format = Self.order.first(where: { $0.begins(head) }) else { return nil }
    self = format
  }

  /// With which bytes a JPEG begins.
  public static let jpegStart: [UInt8] = [0xff, 0xd8, 0xff]
  /// With which bytes a recording of a camera begins.
  public static let recordingStart = Array("drawbridge-frames ".utf8)
  /// With which bytes a film in Y4M begins.
  public static let y4mStart = Array("YUV4MPEG2".utf8)

  /// Whether a picture of this format is read.
  public var isRead: Bool { start != nil }

  /// Whether a file of this format is looked through frame by frame, like a camera; a JPEG may be the first of many.
  public var isFilm: Bool { [.jpeg, .recording, .y4m].contains(self) }

  /// Whether these are too few bytes to tell whether a film begins with them.
  public static func beginsFilm(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty
      && [jpegStart, recordingStart, y4mStart].contains {
        $0.count > bytes.count && $0.starts(with: bytes)
      }
  }

  /// The bytes with which each file of a format that is read begins; nil for one that is not read.
  var start: [UInt8]? {
    switch self {
    case .png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    case .jpeg: Self.jpegStart
    case .gif: Array("GIF8".utf8)
    case .pdf: Array("%PDF-".utf8)
    case .recording: Self.recordingStart
    case .y4m: Self.y4mStart
    case .heic, .jpegXL, .tiff, .webp, .bmp, .raw: nil
    }
  }

  /// CR2 is TIFF, too, and told from it by more bytes.
  private static let order = [Self.raw] + allCases.filter { $0 != .raw }

  private func begins(_ head: [UInt8]) -> Bool {
    if let start { return head.starts(with: start) }
    return unread.contains { parts in parts.allSatisfy { $0.isIn(head) } }
  }

  /// Bytes at their place in a file.
  private struct Part {
    let place: Int
    let bytes: [UInt8]

    init(_ place: Int, _ text: String) { (self.place, bytes) = (place, Array(text.utf8)) }
    init(_ place: Int, _ bytes: [UInt8]) { (self.place, self.bytes) = (place, bytes) }

    func isIn(_ head: [UInt8]) -> Bool { head.dropFirst(place).starts(with: bytes) }
  }

  /// What tells a format that is not read: one of these, with all of its parts.
  ///
  /// No text begins like one of them: with each stands a byte that is in no text, or the long name of RAF. Sources:
  /// ISO/IEC 14496-12 and 23008-12 (`ftyp` and the brand, in a box of less than 64 KiB), ISO/IEC 18181-2 (JPEG XL),
  /// TIFF 6.0 and BigTIFF, the RIFF of WebP, the head of a bitmap with its reserved zeros, and the heads that ExifTool
  /// knows of RAW files.
  private var unread: [[Part]] {
    switch self {
    case .heic:
      [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "avif", "avis",
      ].map(Self.box)
    case .jpegXL:
      [
        [Part(0, [0xff, 0x0a])],
        [Part(0, [0, 0, 0, 0x0c]), Part(4, "JXL \r\n"), Part(10, [0x87, 0x0a])],
      ]
    case .tiff: ["II*\0", "MM\0*", "II+\0", "MM\0+"].map { [Part(0, $0)] }
    case .webp: [[Part(0, "RIFF"), Part(8, "WEBP")]]
    case .bmp: [[Part(0, "BM"), Part(6, [0, 0, 0, 0])]]
    case .raw:
      [
        Self.box("crx "), [Part(0, "II*\0"), Part(8, "CR\u{2}")],
        [Part(0, "II\u{1a}\0\0\0HEAPCCDR")], [Part(0, "FUJIFILMCCD-RAW")],
        [Part(0, "IIRO\u{8}\0\0\0")], [Part(0, "IIRS\u{8}\0\0\0")], [Part(0, "MMOR\0\0\0\u{8}")],
        [Part(0, "IIU\0")],
      ]
    case .png, .jpeg, .gif, .pdf, .recording, .y4m: []
    }
  }

  private static func box(_ brand: String) -> [Part] {
    [Part(0, [0, 0]), Part(4, "ftyp"), Part(8, brand)]
  }
}
