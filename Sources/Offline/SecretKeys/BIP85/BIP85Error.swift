public import Hashes
public import Refusals

/// Refusals of derived entropy (BIP-85); never with a secret.
public enum BIP85Error: HintedError, Equatable, Sendable {
  /// The key is not a master key: what is derived from it could not be derived again from the
  /// words.
  case notMaster(depth: Int)
  /// A number of the path is not below 2^31, or a path has no or too many numbers.
  case path
  /// The number of words is not 12, 15, 18, 21 or 24.
  case wordCount(Int)
  /// A length, in characters or bytes, is out of the bounds of the BIP.
  case length(Int, allowed: ClosedRange<Int>)
  /// A die has fewer than 2 or more than 2^32 - 1 sides.
  case sides(Int)
  /// The number of rolls is out of bounds.
  case rolls(Int, allowed: ClosedRange<Int>)
  /// The entropy leads to no key, which never happens by chance: the next index must be taken.
  case noKey
  /// A step of the derivation failed.
  case derivation(DerivationError)
  /// libcrypto failed.
  case hashes(HashesError)
}

extension BIP85Error {
  public var description: String {
    switch self {
    case .notMaster(let depth):
      "BIP-85 starts at a master key, and this key is \(depth) steps below one"
    case .path: "the path of BIP-85 has a number that is not below 2^31"
    case .wordCount(let found):
      "BIP-85 does not derive \(found) words; there must be 12, 15, 18, 21 or 24"
    case .length(let found, let allowed):
      "length \(found) is not from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .sides(let found): "there is no die with \(found) sides; 2 to 4294967295"
    case .rolls(let found, let allowed):
      "\(found) rolls are not from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .noKey: "this index leads to no private key"
    case .derivation(let error): "\(error)"
    case .hashes(let error): "\(error)"
    }
  }

  /// Nil: no rule is about words and keys that somebody mistyped; the sentence names their standard.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .notMaster: "use the words or the master key"
    case .path: "use a smaller index"
    case .wordCount: "use 12 or 24 words"
    case .length, .sides, .rolls: "use a number within the bounds"
    case .noKey: "use the next index"
    case .derivation(let error): error.hint
    case .hashes(let error): error.hint
    }
  }
}
