public import ExtendedKeys

/// Refusals of extended private keys; never with key material.
public enum XprivError: Error, Equatable, Sendable {
  /// A seed has fewer than 16 or more than 64 bytes.
  case seedLength(found: Int)
  /// The key would lie deeper than 255 levels.
  case tooDeep
  /// A master key is expected.
  case notMaster(depth: UInt8)
  /// A hardened child cannot be derived by this way.
  case hardenedChild(ChildNumber)
  /// This number has no key (chance: 1 in 2^127).
  case noSuchKey(ChildNumber)
  /// The public side refuses.
  case extendedKey(ExtendedKeyError)
}

extension XprivError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .seedLength(let found): "a seed has 16 to 64 bytes, not \(found) (BIP-32)"
    case .tooDeep: "the key would lie deeper than 255 levels (BIP-32)"
    case .notMaster(let depth): "a master key is expected, not one of depth \(depth)"
    case .hardenedChild(let child): "the child \(child) is hardened"
    case .noSuchKey(let child): "the child \(child) has no key (BIP-32)"
    case .extendedKey(let error): "\(error)"
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .seedLength: "check where the seed comes from"
    case .tooDeep, .notMaster, .hardenedChild, .extendedKey: "check the derivation path"
    case .noSuchKey: "use the next account or index"
    }
  }
}
