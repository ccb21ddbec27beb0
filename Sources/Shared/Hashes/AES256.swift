internal import CLibcrypto
public import SecureMemory

/// The block cipher AES-256 alone, without chaining or authentication, as BIP-38 uses it.
///
/// Not for new formats: those use ``AEAD``.
public enum AES256 {
  /// The length of a block, in bytes.
  public static let blockLength = 16

  /// Encrypts whole blocks, each on its own.
  ///
  /// Throws when the key has not 32 bytes or the text is not 1 to 64 blocks long.
  public static func encryptBlocks(
    _ blocks: borrowing SecretBytes, key: borrowing SecretBytes
  ) throws(HashesError) -> SecretBytes {
    try process(blocks, key, encrypting: true)
  }

  /// Decrypts whole blocks, each on its own; throws as the other direction does.
  public static func decryptBlocks(
    _ blocks: borrowing SecretBytes, key: borrowing SecretBytes
  ) throws(HashesError) -> SecretBytes {
    try process(blocks, key, encrypting: false)
  }

  private static func process(
    _ blocks: borrowing SecretBytes, _ key: borrowing SecretBytes, encrypting: Bool
  ) throws(HashesError) -> SecretBytes {
    guard key.count == 32 else {
      throw .parameterOutOfBounds("AES-256 key length", value: key.count, allowed: 32...32)
    }
    let count = blocks.count
    guard (blockLength...64 * blockLength).contains(count), count % blockLength == 0 else {
      throw .parameterOutOfBounds(
        "length of AES-256 blocks", value: count, allowed: blockLength...64 * blockLength)
    }
    guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailed("AES-256") }
    // Freeing wipes the key schedule.
    defer { EVP_CIPHER_CTX_free(context) }
    var result = SecretBytes(count: count)
    let done = blocks.withUnsafeBytes { blocks in
      key.withUnsafeBytes { key in
        result.withUnsafeMutableBytes { result in
          var written: Int32 = 0
          return EVP_CipherInit_ex(
            context, EVP_aes_256_ecb(), nil, key.assumingMemoryBound(to: UInt8.self).baseAddress,
            nil, encrypting ? 1 : 0) == 1
            && EVP_CIPHER_CTX_set_padding(context, 0) == 1
            && EVP_CipherUpdate(
              context, result.assumingMemoryBound(to: UInt8.self).baseAddress, &written,
              blocks.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(count)) == 1
            && Int(written) == count
        }
      }
    }
    guard done else { throw .libraryFailed("AES-256") }
    return result
  }
}
