import Foundation
import Photographs
import Testing

@testable import QRReading

/// Sheets at 150 dots per inch, damaged in fixed ways, as `sheet check` reads them.
@Suite struct DamageTests {
  /// Ten pages that lie in a folder of `Tests/OldSheets`.
  struct Pages {
    let folder: String
    /// How many QR codes with different contents they have: without the marks of the sheets, and the
    /// marks.
    let count: (symbols: Int, marks: Int)
    let pages: [(page: GrayPicture, symbols: [FoundSymbol])]

    init(_ folder: String, symbols: Int, marks: Int) {
      (self.folder, count) = (folder, (symbols, marks))
      let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "OldSheets/\(folder)")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
      pages = names.filter { $0.hasSuffix(".png") }.sorted().compactMap { name in
        guard let bytes = try? Data(contentsOf: path.appending(path: name)),
          let page = try? GrayPicture(png: bytes)
        else { return nil }
        return (page, SecondScanner.scan(page).filter { $0.content != nil })
      }
    }

    /// How many contents are read after a damage, and whether anything else was.
    func read(_ damage: Damage) throws -> (symbols: Int, marks: Int, isWrong: Bool) {
      let scanner = try #require(SymbolScanner())
      var (symbols, marks, isWrong) = (0, 0, false)
      for (index, (page, known)) in pages.enumerated() {
        let picture = try #require(
          damage.picture(of: page, places: known.map(\.place), seed: UInt64(index)))
        var still = StillReading(picture, scanner)
        let read = Set(still.symbols())
        let contents = Set(known.compactMap(\.content))
        for content in contents where read.contains(content) {
          if Self.isMark(content) { marks += 1 } else { symbols += 1 }
        }
        isWrong = isWrong || !read.isSubset(of: contents)
      }
      return (symbols, marks, isWrong)
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

  @Test(arguments: Damage.allCases)
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
    }
  }
}
