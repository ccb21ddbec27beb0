import Bytes
import TestSupport
import Testing

@testable import QRTransport

@Suite struct BytewordsTests {
  /// BCR-2020-012: the seed example.
  @Test func `the example of the standard reads and writes in three styles`() throws {
    let bytes = try Hex.decode("c7098580125e2ab0981253468b2dbc52")
    let minimal = "staslplabghydrpfmkbggufgludprfgmzepsbtwd"
    #expect(Bytewords.encode(bytes) == minimal)
    #expect(try Bytewords.decode(minimal) == bytes)
    #expect(try Bytewords.decode(minimal.uppercased()) == bytes)
    let words =
      "slot axis limp lava brag holy door puff monk brag guru frog luau drop roof grim zone plus belt wand"
    #expect(Bytewords.encode(bytes, style: .standard) == words)
    #expect(try Bytewords.decode(words, style: .standard) == bytes)
    let uri = words.split(separator: " ").joined(separator: "-")
    #expect(try Bytewords.decode(uri, style: .uri) == bytes)
    #expect(throws: QRTransportError.self) { try Bytewords.decode(uri, style: .standard) }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the published vectors hold`() throws {
    let styles: [(String, Bytewords.Style)] = [
      ("standard", .standard), ("uri", .uri), ("minimal", .minimal),
    ]
    var checked = 0
    for vector in try Vectors.cases("bytewords/bytewords.json") {
      if let hex = vector.input["hex"]?.stringValue {
        let bytes = try Hex.decode(hex)
        for (name, style) in styles {
          guard let text = vector.expect[name]?.stringValue else { continue }
          #expect(Bytewords.encode(bytes, style: style) == text)
          #expect(try Bytewords.decode(text, style: style) == bytes)
          checked += 1
        }
      } else if let text = vector.input["text"]?.stringValue {
        let style = styles.first { $0.0 == vector.input["style"]?.stringValue }?.1 ?? .standard
        #expect(throws: QRTransportError.self) { try Bytewords.decode(text, style: style) }
        checked += 1
      }
    }
    #expect(checked >= 14)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the word list is the published one`() throws {
    let words = try Vectors.json("bytewords/wordlist.json")["words"]?.arrayValue ?? []
    #expect(words.count == 256)
    for (byte, word) in words.enumerated() {
      let own = String(decoding: BytewordsTable.letters[4 * byte..<4 * byte + 4], as: UTF8.self)
      #expect(own == word.stringValue)
    }
  }

  @Test func `every byte has its own pair of letters`() {
    #expect(BytewordsTable.byteForPair.filter { $0 >= 0 }.count == 256)
  }

  @Test func `a text cut anywhere is refused`() throws {
    let text = Bytewords.encode(Array(0..<40))
    for length in 0..<text.utf8.count {
      #expect(throws: QRTransportError.self) {
        try Bytewords.decode(String(text.prefix(length)))
      }
    }
  }

  @Test func `any other letter is noticed`() throws {
    let text = Array(Bytewords.encode(Array(0..<20)).utf8)
    for position in text.indices {
      for letter in 0x61...0x7A as ClosedRange<UInt8> where letter != text[position] {
        var damaged = text
        damaged[position] = letter
        #expect(throws: QRTransportError.self) {
          try Bytewords.decode(String(decoding: damaged, as: UTF8.self))
        }
      }
    }
  }
}
