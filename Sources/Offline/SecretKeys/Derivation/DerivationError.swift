public import Bytes
public import ExtendedKeys
public import Refusals
public import Secp256k1Signing

/// Refusals of private derivation and of extended private keys; never with a key.
public enum DerivationError: HintedError, Equatable, Sendable {
  /// The seed or the text leads to no private key (chance for a seed: 1 in 2^127).
  case key(SigningError)
  /// A path, depth or account is wrong, or an extended key is malformed.
  case extendedKey(ExtendedKeyError)
  /// The text is not an extended private key in Base58Check.
  case text(BytesError)
  /// A public key was given where a private one belongs.
  case publicKey
}

extension DerivationError {
  public var description: String {
    switch self {
    case .key(let error): "\(error)"
    case .extendedKey(let error): "\(error)"
    case .text(let error): "extended private key: \(error)"
    case .publicKey: "this is an extended public key; nothing can be signed with it"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .key(let error): error.rule
    case .extendedKey(let error): error.rule
    case .text, .publicKey: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .key(let error): error.hint
    case .extendedKey(let error): error.hint
    case .text: "copy the whole key again, starting with xprv or tprv"
    case .publicKey: "give the words or the extended private key"
    }
  }
}
