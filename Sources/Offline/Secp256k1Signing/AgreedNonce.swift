public import Bytes
internal import CSecp256k1
internal import Glibc
public import Secp256k1
internal import SecureMemory

// ECDSA with a nonce that a host has a say in; see `NonceCommitment`.
extension PrivateKey {
  /// The signer's opening: the point of the nonce that it computes from this key, a digest and the host's commitment.
  ///
  /// The nonce is that of RFC 6979 with the commitment as additional data. It is nowhere kept: the same three
  /// give it again. Another commitment gives another nonce, so that one digest is never signed with one nonce
  /// and two different tweaks, which would give the key away.
  public borrowing func nonceOpening(
    of digest: Bytes32, commitment: Bytes32
  ) throws(SigningError) -> PublicKey {
    try agreedNonce(of: digest, commitment: commitment).publicKey()
  }

  /// Signs a digest with the nonce that was agreed on: low S, and R as it falls, because who may try again has a
  /// say of its own.
  ///
  /// `opening` is the answer that was given to the commitment to `entropy`. `publicKey` is this key's. Verified, and
  /// held against both, before it is returned.
  ///
  /// - Throws: `.otherOpening` when this key never gave that opening for this digest and this entropy.
  public borrowing func ecdsaSignature(
    of digest: Bytes32, entropy: Bytes32, opening: PublicKey, publicKey: PublicKey
  ) throws(SigningError) -> ECDSASignature {
    // From the entropy itself: the commitment that came along is not believed.
    let own = try agreedNonce(of: digest, commitment: NonceCommitment.commitment(to: entropy))
    guard try own.publicKey() == opening else { throw .otherOpening }
    let nonce = try own.adding(tweak: NonceCommitment.tweak(opening, entropy))
    let context = try SigningContext.current()
    var raw = secp256k1_ecdsa_signature()
    let done = try withUnsafeBytes { key throws(SigningError) in
      guard let key = key.assumingMemoryBound(to: UInt8.self).baseAddress else {
        throw .length(found: 0)
      }
      return nonce.withUnsafeBytes { nonce in
        digest.withPointer {
          secp256k1_ecdsa_sign(
            context, &raw, $0, key, Self.givenOnce,
            UnsafeMutableRawPointer(mutating: nonce.baseAddress))
        }
      }
    }
    guard done == 1 else { throw .noSignature }
    let signature = ECDSASignature(raw: raw)
    guard publicKey.verifies(signature, of: digest),
      NonceCommitment.isKept(by: signature, opening: opening, entropy: entropy)
    else { throw .notVerified }
    return signature
  }

  /// RFC 6979 with the commitment as additional data, as a key: a number in the same range.
  private borrowing func agreedNonce(
    of digest: Bytes32, commitment: Bytes32
  ) throws(SigningError) -> PrivateKey {
    guard let derive = secp256k1_nonce_function_rfc6979 else { throw .noSignature }
    var data = commitment
    // The first that is in range, as RFC 6979 has it: the second one is looked at about once in 2^128 times.
    for attempt in 0..<8 as Range<UInt32> {
      var nonce = SecretBytes(count: 32)
      let done = try withUnsafeBytes { key throws(SigningError) in
        guard let key = key.assumingMemoryBound(to: UInt8.self).baseAddress else {
          throw .length(found: 0)
        }
        return try nonce.lendMutably { nonce in
          digest.withPointer { digest in
            withUnsafeMutableBytes(of: &data) {
              derive(nonce, digest, key, nil, $0.baseAddress, attempt)
            }
          }
        }
      }
      guard done == 1 else { throw .noSignature }
      if let nonce = try? PrivateKey(nonce) { return nonce }
    }
    throw .noSignature
  }

  /// Gives the library the nonce that lies at `data`, and none when it asks again: another one was not agreed on.
  private static let givenOnce: secp256k1_nonce_function = { nonce, _, _, _, data, attempt in
    guard attempt == 0, let nonce, let data else { return 0 }
    memcpy(nonce, data, 32)
    return 1
  }
}
