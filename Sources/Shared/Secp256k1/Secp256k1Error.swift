/// Refusals of the curve: bytes that are not a key or signature, and sums that are not a key.
///
/// Cases carry lengths and first bytes of public values only, never a secret.
public enum Secp256k1Error: Error, Equatable, Sendable {
  /// A public key has a length that belongs to no encoding.
  case publicKeyLength(found: Int)
  /// A public key's first byte names no encoding of its length.
  case publicKeyPrefix(UInt8)
  /// The coordinates are not a point of the curve.
  case notOnCurve
  /// A signature is not the one and only DER encoding of two numbers.
  case signatureNotDER
  /// A signature is so malformed that even the rules before BIP-66 refuse it.
  case signatureMalformed
  /// A signature has another length than its encoding.
  case signatureLength(expected: Int, found: Int)
  /// A signature holds zero or a number that is not below the order of the curve.
  case signatureOutOfRange
  /// A tweak is not below the order of the curve, or the tweaked key is the point at infinity.
  case tweakOutOfRange
}

extension Secp256k1Error: CustomStringConvertible {
  public var description: String {
    switch self {
    case .publicKeyLength(let found):
      "public key has \(found) bytes; it must have 33 (compressed) or 65 (uncompressed)"
    case .publicKeyPrefix(let prefix):
      "public key starts with byte \(prefix), which does not fit its length"
    case .notOnCurve: "public key is not a point of secp256k1"
    case .signatureNotDER: "signature is not strictly DER encoded"
    case .signatureMalformed: "signature is malformed"
    case .signatureLength(let expected, let found):
      "signature has \(found) bytes instead of \(expected)"
    case .signatureOutOfRange: "signature holds a number outside of the curve's order"
    case .tweakOutOfRange: "tweak is out of range or leads to no key"
    }
  }
}
