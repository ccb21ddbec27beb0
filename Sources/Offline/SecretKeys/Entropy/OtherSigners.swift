internal import Hashes
public import SecureMemory

/// What other signers make of the same dice: for comparing two devices.
enum OtherSigners {
  /// SHA-256 of the digits as ASCII, cut to 16 bytes for 12 words.
  static func entropy(ofDigits digits: borrowing SecretBytes, wordCount: Int) -> SecretBytes? {
    switch wordCount {
    case 12: SecretSHA256.hash(digits).slice(0..<16)
    case 24: SecretSHA256.hash(digits)
    default: nil
    }
  }
}

extension DiceRolls {
  /// The entropy that SeedSigner and Coldcard make of these rolls alone: SHA-256 of the digits, cut to
  /// 16 bytes for 12 words.
  ///
  /// For comparing: seeds here are made by another formula, which mixes in the system's randomness.
  /// Nil for other numbers of words than 12 and 24. SeedSigner asks for exactly 50 and 99 rolls.
  public borrowing func entropyAsSeedSignerAndColdcard(wordCount: Int) -> SecretBytes? {
    let digits = withDigits { SecretBytes(copying: $0) }
    return OtherSigners.entropy(ofDigits: digits, wordCount: wordCount)
  }
}
