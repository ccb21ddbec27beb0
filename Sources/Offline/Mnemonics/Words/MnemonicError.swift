public import Refusals
public import SecretCodes

/// Refusals of mnemonic words.
///
/// Positions count words from 1; no word is ever in an error.
public enum MnemonicError: HintedError, Equatable, Sendable {
  /// Entropy has another length than 16, 20, 24, 28 or 32 bytes.
  case entropyLength(found: Int)
  /// The number of words is not 12, 15, 18, 21 or 24.
  case wordCount(found: Int)
  /// The number of words is not 11, 14, 17, 20 or 23, which a last word completes.
  case wordCountBeforeLast(found: Int)
  /// There is no last word with this number; they are counted from 0.
  case lastWordNumber(Int, count: Int)
  /// A word is not in the list.
  case unknownWord(position: Int, language: MnemonicLanguage)
  /// Every word is in some list, but not all are in one: most are in that of `language`.
  case mixedLanguages(position: Int, found: [MnemonicLanguage], language: MnemonicLanguage)
  /// All words are in the list but they do not belong together.
  case checksum(language: MnemonicLanguage)
  /// The words are not BIP-39's, but look like a seed that Electrum made.
  case electrumSeed(ElectrumSeedKind)
  /// The words are valid in several languages; they give one seed but not one entropy.
  case severalLanguages([MnemonicLanguage])
  /// Four letters do not tell the words of this language apart.
  case noAbbreviations(MnemonicLanguage)
  /// The words or the passphrase are too long, or not text.
  case unreadable(SecretUnicodeError)
  /// A seed has fewer than 16 or more than 64 bytes.
  case seedLength(found: Int)
  /// libcrypto could not stretch the words.
  case stretchingFailed
}

extension MnemonicError {
  public var description: String {
    switch self {
    case .entropyLength(let found):
      "entropy has \(found) bytes; it must have 16, 20, 24, 28 or 32"
    case .wordCount(let found):
      "\(Self.words(found)); there must be 12, 15, 18, 21 or 24 (BIP-39)"
    case .wordCountBeforeLast(let found):
      "\(Self.words(found)); before the last one there must be 11, 14, 17, 20 or 23"
    case .lastWordNumber(let number, let count):
      "there is no last word number \(number); there are \(count), counted from 0"
    case .unknownWord(let position, let language):
      "word \(position) is not in the \(language) list"
    case .mixedLanguages(let position, let found, let language):
      "word \(position) is \(found.map(\.rawValue).joined(separator: " or ")), and others are "
        + "\(language): the words are of two languages"
    case .checksum(let language):
      "the words are all in the \(language) list, but their checksum does not match (BIP-39)"
    case .electrumSeed(let kind):
      "the words do not fit BIP-39, but look like \(kind.words), which leads to other keys"
    case .severalLanguages(let languages):
      "the words are valid in several languages: "
        + languages.map(\.rawValue).joined(separator: ", ")
    case .noAbbreviations(let language):
      "four letters do not tell the \(language) words apart"
    case .unreadable(let error): "\(error)"
    case .seedLength(let found): "the seed has \(found) bytes; it must have 16 to 64"
    case .stretchingFailed: "the seed could not be computed from the words"
    }
  }

  private static func words(_ count: Int) -> String {
    count == 0 ? "there are no words" : count == 1 ? "there is 1 word" : "there are \(count) words"
  }

  /// R18 for a text that is longer than any words; nil for what was mistyped.
  public var rule: Rule? { if case .unreadable(let error) = self { error.rule } else { nil } }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .entropyLength, .seedLength: "give the whole value"
    case .wordCount: "write all words in order, separated by spaces"
    case .wordCountBeforeLast: "write all words but the last, separated by spaces"
    case .lastWordNumber: "choose a smaller number"
    case .unknownWord(let position, _): "compare word \(position) with the backup, letter by letter"
    case .mixedLanguages:
      "all words of a seed are of one language: compare with the backup, or look for a second one"
    case .checksum: "a word is wrong or in the wrong place: compare all of them with the backup"
    case .electrumSeed:
      "if Electrum made them, restore them there and pay the coins to a wallet of this signer; otherwise a word is "
        + "wrong: compare all of them with the backup"
    case .severalLanguages: "name the language of the words"
    case .noAbbreviations: "write the whole words: --as words"
    case .unreadable(let error): error.hint
    case .stretchingFailed: "restart the machine and try again"
    }
  }
}
