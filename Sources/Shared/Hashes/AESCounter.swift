internal import CLibcrypto
public import SecureMemory

/// AES in counter mode (NIST SP 800-38A), with keys of 256 or 128 bits: a stream that is added to the text.
///
/// It hides and does not protect: whoever decrypts must have checked a MAC first.
public enum AESCounter {
  /// The length of a key of AES-256, in bytes.
  public static let keyLength = 32
  /// The length of a key of AES-128, in bytes, which are taken from formats that fix it.
  public static let shortKeyLength = 16
  /// The length of the first counter block, in bytes.
  public static let counterLength = 16

  /// Encrypts or decrypts, which is the same; the counter counts big-endian over all 16 bytes.
  ///
  /// Throws when key or counter have a wrong length.
  public static func apply(
    _ bytes: [UInt8], key: borrowing SecretBytes, counter: [UInt8]
  ) throws(HashesError) -> [UInt8] {
    try require(key, counter)
    var result = [UInt8](repeating: 0, count: bytes.count)
    let isDone = bytes.withUnsafeBytes { bytes in
      result.withUnsafeMutableBytes { write(bytes, key, counter, into: $0) }
    }
    guard isDone else { throw .libraryFailed("AES-CTR") }
    return result
  }

  /// The same for a secret, in locked memory throughout.
  public static func applySecret(
    _ text: borrowing SecretBytes, key: borrowing SecretBytes, counter: [UInt8]
  ) throws(HashesError) -> SecretBytes {
    try require(key, counter)
    var result = SecretBytes(count: text.count)
    let isDone = text.withUnsafeBytes { text in
      result.withUnsafeMutableBytes { write(text, key, counter, into: $0) }
    }
    guard isDone else { throw .libraryFailed("AES-CTR") }
    return result
  }

  private static func require(
    _ key: borrowing SecretBytes, _ counter: [UInt8]
  ) throws(HashesError) {
    guard key.count == keyLength || key.count == shortKeyLength else {
      throw .parameterOutOfBounds(
        "key length", value: key.count, allowed: shortKeyLength...keyLength)
    }
    guard counter.count == counterLength else {
      throw .parameterOutOfBounds(
        "counter length", value: counter.count, allowed: counterLength...counterLength)
    }
  }

  private static func write(
    _ text: UnsafeRawBufferPointer, _ key: borrowing SecretBytes, _ counter: [UInt8],
    into result: UnsafeMutableRawBufferPointer
  ) -> Bool {
    // No text is no update: libcrypto takes a null pointer for something else.
    guard let source = text.assumingMemoryBound(to: UInt8.self).baseAddress,
      let target = result.assumingMemoryBound(to: UInt8.self).baseAddress
    else { return true }
    guard text.count <= Int32.max, let context = EVP_CIPHER_CTX_new() else { return false }
    defer { EVP_CIPHER_CTX_free(context) }
    let cipher = key.count == keyLength ? EVP_aes_256_ctr() : EVP_aes_128_ctr()
    var written: Int32 = 0
    let isDone = key.withUnsafeBytes { key in
      EVP_EncryptInit_ex(
        context, cipher, nil, key.assumingMemoryBound(to: UInt8.self).baseAddress, counter) == 1
        && EVP_EncryptUpdate(context, target, &written, source, Int32(text.count)) == 1
    }
    return isDone && Int(written) == text.count
  }
}
