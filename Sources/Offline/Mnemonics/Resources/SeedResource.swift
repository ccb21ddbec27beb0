internal import SecretCodes
public import SecureMemory

extension Mnemonic {
  /// The types of uniform resources that hold a seed, each in both generations.
  static let seedTypes = ["ur:crypto-seed/", "ur:seed/"]
  static let wordsTypes = ["ur:crypto-bip39/", "ur:bip39/"]

  /// Whether a text begins as a seed in a uniform resource, of whatever generation and case.
  public static func isResource(_ text: UnsafeRawBufferPointer) -> Bool {
    (seedTypes + wordsTypes).contains { begins(text, $0) }
  }

  private static func begins(_ text: UnsafeRawBufferPointer, _ prefix: String) -> Bool {
    text.count >= prefix.utf8.count && zip(text, prefix.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Reads `ur:crypto-seed`, `ur:seed`, `ur:crypto-bip39` or `ur:bip39` in one symbol, any case
  /// (BCR-2020-006); spaces around it are ignored.
  ///
  /// The payload of a seed is taken for the entropy of English words, as other readers take it. Its
  /// name, note and date are passed over. Throws for other resources, a wrong checksum, and words or
  /// payloads that are none.
  public init(resource text: borrowing SecretBytes) throws(SeedResourceError) {
    let (isWords, body) = try Self.body(of: text)
    var reader = SecretCBORReader(try Self.message(text.slice(body)))
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

  /// The entropy as `ur:crypto-seed/...`, ASCII, in capitals as QR symbols like it best.
  ///
  /// `isNew` writes the type of the second generation, `ur:seed`. Throws for words of another
  /// language than English.
  public borrowing func revealingSeedResource(
    isNew: Bool = false
  ) throws(SeedResourceError) -> SecretBytes {
    guard language == .english else { throw .notEnglish(language) }
    let entropy = withEntropy { SecretBytes(copying: $0) }
    let count = UInt8(truncatingIfNeeded: entropy.count)
    let head: [UInt8] = [0xa1, 0x01] + (count < 24 ? [0x40 | count] : [0x58, count])
    return Self.resource(
      Self.seedTypes[isNew ? 1 : 0], SecretBytes(joining: SecretBytes(notSecret: head), entropy))
  }

  /// The words with their language as `ur:crypto-bip39/...`, ASCII, in capitals as QR symbols like it
  /// best.
  ///
  /// `isNew` writes the type of the second generation, `ur:bip39`.
  public borrowing func revealingWordsResource(isNew: Bool = false) -> SecretBytes {
    var message = SecretBytes(notSecret: [0xa2, 0x01, 0x80 | UInt8(wordCount)])
    revealWords { _, word in
      let count = UInt8(truncatingIfNeeded: word.count)
      let head: [UInt8] = count < 24 ? [0x60 | count] : [0x78, count]
      let item = SecretBytes(
        joining: SecretBytes(notSecret: head), SecretBytes(copying: word))
      message = SecretBytes(joining: message, item)
    }
    // More than 23 items take a longer head; there are 24 at most.
    if wordCount == 24 {
      let rest = message.slice(3..<message.count)
      message = SecretBytes(joining: SecretBytes(notSecret: [0xa2, 0x01, 0x98, 24]), rest)
    }
    let code = Array(language.code.utf8)
    let tail = [0x02, 0x60 | UInt8(truncatingIfNeeded: code.count)] + code
    return Self.resource(
      Self.wordsTypes[isNew ? 1 : 0],
      SecretBytes(joining: message, SecretBytes(notSecret: tail)))
  }

  // MARK: Parts

  private static func resource(
    _ prefix: String, _ message: borrowing SecretBytes
  ) -> SecretBytes {
    var text = SecretBytes(
      joining: SecretBytes(notSecret: prefix.utf8),
      SecretBytewords.encode(message, isMinimal: true))
    text.withUnsafeMutableBytes { text in
      for index in text.indices where (0x61...0x7a).contains(text[index]) { text[index] &= 0xdf }
    }
    return text
  }

  /// Where the letters after the type stand, and whether they say words.
  private static func body(
    of text: borrowing SecretBytes
  ) throws(SeedResourceError) -> (isWords: Bool, body: Range<Int>) {
    let place = text.withUnsafeBytes { text -> (Bool, Range<Int>)? in
      let start = text.prefix(while: SecretUnicode.isSpace).count
      let end =
        text.count - text.dropFirst(start).reversed().prefix(while: SecretUnicode.isSpace).count
      let trimmed = UnsafeRawBufferPointer(rebasing: text[start..<max(start, end)])
      for prefix in seedTypes + wordsTypes where begins(trimmed, prefix) {
        let body = (start + prefix.utf8.count)..<end
        // Hyphens and a further slash belong to one symbol of several.
        guard text[body].allSatisfy({ (0x61...0x7a).contains($0 | 0x20) }) else { return nil }
        return (wordsTypes.contains(prefix), body)
      }
      return nil
    }
    guard let place, !place.1.isEmpty else { throw .resource }
    return place
  }

  private static func message(
    _ letters: borrowing SecretBytes
  ) throws(SeedResourceError) -> SecretBytes {
    do throws(SecretBytewordsError) {
      return try letters.withUnsafeBytes { text throws(SecretBytewordsError) in
        try SecretBytewords.decode(text, limit: 4096)
      }
    } catch {
      throw .bytewords(error)
    }
  }

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
