internal import Hashes
internal import QRDrawing
internal import QRTransport
internal import TerminalUI

/// A message on paper: numbered QR codes, as many on a page as a scanner or a phone reads well, and what a person has to
/// know beside them.
///
/// Error correction is M, a step above that of screens: paper is folded and stained. Where parts can stand in for each other (UR), what is
/// left of the last page is filled with spare ones; else the first are printed again.
struct MessagePages {
  /// The most pages: 480 QR codes, about 200 kB.
  static let limit = 40
  /// The version at level L that holds as much as version 20 at level M, which is what is printed.
  static let version = QRVersion(17) ?? .careful

  /// A grid that fits how many QR codes there are.
  private let grid: (columns: Int, rows: Int)
  private let texts: [(text: String, line: String)]
  private let kind: String
  private let mark: String

  /// Lays out a message.
  ///
  /// - Throws: `ProgramError` when it takes too many pages, or a form that one QR code must hold does not fit.
  init(
    _ message: OutgoingMessage, as format: PayloadFormat?, limit: QRVersion = Self.version,
    in carrier: PeerProfile.Carrier = .ur
  ) throws(ProgramError) {
    kind = message.title
    let limit = min(limit, Self.version)
    if let text = message.plainSymbol(as: format, limit: Self.version, in: carrier) {
      guard let fitting = QRVersion.smallest(holding: Array(text.utf8)), fitting <= Self.version
      else {
        throw message.tooLongForSymbol(text.utf8.count, as: format, limit: Self.version)
      }
      grid = (1, 2)
      texts = [(text, "the QR code"), (text, "the same again")]
      mark = Self.mark(of: [text])
      return
    }
    let encoder = try message.frames(as: format, limit: limit, in: carrier)
    let count = encoder.frameCount
    grid = count == 1 ? (1, 2) : count <= 6 ? (2, 3) : (3, 4)
    let size = grid.columns * grid.rows
    let pages = (count + size - 1) / size
    guard pages <= Self.limit else {
      throw ProgramError(
        "the message takes \(pages) pages, but at most \(Self.limit) are printed",
        hint: "carry it as a file: end the name with .psbt or .txt")
    }
    let hasSpares = encoder.frame(count) != encoder.frame(0)
    texts = (0..<pages * size).map { index in
      let line =
        if index < count {
          count == 1 ? "the QR code" : "part \(index + 1) of \(count)"
        } else if hasSpares {
          "spare part \(index - count + 1)"
        } else {
          count == 1 ? "the same again" : "part \(index % count + 1) of \(count), again"
        }
      return (encoder.frame(index), line)
    }
    mark = Self.mark(of: (0..<count).map(encoder.frame))
  }

  /// The file.
  ///
  /// - Throws: `ProgramError` when it cannot be drawn.
  func document() throws(ProgramError) -> [UInt8] {
    let size = grid.columns * grid.rows
    let count = (texts.count + size - 1) / size
    var pages: [QRPage] = []
    do throws(DrawingError) {
      for number in 0..<count {
        var cells: [QRPage.Cell] = []
        for (text, line) in texts[number * size..<min((number + 1) * size, texts.count)] {
          cells.append(
            QRPage.Cell(try QRSymbol(text: text, correction: .medium), line: line))
        }
        pages.append(
          QRPage(
            heading: "\(kind), page \(number + 1) of \(count)", cells: cells,
            columns: grid.columns, rows: grid.rows, foot: foot(count)))
      }
      return try PDFDrawing.encode(pages)
    } catch {
      throw ProgramError(error)
    }
  }

  private func foot(_ pages: Int) -> [String] {
    let every = pages == 1 ? "." : ", the same on each of its \(pages) pages."
    let read =
      pages == 1
      ? "To read it: hold it in front of the camera, or photograph or scan it."
      : "To read them: photograph or scan all pages, in any order, into one folder or PDF."
    return ["Message \(mark)\(every) It holds no private key.", read]
  }

  /// Tells prints apart: eight digits of a checksum of all parts.
  private static func mark(of texts: [String]) -> String {
    let checksum = CRC32.checksum(texts.flatMap { Array($0.utf8) })
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}
