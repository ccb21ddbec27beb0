import SecretSamples
import SecureMemory
import Testing
import WordLists

@testable import Mnemonics

/// Types keys: letters, `\t` for Tab, ` ` for Space, `<` for Backspace; `[` and `]` go to the word before and behind, `^`
/// puts one in, `!` erases one, `|` goes to the end.
private func typed(_ keys: String, _ language: MnemonicLanguage? = nil) -> WordTyping {
  var typing = WordTyping(language: language)
  for byte in keys.utf8 {
    switch byte {
    case UInt8(ascii: "\t"): typing.complete()
    case UInt8(ascii: " "): typing.space()
    case UInt8(ascii: "<"): typing.erase()
    case UInt8(ascii: "["): typing.goBack()
    case UInt8(ascii: "]"): typing.goForward()
    case UInt8(ascii: "^"): typing.insertBefore()
    case UInt8(ascii: "!"): typing.eraseWord()
    case UInt8(ascii: "|"): typing.goToEnd()
    default: typing.type(byte)
    }
  }
  return typing
}

private func result(_ keys: String, _ language: MnemonicLanguage? = nil) -> String {
  text(typed(keys, language).revealingText())
}

@Suite struct WordTypingTests {
  @Test(arguments: [
    ("aband ", "abandon "), ("ABAN abil ", "abandon ability "), ("zoo wrong ", "zoo wrong "),
    // Fewer than four letters are completed by Tab alone.
    ("zeb ", "zeb "), ("zeb\t", "zebra "), ("zoo\t", "zoo "),
    // Tab goes as far as all agree: zebra and zero.
    ("z\t", "z"), ("q\t", "qu"), ("actio\t", "action "), ("abou ", "about "),
    // A word that is whole is not completed.
    ("act action ", "act action "),
    ("xq\t", "xq"), ("xqzv ", "xqzv "), ("  ", ""), ("abandon  ability", "abandon ability"),
  ])
  func `English words are completed`(keys: String, expected: String) {
    #expect(result(keys, .english) == expected)
  }

  /// Words that longer ones of their list begin with, those of three letters, and some of the others.
  @Test(arguments: MnemonicLanguage.allCases)
  func `a word that is typed whole is taken as it is, in every list`(
    language: MnemonicLanguage
  ) {
    let words = (0..<WordList.count).map { WordList.list(of: language).word(at: $0) }
    for chosen in [nil, language] {
      for (index, word) in words.enumerated() {
        let isBegun = index + 1 < words.count && words[index + 1].hasPrefix(word)
        let isShort = word.utf8.count == 3 && word.utf8.first.map { $0 < 0x80 } == true
        guard isBegun || isShort || index % 64 == 0 else { continue }
        // By Space, by Enter, and by going away from it.
        for keys in ["\(word) ", "\(word)|", "\(word)]"] {
          let typing = typed(keys, chosen)
          #expect(text(typing.revealingText()) == "\(word) ", "\(keys) in \(language)")
          #expect(typing.problem == nil && typing.listNames.contains(language.rawValue))
        }
      }
    }
  }

  @Test func `words of SLIP-39, too`() {
    for index in stride(from: 0, to: SLIP39Words.table.count, by: 8) {
      let word = SLIP39Words.table.withWord(at: index) { String(decoding: $0, as: UTF8.self) }
      #expect(result("\(word) ") == "\(word) ")
      #expect(typed("\(word) ").listNames.contains("SLIP-39"))
    }
  }

  @Test(arguments: [
    ("act", true), ("actor", false), ("ac", false), ("buy", false), ("add", true), ("zoo", false),
    ("", false), ("xq", false),
  ])
  func `of a word that longer ones begin with it is told that it is whole`(
    keys: String, isWhole: Bool
  ) {
    #expect(typed(keys, .english).isWholeAndMore == isWhole)
    // Behind it, too: and Tab, which could mean a longer one, does not take it.
    #expect(typed("zoo \(keys)", .english).isWholeAndMore == isWhole)
    #expect(!isWhole || result("\(keys)\t", .english) == keys)
  }

