import Bytes
import Hashes
import SecretSamples
import TestSupport
import Testing

@testable import Mnemonics

@Suite struct WordListTests {
  // SHA-256 of the lists of bitcoin/bips in NFKD, a line feed after each word.
  @Test(arguments: [
    (
      MnemonicLanguage.english,
      "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"
    ),
    (.japanese, "2eed0aef492291e061633d7ad8117f1a2b03eb80a29d0e4e3117ac2528d05ffd"),
    (.korean, "9e95f86c167de88f450f0aaf89e87f6624a57f973c67b516e338e8e8b8897f60"),
    (.spanish, "46846a5a0139d1e3cb77293e521c2865f7bcdb82c44e8d0a06a2cd0ecba48c0b"),
    (.chineseSimplified, "5c5942792bd8340cb8b27cd592f1015edf56a8c5b26276ee18a482428e7c5726"),
    (.chineseTraditional, "417b26b3d8500a4ae3d59717d7011952db6fc2fb84b807f3f94ac734e89c1b5f"),
    (.french, "ebc3959ab7801a1df6bac4fa7d970652f1df76b683cd2f4003c941c63d517e59"),
    (.italian, "d392c49fdb700a24cd1fceb237c1f65dcc128f6b34a8aacb58b59384b5c648c2"),
    (.czech, "7e80e161c3e93d9554c2efb78d4e3cebf8fc727e9c52e03b83b94406bdcc95fc"),
    (.portuguese, "2685e9c194c82ae67e10ba59d9ea5345a23dc093e92276fc5361f6667d79cd3f"),
  ])
  func `a list is that of BIP-39, word for word`(language: MnemonicLanguage, hash: String) throws {
    let list = WordList.list(of: language)
    #expect(list.wordCount == WordList.count)
    #expect(list.language == language)
    var hasher = SHA256Hasher()
    for index in 0..<WordList.count {
      hasher.update(list.withWord(at: index) { [UInt8]($0) } + [0x0a])
    }
    #expect(hasher.finalized().hex == hash)
  }

  @Test(arguments: MnemonicLanguage.allCases)
  func `words are found at their place`(language: MnemonicLanguage) {
    let list = WordList.list(of: language)
    // Not all: each search looks at the whole list, and unoptimized that takes its time.
    for index in Array(stride(from: 0, to: WordList.count, by: 37)) + [WordList.count - 1] {
      #expect(list.withWord(at: index) { list.index(of: $0) } == index)
    }
    for other in ["", "a", "abandonn", "ABANDON", "\u{0}"] {
      #expect(Array(other.utf8).withUnsafeBytes { list.index(of: $0) } == nil)
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the published files hold the same words`() throws {
    for language in MnemonicLanguage.allCases {
      let name = language.rawValue.replacing("-", with: "_")
      let words = try Vectors.text("bip39/wordlists/\(name).txt").split(separator: "\n")
      let list = WordList.list(of: language)
      #expect(words.count == WordList.count)
      for (index, word) in words.enumerated() { #expect(list.word(at: index) == word) }
    }
  }

  @Test(arguments: [
    ("letter", "letter", 0), ("letetr", "letter", 1), ("", "ab", 2), ("ab", "", 2),
    ("leter", "letter", 1), ("lettter", "letter", 1), ("better", "letter", 1), ("ca", "abc", 3),
  ])
  func `distances count edits`(first: String, second: String, distance: Int) {
    let found = Array(first.utf8).withUnsafeBytes { first in
      Array(second.utf8).withUnsafeBytes { EditDistance.between(first, $0) }
    }
    #expect(found == distance)
  }
}
