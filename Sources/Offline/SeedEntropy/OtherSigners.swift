internal import Hashes
public import SecureMemory

/// Signers of others whose way from dice to words is published, so that two devices can be compared.
public enum OtherSigner: String, Hashable, Sendable, CaseIterable {
  /// SeedSigner: hashes the digits of the rolls as text.
  case seedSigner = "seedsigner"
  /// Coldcard: hashes the digits of the rolls as text.
  case coldcard

  /// As it calls itself.
  public var name: String {
    switch self {
    case .seedSigner: "SeedSigner"
    case .coldcard: "Coldcard"
    }
  }

  /// The number of draws it asks for; nil when it takes no such draws or makes no seed of so many words.
  ///
  /// SeedSigner stops at exactly so many, Coldcard takes more as well.
  public func draws(of kind: DrawKind, wordCount: Int) -> Int? {
    switch (self, kind, wordCount) {
    case (_, .die(sides: 6), 12): 50
    case (_, .die(sides: 6), 24): 99
    case (.seedSigner, .coin, 12): 128
    case (.seedSigner, .coin, 24): 256
    default: nil
    }
  }
}

extension Draws {
  /// The entropy that another signer makes of these draws alone, for comparing: SHA-256 of the digits as
  /// ASCII (1 is heads), cut to 16 bytes for 12 words.
  ///
  /// Seeds here are made by another formula, which mixes in the system's randomness. Any number of
  /// draws is taken: see ``needed(as:wordCount:)``. Throws for draws and numbers of words that the
  /// other signer does not support.
  public borrowing func entropy(
    as other: OtherSigner, wordCount: Int
  ) throws(EntropyError) -> SecretBytes {
    guard other.draws(of: kind, wordCount: wordCount) != nil else {
      throw .noSuchWay(other, kind, wordCount: wordCount)
    }
    let digest = SecretSHA256.hash(revealingText())
    return wordCount == 12 ? digest.slice(0..<16) : digest
  }

  /// Throws unless another signer would make a seed of these draws alone, and they look fair.
  ///
  /// Nothing else helps where draws stand alone.
  public borrowing func requireEnough(
    as other: OtherSigner, wordCount: Int
  ) throws(EntropyError) {
    guard let needed = other.draws(of: kind, wordCount: wordCount) else {
      throw .noSuchWay(other, kind, wordCount: wordCount)
    }
    guard count >= needed else { throw .tooFewDraws(found: count, needed: needed) }
    guard other == .coldcard || count == needed else {
      throw .tooManyForOther(other, found: count, needed: needed)
    }
    if let doubt = doubts.first { throw .suspiciousDraws(doubt) }
  }
}