  @Test func `Backspace goes back into the word before`() {
    #expect(result("aban <<<", .english) == "aband")
    #expect(result("aban <<<on ", .english) == "abandon ")
    let typing = typed("aban abil <", .english)
    #expect(typing.finishedCount == 1 && text(typing.revealingWord()) == "ability")
    #expect(result("\u{e9}<a", .french) == "a")
    #expect(result("<<", .french) == "")
  }

  @Test(arguments: [
    // One word is changed in place, and the rest stays.
    ("zoo zone abou [[<<o", "zoo zoo about"), ("zoo zone abou [[!act", "zoo act about"),
    ("zoo zone abou [[<<o|act ", "zoo zoo about act "),
    ("zoo zone abou [[!act abil ", "zoo act aboutabil "),
    ("zoo zone abou [[[[[!act ]]abou ", "act zone about about "),
    // What is half typed stays, and is whole where it can be one word only.
    ("zoo aban[zone|", "zoozone abandon "), ("zoo act[[|", "zoo act "),
    // One is left out, and put in; one without letters is none.
    ("zoo abou [^zone ", "zoo zone about"), ("zoo abou [^]", "zoo about"),
    ("zoo abou [[^act |", "act zoo about "),
    ("zoo abou [!]", "zoo "), ("zoo abou act [[!]", "zoo act"), ("zoo abou act [[![", "zoo act"),
    ("^zoo ", "zoo "), ("]]zoo", "zoo"), ("zoo []]", "zoo "),
    // Backspace goes on into the word before.
    ("zoo zone abou [[!<<o|", "zoo about "),
  ])
  func `one goes back to any word, and those behind it stay`(keys: String, expected: String) {
    #expect(result(keys, .english) == expected)
  }

  @Test func `what stands behind is counted, and told by its place`() {
    let typing = typed("zoo zone abou act [[[", .english)
    #expect(typing.finishedCount == 1 && typing.laterCount == 2)
    #expect(text(typing.revealingWord()) == "zone")
    #expect(typed("zoo [").isEmpty == false)
    #expect(typed("zoo abou xqzv [[[", .english).problem == .unknown(position: 3))
    // The language of those behind it bounds what this one may become.
    #expect(typed("zoo \u{e1}baco [[").listNames == ["spanish"])
    #expect(text(typed("abeja [^zo").revealingCompletions()) == "zona  zorro")
  }

  @Test func `no more is kept than fits, wherever one types`() {
    let limit = WordTyping.limit
    var typing = WordTyping(language: .english)
    for _ in 0..<(limit / 4) {
      for byte in "zoo".utf8 { typing.type(byte) }
      typing.space()
    }
    for _ in 0..<40 {
      typing.type(0x7a)
      typing.space()
      typing.insertBefore()
      typing.goBack()
      typing.type(0x7a)
    }
    typing.goToEnd()
    #expect(typing.laterCount == 0 && typing.revealingText().count <= limit)
  }

  @Test func `the language follows from the words, and accents need not be typed`() {
    #expect(typed("abandon zoo ").listNames == ["english"])
    #expect(typed("\u{e1}baco ").listNames == ["spanish"])
    // Composed and decomposed letters are the same word.
    #expect(typed("a\u{301}baco ").listNames == ["spanish"])
    #expect(typed("abandon ").listNames.count > 1)
    #expect(typed("").listNames.count == 11)
    #expect(typed("academic ").listNames == ["SLIP-39"])
    #expect(typed("airc acid ").listNames == ["SLIP-39"])
    #expect(typed("\u{3042}\u{3044}\u{3053}\u{304f}\u{3057}\u{3093} ").listNames == ["japanese"])
    // An ideographic space ends a word too.
    #expect(typed("\u{3042}\u{3044}\u{3053}\u{304f}\u{3057}\u{3093}\u{3000}").finishedCount == 1)
  }

