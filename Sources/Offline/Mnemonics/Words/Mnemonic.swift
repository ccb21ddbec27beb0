internal import Hashes
internal import SecretCodes
public import SecureMemory

/// The words of BIP-39: entropy, its checksum and the language they are written in.
///
/// A secret: it has no text of its own. What is kept is the entropy; words are lent one by one.
public struct Mnemonic: ~Copyable, Sendable {
  // The entropy and one byte of its SHA-256, of which the first bits are the checksum.
  private let bits: SecretBytes

  /// The language of the words.
  public let language: MnemonicLanguage

  /// The numbers of words there can be.
  public static let wordCounts = [12, 15, 18, 21, 24]

  /// The number of bytes of entropy behind a number of words; nil when there can be no such number.
  public static func entropyLength(wordCount: Int) -> Int? {
    wordCounts.contains(wordCount) ? wordCount / 3 * 4 : nil
  }

  /// Writes entropy of 16, 20, 24, 28 or 32 bytes in words; throws for other lengths.
  public init(
    entropy: borrowing SecretBytes, language: MnemonicLanguage = .english
  ) throws(MnemonicError) {
    let count = entropy.count
    guard (16...32).contains(count), count % 4 == 0 else { throw .entropyLength(found: count) }
    let digest = SecretSHA256.hash(entropy)
    bits = SecretBytes(joining: entropy, digest.slice(0..<1))
    self.language = language
  }

  private init(bits: consuming SecretBytes, language: MnemonicLanguage) {
    self.bits = bits
    self.language = language
  }

  /// Makes a second one that is the same.
  public borrowing func duplicated() -> Mnemonic {
    Mnemonic(bits: bits.duplicated(), language: language)
  }

  /// The number of words.
  public var wordCount: Int { (bits.count - 1) / 4 * 3 }

  /// Lends the entropy: 16, 20, 24, 28 or 32 bytes.
  public borrowing func withEntropy<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try bits.withUnsafeBytes { bytes throws(E) in
      try body(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
    }
  }

  /// The place in the list of the word at `position`, counted from 0.
  borrowing func index(at position: Int) -> Int {
    bits.withUnsafeBytes { bytes in
      var index = 0
      for bit in (position * 11)..<(position * 11 + 11) {
        index = index << 1 | Int(bytes[bit / 8] >> (7 - bit % 8)) & 1
      }
      return index
    }
  }

  /// Lends the words in order, each with its position counted from 1, as UTF-8 to show to a person.
  ///
  /// Words are composed (NFC), as fonts and people expect them. Throws what `body` throws.
  public borrowing func revealWords<E: Error>(
    _ body: (_ position: Int, _ word: UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    let list = WordList.list(of: language)
    for position in 0..<wordCount {
      try list.withWord(at: index(at: position)) { word throws(E) in
        if let composed = try? SecretUnicode.composed(word) {
          try composed.withUnsafeBytes { word throws(E) in try body(position + 1, word) }
        } else {
          try body(position + 1, word)
        }
      }
    }
  }

  /// The whole sentence in NFKD with single spaces, as it goes into the seed (BIP-39).
  public borrowing func revealingSentence() -> SecretBytes {
    let list = WordList.list(of: language)
    var length = wordCount - 1
    for position in 0..<wordCount {
      length += list.withWord(at: index(at: position)) { $0.count }
    }
    return SecretBytes(count: length) { target in
      var offset = 0
      for position in 0..<wordCount {
        if position > 0 {
          target[offset] = 0x20
          offset += 1
        }
        list.withWord(at: index(at: position)) { word in
          UnsafeMutableRawBufferPointer(rebasing: target[offset..<(offset + word.count)])
            .copyMemory(from: word)
          offset += word.count
        }
      }
    }
  }

  /// The words, composed (NFC), each followed by its number in the list, counted from 1; single spaces
  /// between.
  public borrowing func revealingNumberedWords() -> SecretBytes {
    var text = SecretBuffer(capacity: wordCount * 32)
    revealWords { position, word in
      if position > 1 { text.append(" ") }
      text.append(word)
      text.append(" ")
      text.append(decimal: index(at: position - 1) + 1)
    }
    return text.bytes()
  }

  /// The words cut after their fourth letter, with single spaces, composed (NFC): as on steel plates.
  ///
  /// ``init(parsing:language:)`` reads them. Throws for the languages whose words are not told apart by
  /// four letters (Japanese, Korean, Chinese).
  public borrowing func revealingAbbreviations() throws(MnemonicError) -> SecretBytes {
    guard language.hasAbbreviations else { throw .noAbbreviations(language) }
    let sentence = revealingSentence()
    var cut = SecretBytes(count: sentence.count)
    var length = 0
    cut.withUnsafeMutableBytes { target in
      sentence.withUnsafeBytes { source in
        var letters = 0
        for byte in source {
          if byte == 0x20 { letters = 0 } else if WordList.startsLetter(byte) { letters += 1 }
          guard letters <= 4 else { continue }
          target[length] = byte
          length += 1
        }
      }
    }
    cut.truncate(to: length)
    do throws(SecretUnicodeError) {
      return try cut.withUnsafeBytes { (bytes) throws(SecretUnicodeError) in
        try SecretUnicode.composed(bytes)
      }
    } catch {
      throw .unreadable(error)
    }
  }

  /// Stretches the words into the seed: PBKDF2-HMAC-SHA512, 2,048 rounds (BIP-39).
  ///
  /// `passphrase` is UTF-8 of at most 4,096 bytes, empty for none; it is normalized to NFKD here. Any
  /// passphrase gives a seed: a misspelt one gives another wallet. Throws when it is too long or not
  /// UTF-8.
  public borrowing func seed(
    passphrase: borrowing SecretBytes
  ) throws(MnemonicError) -> Seed {
    let sentence = revealingSentence()
    do {
      let salt = SecretBytes(
        joining: SecretBytes(notSecret: "mnemonic".utf8), try SecretUnicode.decomposed(passphrase))
      return try Seed(PBKDF2.sha512(password: sentence, salt: salt, iterations: 2048, count: 64))
    } catch let error as MnemonicError {
      throw error
    } catch let error as SecretUnicodeError {
      throw .unreadable(error)
    } catch {
      throw .stretchingFailed
    }
  }

  /// Stretches the words without a passphrase.
  public borrowing func seed() throws(MnemonicError) -> Seed {
    try seed(passphrase: SecretBytes(count: 0))
  }
}
