internal import Bytes
internal import Hashes
internal import QRTransport
internal import WordLists

/// Recognises secrets on a command line, where none may be: the shell's history keeps it, and other
/// programs can read it.
///
/// Unlike ``SecretDetector`` it must not take labels and names for a seed: only what has a checksum
/// that is right counts, what stands in lists of words that ordinary sentences are not made of, or
/// begins as nothing but a secret does.
public enum SecretArguments {
  /// What kind of secret stands in the arguments, in one of them or a word in each; nil for none.
  ///
  /// Words of BIP-39 with the right checksum in any language, shares of SLIP-39 and SSKR, SeedQR,
  /// codex32, `ur:` seeds, extended private keys, WIF, mini private keys and BIP-38; also behind an
  /// option's `=`. Words of Electrum's seeds, of today's kind and of the first.
  public static func kind(in arguments: [String]) -> String? {
    let words = arguments.flatMap { argument in
      // An option's name is not a word; what stands behind its `=` may be.
      Self.words(of: argument.hasPrefix("-") ? value(of: argument) : argument[...])
    }
    if SeedPhrase.isHeld(in: words) { return "a list of seed words" }
    if SeedPhrase.isElectrumHeld(in: words) { return "the words of an Electrum seed" }
    if SeedPhrase.isShareHeld(in: words) { return "a SLIP-39 share" }
    if isSSKR(words) { return "an SSKR share" }
    return arguments.lazy.compactMap { kind(ofToken: $0) }.first
  }

  /// What kind of secret a label or a name holds, by tests that are for labels and names alone; nil
  /// for none.
  ///
  /// A private key and a transaction's id are both 64 hexadecimal digits. In a label they pass
  /// beside words that do not speak of keys, as in `refund of` and the id; alone, in groups too, or
  /// beside `private key` they do not. So do 128 digits, a seed of BIP-32.
  public static func kind(inLabel text: String) -> String? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
      .map { $0.hasPrefix("0x") ? $0.dropFirst(2) : $0 }
    let isHex: (Substring) -> Bool = { $0.utf8.allSatisfy(isHexDigit) }
    let digits = words.filter(isHex).reduce(0) { $0 + $1.utf8.count }
    let others = Set(words.filter { !isHex($0) }.map(String.init))
    let isOfTransaction = !others.isDisjoint(with: ["transaction", "tx", "txid"])
    let isPublic = !others.isDisjoint(with: ["pubkey", "public"])
    let speaksOfKeys =
      !others.isDisjoint(with: privateWords)
      || !isOfTransaction
        && (others.contains("seed") || !isPublic && !others.isDisjoint(with: ["key", "keys"]))
    let holdsWhole = words.contains { isHex($0) && [64, 128].contains($0.utf8.count) }
    guard others.isEmpty ? [64, 128].contains(digits) : speaksOfKeys && holdsWhole else {
      return nil
    }
    return "what looks like a private key in hex"
  }

  /// Words beside which hex is refused whatever else is said; `key` and `seed` have other meanings,
  /// too.
  private static let privateWords: Set<String> = [
    "entropy", "hexkey", "priv", "private", "privkey", "privatekey", "secret", "seckey", "wif",
  ]

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// What looks like a secret with a wrong word or letter, in one argument or a word in each; nil
  /// for none.
  ///
  /// For a command line that failed: its error may repeat the secret as a name. Not looked at are
  /// labels, which are sentences, and what `isThere` calls the name of a file.
  public static func mistypedKind(
    in arguments: [String], isThere: (String) -> Bool = { _ in false }
  ) -> String? {
    var looked: [String] = []
    for (place, argument) in arguments.enumerated() where !isThere(argument) {
      let isLabel =
        argument.hasPrefix("--label=") || (place > 0 && arguments[place - 1] == "--label")
      if !isLabel { looked.append(argument) }
    }
    for argument in looked {
      let value = argument.split(separator: "=", maxSplits: 1).last ?? ""
      if let kind = SecretDetector.kind(of: argument) ?? SecretDetector.kind(of: value) {
        return kind
      }
    }
    let words = looked.filter { !$0.hasPrefix("-") }.prefix(64)
    for start in words.indices {
      if let kind = SecretDetector.kind(of: words[start...].joined(separator: " ")) { return kind }
    }
    return nil
  }

  private static func value(of argument: String) -> Substring {
    argument.firstIndex(of: "=").map { argument[argument.index(after: $0)...] } ?? ""
  }

  /// Runs of letters: numbers, commas and quotation marks between words count for nothing.
  private static func words(of text: Substring) -> [String] {
    text.split { !$0.isLetter }.map(String.init)
  }

  private static func isSSKR(_ words: [String]) -> Bool {
    guard words.count >= 20 else { return false }
    let known = Set(
      "\(BytewordsTable.words)".split(whereSeparator: \.isWhitespace).map(String.init))
    return words.map { known.contains($0.lowercased()) }.split(separator: false)
      .contains { $0.count >= 20 }
  }

  private static func kind(ofToken argument: String) -> String? {
    if let kind = SecretDetector.kind(ofKeysIn: argument) { return kind }
    for token in argument.split(whereSeparator: { $0.isWhitespace || "=,;\"'".contains($0) }) {
      let lower = token.lowercased()
      if SecretDetector.isSeedResource(lower) { return "a seed" }
      if isCodex32(lower) { return "a codex32 share" }
      if SecretDetector.isMiniKey(token) { return "a mini private key" }
    }
    let digits = value(of: argument).isEmpty ? argument[...] : value(of: argument)
    return isSeedQR(argument) || isSeedQR(String(digits)) ? "a SeedQR" : nil
  }

  /// `ms1` and at least 45 characters of Bech32.
  private static func isCodex32(_ token: String) -> Bool {
    token.hasPrefix("ms1") && token.utf8.count >= 48
      && token.utf8.dropFirst(3).allSatisfy { Alphabet.bech32.characters.contains($0) }
  }

  /// Four digits a word, with the checksum of BIP-39: nothing else of so many digits has it by
  /// chance.
  private static func isSeedQR(_ text: String) -> Bool {
    let digits = text.utf8.filter { $0 != 0x20 }
    guard [48, 60, 72, 84, 96].contains(digits.count),
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    let values = digits.map { Int($0 - 0x30) }
    return SeedPhrase.isPhrase(
      stride(from: 0, to: values.count, by: 4).map { start in
        values[start..<(start + 4)].reduce(0) { $0 * 10 + $1 }
      })
  }
}
