public import Bytes
public import Refusals
public import Secp256k1

/// Refusals of extended keys, paths and origins; never with key material.
public enum ExtendedKeyError: HintedError, Equatable, Sendable {
  /// The text is not Base58Check.
  case text(BytesError)
  /// A serialized key has another length than 78 bytes.
  case length(found: Int)
  /// The version bytes are of no known kind of key.
  case unknownVersion(UInt32)
  /// A private key was given where only public keys may go.
  case privateKey
  /// A SLIP-132 prefix (such as `zpub`) was given where only `xpub` and `tpub` are understood.
  case scriptPrefix(String)
  /// A master key (depth 0) claims to have a parent.
  case masterWithParent
  /// A master key (depth 0) claims to be a numbered child.
  case masterWithChildNumber
  /// The public key inside is not valid.
  case publicKey(Secp256k1Error)
  /// A hardened child can be derived from the private key only.
  case hardenedChild(ChildNumber)
  /// The key would lie deeper than 255 levels.
  case tooDeep
  /// This number has no key (chance: 1 in 2^127); BIP-32 says to use the next one.
  case noSuchChild(ChildNumber)
  /// A derivation path is misspelt at a character, counted from 1.
  case path(position: Int, reason: String)
  /// A fingerprint is not eight hexadecimal digits.
  case fingerprint
  /// A child or account number is not below 2^31.
  case indexTooLarge(UInt64)
  /// A key's depth or child number differs from what its origin says.
  case originMismatch(depth: Int, pathLength: Int)
}

extension ExtendedKeyError {
  public var description: String {
    switch self {
    case .text(let error): "extended key: \(error)"
    case .length(let found): "extended key has \(found) bytes instead of 78"
    case .unknownVersion(let version):
      "extended key has unknown version bytes \(hex(version))"
    case .privateKey: "this is a private key; only a public key may be given here"
    case .scriptPrefix(let prefix): "\(prefix) keys are not understood here, only xpub and tpub"
    case .masterWithParent: "extended key of depth 0 has a parent fingerprint"
    case .masterWithChildNumber: "extended key of depth 0 has a child number"
    case .publicKey(let error): "extended key: \(error)"
    case .hardenedChild(let child):
      "hardened child \(child) cannot be derived from a public key"
    case .tooDeep: "derivation is deeper than 255 levels"
    case .noSuchChild(let child): "child \(child) does not exist"
    case .path(let position, let reason):
      "derivation path is wrong at character \(position): \(reason)"
    case .fingerprint: "fingerprint must be eight hexadecimal digits"
    case .indexTooLarge(let index): "number \(index) is not below 2147483648"
    case .originMismatch(let depth, let length):
      "extended key of depth \(depth) does not fit its origin of \(length) steps"
    }
  }

  /// The rule that refuses it: R23 for a key that is brought in; nil for a path or
  /// number that was typed.
  public var rule: Rule? {
    switch self {
    case .text, .length, .unknownVersion, .privateKey, .scriptPrefix, .masterWithParent,
      .masterWithChildNumber, .publicKey, .originMismatch:
      .r23
    case .hardenedChild, .tooDeep, .noSuchChild, .path, .fingerprint, .indexTooLarge: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .text, .length, .publicKey, .masterWithParent, .masterWithChildNumber:
      "copy the whole key again from where it was exported"
    case .unknownVersion: "give an extended public key that starts with xpub or tpub"
    case .privateKey:
      "never bring a private key here; export the account's public key on the signer"
    case .scriptPrefix: "write the same key as xpub or tpub"
    case .hardenedChild: "derive hardened steps on the signer and export the result"
    case .tooDeep: "use a shorter path"
    case .noSuchChild: "use the next number"
    case .path: "write a path like m/84h/0h/0h"
    case .fingerprint: "write a fingerprint like d34db33f"
    case .indexTooLarge: "use a number from 0 to 2147483647; write hardened steps with h"
    case .originMismatch: "give the origin that belongs to this key"
    }
  }

  private func hex(_ value: UInt32) -> String {
    withUnsafeBytes(of: value.bigEndian) { Hex.encode($0) }
  }
}
