internal import Bytes
internal import Mnemonics
internal import SecretCodes
package import SecureMemory
internal import SeedShares

/// Which way of writing a secret a text is in, told by its content.
///
/// A guess for choosing a reader: the reader says whether the text is right.
package enum SecretForm: String, Hashable, Sendable {
  /// Words of BIP-39, whole or cut.
  case words
  /// The digits of a SeedQR.
  case seedQR
  /// Strings of codex32.
  case codex32
  /// Shares of SLIP-39, a line each or one over several lines.
  case slip39
  /// Shares of SSKR, in bytewords or as resources, a line each or one over several lines.
  case sskr
  /// A seed or its words as a uniform resource: `ur:crypto-seed`, `ur:crypto-bip39`.
  case seedResource
  /// An extended private key.
  case extendedPrivateKey
  /// A single private key (WIF).
  case singleKey
  /// A single private key that is encrypted (BIP-38).
  case encryptedKey
  /// None of these.
  case unknown

  /// Looks at a text; ASCII spaces and line breaks around it are ignored.
  package init(recognising text: borrowing SecretBytes) {
    self = text.withUnsafeBytes { SecretForm(recognising: $0) }
  }

  /// Looks at a text; ASCII spaces and line breaks around it are ignored.
  package init(recognising text: UnsafeRawBufferPointer) {
    self = Self.form(of: UnsafeRawBufferPointer(rebasing: text[SecretUnicode.trimmed(text)]))
  }

  /// Looks at what a QR code holds, which a person did not give as a secret.
  ///
  /// Text in several words is a secret only where the words are made of letters: the source of a
  /// program, which encrypted sheets have in QR codes, is none.
  package init(symbol: UnsafeRawBufferPointer) {
    let form = SecretForm(recognising: symbol)
    let isProse = symbol.contains { byte in
      !SecretUnicode.isSpace(byte) && byte < 0x80 && !(0x61...0x7a).contains(byte | 0x20)
    }
    let isInWords = [.words, .slip39, .sskr].contains(form) && !SSKRShare.isResource(symbol)
    self = isInWords && isProse ? .unknown : form
  }

  private static func form(of text: UnsafeRawBufferPointer) -> SecretForm {
    guard !text.isEmpty else { return .unknown }
    let words = words(in: text)
    if SecretUnicode.begins(text, with: "ms1") { return .codex32 }
    if SSKRShare.isResource(text) { return .sskr }
    if Mnemonic.isResource(text) { return .seedResource }
    if words.count == 1 {
      let letters = text.allSatisfy { Alphabet.base58.value(ofSecret: $0) != nil }
      if text.allSatisfy({ (0x30...0x39).contains($0) }), text.count >= 40 { return .seedQR }
      if ["xprv", "tprv"].contains(where: { SecretUnicode.begins(text, with: $0) }) {
        return .extendedPrivateKey
      }
      if letters, text.count == 58, SecretUnicode.begins(text, with: "6P") { return .encryptedKey }
      let isWIF = text.first.map { "5KL9c".utf8.contains($0) } ?? false
      if letters, isWIF, (51...52).contains(text.count) { return .singleKey }
      return .unknown
    }
    if Mnemonic.wordCounts.contains(words.count) { return .words }
    // Bytewords of a share all have four letters, and start with those of its CBOR tag.
    if SecretUnicode.begins(text, with: "tuna"), words.allSatisfy({ $0.count == 4 }) {
      return .sskr
    }
    if words.count >= SSKRShare.leastWords - 1, SecretBytewords.mostAreWords(of: text) {
      return .sskr
    }
    let fewest = SLIP39Share.wordCounts.lowerBound
    // One word of a share may be missing.
    if words.count == fewest - 1, SLIP39Share.mostAreWords(of: text) { return .slip39 }
    return words.count >= fewest ? .slip39 : .words
  }

  private static func words(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    for index in 0...text.count where index == text.count || SecretUnicode.isSpace(text[index]) {
      if index > start { words.append(start..<index) }
      start = index + 1
    }
    return words
  }
}
