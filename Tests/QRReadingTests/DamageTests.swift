import Foundation
import Photographs
import Testing

@testable import QRReading

/// Ten sheets at 150 dots per inch with 14 QR codes, damaged in fixed ways, as `sheet check` reads
/// them.
@Suite struct DamageTests {
  /// The sheets as they were printed before their error correction was raised: level L, which stands
  /// for 7 % of a QR code.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "OldSheets/marked")

  static let pages: [(page: GrayPicture, symbols: [FoundSymbol])] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".png") }.sorted().compactMap { name in
      guard let bytes = try? Data(contentsOf: folder.appending(path: name)),
        let page = try? GrayPicture(png: bytes)
      else { return nil }
      return (page, SecondScanner.scan(page).filter { $0.content != nil })
    }
  }()

  /// How many are read at least.
  private static func goal(_ damage: Damage) -> Int { damage == .folded ? 13 : 14 }

  /// A fifth of a symbol of level L cannot be missing.
  @Test(arguments: Damage.allCases.filter { $0 != .veryStained })
  func `symbols of damaged sheets are read, and nothing else`(damage: Damage) throws {
    try #require(Self.pages.reduce(0) { $0 + $1.symbols.count } == 14)
    let scanner = try #require(SymbolScanner())
    var count = 0
    for (index, (page, symbols)) in Self.pages.enumerated() {
      let picture = try #require(
        damage.picture(of: page, places: symbols.map(\.place), seed: UInt64(index)))
      var still = StillReading(picture, scanner)
      let read = still.symbols()
      count += symbols.count { $0.content.map(read.contains) ?? false }
      #expect(read.allSatisfy { content in symbols.contains { $0.content == content } })
    }
    #expect(count >= Self.goal(damage))
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
