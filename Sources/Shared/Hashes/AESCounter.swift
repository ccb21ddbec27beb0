internal import CLibcrypto
public import SecureMemory

/// AES-256 in counter mode (NIST SP 800-38A): a stream that is added to the text.
///
/// It hides and does not protect: whoever decrypts must have checked a MAC first.
public enum AESCounter {
  /// The length of a key, in bytes.
  public static let keyLength = 32
  /// The length of the first counter block, in bytes.
  public static let counterLength = 16

  /// Encrypts or decrypts, which is the same; the counter counts big-endian over all 16 bytes.
  ///
  /// Throws when key or counter have a wrong length.
  public static func apply(
    _ bytes: [UInt8], key: borrowing SecretBytes, counter: [UInt8]
  ) throws(HashesError) -> [UInt8] {
    guard key.count == keyLength else {
      throw .parameterOutOfBounds("key length", value: key.count, allowed: keyLength...keyLength)
    }
    guard counter.count == counterLength else {
      throw .parameterOutOfBounds(
        "counter length", value: counter.count, allowed: counterLength...counterLength)
    }
    guard bytes.count <= Int32.max, let context = EVP_CIPHER_CTX_new() else {
      throw .libraryFailed("AES-256-CTR")
    }
    defer { EVP_CIPHER_CTX_free(context) }
    var result = [UInt8](repeating: 0, count: bytes.count + 16)
    var written: Int32 = 0
    let done = key.withUnsafeBytes { key in
      EVP_EncryptInit_ex(
        context, EVP_aes_256_ctr(), nil, key.assumingMemoryBound(to: UInt8.self).baseAddress,
        counter) == 1
        && EVP_EncryptUpdate(context, &result, &written, bytes, Int32(bytes.count)) == 1
    }
    guard done, Int(written) == bytes.count else { throw .libraryFailed("AES-256-CTR") }
    result.removeLast(result.count - bytes.count)
    return result
  }
}
