internal import Hashes
package import SecureMemory
internal import WordLists

/// Which of Electrum's own seeds words are.
///
/// Those since its version 2.0 are words of a list of BIP-39 (English, Japanese, Spanish, simplified Chinese) or of a
/// Portuguese list of its own, and lead to other keys; the hash of the whole phrase says the kind, in place of a checksum.
/// Those before were 12 or 24 words of a list of poetry. Source: Electrum's documentation, "Electrum Seed Version System".
public enum ElectrumSeedKind: Sendable {
  /// Legacy addresses, at m/0 and m/1.
  case standard
  /// Segwit addresses, at m/0h.
  case segwit
  /// With TrustedCoin's second factor, legacy or segwit.
  case secondFactor
  /// Of a version before 2.0: a root key of another kind than BIP-32's.
  case old

  /// How many words such a seed has: 12 of 2,048 are 132 bits, 13 of the Portuguese ones; longer ones were made on wish.
  static let wordCounts = 12...26

  /// The kind of words; nil when they are none.
  ///
  /// Of other words as many as 1 in 215 look like one by chance, so that says little where they are BIP-39's, too.
  package init?(_ text: borrowing SecretBytes) {
    guard let words = try? TypedWords(text, limit: Self.wordCounts.upperBound) else { return nil }
    self.init(words)
  }

  init?(_ words: borrowing TypedWords) {
    guard Self.wordCounts.contains(words.count) else { return nil }
    if words.count == 12 || words.count == 24, Self.areOld(words) {
      self = .old
      return
    }
    let phrase = Self.normalized(words)
    var (first, second): (UInt8, UInt8) = (0, 0)
    phrase.withUnsafeBytes { phrase in
      Array("Seed version".utf8).withUnsafeBytes { key in
        let tag = HMAC.sha512(key: key, message: phrase)
        tag.withUnsafeBytes { (first, second) = ($0[0], $0[1] >> 4) }
      }
    }
    switch (first, second) {
    case (0x01, _): self = .standard
    case (0x10, 0): self = .segwit
    case (0x10, 1), (0x10, 2): self = .secondFactor
    default: return nil
    }
  }

  /// Whether all words are of the list of the first versions; more than half of its words are in BIP-39's, too.
  private static func areOld(_ words: borrowing TypedWords) -> Bool {
    let list = WordTable(ElectrumWords.text)
    for position in 0..<words.count {
      guard words.withWord(at: position, { list.index(of: $0) }) != nil else { return false }
    }
    return true
  }

  /// One space between words, without accents, and without spaces between words of Chinese or Japanese.
  private static func normalized(_ words: borrowing TypedWords) -> SecretBytes {
    var room = 0
    for position in 0..<words.count { room += words.withWord(at: position) { $0.count + 1 } }
    var result = SecretBytes(count: room)
    var count = 0
    result.withUnsafeMutableBytes { result in
      var endsWide = false
      for position in 0..<words.count {
        words.withWord(at: position) { word in
          if position > 0, !(endsWide && isWide(word[0])) {
            result[count] = 0x20
            count += 1
          }
          var index = 0
          while index < word.count {
            let length = accentLength(word, at: index)
            if length == 0 {
              result[count] = word[index]
              count += 1
              if word[index] & 0xc0 != 0x80 { endsWide = isWide(word[index]) }
            }
            index += max(1, length)
          }
        }
      }
    }
    result.truncate(to: count)
    return result
  }

  /// Whether a letter that begins with this byte is of the blocks from U+3000 on, where kana and Chinese are.
  private static func isWide(_ byte: UInt8) -> Bool { (0xe3...0xed).contains(byte) }

  /// How many bytes an accent takes that begins here; 0 for a letter.
  ///
  /// In NFKD the lists have no others than U+0300 to U+036F, and the two of kana, U+3099 and U+309A.
  private static func accentLength(_ word: UnsafeRawBufferPointer, at index: Int) -> Int {
    let rest = word.count - index
    if rest >= 2, word[index] == 0xcc || (word[index] == 0xcd && word[index + 1] <= 0xaf) {
      return 2
    }
    let isVoiced =
      rest >= 3 && word[index] == 0xe3 && word[index + 1] == 0x82
      && (word[index + 2] == 0x99 || word[index + 2] == 0x9a)
    return isVoiced ? 3 : 0
  }

  /// What it is, for a person.
  package var words: String {
    switch self {
    case .standard: "an Electrum seed for legacy addresses"
    case .segwit: "an Electrum seed for segwit addresses"
    case .secondFactor: "an Electrum seed with a second factor"
    case .old: "an Electrum seed of a version before 2.0"
    }
  }
}
