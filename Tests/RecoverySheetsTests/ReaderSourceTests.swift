import Foundation
import SecureMemory
import SheetPages
import TestSupport
import Testing

@testable import RecoverySheets

/// The reader that is printed with encrypted sheets.
@Suite struct ReaderSourceTests {
  @Test func `what is printed is the sample, letter by letter`() throws {
    let file = Vectors.packageRoot.appending(path: "Samples/read-encrypted-sheet/read.py")
    let sample = try String(contentsOf: file, encoding: .utf8)
    #expect(SheetReaderSource.text == sample)
    // No line is broken where a page ends, and nobody has to tell a tab from spaces.
    for line in sample.split(separator: "\n") {
      #expect(line.count <= 86 && !line.contains("\t") && line.allSatisfy(\.isASCII), "\(line)")
    }
  }

  @Test func `the parts in QR codes are the source, and each ends with a line`() throws {
    let parts = SheetReaderSource.parts(limit: SheetWriter.sourceLimit)
    #expect(parts.joined() == SheetReaderSource.text)
    #expect(parts.count == 4)
    for part in parts {
      #expect(part.hasSuffix("\n") && part.utf8.count <= SheetWriter.sourceLimit)
    }
  }

  @Test func `an encrypted sheet holds the source in letters and in QR codes`() throws {
    let seed = try `Recovery sheets`.seed()
    let sheet = try RecoverySheet.encrypted(
      seed, `Encrypted sheets`.sealed(), [], Wallets.frame())
    let document = try SheetDocument(decoding: sheet.document.duplicated())
    var listings: [String] = []
    var tiles = 0
    for block in document.blocks {
      switch block {
      case .listing(let text): listings.append(text)
      case .tile(let symbol) where symbol.caption.hasPrefix("read.py, part"): tiles += 1
      default: break
      }
    }
    #expect(listings == [SheetReaderSource.text])
    #expect(tiles == 4)
    // They are the same on every sheet, and no part of what is compared with the vault.
    #expect(sheet.symbols.count == 1)
  }
}
