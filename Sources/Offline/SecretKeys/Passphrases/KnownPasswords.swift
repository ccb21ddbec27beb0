/// What stands at the top of every list of stolen passwords, what people call their money, and the rows of keyboards.
enum KnownPasswords {
  private static let words: [StaticString] = [
    "password", "passwort", "passphrase", "passw", "bitcoin", "satoshi", "nakamoto", "hodl",
    "welcome", "letmein", "iloveyou", "admin", "login", "monkey", "dragon", "sunshine", "princess",
    "football", "baseball", "superman", "batman", "trustno", "shadow", "michael", "master",
    "killer", "jordan", "hunter", "secret", "crypto", "wallet", "hello", "test", "changeme",
    "default", "please", "whatever", "starwars", "freedom", "blockchain", "coldcard", "signer",
    "drawbridge", "trezor", "ledger", "money", "lambo", "tothemoon",
  ]

  /// Phrases that are known by heart everywhere, in letters alone.
  private static let phrases: [StaticString] = [
    "correcthorsebatterystaple", "thequickbrownfoxjumpsoverthelazydog",
    "tobeornottobethatisthequestion", "notyourkeysnotyourcoins",
    "chancelloronbrinkofsecondbailoutforbanks",
  ]

  private static let rows: [StaticString] = [
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop",
  ]

  /// The length of the longest known password that begins at a place of a text in small letters; nil when none does.
  static func lengthOfWord(at index: Int, in text: UnsafeRawBufferPointer) -> Int? {
    let rest = text[index...]
    return words.compactMap { word in
      word.withUTF8Buffer { rest.starts(with: $0) ? $0.count : nil }
    }.max()
  }

  /// Whether the letters of a text, taken alone, are a phrase that everybody knows.
  static func isPhrase(_ text: UnsafeRawBufferPointer) -> Bool {
    phrases.contains { phrase in
      phrase.withUTF8Buffer { letters in
        var place = 0
        for byte in text where PassphraseStrength.isSmall(byte) {
          guard place < letters.count, letters[place] == byte else { return false }
          place += 1
        }
        return place == letters.count
      }
    }
  }

  /// Whether two keys lie side by side in a row of letters.
  static func areNeighbours(_ first: UInt8, _ second: UInt8) -> Bool {
    rows.contains { row in
      row.withUTF8Buffer { keys in
        keys.indices.dropFirst().contains {
          (keys[$0 - 1] == first && keys[$0] == second)
            || (keys[$0 - 1] == second && keys[$0] == first)
        }
      }
    }
  }
}
