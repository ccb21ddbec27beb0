internal import CLibcrypto
public import SecureMemory

/// ChaCha20-Poly1305 (RFC 8439): encryption that notices every change.
///
/// A nonce must never be used twice under one key with different contents: derive a new key, or
/// draw a random nonce and keep the number of messages under one key small.
public enum AEAD {
  /// The length of a key, in bytes.
  public static let keyLength = 32
  /// The length of a nonce, in bytes.
  public static let nonceLength = 12
  /// The length of the tag at the end of a sealed text, in bytes.
  public static let tagLength = 16

  /// Encrypts; the result is as long as the contents and the tag together.
  ///
  /// `header` is authenticated and not included. Throws when key or nonce have a wrong length.
  public static func seal(
    _ contents: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8], header: [UInt8]
  ) throws(HashesError) -> [UInt8] {
    let context = try Context()
    try context.start(key: key, nonce: nonce, encrypting: true)
    try context.authenticate(header)
    var sealed = [UInt8](repeating: 0, count: contents.count + tagLength)
    let count = contents.count
    let done = contents.withUnsafeBytes { contents in
      sealed.withUnsafeMutableBytes { sealed in
        context.process(contents, into: sealed) && context.finish()
          && context.control(
            EVP_CTRL_AEAD_GET_TAG, UnsafeMutableRawBufferPointer(rebasing: sealed[count...]))
      }
    }
    guard done else { throw .libraryFailed("ChaCha20-Poly1305") }
    return sealed
  }

  /// Decrypts what ``seal(_:key:nonce:header:)`` made.
  ///
  /// Throws ``HashesError/notAuthentic`` when key, nonce, header or a single bit is another one;
  /// nothing that was not authenticated is given out.
  public static func open(
    _ sealed: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], header: [UInt8]
  ) throws(HashesError) -> SecretBytes {
    guard sealed.count >= tagLength else { throw .notAuthentic }
    let context = try Context()
    try context.start(key: key, nonce: nonce, encrypting: false)
    try context.authenticate(header)
    let count = sealed.count - tagLength
    var tag = Array(sealed[count...])
    guard tag.withUnsafeMutableBytes({ context.control(EVP_CTRL_AEAD_SET_TAG, $0) }) else {
      throw .libraryFailed("ChaCha20-Poly1305")
    }
    var contents = SecretBytes(count: count)
    let authentic = sealed.withUnsafeBytes { sealed in
      contents.withUnsafeMutableBytes { contents in
        context.process(UnsafeRawBufferPointer(rebasing: sealed[..<count]), into: contents)
          && context.finish()
      }
    }
    guard authentic else { throw .notAuthentic }
    return contents
  }

  /// A context of libcrypto, freed at the end; libcrypto wipes the key in it.
  private struct Context: ~Copyable {
    private let context: OpaquePointer

    init() throws(HashesError) {
      guard let context = EVP_CIPHER_CTX_new() else {
        throw .libraryFailed("ChaCha20-Poly1305")
      }
      self.context = context
    }

    func start(
      key: borrowing SecretBytes, nonce: [UInt8], encrypting: Bool
    ) throws(HashesError) {
      guard key.count == keyLength else {
        throw .parameterOutOfBounds(
          "key length", value: key.count, allowed: keyLength...keyLength)
      }
      guard nonce.count == nonceLength else {
        throw .parameterOutOfBounds(
          "nonce length", value: nonce.count, allowed: nonceLength...nonceLength)
      }
      let done = key.withUnsafeBytes { key in
        EVP_CipherInit_ex(
          context, EVP_chacha20_poly1305(), nil,
          key.assumingMemoryBound(to: UInt8.self).baseAddress, nonce, encrypting ? 1 : 0)
      }
      guard done == 1 else { throw .libraryFailed("ChaCha20-Poly1305") }
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    func authenticate(_ header: [UInt8]) throws(HashesError) {
      var written: Int32 = 0
      guard !header.isEmpty else { return }
      guard header.count <= Int32.max,
        EVP_CipherUpdate(context, nil, &written, header, Int32(header.count)) == 1
      else { throw .libraryFailed("ChaCha20-Poly1305") }
    }

    func process(
      _ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Bool {
      guard bytes.count > 0 else { return true }
      guard bytes.count <= Int32.max else { return false }
      var written: Int32 = 0
      return EVP_CipherUpdate(
        context, target.assumingMemoryBound(to: UInt8.self).baseAddress, &written,
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(bytes.count)) == 1
        && Int(written) == bytes.count
    }

    func finish() -> Bool {
      var written: Int32 = 0
      var nothing: UInt8 = 0
      return EVP_CipherFinal_ex(context, &nothing, &written) == 1 && written == 0
    }

    func control(_ command: Int32, _ tag: UnsafeMutableRawBufferPointer) -> Bool {
      EVP_CIPHER_CTX_ctrl(context, command, Int32(tagLength), tag.baseAddress) == 1
    }
  }
}
