public import Bytes
internal import CSecp256k1
internal import Hashes
public import Secp256k1
internal import SecureMemory

/// A private key together with its public key, as BIP-340 signs with it.
///
/// Making one costs the public key; signing with it does not compute it again. May be lent to
/// several threads at once.
public struct KeyPair: ~Copyable, Sendable {
  private static let tapTweak = TaggedHash(tag: "TapTweak")

  // A secp256k1_keypair: the library's own layout, 96 bytes, no alignment.
  private let secret: SecretBytes

  /// The public key's x coordinate.
  public let publicKey: XOnlyPublicKey

  /// Computes the public key of a private key.
  public init(_ key: borrowing PrivateKey) throws(SigningError) {
    let context = try SigningContext.current()
    var pair = SecretBytes(count: MemoryLayout<secp256k1_keypair>.size)
    let done = try key.withUnsafeBytes { key throws(SigningError) in
      guard let key = key.baseAddress else { throw .length(found: 0) }
      return try pair.lendPair {
        secp256k1_keypair_create(context, $0, key.assumingMemoryBound(to: UInt8.self))
      }
    }
    guard done == 1 else { throw .keyOutOfRange }
    try self.init(pair: pair)
  }

  private init(pair: consuming SecretBytes) throws(SigningError) {
    var point = secp256k1_xonly_pubkey()
    let context = try SigningContext.current()
    let done = try pair.lend {
      secp256k1_keypair_xonly_pub(
        context, &point, nil, UnsafeRawPointer($0).assumingMemoryBound(to: secp256k1_keypair.self))
    }
    guard done == 1 else { throw .keyOutOfRange }
    publicKey = XOnlyPublicKey(point: point)
    secret = pair
  }

  /// The pair that spends the taproot output of this internal key (BIP-341).
  ///
  /// `merkleRoot` is nil when there are no scripts. Throws when the tweak leads to no key.
  public borrowing func tweakedForTaproot(merkleRoot: Bytes32?) throws(SigningError) -> KeyPair {
    let tweak =
      if let merkleRoot {
        Self.tapTweak.hash(publicKey.bytes, merkleRoot)
      } else {
        Self.tapTweak.hash(publicKey.bytes)
      }
    let context = try SigningContext.current()
    var pair = secret.duplicated()
    let done = try pair.lendPair { pair in
      tweak.withPointer { secp256k1_keypair_xonly_tweak_add(context, pair, $0) }
    }
    guard done == 1 else { throw .tweakOutOfRange }
    return try KeyPair(pair: pair)
  }

  /// The private key alone.
  public borrowing func privateKey() throws(SigningError) -> PrivateKey {
    let context = try SigningContext.current()
    var key = SecretBytes(count: 32)
    let done = try secret.lend { pair throws(SigningError) in
      try key.lendMutably {
        secp256k1_keypair_sec(
          context, $0, UnsafeRawPointer(pair).assumingMemoryBound(to: secp256k1_keypair.self))
      }
    }
    guard done == 1 else { throw .keyOutOfRange }
    return try PrivateKey(key)
  }

  /// Signs a digest with BIP-340: 64 bytes, verified before they are returned.
  ///
  /// `auxiliary` is BIP-340's: zeros make the signature deterministic, so that two signers can be compared.
  public borrowing func schnorrSignature(
    of digest: Bytes32, auxiliary: Bytes32
  ) throws(SigningError) -> [UInt8] {
    let context = try SigningContext.current()
    var signature = [UInt8](repeating: 0, count: 64)
    let done = try secret.lend { pair in
      digest.withPointer { digest in
        auxiliary.withPointer { auxiliary in
          secp256k1_schnorrsig_sign32(
            context, &signature, digest,
            UnsafeRawPointer(pair).assumingMemoryBound(to: secp256k1_keypair.self), auxiliary)
        }
      }
    }
    guard done == 1 else { throw .noSignature }
    guard publicKey.verifies(schnorr: signature, of: digest) else { throw .notVerified }
    return signature
  }
}
