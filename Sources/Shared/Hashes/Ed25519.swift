public import Bytes
internal import CLibcrypto

/// The public half of Ed25519 (RFC 8032): signatures are checked, never made.
public enum Ed25519 {
  /// The length of a signature, in bytes.
  public static let signatureLength = 64

  /// Whether a signature of 64 bytes is that of a public key for a message, as libcrypto judges it.
  ///
  /// False for a key or a signature that is none.
  public static func isValid(signature: [UInt8], of message: [UInt8], by key: Bytes32) -> Bool {
    guard signature.count == signatureLength else { return false }
    let bytes = key.bytes
    guard let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count) else {
      return false
    }
    defer { EVP_PKEY_free(key) }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
