package import SecureMemory
package import SeedShares

/// A seed as far as it is read without a network: what was given, or shares that belong together.
package enum CollectedSeed: ~Copyable {
  /// A text or a QR code that holds all of it.
  case text(GivenText)
  case codex32(Codex32ShareSet)
  case slip39(SLIP39ShareSet)
  case sskr(SSKRShareSet)
}

extension CollectedSeed {
  /// The text of a Recovery QR, which holds a wallet too; nil for anything else.
  package func recoveryQR() -> SecretBytes? {
    switch self {
    case .text(let given):
      let isOne =
        !SeedInput.isCompact(given.bytes.count) && given.bytes.withUnsafeBytes(RecoveryQR.isOne)
      return isOne ? given.bytes.duplicated() : nil
    default: return nil
    }
  }
}
