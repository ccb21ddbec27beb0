internal import Hashes

/// Tells secrets in texts from outside, erring on the side of refusing; no part of one is repeated.
public enum SecretText {
  /// What kind of secret the text looks like; nil for none.
  public static func kind(of text: some StringProtocol) -> String? {
    let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
    if [12, 15, 18, 21, 24].contains(words.count),
      words.allSatisfy({ (3...8).contains($0.count) && $0.allSatisfy(\.isLetter) })
    {
      return "a list of seed words"
    }
    let digits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if digits, [48, 60, 72, 84, 96].contains(text.utf8.count) { return "a SeedQR" }
    let start = text.prefix(16).lowercased()
    if start.hasPrefix("ms1") { return "a codex32 share" }
    if start.hasPrefix("ur:seed") || start.hasPrefix("ur:crypto-seed")
      || start.hasPrefix("ur:crypto-bip39")
    {
      return "a seed"
    }
    if Array(text.utf8).split(whereSeparator: { !isBase58($0) }).contains(
      where: isExtendedPrivateKey)
    {
      return "an extended private key"
    }
    if words.count == 1, [51, 52].contains(text.utf8.count),
      let bytes = try? Base58Check.decode(text),
      [33, 34].contains(bytes.count), bytes[0] == 0x80 || bytes[0] == 0xef
    {
      return "a private key"
    }
    if text.hasPrefix("6P"), text.utf8.count == 58 { return "an encrypted private key" }
    return nil
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
  /// The letters alone say nothing: `xprv` stands somewhere in every large base64 or bytewords text.
  private static func isExtendedPrivateKey(_ run: ArraySlice<UInt8>) -> Bool {
    run.count >= 90 && run.dropFirst().starts(with: "prv".utf8)
      && "xtyzuvYZUV".utf8.contains(run[run.startIndex])
  }
}
