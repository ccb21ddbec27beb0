internal import Hashes
public import SecureMemory

extension Mnemonic {
  /// Reads words as a person typed them: any case, any spaces, composed or not (UTF-8, at most 4,096
  /// bytes).
  ///
  /// Without `language` all ten are tried. Throws when the number of words is wrong, a word is in no
  /// list (with its position), the checksum does not match, or the words are valid in several
  /// languages.
  public init(
    parsing text: borrowing SecretBytes, language: MnemonicLanguage? = nil
  ) throws(MnemonicError) {
    let words = try TypedWords(text)
    guard let length = Self.entropyLength(wordCount: words.count) else {
      throw .wordCount(found: words.count)
    }
    var valid: [MnemonicLanguage] = []
    var entropy: SecretBytes?
    var refusal: MnemonicError?
    for candidate in language.map({ [$0] }) ?? MnemonicLanguage.allCases {
      do throws(MnemonicError) {
        let found = try Self.checkedEntropy(words, of: length, in: candidate)
        // Characters that both Chinese lists have stand in one place: which is meant is all one.
        let isKnown = entropy?.constantTimeEquals(found)
        if isKnown != true { valid.append(candidate) }
        if isKnown == nil { entropy = consume found }
      } catch {
        refusal = Self.closer(refusal, error)
      }
    }
    guard let language = valid.first, let entropy else {
      throw refusal ?? .wordCount(found: words.count)
    }
    guard valid.count == 1 else { throw .severalLanguages(valid) }
    try self.init(entropy: entropy, language: language)
  }

  private static func checkedEntropy(
    _ words: borrowing TypedWords, of length: Int, in language: MnemonicLanguage
  ) throws(MnemonicError) -> SecretBytes {
    let packed = try words.packed(in: .list(of: language))
    let entropy = packed.slice(0..<length)
    let digest = SecretSHA256.hash(entropy)
    let difference = packed.withUnsafeBytes { packed in
      digest.withUnsafeBytes { packed[length] ^ $0[0] }
    }
    // One bit of checksum for every four bytes of entropy.
    guard difference >> (8 - length / 4) == 0 else { throw .checksum(language: language) }
    return entropy
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

  /// Finds the words of a list that look like the one somebody typed at a position.
  ///
  /// For a person who misspelt it: at most three words, the closest first. The result hints at a
  /// secret word: show it on the terminal and forget it. Empty when the position (from 1) is wrong or
  /// nothing is close.
  public static func revealingNearestWords(
    in text: borrowing SecretBytes, at position: Int, language: MnemonicLanguage
  ) -> [String] {
    guard let words = try? TypedWords(text), (1...max(1, words.count)).contains(position),
      words.count > 0
    else { return [] }
    let list = WordList.list(of: language)
    return words.withWord(at: position - 1) { typed in
      guard typed.count <= EditDistance.limit else { return [] }
      var found: [(distance: Int, index: Int)] = []
      for index in 0..<WordList.count {
        let distance = list.withWord(at: index) { EditDistance.between(typed, $0) }
        // Half of the letters may not be wrong.
        if distance <= 2, distance * 2 < typed.count { found.append((distance, index)) }
      }
      found.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
      return found.prefix(3).map { list.word(at: $0.index) }
    }
  }
}
