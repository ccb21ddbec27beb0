public import Bytes
public import Hashes
public import Refusals
public import Secp256k1Signing
public import SecretCodes

/// Refusals of private keys that are encrypted with a passphrase (BIP-38); never with a key or
/// passphrase.
public enum BIP38Error: HintedError, Equatable, Sendable {
  /// The text is not Base58Check of 39 bytes.
  case text(BytesError)
  /// The first two bytes are not those of an encrypted private key.
  case prefix
  /// The flags have bits that BIP-38 does not define, or that contradict the kind of key.
  case flags(UInt8)
  /// The passphrase is another one, or the key belongs to another kind of network.
  case wrongPassphrase
  /// The passphrase is not UTF-8 or longer than 4,096 bytes.
  case passphrase(SecretUnicodeError)
  /// The key could not be stretched or deciphered.
  case hashes(HashesError)
  /// The passphrase leads to a number that is not a private key.
  case key(SigningError)
}

extension BIP38Error {
  public var description: String {
    switch self {
    case .text(let error): "encrypted private key (BIP-38): \(error)"
    case .prefix: "this is not a private key encrypted as BIP-38 says"
    case .flags(let flags): "encrypted private key (BIP-38): unknown flags \(flags)"
    case .wrongPassphrase:
      "the passphrase does not open this key, or the key is of another network"
    case .passphrase(let error): "passphrase: \(error)"
    case .hashes(let error): "encrypted private key (BIP-38): \(error)"
    case .key(let error): "encrypted private key (BIP-38): \(error)"
    }
  }

  /// Nil: no rule is about words and keys that somebody mistyped; the sentence names their standard.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .text, .prefix: "copy the whole key again: 58 letters and digits, starting with 6P"
    case .flags: "this program does not know how to open it; nothing was lost"
    case .wrongPassphrase: "capitals and spaces count; try again"
    case .passphrase(let error): error.hint
    case .hashes(let error): error.hint
    case .key(let error): error.hint
    }
  }
}
