public import Bytes
internal import Hashes
public import Secp256k1

/// A text signed by a key, as Bitcoin Core's `signmessage` does it and BIP-137 writes it down.
///
/// The signature takes 65 bytes: a header, then r and s, big-endian. The header is 27 plus the
/// number of the key among those that fit (0 to 3), plus 4 for a compressed key; BIP-137 adds more
/// for other kinds of addresses.
public enum SignedMessage {
  /// What is signed: the double SHA-256 of a fixed prefix and the text, each with its length.
  public static func digest(of text: some StringProtocol) -> Bytes32 {
    digest(of: Array(text.utf8))
  }

  /// The same for a message that is bytes.
  public static func digest(of message: [UInt8]) -> Bytes32 {
    var writer = ByteWriter()
    writer.writeVarBytes(Array("Bitcoin Signed Message:\n".utf8))
    writer.writeVarBytes(message)
    return SHA256.doubleHash(writer.bytes)
  }

  /// The 65 bytes of a compressed key's signature; nil when it is not that key's of this text.
  public static func encoded(
    _ signature: ECDSASignature, of text: some StringProtocol, by key: PublicKey
  ) -> [UInt8]? {
    guard let id = signature.recoveryID(of: digest(of: text), for: key) else { return nil }
    return [UInt8(31 + id)] + signature.compact
  }

  /// Whether 65 bytes are this key's signature of the text, whatever kind of address they are for.
  public static func isSigned(
    _ text: some StringProtocol, by key: PublicKey, with bytes: [UInt8]
  ) -> Bool {
    guard bytes.count == 65, (27...42).contains(bytes[0]),
      let signature = try? ECDSASignature(compact: bytes.dropFirst())
    else { return false }
    return key.verifies(signature.normalized, of: digest(of: text))
  }
}
