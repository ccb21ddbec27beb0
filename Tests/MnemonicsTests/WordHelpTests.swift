import Mnemonics
import SecretSamples
import SecureMemory
import Testing

private let abandon = Array(repeating: "abandon", count: 11).joined(separator: " ")
private let legal = "legal winner thank year wave sausage worth useful legal winner thank yellow"

@Suite struct WordHelpTests {
  @Test func `words cut after four letters are read when all of them are`() throws {
    let cut = legal.split(separator: " ").map { $0.prefix(4) }.joined(separator: " ")
    #expect(cut.hasPrefix("lega winn than year"))
    #expect(text(try Mnemonic(parsing: secret(cut.uppercased())).revealingSentence()) == legal)
    // A cut word among whole ones is a torn sheet.
    #expect(throws: MnemonicError.unknownWord(position: 12, language: .english)) {
      _ = try Mnemonic(parsing: secret(String(legal.dropLast(2))), language: .english)
    }
    // Three letters are not enough, even where they would do.
    let short = "zeb" + cut.dropFirst(4)
    #expect(throws: MnemonicError.unknownWord(position: 1, language: .english)) {
      _ = try Mnemonic(parsing: secret(short), language: .english)
    }
  }

  @Test(arguments: MnemonicLanguage.allCases.filter(\.hasAbbreviations))
  func `four letters name each word of the languages that say so`(
    language: MnemonicLanguage
  ) throws {
    for start in stride(from: 0, to: 256, by: 23) {
      let entropy = SecretBytes(count: 32) { bytes in
        for index in bytes.indices {
          bytes[index] = UInt8(truncatingIfNeeded: start * 7 + index * 51)
        }
      }
      let mnemonic = try Mnemonic(entropy: entropy, language: language)
      var cut: [String] = []
      mnemonic.revealWords { cut.append(String(String(decoding: $1, as: UTF8.self).prefix(4))) }
      let read = try Mnemonic(parsing: secret(cut.joined(separator: " ")), language: language)
      #expect(read.entropyHex == mnemonic.entropyHex)
      #expect(text(try mnemonic.revealingAbbreviations()) == cut.joined(separator: " "))
    }
  }

  @Test(arguments: MnemonicLanguage.allCases.filter { !$0.hasAbbreviations })
  func `words that four letters do not tell apart are not cut`(language: MnemonicLanguage) throws {
    let mnemonic = try Mnemonic(entropy: SecretBytes(count: 16), language: language)
    #expect(throws: MnemonicError.noAbbreviations(language)) {
      _ = try mnemonic.revealingAbbreviations()
    }
  }

  @Test func `completion shows the words that begin so`() {
    let english = MnemonicLanguage.english
    #expect(
      english.revealingWords(startingWith: secret("ab"), limit: 3) == [
        "abandon", "ability", "able",
      ])
    #expect(english.revealingWords(startingWith: secret("ZO")) == ["zone", "zoo"])
    #expect(english.revealingWords(startingWith: secret("zoo")) == ["zoo"])
    #expect(english.revealingWords(startingWith: secret("zooo")) == [])
    #expect(english.revealingWords(startingWith: secret("")) == [])
    #expect(english.revealingWords(startingWith: secret("a b")) == [])
    #expect(english.revealingWords(startingWith: secret("a"), limit: 0) == [])
    #expect(
      MnemonicLanguage.japanese.revealingWords(startingWith: secret("あおぞ")).map {
        $0.unicodeScalars.count
      } == [5])
  }

  @Test func `a word that looks like the right one is named as the likely mistake`() throws {
    // winner -> winter: valid word, wrong checksum.
    let wrong = legal.replacing("legal winner thank year", with: "legal winter thank year")
    #expect(throws: MnemonicError.checksum(language: .english)) {
      _ = try Mnemonic(parsing: secret(wrong))
    }
    let repairs = Mnemonic.revealingRepairs(of: secret(wrong), language: .english)
    #expect(repairs.contains(.replacing(position: 2, word: "winner")))
    for repair in repairs {
      var words = wrong.split(separator: " ").map(String.init)
      switch repair {
      case .replacing(let position, let word): words[position - 1] = word
      case .swapping(let position): words.swapAt(position - 1, position)
      }
      _ = try Mnemonic(parsing: secret(words.joined(separator: " ")), language: .english)
    }
  }

  @Test func `neighbours in each other's place are found`() throws {
    let wrong = legal.replacing("winner thank yellow", with: "thank winner yellow")
    let repairs = Mnemonic.revealingRepairs(of: secret(wrong), language: .english)
    #expect(repairs.contains(.swapping(position: 10)))
    #expect(Mnemonic.revealingRepairs(of: secret(legal), language: .english) == [])
    #expect(Mnemonic.revealingRepairs(of: secret("zoo zoo"), language: .english) == [])
    #expect(Mnemonic.revealingRepairs(of: secret(wrong), language: .english, limit: 0) == [])
    #expect(
      Mnemonic.revealingRepairs(of: secret(legal + "x"), language: .english) == [],
      "a word that is in no list is the nearest words' business")
  }
}

