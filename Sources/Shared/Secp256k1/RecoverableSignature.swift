public import Bytes
internal import CSecp256k1

extension ECDSASignature {
  /// Which of the up to four keys that this signature of a digest fits is `key`: 0 to 3.
  ///
  /// What BIP-137 and its forerunners write before r and s; nil when the signature is not the
  /// key's.
  public func recoveryID(of digest: Bytes32, for key: PublicKey) -> Int? {
    let wanted = key.compressed
    return (0...3).first { recoveredKey(of: digest, id: $0)?.compressed == wanted }
  }

  /// The key whose signature of a digest this is, when it is the one of that number; nil for none.
  public func recoveredKey(of digest: Bytes32, id: Int) -> PublicKey? {
    guard (0...3).contains(id) else { return nil }
    var recoverable = secp256k1_ecdsa_recoverable_signature()
    guard
      secp256k1_ecdsa_recoverable_signature_parse_compact(
        Curve.context, &recoverable, compact, Int32(id)) == 1
    else { return nil }
    var point = secp256k1_pubkey()
    let isFound = digest.withPointer {
      secp256k1_ecdsa_recover(Curve.context, &point, &recoverable, $0) == 1
    }
    return isFound ? PublicKey(point: point) : nil
  }
}
