import Bytes
import Mnemonics
import SecretSamples
import SecureMemory
import SeedShares
import TestSupport
import Testing

// Coldcard's documentation, 12 words in three parts.
private let parts = [
  "romance wink lottery autumn shop bring dawn tongue range crater truth ability",
  "boat unfair shell violin tree robust open ride visual forest vintage approve",
  "lion misery divide hurry latin fluid camp advance illegal lab pyramid unhappy",
]
private let whole = "cannon opinion leader nephew found yard metal galaxy crouch between real trade"

private func mnemonic(_ words: String) throws -> Mnemonic {
  try Mnemonic(parsing: secret(words), language: .english)
}

private func combined(_ parts: [String]) throws -> String {
  var sum = try SeedXOR(mnemonic(parts[0]))
  for part in parts.dropFirst() { try sum.add(mnemonic(part)) }
  return text(try sum.combined().revealingSentence())
}

@Suite struct SeedXORTests {
  @Test func `Coldcard's parts give the seed in any order`() throws {
    #expect(try combined(parts) == whole)
    #expect(try combined(parts.reversed()) == whole)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every vector of Coldcard's comes out`() throws {
    let cases = try Vectors.cases("seed-xor/coldcard_docs.json")
    #expect(cases.count == 2)
    for item in cases {
      let parts = try #require(item.input["parts"]?.arrayValue).compactMap(\.stringValue)
      #expect(try combined(parts) == item.expect["mnemonic"]?.stringValue, "\(item)")
    }
  }

  @Test(arguments: [2, 3, 4, 16])
  func `what was split comes back`(count: Int) throws {
    let made = try SeedXOR(
      splitting: mnemonic(whole), into: count, random: ChainedRandomSource("xor"))
    #expect(made.count == count)
    var words: [String] = []
    for index in 0..<count { words.append(text(try made.part(at: index).revealingSentence())) }
    #expect(Set(words).count == count)
    #expect(try combined(words) == whole)
    if count > 2 { #expect(try combined(Array(words.dropLast())) != whole) }
  }

  @Test func `parts that do not belong together are named`() throws {
    var sum = try SeedXOR(mnemonic(parts[0]))
    #expect(throws: SeedXORError.partCount(1)) { _ = try sum.combined() }
    #expect(throws: SeedXORError.samePart(part: 2, as: 1)) { try sum.add(mnemonic(parts[0])) }
    #expect(throws: SeedXORError.otherWordCount(part: 2, found: 24, expected: 12)) {
      try sum.add(Mnemonic(entropy: SecretBytes(count: 32)))
    }
    #expect(throws: SeedXORError.otherLanguage(part: 2)) {
      try sum.add(Mnemonic(entropy: SecretBytes(count: 16), language: .czech))
    }
    #expect(sum.count == 1)
    for count in [-1, 0, 1, 17] {
      #expect(throws: SeedXORError.partCount(count)) {
        _ = try SeedXOR(splitting: mnemonic(whole), into: count)
      }
    }
    // Two parts of zeros would be the same words twice, which joining refuses.
    #expect(throws: SeedXORError.equalParts) {
      _ = try SeedXOR(splitting: Mnemonic(entropy: SecretBytes(count: 16)), into: 2)
    }
    #expect(try SeedXOR(splitting: Mnemonic(entropy: SecretBytes(count: 16)), into: 3).count == 3)
    #expect(throws: SeedXORError.randomness) {
      _ = try SeedXOR(splitting: mnemonic(whole), into: 2, random: DryRandomness())
    }
  }
}