@Suite struct LastWordsTests {
  private func word(_ number: Int, of last: borrowing LastWords) throws -> String {
    var words: [String] = []
    try last.mnemonic(choosing: number).revealWords {
      words.append(String(decoding: $1, as: UTF8.self))
    }
    return try #require(words.last)
  }

  @Test func `eleven times abandon can end in 128 words, about among them`() throws {
    let last = try LastWords(after: secret(abandon), language: .english)
    #expect(last.count == 128)
    var words: Set<String> = []
    for number in 0..<last.count {
      let mnemonic = try last.mnemonic(choosing: number)
      #expect(mnemonic.wordCount == 12)
      let word = try word(number, of: last)
      words.insert(word)
      let sentence = text(mnemonic.revealingSentence())
      #expect(sentence == abandon + " " + word)
      _ = try Mnemonic(parsing: secret(sentence), language: .english)
    }
    #expect(words.count == 128)
    // Number 0: what SeedSigner calculates when no bits are added.
    #expect(try word(0, of: last) == "about")
  }

  @Test(arguments: [(14, 64), (17, 32), (20, 16), (23, 8)])
  func `other numbers of words have their last ones`(words: Int, count: Int) throws {
    let sentence = Array(repeating: "zoo", count: words).joined(separator: " ")
    let last = try LastWords(after: secret(sentence), language: .english)
    #expect(last.count == count)
    for number in 0..<count {
      let mnemonic = try last.mnemonic(choosing: number)
      let full = text(mnemonic.revealingSentence())
      #expect(full.hasPrefix(sentence + " "))
      #expect(try Mnemonic(parsing: secret(full), language: .english).wordCount == words + 1)
    }
    #expect(throws: MnemonicError.lastWordNumber(count, count: count)) {
      _ = try last.mnemonic(choosing: count)
    }
    #expect(throws: MnemonicError.lastWordNumber(-1, count: count)) {
      _ = try last.mnemonic(choosing: -1)
    }
  }

  @Test func `24 words end as BIP-39 says`() throws {
    let sentence = Array(repeating: "zoo", count: 23).joined(separator: " ")
    let last = try LastWords(after: secret(sentence))
    // Entropy of ones: "zoo ... vote".
    #expect(try word(7, of: last) == "vote")
  }

  @Test(arguments: [0, 1, 10, 12, 22, 24])
  func `other numbers of words are refused`(count: Int) throws {
    let words = Array(repeating: "abandon", count: count).joined(separator: " ")
    #expect(throws: MnemonicError.wordCountBeforeLast(found: count)) {
      _ = try LastWords(after: secret(words))
    }
  }

  @Test func `unknown words and several languages are refused by name`() throws {
    let wrong = abandon.dropLast(7) + "abandno"
    #expect(throws: MnemonicError.unknownWord(position: 11, language: .english)) {
      _ = try LastWords(after: secret(String(wrong)))
    }
    let both = "phrase minute stable question rival cycle dragon mobile palace nature voyage"
    #expect(throws: MnemonicError.severalLanguages([.english, .french])) {
      _ = try LastWords(after: secret(both))
    }
    #expect(try LastWords(after: secret(both), language: .french).language == .french)
  }
}
