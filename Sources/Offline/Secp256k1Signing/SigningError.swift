public import Refusals
public import SecureMemory

/// Refusals of the private half of the curve; never with a key.
public enum SigningError: HintedError, Equatable, Sendable {
  /// A private key or tweak has another length than 32 bytes.
  case length(found: Int)
  /// A private key is zero or not below the order of the curve.
  case keyOutOfRange
  /// A tweak is not below the order of the curve, or the tweaked key is zero.
  case tweakOutOfRange
  /// There is no randomness to blind the computation with.
  case randomness(RandomnessError)
  /// The library made no signature.
  case noSignature
  /// A signature does not verify for the public key: a fault of the machine, or not its key.
  case notVerified
  /// The opening of an agreed nonce is not the one that this key gives.
  case otherOpening
}

extension SigningError {
  public var description: String {
    switch self {
    case .length(let found): "private key or tweak has \(found) bytes instead of 32"
    case .keyOutOfRange: "private key is out of range"
    case .tweakOutOfRange: "tweak is out of range or leads to no key"
    case .randomness(let error): "cannot sign safely: \(error)"
    case .noSignature: "no signature could be made"
    case .notVerified: "the signature does not verify for its public key and was discarded"
    case .otherOpening:
      "the opening is not the one that this key gives for this digest and this entropy"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    if case .randomness(let error) = self { error.rule } else { nil }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .length, .keyOutOfRange, .tweakOutOfRange:
      "check where the key comes from; nothing was signed"
    case .randomness(let error): error.hint
    case .noSignature, .notVerified:
      "nothing was written; the memory or processor may be faulty: try again on another machine"
    case .otherOpening: "begin again with round 1, on the signer that is to sign"
    }
  }
}
