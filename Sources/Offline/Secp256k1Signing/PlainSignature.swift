public import Bytes
internal import CSecp256k1
public import Secp256k1

extension PrivateKey {
  /// Signs a digest with ECDSA and the plain nonce of RFC 6979: low S, and R as it falls.
  ///
  /// For formats from before low R was ground, whose vectors fix the bytes; transactions are signed
  /// by ``ecdsaSignature(of:publicKey:)``. Verified before it is returned.
  public borrowing func plainECDSASignature(
    of digest: Bytes32
  ) throws(SigningError) -> ECDSASignature {
    let context = try SigningContext.current()
    var raw = secp256k1_ecdsa_signature()
    let done = try withUnsafeBytes { key throws(SigningError) in
      guard let key = key.assumingMemoryBound(to: UInt8.self).baseAddress else {
        throw .length(found: 0)
      }
      return digest.withPointer {
        secp256k1_ecdsa_sign(context, &raw, $0, key, nil, nil)
      }
    }
    guard done == 1 else { throw .noSignature }
    let signature = ECDSASignature(raw: raw)
    guard try publicKey().verifies(signature, of: digest) else { throw .notVerified }
    return signature
  }
}
