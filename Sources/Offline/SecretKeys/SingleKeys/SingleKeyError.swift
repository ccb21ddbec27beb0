public import Bytes
public import Refusals
public import Secp256k1Signing

/// Refusals of single private keys as text (WIF); never with a key.
public enum SingleKeyError: HintedError, Equatable, Sendable {
  /// The text is not Base58Check of 33 or 34 bytes.
  case text(BytesError)
  /// The first byte belongs to no network.
  case version(UInt8)
  /// The byte after a key for a compressed public key is not 1.
  case compression
  /// The number is zero or not below the order of the curve.
  case key(SigningError)
  /// This is a key that is encrypted with a passphrase (BIP-38).
  case encrypted
}

extension SingleKeyError {
  public var description: String {
    switch self {
    case .text(let error): "private key (WIF): \(error)"
    case .version(let byte): "private key (WIF): first byte \(byte) belongs to no network"
    case .compression: "private key (WIF): the byte after the key is not 1"
    case .key(let error): "private key (WIF): \(error)"
    case .encrypted: "this private key is encrypted with a passphrase (BIP-38)"
    }
  }

  /// Nil: no rule is about words and keys that somebody mistyped; the sentence names their standard.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .text, .compression: "copy the whole key again: 51 or 52 letters and digits"
    case .version: "a mainnet key starts with 5, K or L; one of a test network with 9 or c"
    case .key(let error): error.hint
    case .encrypted: "give its passphrase too"
    }
  }
}
