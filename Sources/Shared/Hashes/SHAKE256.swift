internal import CLibcrypto
public import SecureMemory

/// SHAKE256 (FIPS 202): as many bytes as are wanted from one secret, as BIP-85's generator uses it.
public enum SHAKE256 {
  /// The first `count` bytes of the stream of a secret; a longer stream begins with a shorter one.
  ///
  /// Throws when `count` is not 1 to 1,048,576.
  public static func stream(
    of secret: borrowing SecretBytes, count: Int
  ) throws(HashesError) -> SecretBytes {
    let allowed = 1...1 << 20
    guard allowed.contains(count) else {
      throw .parameterOutOfBounds("length of a SHAKE256 stream", value: count, allowed: allowed)
    }
    guard let context = EVP_MD_CTX_new() else { throw .libraryFailed("SHAKE256") }
    // Freeing wipes the state.
    defer { EVP_MD_CTX_free(context) }
    var stream = SecretBytes(count: count)
    let done = secret.withUnsafeBytes { secret in
      stream.withUnsafeMutableBytes { stream in
        EVP_DigestInit_ex(context, EVP_shake256(), nil) == 1
          && (secret.isEmpty || EVP_DigestUpdate(context, secret.baseAddress, secret.count) == 1)
          && EVP_DigestFinalXOF(
            context, stream.assumingMemoryBound(to: UInt8.self).baseAddress, count) == 1
      }
    }
    guard done else { throw .libraryFailed("SHAKE256") }
    return stream
  }
}
