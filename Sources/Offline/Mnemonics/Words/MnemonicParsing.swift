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
    let words = try TypedWords(text)
    guard Self.wordCounts.contains(words.count) else {
      if words.count == 13 || words.count == 25, let kind = ElectrumSeedKind(text) {
        throw .electrumSeed(kind)
      }
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
      if case .unknownWord = refusal, let mixed = words.mixedLanguages() { throw mixed }
      if refusal == .checksum(language: .english), words.count == 12 || words.count == 24,
        let kind = ElectrumSeedKind(text)
      {
        throw .electrumSeed(kind)
      }
      throw refusal ?? .wordCount(found: words.count)
    }
    guard valid.count == 1 else { throw .severalLanguages(valid) }
    try self.init(entropy: entropy, language: language)
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
