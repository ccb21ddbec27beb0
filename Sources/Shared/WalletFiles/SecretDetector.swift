internal import Bytes
internal import Hashes

/// Recognises secrets in texts from outside, erring on the side of refusing; no part of one is
/// repeated.
public enum SecretDetector {
  /// What kind of secret the text looks like; nil for none.
  ///
  /// Words are those of BIP-39 in any language, of SLIP-39 and of SSKR (bytewords), numbered or
  /// not.
  public static func kind(of text: some StringProtocol) -> String? {
    let parts = text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
    if let kind = kind(ofWords: parts.filter { !isNumbering($0) }) { return kind }
    if isSeedQR(parts) { return "a SeedQR" }
    if parts.count == 1, isMiniKey(parts[0]) { return "a mini private key" }
    let start = text.prefix(24).lowercased()
    if start.hasPrefix("ms1") { return "a codex32 share" }
    if isSeedResource(start) { return "a seed" }
    return kind(ofKeysIn: text)
  }

  /// What kind of private key stands in the text; nil for none.
  static func kind(ofKeysIn text: some StringProtocol) -> String? {
    let runs = Array(text.utf8).split(whereSeparator: { !isBase58($0) })
    if runs.contains(where: isExtendedPrivateKey) { return "an extended private key" }
    if runs.contains(where: isPrivateKey) { return "a private key" }
    if runs.contains(where: { $0.count == 58 && $0.starts(with: "6P".utf8) }) {
      return "an encrypted private key"
    }
    return nil
  }

  /// Whether a text in small letters begins as a `ur:` does that carries a seed or a share of one.
  static func isSeedResource(_ text: String) -> Bool {
    seedTypes.contains { text.hasPrefix("ur:\($0)/") }
  }

  /// What kind of secret the content of a QR code looks like, text or not; nil for none.
  public static func kind(ofSymbol bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // Bytes that are not text, and so few: no other message is so short.
      return [16, 20, 24, 28, 32].contains(bytes.count) ? "what looks like a CompactSeedQR" : nil
    }
    return kind(of: text)
  }

  private static let seedTypes = [
    "seed", "crypto-seed", "crypto-bip39", "sskr", "crypto-sskr", "slip39", "crypto-slip39",
  ]

  private static func kind(ofWords words: [some StringProtocol]) -> String? {
    if words.count == 1 {
      // Bytewords may be joined by hyphens.
      let joined = words[0].split(separator: "-")
      return joined.count >= 20 && joined.allSatisfy { $0.count == 4 && isWord($0) }
        ? "an SSKR share" : nil
    }
    guard words.count >= 12, words.count <= 60, words.allSatisfy({ isWord($0) }) else { return nil }
    if [12, 15, 18, 21, 24].contains(words.count) { return "a list of seed words" }
    if words.count >= 20, words.allSatisfy({ $0.count == 4 }) { return "an SSKR share" }
    if [20, 23, 27, 30, 33].contains(words.count) { return "a SLIP-39 share" }
    return nil
  }

  private static func isWord(_ word: some StringProtocol) -> Bool {
    // Words of Chinese are one character each, those of Japanese and Korean two and more.
    let shortest = word.utf8.allSatisfy { $0 < 0x80 } ? 3 : 1
    return (shortest...8).contains(word.count) && word.allSatisfy(\.isLetter)
  }

  /// Whether a token only counts the words: `1.`, `12)`, `07`.
  private static func isNumbering(_ token: some StringProtocol) -> Bool {
    let digits = token.prefix { $0.isASCII && $0.isNumber }
    return (1...2).contains(digits.count) && token.dropFirst(digits.count).count <= 1
      && token.dropFirst(digits.count).allSatisfy { ".):".contains($0) }
  }

  /// Four digits a word, in one piece or in groups.
  private static func isSeedQR(_ parts: [some StringProtocol]) -> Bool {
    let digits = parts.reduce(0) { $0 + $1.utf8.count }
    return [48, 60, 72, 84, 96].contains(digits) && (parts.count == 1 || parts.count == digits / 4)
      && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Whether a run of Base58 is a private key (WIF): its checksum decides.
  private static func isPrivateKey(_ run: ArraySlice<UInt8>) -> Bool {
    guard [51, 52].contains(run.count),
      let bytes = try? Base58Check.decode(String(decoding: run, as: UTF8.self)),
      [33, 34].contains(bytes.count)
    else { return false }
    return bytes[0] == 0x80 || bytes[0] == 0xef
  }

  /// Whether a text is a mini private key, as physical coins have: `S`, 21, 25 or 29 more
  /// characters of Base58, and a SHA-256 of it and `?` that begins with a zero byte.
  ///
  /// For a text that stands alone: among the many pieces of a large base64 text some look like one.
  static func isMiniKey(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "S"), [22, 26, 30].contains(bytes.count),
      bytes.allSatisfy(isBase58)
    else { return false }
    return SHA256.hash(bytes + [UInt8(ascii: "?")])[0] == 0
  }

  private static func isBase58(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0"), UInt8(ascii: "I"), UInt8(ascii: "O"), UInt8(ascii: "l"): false
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }

  /// Whether a run of Base58 is an extended private key (111 characters), even one that lost a few.
  ///
  /// The letters alone say nothing: `xprv` stands somewhere in every large base64 or bytewords
  /// text.
  private static func isExtendedPrivateKey(_ run: ArraySlice<UInt8>) -> Bool {
    run.count >= 90 && run.dropFirst().starts(with: "prv".utf8)
      && "xtyzuvYZUV".utf8.contains(run[run.startIndex])
  }
}
