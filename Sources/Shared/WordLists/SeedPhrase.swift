internal import Bytes
internal import Hashes

/// Tells the words of a whole seed (BIP-39) from ordinary ones, in any of its languages.
///
/// For texts that should hold no secret: words are compared as they are, not in constant time.
public enum SeedPhrase {
  /// Whether 12, 15, 18, 21 or 24 words that follow each other are a seed: all of one list, with the right checksum.
  ///
  /// The words may be cut to four letters where the list allows it. Of twelve ordinary words that happen to stand in one
  /// list, one in sixteen has the right checksum.
  public static func isHeld(in words: [String]) -> Bool {
    guard words.count >= 12 else { return false }
    let words = words.map { $0.lowercased() }
    return lists.contains { list in
      words.map { list[$0] }.split(separator: nil).contains { run in
        holdsPhrase(run.compactMap(\.self))
      }
    }
  }

  /// Whether these numbers of words, each below 2,048, are a seed with the right checksum.
  public static func isPhrase(_ indices: some Collection<Int>) -> Bool {
    guard counts.contains(indices.count), indices.allSatisfy({ (0..<2048).contains($0) }) else {
      return false
    }
    // Eleven bits a word; a bit of checksum for each 32 of the entropy.
    var bytes: [UInt8] = []
    var pending = 0
    var pendingBits = 0
    for index in indices {
      pending = (pending << 11 | index) & 0xfffff
      pendingBits += 11
      while pendingBits >= 8 {
        pendingBits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
      }
    }
    bytes.append(UInt8(truncatingIfNeeded: pending << (8 - pendingBits)))
    let checksumBits = indices.count / 3
    let entropy = indices.count * 4 / 3
    var hasher = SHA256Hasher()
    hasher.update(bytes[..<entropy])
    let difference = hasher.finalized()[0] ^ bytes[entropy]
    return difference >> (8 - checksumBits) == 0
  }

  /// Whether twenty or more words that follow each other stand in the list of SLIP-39: a share.
  public static func isShareHeld(in words: [String]) -> Bool {
    guard words.count >= 20 else { return false }
    return words.map { shareWords.contains($0.lowercased()) }.split(separator: false)
      .contains { $0.count >= 20 }
  }

  private static let counts = [12, 15, 18, 21, 24]

  private static func holdsPhrase(_ run: [Int]) -> Bool {
    counts.contains { count in
      run.count >= count
        && (0...(run.count - count)).contains { isPhrase(run[$0..<($0 + count)]) }
    }
  }

  // MARK: Where the words stand

  /// Where each word stands, whole or cut after its fourth letter; a list each.
  ///
  /// Strings are equal in any normal form of Unicode, as the words are typed in.
  static let lists: [[String: Int]] = [
    places(EnglishWords.text, areCut: true), places(JapaneseWords.text, areCut: false),
    places(KoreanWords.text, areCut: false), places(SpanishWords.text, areCut: true),
    places(ChineseSimplifiedWords.text, areCut: false),
    places(ChineseTraditionalWords.text, areCut: false), places(FrenchWords.text, areCut: true),
    places(ItalianWords.text, areCut: true), places(CzechWords.text, areCut: true),
    places(PortugueseWords.text, areCut: true),
  ]

  private static let shareWords = Set(
    (0..<SLIP39Words.table.count).map { SLIP39Words.table.word(at: $0) })

  private static func places(_ text: StaticString, areCut: Bool) -> [String: Int] {
    let table = WordTable(text)
    var places: [String: Int] = [:]
    for index in 0..<table.count {
      let word = table.word(at: index)
      places[word] = index
      // Four letters name a word, unless they are a whole word themselves, which comes first in the alphabet.
      if areCut, word.count > 4, places[String(word.prefix(4))] == nil {
        places[String(word.prefix(4))] = index
      }
    }
    return places
  }
}
