internal import Bytes
internal import Hashes
internal import SecureMemory

/// The secret that a coordinator gives the signers of one setup, and what is encrypted with it
/// (BIP-129).
///
/// None, 64 bits (one for all signers) or 128 bits (one for each). Whoever knows it reads the
/// records and can write others; it protects privacy and transport, and no coins.
public enum BSMSToken: Hashable, Sendable {
  /// Records are plain text.
  case none
  /// 8 bytes, the same for every signer.
  case standard([UInt8])
  /// 16 bytes, another for each signer.
  case extended([UInt8])

  /// Reads `00`, 16 or 32 hexadecimal digits; throws for anything else.
  public init(parsing text: some StringProtocol) throws(WalletFileError) {
    guard let bytes = try? Hex.decode(text) else {
      throw .refused(field: "token", reason: "is not hexadecimal")
    }
    switch bytes.count {
    case 1 where bytes == [0]: self = .none
    case 8: self = .standard(bytes)
    case 16: self = .extended(bytes)
    default: throw .refused(field: "token", reason: "is neither 00 nor 16 or 32 digits")
    }
  }

  /// The token as records write it: `00`, or its bytes in lower-case hexadecimal.
  public var text: String {
    switch self {
    case .none: "00"
    case .standard(let bytes), .extended(let bytes): Hex.encode(bytes)
    }
  }

  private var bytes: [UInt8] {
    switch self {
    case .none: []
    case .standard(let bytes), .extended(let bytes): bytes
    }
  }

  // MARK: Encryption

  /// Encrypts a record: hexadecimal of the MAC and the ciphertext, or plain text for ``none``.
  ///
  /// AES-256-CTR under PBKDF2-SHA-512("No SPOF", token, 2048); the MAC is HMAC-SHA-256 under the
  /// SHA-256 of that key, over the token's text and the record; its first 16 bytes are the counter.
  public func sealed(_ record: String) throws(WalletFileError) -> String {
    if case .none = self { return record }
    do {
      let key = try encryptionKey()
      let mac = authenticationCode(Array(record.utf8), key: key)
      let counter = Array(mac.prefix(AESCounter.counterLength))
      return Hex.encode(
        mac + (try AESCounter.apply(Array(record.utf8), key: key, counter: counter)))
    } catch {
      throw .malformed(type: "BSMS record", what: "\(error)")
    }
  }

  /// Decrypts what ``sealed(_:)`` made, and gives nothing out unless its MAC is right.
  ///
  /// The MAC is over the plain text, as BIP-129 wants it, so it is computed after the stream is
  /// taken off; it is compared in constant time. Throws for another token and for every changed bit
  /// (R23).
  public func opened(_ text: some StringProtocol) throws(WalletFileError) -> String {
    if case .none = self { return String(text) }
    guard text.utf8.count <= 200_000, let bytes = try? Hex.decode(text), bytes.count > 32 else {
      throw .malformed(
        type: "encrypted BSMS record", what: "it is not hexadecimal of a MAC and a text (BIP-129)")
    }
    let mac = Array(bytes.prefix(32))
    do {
      let key = try encryptionKey()
      let plain = try AESCounter.apply(
        Array(bytes.dropFirst(32)), key: key,
        counter: Array(mac.prefix(AESCounter.counterLength)))
      let expected = authenticationCode(plain, key: key)
      let isAuthentic = expected.withUnsafeBytes { expected in
        mac.withUnsafeBytes { SecretBytes.constantTimeEquals(expected, $0) }
      }
      guard isAuthentic, let record = String(validating: plain, as: UTF8.self) else {
        throw WalletFileError.refused(
          field: "MAC of the encrypted BSMS record",
          reason: "is wrong: another token, or somebody changed the record")
      }
      return record
    } catch let error as WalletFileError {
      throw error
    } catch {
      throw .malformed(type: "encrypted BSMS record", what: "\(error)")
    }
  }

  /// Whether a text looks like an encrypted record: hexadecimal of a MAC and more.
  public static func isSealed(_ text: some StringProtocol) -> Bool {
    text.utf8.count > 128 && text.utf8.count % 2 == 0
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
      }
  }

  func encryptionKey() throws(HashesError) -> SecretBytes {
    var noSPOF = Array("No SPOF".utf8)
    let password = SecretBytes(moving: &noSPOF)
    var token = bytes
    let salt = SecretBytes(moving: &token)
    return try PBKDF2.sha512(
      password: password, salt: salt, iterations: 2_048, count: AESCounter.keyLength)
  }

  func authenticationCode(_ record: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
    let hmacKey = key.withUnsafeBytes { SHA256.hash($0) }
    return HMAC.sha256(key: hmacKey.bytes, message: Array(text.utf8) + record).bytes
  }
}
