internal import BitcoinPrimitives
public import Secp256k1
internal import Secp256k1Signing

extension Xpriv {
  /// This key's signature of a text, as Bitcoin Core's `signmessage` makes it (BIP-137).
  ///
  /// The digest is computed here, prefix included, so that nobody can pass one that belongs to a
  /// transaction. Throws when signing fails, which never happens by chance.
  public borrowing func signature(
    ofMessage text: some StringProtocol
  ) throws(DerivationError) -> ECDSASignature {
    do {
      return try privateKey.ecdsaSignature(
        of: SignedMessage.digest(of: text), publicKey: publicKey)
    } catch {
      throw .key(error)
    }
  }
}
