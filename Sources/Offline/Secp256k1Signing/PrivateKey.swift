public import Bytes
internal import CSecp256k1
public import Secp256k1
public import SecureMemory

/// A private key: a number from 1 to below the order of the curve, kept in a secret.
///
/// May be lent to several threads at once. Every signature is verified before it is returned, so
/// that a fault of the machine cannot give the key away.
public struct PrivateKey: ~Copyable, Sendable {
  private let secret: SecretBytes

  /// Takes 32 bytes, big-endian.
  ///
  /// Throws when there are more or fewer, or the number is zero or not below the order.
  public init(_ secret: consuming SecretBytes) throws(SigningError) {
    let count = secret.count
    guard count == 32 else { throw .length(found: count) }
    let context = try SigningContext.current()
    let valid = try secret.lend { secp256k1_ec_seckey_verify(context, $0) }
    guard valid == 1 else { throw .keyOutOfRange }
    self.secret = secret
  }

  /// Copies 32 bytes, big-endian; throws as ``init(_:)`` does.
  public init(copying bytes: UnsafeRawBufferPointer) throws(SigningError) {
    try self.init(SecretBytes(copying: bytes))
  }

  /// Lends the 32 bytes, big-endian: to encrypt them, or to write them on a sheet.
  public borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try secret.withUnsafeBytes(body)
  }

  /// Makes a second key of the same number.
  public borrowing func duplicated() throws(SigningError) -> PrivateKey {
    try PrivateKey(secret.duplicated())
  }

  /// Computes the public key, compressed: one multiplication on the curve, so keep the result.
  public borrowing func publicKey() throws(SigningError) -> PublicKey {
    let context = try SigningContext.current()
    var point = secp256k1_pubkey()
    let done = try secret.lend { secp256k1_ec_pubkey_create(context, &point, $0) }
    guard done == 1 else { throw .keyOutOfRange }
    return PublicKey(point: point)
  }

  /// Adds a secret tweak of 32 bytes, big-endian: one step of BIP-32.
  ///
  /// Throws when the tweak is not below the order or the sum is zero.
  public borrowing func adding(
    tweak: UnsafeRawBufferPointer
  ) throws(SigningError) -> PrivateKey {
    guard tweak.count == 32, let tweak = tweak.baseAddress else {
      throw .length(found: tweak.count)
    }
    let context = try SigningContext.current()
    var sum = secret.duplicated()
    let done = try sum.lendMutably {
      secp256k1_ec_seckey_tweak_add(context, $0, tweak.assumingMemoryBound(to: UInt8.self))
    }
    guard done == 1 else { throw .tweakOutOfRange }
    return try PrivateKey(sum)
  }

  /// Adds a tweak that is not secret, big-endian; throws as the other one does.
  public borrowing func adding(tweak: Bytes32) throws(SigningError) -> PrivateKey {
    let context = try SigningContext.current()
    var sum = secret.duplicated()
    let done = try sum.lendMutably { sum in
      tweak.withPointer { secp256k1_ec_seckey_tweak_add(context, sum, $0) }
    }
    guard done == 1 else { throw .tweakOutOfRange }
    return try PrivateKey(sum)
  }

  /// Multiplies by a secret factor of 32 bytes, big-endian, as BIP-38 does.
  ///
  /// Throws when the factor is zero or not below the order.
  public borrowing func multiplied(
    by factor: UnsafeRawBufferPointer
  ) throws(SigningError) -> PrivateKey {
    guard factor.count == 32, let factor = factor.baseAddress else {
      throw .length(found: factor.count)
    }
    let context = try SigningContext.current()
    var product = secret.duplicated()
    let done = try product.lendMutably {
      secp256k1_ec_seckey_tweak_mul(context, $0, factor.assumingMemoryBound(to: UInt8.self))
    }
    guard done == 1 else { throw .tweakOutOfRange }
    return try PrivateKey(product)
  }

  /// Signs a digest with ECDSA: RFC 6979 nonce, low S, low R as Bitcoin Core grinds it (71 bytes with
  /// the sighash byte, most of the time one or two tries).
  ///
  /// `publicKey` saves computing it when the caller knows it already. The signature is verified for
  /// it: throws `.notVerified` when it is not this key's.
  public borrowing func ecdsaSignature(
    of digest: Bytes32, publicKey known: PublicKey? = nil
  ) throws(SigningError) -> ECDSASignature {
    let context = try SigningContext.current()
    var raw = secp256k1_ecdsa_signature()
    var signature = ECDSASignature(raw: raw)
    var counter: UInt32 = 0
    repeat {
      // Core's extra entropy: nothing at first, then a counter as 32 bytes, little-endian.
      let extra = Bytes32 { buffer in
        buffer.storeBytes(of: counter.littleEndian, as: UInt32.self)
      }
      let done = try secret.lend { key in
        digest.withPointer { digest in
          extra.withUnsafeBytes { extra in
            secp256k1_ecdsa_sign(
              context, &raw, digest, key, nil, counter == 0 ? nil : extra.baseAddress)
          }
        }
      }
      guard done == 1, counter < .max else { throw .noSignature }
      signature = ECDSASignature(raw: raw)
      counter += 1
    } while !signature.isLowR

    let publicKey = if let known { known } else { try self.publicKey() }
    guard publicKey.verifies(signature, of: digest) else { throw .notVerified }
    return signature
  }

  /// Signs a digest with BIP-340: 64 bytes; for several signatures keep a ``KeyPair``.
  ///
  /// `auxiliary` is BIP-340's: zeros make the signature deterministic, so that two signers can be compared.
  public borrowing func schnorrSignature(
    of digest: Bytes32, auxiliary: Bytes32
  ) throws(SigningError) -> [UInt8] {
    try KeyPair(self).schnorrSignature(of: digest, auxiliary: auxiliary)
  }

  /// The key that spends the taproot output of this internal key (BIP-341).
  ///
  /// `merkleRoot` is nil when there are no scripts. Throws when the tweak leads to no key.
  public borrowing func tweakedForTaproot(merkleRoot: Bytes32?) throws(SigningError) -> PrivateKey {
    try KeyPair(self).tweakedForTaproot(merkleRoot: merkleRoot).privateKey()
  }
}
