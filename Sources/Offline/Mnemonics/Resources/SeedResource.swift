internal import Bytes
internal import SecretCodes
public import SecureMemory

extension Mnemonic {
  /// The types of uniform resources that hold a seed, each in both generations.
  private static let seedTypes = ["crypto-seed", "seed"]
  private static let wordsTypes = ["crypto-bip39", "bip39"]

  /// Whether a text begins as a seed in a uniform resource, of whatever generation and case.
  public static func isResource(_ text: UnsafeRawBufferPointer) -> Bool {
    SecretResource.isOne(text, ofTypes: seedTypes + wordsTypes)
  }

  /// Reads `ur:crypto-seed`, `ur:seed`, `ur:crypto-bip39` or `ur:bip39` in one QR code, any case
  /// (BCR-2020-006); spaces around it are ignored.
  ///
  /// The payload of a seed is taken for the entropy of English words, as other readers take it. Its
  /// name, note and date are passed over. Throws for other resources, a wrong checksum, and words
  /// or payloads that are not a seed.
  public init(resource text: borrowing SecretBytes) throws(SeedResourceError) {
    let resource: SecretResource
    do throws(SecretResourceError) {
      resource = try SecretResource(
        parsing: text, types: Self.seedTypes + Self.wordsTypes, limit: 4096)
    } catch {
      throw SeedResourceError(error)
    }
    let isWords = Self.wordsTypes.contains(resource.type)
    var reader = SecretCBORReader(resource.message.duplicated())
    // A writer that tags the whole item breaks the rule, and is understood.
    guard var head = reader.head() else { throw .malformed }
    if head.kind == .tag {
      guard [300, 40300, 301, 40301].contains(head.value), let next = reader.head() else {
        throw .malformed
      }
      head = next
    }
    guard head.kind == .map, (1...8).contains(head.value) else { throw .malformed }
    var found: SecretBytes?
    for _ in 0..<head.value {
      guard let key = reader.head(), key.kind == .unsigned else { throw .malformed }
      if key.value == 1 {
        guard found == nil else { throw .malformed }
        found = isWords ? Self.words(&reader) : Self.payload(&reader)
        if found == nil { throw .malformed }
      } else if !reader.skip() {
        throw .malformed
      }
    }
    guard reader.isAtEnd, let found else { throw .malformed }
    do throws(MnemonicError) {
      if isWords {
        try self.init(parsing: found)
      } else {
        let count = found.count
        guard count % 4 == 0, (16...32).contains(count) else {
          throw MnemonicError.entropyLength(found: count)
        }
        try self.init(entropy: found)
      }
    } catch .entropyLength(let count) {
      throw .payloadLength(found: count)
    } catch {
      throw .words(error)
    }
  }

  /// The entropy as `ur:crypto-seed/...`, ASCII, in capitals, which make the smallest QR code.
  ///
  /// `isNew` writes the type of the second generation, `ur:seed`. Throws for words of another
  /// language than English.
  public borrowing func revealingSeedResource(
    isNew: Bool = false
  ) throws(SeedResourceError) -> SecretBytes {
    guard language == .english else { throw .notEnglish(language) }
    let entropy = withEntropy { SecretBytes(copying: $0) }
    let head = [0xa1, 0x01] + CBORWriter.head(major: 2, entropy.count)
    return SecretResource.encode(
      Self.seedTypes[isNew ? 1 : 0], SecretBytes(joining: SecretBytes(notSecret: head), entropy),
      isUpperCase: true)
  }

  /// The words with their language as `ur:crypto-bip39/...`, ASCII, in capitals, which make the
  /// smallest QR code.
  ///
  /// `isNew` writes the type of the second generation, `ur:bip39`.
  public borrowing func revealingWordsResource(isNew: Bool = false) -> SecretBytes {
    var message = SecretBytes(
      notSecret: [0xa2, 0x01] + CBORWriter.head(major: 4, wordCount))
    revealWords { _, word in
      let item = SecretBytes(
        joining: SecretBytes(notSecret: CBORWriter.head(major: 3, word.count)),
        SecretBytes(copying: word))
      message = SecretBytes(joining: message, item)
    }
    let code = Array(language.code.utf8)
    let tail = [0x02] + CBORWriter.head(major: 3, code.count) + code
    return SecretResource.encode(
      Self.wordsTypes[isNew ? 1 : 0],
      SecretBytes(joining: message, SecretBytes(notSecret: tail)), isUpperCase: true)
  }

  // MARK: Parts

  private static func payload(_ reader: inout SecretCBORReader) -> SecretBytes? {
    guard let head = reader.head(), head.kind == .bytes else { return nil }
    return reader.content(head.value)
  }

  /// The words of an array, with single spaces.
  private static func words(_ reader: inout SecretCBORReader) -> SecretBytes? {
    guard let head = reader.head(), head.kind == .array, (1...24).contains(head.value) else {
      return nil
    }
    var sentence = SecretBytes(count: 0)
    for number in 0..<head.value {
      guard let head = reader.head(), head.kind == .text, (1...64).contains(head.value),
        let word = reader.content(head.value)
      else { return nil }
      if number > 0 {
        sentence = SecretBytes(joining: sentence, SecretBytes(notSecret: [0x20]))
      }
      sentence = SecretBytes(joining: sentence, word)
    }
    return sentence
  }
}

extension MnemonicLanguage {
  /// What a resource of words calls the language (ISO 639-1; the two Chinese lists by their script).
  var code: String {
    switch self {
    case .english: "en"
    case .japanese: "ja"
    case .korean: "ko"
    case .spanish: "es"
    case .chineseSimplified: "zh-Hans"
    case .chineseTraditional: "zh-Hant"
    case .french: "fr"
    case .italian: "it"
    case .czech: "cs"
    case .portuguese: "pt"
    }
  }
}
