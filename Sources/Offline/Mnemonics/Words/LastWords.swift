public import SecureMemory

/// The words that can come last after all the others: for a person who drew 11 or 23 words from a
/// hat.
///
/// The last word holds the checksum and a few free bits, so there are 128 of them after 11 words, 64
/// after 14, 32 after 17, 16 after 20 and 8 after 23. They are numbered by their free bits, from 0;
/// number 0 is what SeedSigner gives when nothing else is asked for.
public struct LastWords: ~Copyable, Sendable {
  private let packed: SecretBytes
  private let wordCount: Int

  /// The language of the words.
  public let language: MnemonicLanguage

  /// Reads all words but the last, as ``Mnemonic/init(parsing:language:)`` reads them.
  ///
  /// Throws when the number of words is not 11, 14, 17, 20 or 23, when a word is in no list, or
  /// when the words are in several lists and no language is named.
  public init(
    after text: borrowing SecretBytes, language: MnemonicLanguage? = nil
  ) throws(MnemonicError) {
    let words = try TypedWords(text)
    guard Mnemonic.wordCounts.contains(words.count + 1) else {
      throw .wordCountBeforeLast(found: words.count)
    }
    var found: [MnemonicLanguage] = []
    var bits: SecretBytes?
    var furthest: (position: Int, error: MnemonicError)?
    for candidate in language.map({ [$0] }) ?? MnemonicLanguage.allCases {
      do throws(MnemonicError) {
        let packed = try words.packed(in: .list(of: candidate))
        let copy = packed.bytes.duplicated()
        // Characters that both Chinese lists have in one place: which one is meant does not matter.
        let isKnown = bits?.constantTimeEquals(copy)
        if isKnown != true { found.append(candidate) }
        if isKnown == nil { bits = consume copy }
      } catch {
        guard case .unknownWord(let position, _) = error else { throw error }
        if position > furthest?.position ?? 0 { furthest = (position, error) }
      }
    }
    guard let language = found.first, let bits else {
      if let mixed = words.mixedLanguages() { throw mixed }
      throw furthest?.error ?? .wordCountBeforeLast(found: words.count)
    }
    guard found.count == 1 else { throw .severalLanguages(found) }
    packed = bits
    wordCount = words.count + 1
    self.language = language
  }

  /// The number of last words there are.
  public var count: Int { 1 << freeBits }

  /// The bits of entropy in the last word: 11 less the checksum.
  private var freeBits: Int { 11 - wordCount / 3 }

  /// The whole sentence with one of the last words.
  ///
  /// Throws when the number is not from 0 to below ``count``.
  public borrowing func mnemonic(choosing number: Int) throws(MnemonicError) -> Mnemonic {
    guard (0..<count).contains(number) else { throw .lastWordNumber(number, count: count) }
    let length = wordCount / 3 * 4
    let entropy = SecretBytes(count: length) { entropy in
      packed.withUnsafeBytes { packed in
        for index in 0..<length { entropy[index] = index < packed.count ? packed[index] : 0 }
      }
      // The free bits end where the entropy ends: they are at most 7, in its last byte.
      entropy[length - 1] |= UInt8(truncatingIfNeeded: number)
    }
    return try Mnemonic(entropy: entropy, language: language)
  }
}
