internal import Hashes
internal import SecureMemory

/// What the contents keep of a second passphrase, which the seeds alone have.
struct SeedsPassphrase: Equatable, Sendable {
  static let saltLength = 32

  /// How much work one guess takes.
  let parameters: KDFParameters
  /// New with each such passphrase: 32 bytes.
  let salt: [UInt8]
  /// Tells a wrong passphrase before a seed is touched, and binds the seeds to one key: 32 bytes.
  let commitment: [UInt8]

  init(parameters: KDFParameters, salt: [UInt8], commitment: [UInt8]) {
    self.parameters = parameters
    self.salt = salt
    self.commitment = commitment
  }

  /// For a key that was made with this salt.
  init(parameters: KDFParameters, salt: [UInt8], of key: borrowing SecretBytes) {
    self.init(parameters: parameters, salt: salt, commitment: Self.commitment(key, salt))
  }

  /// Whether the seeds are sealed under this key.
  func isMade(with key: borrowing SecretBytes) -> Bool {
    let own = Self.commitment(key, salt)
    return own.withUnsafeBytes { own in
      commitment.withUnsafeBytes { SecretBytes.constantTimeEquals(own, $0) }
    }
  }

  private static func commitment(_ key: borrowing SecretBytes, _ salt: [UInt8]) -> [UInt8] {
    HMAC.secretSHA256(key: key, message: Array("drawbridge seeds commitment".utf8) + salt)
      .withUnsafeBytes { Array($0) }
  }
}
