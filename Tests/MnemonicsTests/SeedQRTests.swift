import Bytes
import Mnemonics
import SecretSamples
import SecureMemory
import TestSupport
import Testing

// SeedSigner's documentation, vectors 5 and 1.
private let words5 = "good battle boil exact add seed angle hurry success glad carbon whisper"
private let digits5 = "080301540200062600251559007008931730078802752004"
private let bytes5 = "6462686427203385c2337dd84c5089fd"
private let words1 =
  "attack pizza motion avocado network gather crop fresh patrol unusual wild holiday "
  + "candy pony ranch winter theme error hybrid van cereal salon goddess expire"
private let digits1 =
  "011513251154012711900771041507421289190620080870"
  + "026613431420201617920614089619290300152408010643"
private let bytes1 = "0e74b64107f94cc0ccfae6a13dcbec3662154fec67e0e00999c07892597d190a"

@Suite struct SeedQRTests {
  @Test(arguments: [(words5, digits5, bytes5), (words1, digits1, bytes1)])
  func `SeedSigner's vectors come out in both directions`(
    words: String, digits: String, bytes: String
  ) throws {
    let mnemonic = try Mnemonic(parsing: secret(words))
    #expect(text(try mnemonic.revealingSeedQR()) == digits)
    #expect(hex(try mnemonic.revealingCompactSeedQR()) == bytes)
    #expect(text(try Mnemonic(seedQR: secret(digits)).revealingSentence()) == words)
    #expect(text(try Mnemonic(seedQR: secret(" \(digits)\r\n")).revealingSentence()) == words)
    #expect(text(try Mnemonic(compactSeedQR: secret(hex: bytes)).revealingSentence()) == words)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every vector of SeedSigner comes out`() throws {
    let cases = try Vectors.cases("seedqr/seedqr.json")
    #expect(cases.count == 10)
    for item in cases {
      let words = try #require(item.input["mnemonic"]?.stringValue)
      let digits = try #require(item.expect["seedqr_digits"]?.stringValue)
      let mnemonic = try Mnemonic(parsing: secret(words))
      #expect(text(try mnemonic.revealingSeedQR()) == digits, "\(item)")
      #expect(text(try Mnemonic(seedQR: secret(digits)).revealingSentence()) == words, "\(item)")
      guard let compact = item.expect["compact_hex"]?.stringValue else { continue }
      #expect(hex(try mnemonic.revealingCompactSeedQR()) == compact, "\(item)")
    }
  }

  @Test(arguments: [16, 20, 24, 28, 32])
  func `all numbers of words go through digits`(count: Int) throws {
    let entropy = SecretBytes(count: count) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index * 37 + 200) }
    }
    let digits = try Mnemonic(entropy: entropy).revealingSeedQR()
    #expect(digits.count == count * 3)
    #expect(try Mnemonic(seedQR: digits).entropyHex == hex(entropy))
    #expect(try Mnemonic(compactSeedQR: entropy).entropyHex == hex(entropy))
  }

  @Test func `an index of 2048 is refused by its word`() throws {
    let wrong = digits5.prefix(8) + "2048" + digits5.dropFirst(12)
    #expect(throws: SeedQRError.indexTooLarge(word: 3)) {
      _ = try Mnemonic(seedQR: secret(String(wrong)))
    }
    #expect(throws: SeedQRError.indexTooLarge(word: 12)) {
      _ = try Mnemonic(seedQR: secret(digits5.dropLast(4) + "9999"))
    }
    // 2046 is a word, only not the right one here.
    #expect(throws: SeedQRError.checksum) {
      _ = try Mnemonic(seedQR: secret(digits5.dropLast(4) + "2046"))
    }
  }

  @Test func `other characters and lengths are refused`() throws {
    #expect(throws: SeedQRError.notDigit(position: 5)) {
      _ = try Mnemonic(seedQR: secret(digits5.prefix(4) + "x" + digits5.dropFirst(5)))
    }
    for length in (0..<digits5.utf8.count) {
      #expect(throws: SeedQRError.digitCount(found: length)) {
        _ = try Mnemonic(seedQR: secret(String(digits5.prefix(length))))
      }
    }
    for length in [0, 1, 15, 17, 31, 33, 64] {
      #expect(throws: SeedQRError.byteCount(found: length)) {
        _ = try Mnemonic(compactSeedQR: SecretBytes(count: length))
      }
    }
  }

  @Test func `other languages and lengths are not written`() throws {
    let french = try Mnemonic(entropy: SecretBytes(count: 16), language: .french)
    #expect(throws: SeedQRError.notEnglish(.french)) { _ = try french.revealingSeedQR() }
    #expect(throws: SeedQRError.notEnglish(.french)) { _ = try french.revealingCompactSeedQR() }
    let eighteen = try Mnemonic(entropy: SecretBytes(count: 24))
    #expect(throws: SeedQRError.compactWordCount(18)) { _ = try eighteen.revealingCompactSeedQR() }
  }
}
