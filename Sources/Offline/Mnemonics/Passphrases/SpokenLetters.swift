/// Which letters stand together in words of the languages of Europe, written in small Latin letters.
enum SpokenLetters {
  /// For each consonant those that may follow it within a word; a vowel may stand anywhere.
  private static let followers: [(first: UInt8, seconds: StaticString)] = [
    (UInt8(ascii: "b"), "bdjlrst"), (UInt8(ascii: "c"), "chklrstz"),
    (UInt8(ascii: "d"), "dhjlnrstwz"), (UInt8(ascii: "f"), "flrst"),
    (UInt8(ascii: "g"), "dghlnrst"), (UInt8(ascii: "h"), "hlmnrtw"), (UInt8(ascii: "j"), "j"),
    (UInt8(ascii: "k"), "hklnrstvw"), (UInt8(ascii: "l"), "bcdfghkljmnpstvz"),
    (UInt8(ascii: "m"), "blmnprs"), (UInt8(ascii: "n"), "cdfghjklnqstvwz"),
    (UInt8(ascii: "p"), "fhlnprst"), (UInt8(ascii: "q"), ""),
    (UInt8(ascii: "r"), "bcdfghjklmnprstvwz"), (UInt8(ascii: "s"), "cfhklmnpqrstvwz"),
    (UInt8(ascii: "t"), "chjlmnrstvwz"), (UInt8(ascii: "v"), "lnrs"),
    (UInt8(ascii: "w"), "cdhklnrst"), (UInt8(ascii: "x"), "cpt"),
    (UInt8(ascii: "z"), "bcdklmnrtwz"),
  ]

  static func isVowel(_ byte: UInt8) -> Bool { "aeiouy".utf8.contains(byte) }

  static func mayFollow(_ first: UInt8, _ second: UInt8) -> Bool {
    guard !isVowel(second), let known = followers.first(where: { $0.first == first }) else {
      return true
    }
    return known.seconds.withUTF8Buffer { $0.contains(second) }
  }
}
