import Foundation
import Photographs
import Testing

@testable import QRReading

/// Sheets at 150 dots per inch, damaged in fixed ways, as `sheet check` reads them.
@Suite struct DamageTests {
  /// Pages that lie in a folder of `Tests/OldSheets`.
  struct Pages {
    let folder: String
    /// How many QR codes with different contents they have: without the marks of the sheets, and the
    /// marks.
    let count: (symbols: Int, marks: Int)
    let pages: [(page: GrayPicture, symbols: [FoundSymbol])]
    /// The name of each page, for what a test says.
    let names: [String]

    init(_ folder: String, symbols: Int, marks: Int) {
      (self.folder, count) = (folder, (symbols, marks))
      let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "OldSheets/\(folder)")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
      self.names = names.filter { $0.hasSuffix(".png") }.sorted()
      pages = self.names.compactMap { name in
        guard let bytes = try? Data(contentsOf: path.appending(path: name)),
          let page = try? GrayPicture(png: bytes)
        else { return nil }
        return (page, SecondScanner.scan(page).filter { $0.content != nil })
      }
    }

    /// How many contents are read after a damage, whether anything else was, and what was lost.
    func read(
      _ damage: Damage
    ) throws -> (symbols: Int, marks: Int, isWrong: Bool, lost: [String]) {
      let scanner = try #require(SymbolScanner())
      var (symbols, marks, isWrong) = (0, 0, false)
      var lost: [String] = []
      for (index, (page, known)) in pages.enumerated() {
        let picture = try #require(
          damage.picture(of: page, places: known.map(\.place), seed: UInt64(index)))
        var still = StillReading(picture, scanner)
        let read = Set(still.symbols())
        let contents = Set(known.compactMap(\.content))
        for content in contents {
          guard read.contains(content) else {
            lost.append("\(names[index]): \(String(decoding: content.prefix(8), as: UTF8.self))")
            continue
          }
          if Self.isMark(content) { marks += 1 } else { symbols += 1 }
        }
        isWrong = isWrong || !read.isSubset(of: contents)
      }
      return (symbols, marks, isWrong, lost)
    }

    static func isMark(_ content: [UInt8]) -> Bool { content.starts(with: "DRAWBRIDGE/".utf8) }

    var contents: (symbols: Int, marks: Int) {
      let all = pages.flatMap { Set($0.symbols.compactMap(\.content)) }
      let marks = all.count(where: Self.isMark)
      return (all.count - marks, marks)
    }
  }

  /// The sheets as they were printed before their error correction was raised: level L, which stands
  /// for 7 % of a QR code; the mark on the last page alone.
  static let low = Pages("marked", symbols: 13, marks: 1)
  /// Sheets of 24 November 2026, before the layout of today: level M or Q but for three QR codes of level
  /// L, four twice, the mark on each page.
  static let corrected = Pages("corrected", symbols: 14, marks: 10)

  /// Sheets as they are printed now: level M or more, each QR code twice, those of a row of one size.
  ///
  /// Two of the pages are of one encrypted sheet, each with all of its QR codes.
  static let today = Pages("today", symbols: 19, marks: 12)

  /// The same pages on Letter, which is shorter than A4.
  static let letter = Pages("today-letter", symbols: 19, marks: 12)

  /// A fifth of a symbol of level L cannot be missing.
  ///
  /// The other damages are left to the sheets below: they cost time, and say nothing more here.
  @Test(arguments: [Damage.upright, .folded, .stained, .streaked, .photographed, .veryBlurred])
  func `old sheets of low error correction are read`(damage: Damage) throws {
    try #require(Self.low.contents == Self.low.count)
    let read = try Self.low.read(damage)
    #expect(!read.isWrong)
    #expect(read.symbols + read.marks >= (damage == .folded ? 13 : 14))
  }

  /// What takes most of a QR code; with `DRAWBRIDGE_ALL_DAMAGES=1` everything.
  ///
  /// The other damages are left to the sheets of today, which have QR codes of the same levels.
  private static let hardest =
    ProcessInfo.processInfo.environment["DRAWBRIDGE_ALL_DAMAGES"] == nil
    ? [Damage.upright, .folded, .veryStained, .streaked, .photographed, .veryBlurred]
    : Damage.allCases

  @Test(arguments: Self.hardest)
  func `sheets with error correction are read`(damage: Damage) throws {
    try #require(Self.corrected.contents == Self.corrected.count)
    let read = try Self.corrected.read(damage)

    #expect(!read.isWrong)
    switch damage {
    case .veryStained: #expect(read.symbols >= 11 && read.marks >= 7)
    case .veryBlurred: #expect(read.symbols >= 14 && read.marks >= 9)
    default: #expect(read.symbols == 14 && read.marks == 10)
    }
  }

  @Test(arguments: Damage.allCases)
  func `sheets of today are read`(damage: Damage) throws {
    try #require(Self.today.contents == Self.today.count)
    let read = try Self.today.read(damage)

    #expect(!read.isWrong)
    switch damage {
    case .veryStained: #expect(read.symbols >= 19 && read.marks >= 8, "\(read)")
    case .folded: #expect(read.symbols >= 19 && read.marks >= 11, "\(read)")
    case .veryBlurred: #expect(read.symbols >= 18 && read.marks >= 12, "\(read)")
    default: #expect(read.symbols == 19 && read.marks == 12, "\(read)")
    }
  }

  /// The rows that Letter could lose; with `DRAWBRIDGE_ALL_DAMAGES=1` everything.
  private static let onLetter =
    ProcessInfo.processInfo.environment["DRAWBRIDGE_ALL_DAMAGES"] == nil
    ? [Damage.veryStained, .veryBlurred] : Damage.allCases

  @Test(arguments: Self.onLetter)
  func `sheets of today on Letter are read`(damage: Damage) throws {
    try #require(Self.letter.contents == Self.letter.count)
    let read = try Self.letter.read(damage)

    #expect(!read.isWrong)
    switch damage {
    case .veryStained: #expect(read.symbols >= 19 && read.marks >= 9, "\(read)")
    case .folded: #expect(read.symbols >= 19 && read.marks >= 11, "\(read)")
    case .veryBlurred: #expect(read.symbols >= 18 && read.marks >= 12, "\(read)")
    default: #expect(read.symbols == 19 && read.marks == 12, "\(read)")
    }
  }

  @Test
  func `a clean page has nothing that was not read, and says how often each QR code stands on it`()
    throws
  {
    let scanner = try #require(SymbolScanner())
    var twice = 0
    for (page, known) in Self.today.pages + Self.low.pages {
      var still = StillReading(page, scanner)
      let symbols = still.symbols()
      #expect(still.notes.state == .whole && still.notes.unread == 0)
      // Letters that rows of pixels take for squares are told from them: nothing is tried for what is no QR code.
      #expect(still.work == 0)
      let places = symbols.map { content in known.count { $0.content == content } }
      #expect(still.notes.copies == places)
      twice += still.notes.copies.count { $0 == 2 }
    }
    // A seed, four shares, two pages of wallets of one key, and three of a wallet of three keys.
    #expect(twice == 13)
  }

  /// Where something stands on a page: pixels from the left and from the top.
  private struct Box {
    let across: ClosedRange<Double>
    let down: ClosedRange<Double>

    init(_ place: SymbolPlace) {
      let (x, y) = (place.corners.map(\.x).sorted(), place.corners.map(\.y).sorted())
      (across, down) = (x[0]...x[3], y[0]...y[3])
    }

    /// Whether one straight fold, across or down the page, goes through both.
    func sharesFold(with other: Box) -> Bool {
      across.overlaps(other.across) || down.overlaps(other.down)
    }

    /// Pixels of bare paper between both.
    func distance(to other: Box) -> Double {
      let gap = { (one: ClosedRange<Double>, two: ClosedRange<Double>) in
        max(0, two.lowerBound - one.upperBound, one.lowerBound - two.upperBound)
      }
      let (x, y) = (gap(across, other.across), gap(down, other.down))
      return (x * x + y * y).squareRoot()
    }
  }

  @Test func `no fold, no stain and no lost third of a page takes a QR code and its copy`() throws {
    var pairs = 0
    for (page, known) in Self.today.pages {
      let (width, height) = (Double(page.width), Double(page.height))
      for content in Set(known.compactMap(\.content)) {
        let boxes = known.filter { $0.content == content }.map { Box($0.place) }
        guard boxes.count == 2 else { continue }
        pairs += 1
        #expect(!boxes[0].sharesFold(with: boxes[1]))
        // 150 dots per inch: a cup leaves a ring of 80 mm, of which half may lie on one of them.
        #expect(boxes[0].distance(to: boxes[1]) / 150 * 25.4 > 40)
        let isLeft = [
          boxes.contains { $0.across.lowerBound > width / 3 },
          boxes.contains { $0.across.upperBound < width * 2 / 3 },
          boxes.contains { $0.down.lowerBound > height / 3 },
          boxes.contains { $0.down.upperBound < height * 2 / 3 },
        ]
        #expect(isLeft == [true, true, true, true], "\(boxes)")
      }
    }
    #expect(pairs == 13)
  }

  @Test func `either of two pages of an encrypted sheet has all of its QR codes`() throws {
    let parts = Self.today.pages.map { page in
      Set(page.symbols.compactMap(\.content).filter { $0.starts(with: "B$2B".utf8) })
    }.filter { !$0.isEmpty }
    try #require(parts.count == 2)
    #expect(parts[0].count == 3 && parts[0] == parts[1])
  }

  @Test
  func `a copy that is scribbled over is counted as not read, and one under a stain is missing`()
    throws
  {
    let scanner = try #require(SymbolScanner())
    let (page, known) = try #require(
      Self.today.pages.first { page in
        page.symbols.contains { one in page.symbols.count { $0.content == one.content } == 2 }
      })
    let content = try #require(
      known.compactMap(\.content).first { one in known.count { $0.content == one } == 2 })
    let copy = try #require(known.last { $0.content == content })
    for isScribbled in [true, false] {
      // A scribble leaves the corners; paint leaves nothing.
      let place = copy.place.grown(isScribbled ? 0.55 : 1.2)
      var pixels = page.pixels
      for row in 0..<page.height {
        for column in 0..<page.width
        where place.holds(SymbolPlace.Point(x: Double(column), y: Double(row))) {
          pixels[row * page.width + column] = isScribbled ? 0 : 120
        }
      }
      let damaged = try #require(
        GrayPicture(width: page.width, height: page.height, pixels: pixels))
      var still = StillReading(damaged, scanner)
      let symbols = still.symbols()
      let index = try #require(symbols.firstIndex(of: content))
      #expect(still.notes.copies[index] == 1)
      #expect(still.notes.unread == (isScribbled ? 1 : 0))
    }
  }

  @Test func `cloth and noise are given up after bounded work`() throws {
    let scanner = try #require(SymbolScanner())
    let squares: [Bool] = [true, false, true, true, true, false, true, false, false]
    for kind in 0..<2 {
      let noise = DrawnSymbol.bytes(800 * 600)
      let pixels = (0..<800 * 600).map { at -> UInt8 in
        if kind == 0 { return noise[at] }
        return squares[at % 800 / 5 % 9] && squares[at / 800 / 5 % 9] ? 0 : 255
      }
      let picture = try #require(GrayPicture(width: 800, height: 600, pixels: pixels))
      #expect(FinderSearch(picture).isCrowded)
      var still = StillReading(picture, scanner)
      #expect(still.symbols().isEmpty)
      #expect(still.notes.state == .crowded)
    }
  }
}
