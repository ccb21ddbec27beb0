public import SecureMemory

extension Mnemonic {
  /// Reads words as a person typed them: any case, any spaces, composed or not (UTF-8, at most 4,096
  /// bytes); all of them whole, or all of them cut after four letters.
  ///
  /// Without `language` all ten are tried. Throws when the number of words is wrong, a word is in no
  /// list (with its position), the checksum does not match, or the words are valid in several
  /// languages; words that look like a seed of Electrum's own are named so.
  public init(
    parsing text: borrowing SecretBytes, language: MnemonicLanguage? = nil
  ) throws(MnemonicError) {
    let words = try TypedWords(text, limit: ElectrumSeedKind.wordCounts.upperBound)
    guard Self.wordCounts.contains(words.count) else {
      if let kind = ElectrumSeedKind(words) { throw .electrumSeed(kind) }
      throw .wordCount(found: words.count)
    }
    var valid: [MnemonicLanguage] = []
    var entropy: SecretBytes?
    var refusal: MnemonicError?
    for candidate in language.map({ [$0] }) ?? MnemonicLanguage.allCases {
      do throws(MnemonicError) {
        let found = try words.packed(in: .list(of: candidate)).checkedEntropy(candidate)
        // Characters that both Chinese lists have stand in one place: which one is meant does not
        // matter.
        let isKnown = entropy?.constantTimeEquals(found)
        if isKnown != true { valid.append(candidate) }
        if isKnown == nil { entropy = consume found }
      } catch {
        refusal = Self.closer(refusal, error)
      }
    }
    guard let language = valid.first, let entropy else {
      if let kind = Self.electrumKind(of: words, refusal) { throw .electrumSeed(kind) }
      if case .unknownWord = refusal, let mixed = words.mixedLanguages() { throw mixed }
      throw refusal ?? .wordCount(found: words.count)
    }
    guard valid.count == 1 else { throw .severalLanguages(valid) }
    try self.init(entropy: entropy, language: language)
  }

  /// Which seed of Electrum's words are that are not BIP-39's; nil when that is not likely.
  ///
  /// The hash is asked where all words are in one list, or most in none, as those of the Portuguese list are: a wrong word
  /// among others of a list is a mistake, whatever the hash says by chance.
  private static func electrumKind(
    of words: borrowing TypedWords, _ refusal: MnemonicError?
  ) -> ElectrumSeedKind? {
    guard let kind = ElectrumSeedKind(words) else { return nil }
    switch refusal {
    case .checksum: return kind
    case .unknownWord where kind == .old: return kind
    case .unknownWord(_, let language):
      let list = WordList.list(of: language)
      var known = 0
      for position in 0..<words.count {
        if words.withWord(at: position, { list.index(of: $0) }) != nil { known += 1 }
      }
      return 2 * known < words.count ? kind : nil
    default: return nil
    }
  }

  /// Of the refusals in two languages, the one that got further: that language was probably meant.
  private static func closer(_ first: MnemonicError?, _ second: MnemonicError) -> MnemonicError {
    guard let first else { return second }
    return progress(second) > progress(first) ? second : first
  }

  private static func progress(_ error: MnemonicError) -> Int {
    switch error {
    case .unknownWord(let position, _): position
    case .checksum: .max
    default: 0
    }
  }
}
