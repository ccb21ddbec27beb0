import Bytes
import ExtendedKeys
import Mnemonics
import SecretCodes
import SecretKeys
import SecretSamples
import SecureMemory
import TestSupport
import Testing

private let abandon = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"

@Suite struct MnemonicTests {
  /// The first vector of trezor/python-mnemonic, which BIP-39 names.
  @Test func `zero entropy says abandon eleven times`() throws {
    let mnemonic = try Mnemonic(entropy: SecretBytes(count: 16))
    #expect(text(mnemonic.revealingSentence()) == abandon)
    #expect(
      try mnemonic.seedHex("TREZOR")
        == "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531"
        + "f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04")
  }

  @Test func `words are read in any case and with any spaces`() throws {
    let messy = "  ABANDON\tabandon\n" + abandon.dropFirst(16) + " \r\n"
    let mnemonic = try Mnemonic(parsing: secret(messy), language: .english)
    #expect(mnemonic.entropyHex == String(repeating: "0", count: 32))
    #expect(mnemonic.wordCount == 12)
    #expect(try Mnemonic(parsing: secret(messy)).language == .english)
  }

  @Test func `words are lent in order`() throws {
    let mnemonic = try Mnemonic(parsing: secret(abandon))
    var seen: [String] = []
    mnemonic.revealWords { position, word in
      #expect(position == seen.count + 1)
      seen.append(String(decoding: word, as: UTF8.self))
    }
    #expect(seen.joined(separator: " ") == abandon)
  }

  @Test(arguments: [0, 1, 11, 13, 16, 23, 25, 48, 600])
  func `other numbers of words are refused`(count: Int) throws {
    let words = Array(repeating: "abandon", count: count).joined(separator: " ")
    #expect(
      throws: (count < 600 ? .wordCount(found: count) : .unreadable(.tooLong(limit: 4096)))
        as MnemonicError
    ) { _ = try Mnemonic(parsing: secret(words)) }
  }

  @Test(arguments: [0, 1, 15, 17, 18, 33, 64])
  func `other lengths of entropy are refused`(count: Int) throws {
    #expect(throws: MnemonicError.entropyLength(found: count)) {
      _ = try Mnemonic(entropy: SecretBytes(count: count))
    }
  }

  @Test func `a word out of the list is refused by its position`() throws {
    let words = abandon.replacing("about", with: "abuot")
    #expect(throws: MnemonicError.unknownWord(position: 12, language: .english)) {
      _ = try Mnemonic(parsing: secret(words))
    }
    let second = "abandon zzz " + abandon.dropFirst(16)
    #expect(throws: MnemonicError.unknownWord(position: 2, language: .english)) {
      _ = try Mnemonic(parsing: secret(second), language: .english)
    }
    let error = MnemonicError.unknownWord(position: 12, language: .english)
    #expect(!error.description.contains("abuot"))
  }

  @Test func `the words meant are among the nearest`() throws {
    let words = abandon.replacing("about", with: "abuot")
    let near = Mnemonic.revealingNearestWords(in: secret(words), at: 12, language: .english)
    #expect(near.first == "about")
    let other = Mnemonic.revealingNearestWords(
      in: secret("letetr receiv xyzxyz"), at: 1, language: .english)
    #expect(other.first == "letter")
    #expect(
      Mnemonic.revealingNearestWords(in: secret("letter receiv"), at: 2, language: .english)
        == ["receive"])
    #expect(
      Mnemonic.revealingNearestWords(in: secret("letter xqxqxq"), at: 2, language: .english) == [])
    for position in [-1, 0, 13, .max, .min] {
      #expect(
        Mnemonic.revealingNearestWords(in: secret(words), at: position, language: .english) == [])
    }
    #expect(Mnemonic.revealingNearestWords(in: secret(""), at: 1, language: .english) == [])
    #expect(
      Mnemonic.revealingNearestWords(
        in: secret(String(repeating: "a", count: 4000)), at: 1, language: .english) == [])
  }

  @Test func `words in another order are refused by their checksum`() throws {
    let words = "about " + abandon.dropLast(6)
    #expect(throws: MnemonicError.checksum(language: .english)) {
      _ = try Mnemonic(parsing: secret(words))
    }
    var wrong = 0
    for last in ["abandon", "ability", "able", "above", "zoo"] {
      let words = abandon.replacing("about", with: last)
      if (try? Mnemonic(parsing: secret(words)).wordCount) == nil { wrong += 1 }
    }
    #expect(wrong == 5)
  }

  @Test func `text that is no UTF-8 is refused`() throws {
    var bytes: [UInt8] = [0x61, 0xff, 0xfe, 0x61]
    #expect(throws: MnemonicError.unreadable(.notUnicode)) {
      _ = try Mnemonic(parsing: SecretBytes(moving: &bytes))
    }
    let mnemonic = try Mnemonic(entropy: SecretBytes(count: 16))
    #expect(throws: MnemonicError.unreadable(.notUnicode)) {
      var bytes: [UInt8] = [0xed, 0xa0, 0x80]  // half of a surrogate pair
      _ = try mnemonic.seed(passphrase: SecretBytes(moving: &bytes))
    }
    #expect(throws: MnemonicError.unreadable(.tooLong(limit: 4096))) {
      _ = try mnemonic.seed(passphrase: SecretBytes(count: 4097))
    }
  }

  @Test func `every truncation of the words is refused or has another length`() throws {
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    for length in 0..<words.count {
      #expect(throws: MnemonicError.self) {
        _ = try Mnemonic(parsing: secret(String(words.prefix(length))), language: .english)
      }
    }
  }

  @Test func `composed and decomposed passphrases give one seed`() throws {
    let mnemonic = try Mnemonic(entropy: SecretBytes(count: 16))
    let composed = try mnemonic.seedHex("caf\u{e9} \u{212b}")
    #expect(try mnemonic.seedHex("cafe\u{301} A\u{30a}") == composed)
    #expect(try mnemonic.seedHex("cafe A") != composed)
    #expect(try mnemonic.seedHex("Cafe\u{301} A\u{30a}") != composed)
  }

  @Test func `Japanese is read as it is displayed`() throws {
    let displayed =
      "あいこくしん　あいこくしん　あいこくしん　あいこくしん　あいこくしん　あいこくしん　"
      + "あいこくしん　あいこくしん　あいこくしん　あいこくしん　あいこくしん　あおぞら"
    let mnemonic = try Mnemonic(parsing: secret(displayed))
    #expect(mnemonic.language == .japanese)
    #expect(
      try mnemonic.seedHex("㍍ガバヴァぱばぐゞちぢ十人十色")
        == "a262d6fb6122ecf45be09c50492b31f92e9beb7d9a845987a02cefda57a15f9c"
        + "467a17872029a9e92299b5cbdf306e3a0ee620245cbd508959b6cb7ca637bd55")
  }

  @Test func `words valid in two languages need a named one`() throws {
    let words =
      "phrase minute stable question rival cycle dragon mobile palace nature voyage simple"
    #expect(throws: MnemonicError.severalLanguages([.english, .french])) {
      _ = try Mnemonic(parsing: secret(words))
    }
    let english = try Mnemonic(parsing: secret(words), language: .english)
    let french = try Mnemonic(parsing: secret(words), language: .french)
    #expect(english.entropyHex == "a3d1ab4f57cbaa6d9084739f326fd864")
    #expect(french.entropyHex == "b8939b88e2cd0e7b52b4ebb0745bfbee")
    // One sentence, one seed: only the entropy is in doubt.
    #expect(try english.seedHex("") == french.seedHex(""))
  }

  @Test func `words of both Chinese lists mean the same`() throws {
    let words = try Mnemonic(entropy: SecretBytes(count: 16), language: .chineseTraditional)
      .revealingSentence()
    let read = try Mnemonic(parsing: words)
    #expect(read.language == .chineseSimplified)
    #expect(read.entropyHex == String(repeating: "0", count: 32))
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `all Japanese vectors of BIP-39 come out`() throws {
    let cases = try Vectors.cases("bip39/japanese.json")
    #expect(cases.count == 24)
    for item in cases { try check(item, .japanese) }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `all vectors of BIP-39 in every language come out`() throws {
    var checked = 0
    for item in try Vectors.cases("bip39/trezor_all_languages.json") {
      let name = try #require(item.input["language"]?.stringValue)
      // Russian and Turkish have no list in BIP-39.
      guard let language = MnemonicLanguage(rawValue: name.replacing("_", with: "-")) else {
        continue
      }
      try check(item, language)
      checked += 1
    }
    #expect(checked == 240)
  }

  private func check(_ item: VectorCase, _ language: MnemonicLanguage) throws {
    let entropy = try #require(item.input["entropy_hex"]?.stringValue)
    let words = try #require(item.expect["mnemonic"]?.stringValue)
    let passphrase = try #require(item.input["passphrase"]?.stringValue)
    let seed = try #require(item.expect["seed_hex"]?.stringValue)
    let mnemonic = try Mnemonic(entropy: secret(hex: entropy), language: language)
    let read = try Mnemonic(parsing: secret(words), language: language)
    #expect(read.entropyHex == entropy, "\(item.name)")
    #expect(text(read.revealingSentence()) == text(mnemonic.revealingSentence()))
    // Swift compares strings by canonical equivalence: the spaces are what differs.
    #expect(text(mnemonic.revealingSentence()) == words.replacing("\u{3000}", with: " "))
    #expect(try mnemonic.seedHex(passphrase) == seed, "\(item.name)")
    let master = try Xpriv(seed: mnemonic.seed(passphrase: secret(passphrase)), network: .mainnet)
    #expect(text(master.revealingText()) == item.expect["xprv"]?.stringValue)
  }
}
