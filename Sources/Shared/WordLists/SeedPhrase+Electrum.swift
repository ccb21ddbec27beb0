internal import Hashes

extension SeedPhrase {
  /// Whether words that follow each other are a seed of Electrum, of today's kind or of the first.
  ///
  /// Today's are 12, 13, 24 or 25 words of a list of BIP-39 whose HMAC begins as a seed's does: of as many
  /// ordinary words in one list, one in 180 does. The first were 12 or 24 of a list of poetry without a
  /// checksum, in which `the`, `a`, `to`, `of`, `and`, `in`, `for` and `my` do not stand: a sentence
  /// seldom has so many words without any of them.
  public static func isElectrumHeld(in words: [String]) -> Bool {
    guard words.count >= 12 else { return false }
    let words = words.map { $0.lowercased() }
    let isOld = words.map { oldWords.contains($0) }.split(separator: false)
      .contains { $0.count >= 12 }
    return isOld
      || electrumLists.contains { list in
        words.map { list.places[$0] }.split(separator: nil).contains { run in
          holdsElectrum(run.compactMap(\.self).map { list.normal[$0] }, list.gap)
        }
      }
  }

  private static func holdsElectrum(_ run: [String], _ gap: String) -> Bool {
    [12, 13, 24, 25].contains { count in
      run.count >= count
        && (0...(run.count - count)).contains { start in
          isElectrum(run[start..<(start + count)].joined(separator: gap))
        }
    }
  }

  /// Whether the HMAC of a normalized phrase begins as that of a seed.
  ///
  /// 01 is standard, 100 segwit, 101 and 102 have a second factor. Source: Electrum's documentation,
  /// "Electrum Seed Version System".
  private static func isElectrum(_ phrase: String) -> Bool {
    let code = HMAC.sha512(key: Array("Seed version".utf8), message: Array(phrase.utf8))
    return code[0] == 0x01 || (code[0] == 0x10 && code[1] >> 4 <= 2)
  }

  /// One of the lists that Electrum takes from BIP-39, as it writes their words before they are hashed.
  private struct ElectrumList {
    let places: [String: Int]
    /// Each word without its accents.
    let normal: [String]
    /// What stands between words: nothing where they are of Chinese or Japanese.
    let gap: String

    init(_ place: Int, _ text: StaticString, gap: String = " ") {
      places = SeedPhrase.lists[place]
      let table = WordTable(text)
      normal = (0..<table.count).map { index in
        // The lists are in NFKD: accents are scalars of their own.
        var word = String.UnicodeScalarView()
        for scalar in table.word(at: index).unicodeScalars
        where scalar.properties.canonicalCombiningClass == .notReordered {
          word.append(scalar)
        }
        return String(word)
      }
      self.gap = gap
    }
  }

  private static let electrumLists = [
    ElectrumList(0, EnglishWords.text), ElectrumList(1, JapaneseWords.text, gap: ""),
    ElectrumList(3, SpanishWords.text), ElectrumList(4, ChineseSimplifiedWords.text, gap: ""),
  ]

  private static let oldWords: Set<String> = {
    let table = WordTable(ElectrumWords.text)
    return Set((0..<table.count).map { table.word(at: $0) })
  }()
}
