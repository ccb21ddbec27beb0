internal import CLibcrypto
public import SecureMemory

/// AES-128 in cipher block chaining with PKCS #7 padding, as the AEWB container has it.
///
/// It hides and does not protect: whoever decrypts must have checked a signature or a MAC first.
/// Not for new formats: those use ``AEAD``.
public enum AES128CBC {
  /// The length of a key, in bytes.
  public static let keyLength = 16
  /// The length of the initialization vector, in bytes.
  public static let vectorLength = 16

  /// Encrypts; the result has 1 to 16 bytes more than the contents.
  ///
  /// Throws when key or vector have a wrong length.
  public static func encrypt(
    _ contents: borrowing SecretBytes, key: borrowing SecretBytes, vector: [UInt8]
  ) throws(HashesError) -> [UInt8] {
    let context = try Context()
    try context.start(key, vector, encrypting: true)
    var result = [UInt8](repeating: 0, count: contents.count + 16)
    let count = contents.withUnsafeBytes { contents in
      result.withUnsafeMutableBytes { context.process(contents, into: $0) }
    }
    guard let count, count <= result.count else { throw .libraryFailed("AES-128-CBC") }
    result.removeLast(result.count - count)
    return result
  }

  /// Decrypts.
  ///
  /// Throws ``HashesError/notAuthentic`` when these are not whole blocks or their padding is wrong.
  public static func decrypt(
    _ sealed: [UInt8], key: borrowing SecretBytes, vector: [UInt8]
  ) throws(HashesError) -> SecretBytes {
    let context = try Context()
    try context.start(key, vector, encrypting: false)
    guard !sealed.isEmpty, sealed.count % 16 == 0 else { throw .notAuthentic }
    var contents = SecretBytes(count: sealed.count + 16)
    let count = sealed.withUnsafeBytes { sealed in
      contents.withUnsafeMutableBytes { context.process(sealed, into: $0) }
    }
    guard let count, count < sealed.count else { throw .notAuthentic }
    contents.truncate(to: count)
    return contents
  }

  /// A context of libcrypto, freed at the end; libcrypto wipes the key in it.
  private struct Context: ~Copyable {
    private let context: OpaquePointer

    init() throws(HashesError) {
      guard let context = EVP_CIPHER_CTX_new() else { throw .libraryFailed("AES-128-CBC") }
      self.context = context
    }

    func start(
      _ key: borrowing SecretBytes, _ vector: [UInt8], encrypting: Bool
    ) throws(HashesError) {
      guard key.count == keyLength else {
        throw .parameterOutOfBounds("key length", value: key.count, allowed: keyLength...keyLength)
      }
      guard vector.count == vectorLength else {
        throw .parameterOutOfBounds(
          "vector length", value: vector.count, allowed: vectorLength...vectorLength)
      }
      let done = key.withUnsafeBytes { key in
        EVP_CipherInit_ex(
          context, EVP_aes_128_cbc(), nil, key.assumingMemoryBound(to: UInt8.self).baseAddress,
          vector, encrypting ? 1 : 0)
      }
      guard done == 1 else { throw .libraryFailed("AES-128-CBC") }
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Processes all of it; the number of bytes written, or nil when the padding is wrong.
    ///
    /// `target` has a block more than `bytes`.
    func process(
      _ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int? {
      guard bytes.count <= Int32.max - 16, target.count >= bytes.count + 16,
        let out = target.assumingMemoryBound(to: UInt8.self).baseAddress
      else { return nil }
      var first: Int32 = 0
      var last: Int32 = 0
      if let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress, !bytes.isEmpty {
        guard EVP_CipherUpdate(context, out, &first, start, Int32(bytes.count)) == 1 else {
          return nil
        }
      }
      guard EVP_CipherFinal_ex(context, out + Int(first), &last) == 1 else { return nil }
      return Int(first) + Int(last)
    }
  }
}
