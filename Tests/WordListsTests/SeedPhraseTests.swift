import Hashes
import Testing

@testable import WordLists

@Suite struct SeedPhraseTests {
  static let phrase = Array(repeating: "abandon", count: 11) + ["about"]

  @Test func `a whole seed is seen among other words, cut to four letters and in capitals too`() {
    #expect(SeedPhrase.isHeld(in: Self.phrase))
    #expect(SeedPhrase.isHeld(in: ["my", "label"] + Self.phrase + ["savings"]))
    #expect(SeedPhrase.isHeld(in: ["able"] + Self.phrase + ["able"]))
    #expect(SeedPhrase.isHeld(in: Self.phrase.map { $0.uppercased() }))
    #expect(SeedPhrase.isHeld(in: Self.phrase.map { String($0.prefix(4)) }))
    #expect(SeedPhrase.isHeld(in: Array(repeating: "abandon", count: 23) + ["art"]))
    #expect(SeedPhrase.isHeld(in: Array(repeating: "zoo", count: 17) + ["when"]))
  }

  @Test func `other languages are seen in any normal form`() {
    let japanese = Array(repeating: "あいこくしん", count: 11)
    #expect(SeedPhrase.isHeld(in: japanese + ["あおぞら"]))
    #expect(SeedPhrase.isHeld(in: japanese + ["あおそ\u{3099}ら"]))
    let spanish = Array(repeating: "ábaco", count: 11)
    #expect(SeedPhrase.isHeld(in: spanish + ["abierto"]))
    #expect(
      SeedPhrase.isHeld(in: spanish.map { $0.replacing("á", with: "a\u{301}") } + ["abierto"]))
  }

  @Test func `words with a wrong checksum, too few, or with another between them are none`() {
    #expect(!SeedPhrase.isHeld(in: Array(repeating: "abandon", count: 12)))
    #expect(!SeedPhrase.isHeld(in: Array(Self.phrase.dropFirst())))
    #expect(!SeedPhrase.isHeld(in: Array(Self.phrase[..<6]) + ["and"] + Self.phrase[6...]))
    #expect(!SeedPhrase.isHeld(in: []))
    let label = "rent for the house in march that anna and bob paid by bank on time this year"
    #expect(!SeedPhrase.isHeld(in: label.split(separator: " ").map(String.init)))
  }

  @Test func `numbers of words are a seed by their checksum`() {
    #expect(SeedPhrase.isPhrase(Array(repeating: 0, count: 11) + [3]))
    #expect(SeedPhrase.isPhrase(Array(repeating: 2047, count: 11) + [2037]))
    #expect(!SeedPhrase.isPhrase(Array(repeating: 0, count: 12)))
    #expect(!SeedPhrase.isPhrase(Array(repeating: 0, count: 11) + [2048]))
    #expect(!SeedPhrase.isPhrase(Array(repeating: 0, count: 11) + [-1]))
    #expect(!SeedPhrase.isPhrase([3]))
  }

  @Test func `a share of SLIP-39 is seen by its words`() {
    let share = """
      duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke \
      ajar critical decision keyboard
      """.split(separator: " ").map(String.init)
    #expect(SeedPhrase.isShareHeld(in: ["share:"] + share))
    #expect(!SeedPhrase.isShareHeld(in: Array(share.dropLast())))
  }
}
