public import Descriptors
internal import Secp256k1

extension WIFKey {
  /// Every script that this key may have been paid with, for a coordinator to look for: `combo` of
  /// its public key (BIP-384).
  ///
  /// Public: it tells nothing about the private key. A key that is written uncompressed has no
  /// segwit scripts. Throws when the descriptor cannot be made, which never happens.
  public borrowing func sweepDescriptor() throws(DescriptorError) -> Descriptor {
    try Descriptor(parsing: "combo(\(publicKey))")
  }
}