  @Test func `what a word may become is said`() {
    #expect(text(typed("zo", .english).revealingCompletions()) == "zone  zoo")
    #expect(text(typed("", .english).revealingCompletions()) == "")
    #expect(text(typed("zoo ", .english).revealingCompletions()) == "")
    #expect(
      text(typed("a", .english).revealingCompletions(limit: 3)) == "abandon  ability  able")
    // The half of a letter is not a word.
    var typing = WordTyping(language: .spanish)
    typing.type(0xc3)
    #expect(text(typing.revealingCompletions()) == "")
    typing.type(0xa1)
    #expect(text(typing.revealingCompletions(limit: 1)) == "\u{e1}baco")
  }

  @Test func `a word that is cut before the language is known is whole when it is`() {
    // Legal in English and Portuguese, legale in Italian.
    #expect(typed("lega ").problem == nil)
    #expect(typed("lega ").listNames.contains("english"))
    #expect(result("lega ") == "lega ")
    #expect(result("lega winn than ") == "legal winner thank ")
    #expect(result("lega winn than <<<<<") == "legal winner t")
    #expect(result("lega zucc ") == "legale zucchero ")
    // Whole in English, cut in Spanish.
    #expect(result("real zurdo ") == "realidad zurdo ")
    #expect(result("real zoo ") == "real zoo ")
    #expect(typed("real zurdo ").problem == nil)
    // What stays in doubt stays as it was typed.
    #expect(result("aban abou ") == "abandon abou ")
  }

  @Test func `a word of no list and a word of another one are told`() {
    let none: WordTyping.Problem? = nil
    #expect(typed("abandon zoo ").problem == none)
    #expect(typed("abandon xqzv zoo ").problem == .unknown(position: 2))
    #expect(
      typed("zoo zebra \u{e1}baco ").problem
        == .anotherList(position: 3, list: ["spanish"], before: ["english"]))
    #expect(typed("academic zoo ").problem != none)
  }

  @Test func `the words of SSKR are left as they are`() {
    #expect(result("tuna next keep part ") == "tuna next keep part ")
    #expect(result("next keep part ") == "next keep party ")
  }

  @Test func `what is no word is left as it is`() {
    for other in ["tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQ", "0123456789"] {
      #expect(result(other) == other)
    }
    let limit = WordTyping.limit
    var typing = WordTyping()
    for _ in 0..<(limit + 9) { typing.type(0x61) }
    #expect(typing.revealingText().count == limit)
  }
}

@Suite struct MixedLanguagesTests {
  private func error(_ words: String, _ language: MnemonicLanguage? = nil) -> MnemonicError? {
    do {
      _ = try Mnemonic(parsing: secret(words), language: language)
      return nil
    } catch {
      return error
    }
  }

  @Test func `words of two languages are named, by the language of most`() {
    let french =
      "abaisser abandon abdiquer abeille abolir aborder aboutir aboyer abrasif abreuver abriter "
    #expect(
      error(french + "zoo")
        == .mixedLanguages(position: 12, found: [.english], language: .french))
    #expect(
      error("zoo " + french) == .mixedLanguages(position: 1, found: [.english], language: .french))
    #expect(
      error(french + "zoo", .french)
        == .mixedLanguages(position: 12, found: [.english], language: .french))
    // A word of no list is named as such.
    #expect(error(french + "xqzv") == .unknownWord(position: 12, language: .french))
    let said = MnemonicError.mixedLanguages(position: 12, found: [.english], language: .french)
    #expect(said.description.contains("word 12 is english, and others are french"))
    #expect(!said.description.contains("zoo"))
  }

  @Test func `so are those before a last word`() {
    let words = Array(repeating: "zoo", count: 10).joined(separator: " ") + " abaisser"
    #expect(
      throws: MnemonicError.mixedLanguages(position: 11, found: [.french], language: .english)
    ) { _ = try LastWords(after: secret(words)) }
  }
}
