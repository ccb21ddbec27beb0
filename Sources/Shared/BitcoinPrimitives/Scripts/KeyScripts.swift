internal import Hashes
public import Secp256k1

/// The standard locking scripts of one public key.
extension Script {
  /// Pays the hash of `publicKey`, in the form (compressed or not) that it has.
  public static func p2pkh(_ publicKey: PublicKey) -> Script {
    p2pkh(hash: Hash160.hash(publicKey.encoded))
  }

  /// Pays the hash of `publicKey`, compressed, in a witness of version 0 (BIP-141).
  public static func p2wpkh(_ publicKey: PublicKey) -> Script {
    p2wpkh(hash: Hash160.hash(publicKey.compressed))
  }
}
