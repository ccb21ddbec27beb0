internal import CLibcrypto
public import SecureMemory

/// PBKDF2 (RFC 8018).
public enum PBKDF2 {
  /// Stretches a password into `count` bytes with HMAC-SHA-512, as BIP-39 does.
  ///
  /// Throws when `iterations` is not 1 to 100,000,000 or `count` not 1 to 1,024.
  public static func sha512(
    password: borrowing SecretBytes, salt: borrowing SecretBytes, iterations: Int, count: Int
  ) throws(HashesError) -> SecretBytes {
    try stretch(password, salt, iterations, count, EVP_sha512())
  }

  /// Stretches a password into `count` bytes with HMAC-SHA-256, as SLIP-39 does.
  ///
  /// Throws when `iterations` is not 1 to 100,000,000 or `count` not 1 to 1,024.
  public static func sha256(
    password: borrowing SecretBytes, salt: borrowing SecretBytes, iterations: Int, count: Int
  ) throws(HashesError) -> SecretBytes {
    try stretch(password, salt, iterations, count, EVP_sha256())
  }

  private static func stretch(
    _ password: borrowing SecretBytes, _ salt: borrowing SecretBytes, _ iterations: Int,
    _ count: Int, _ digest: OpaquePointer?
  ) throws(HashesError) -> SecretBytes {
    try require(iterations, in: 1...iterationLimit, "number of PBKDF2 iterations")
    try require(count, in: 1...1024, "length of the PBKDF2 result")
    var key = SecretBytes(count: count)
    let done = password.withUnsafeBytes { password in
      salt.withUnsafeBytes { salt in
        key.withUnsafeMutableBytes { key in
          PKCS5_PBKDF2_HMAC(
            nonNull(password).assumingMemoryBound(to: CChar.self), Int32(password.count),
            nonNull(salt).assumingMemoryBound(to: UInt8.self), Int32(salt.count),
            Int32(iterations), digest, Int32(key.count),
            key.assumingMemoryBound(to: UInt8.self).baseAddress)
        }
      }
    }
    guard done == 1 else { throw .libraryFailed("PBKDF2") }
    return key
  }

  /// The most iterations: SLIP-39's largest iteration exponent asks for 81,920,000 in each round.
  private static let iterationLimit = 100_000_000
}

/// scrypt (RFC 7914).
public enum Scrypt {
  /// The most memory that a derivation may take: 1 GiB.
  public static let memoryLimit = 1 << 30

  /// Stretches a passphrase into `count` bytes with N = 2^logN.
  ///
  /// The parameters may come from a hostile file: logN 1 to 22, r 1 to 32, p 1 to 16, at most 1 GiB
  /// of memory and 2^28 rounds of the block mixer, `count` 1 to 1,024; checked before any work.
  public static func derive(
    passphrase: borrowing SecretBytes, salt: [UInt8], logN: Int, r: Int, p: Int, count: Int
  ) throws(HashesError) -> SecretBytes {
    try require(logN, in: 1...22, "scrypt logN")
    try require(r, in: 1...32, "scrypt r")
    try require(p, in: 1...16, "scrypt p")
    try require(count, in: 1...1024, "length of the scrypt result")
    let work = (1 << logN) * r * p
    guard work <= 1 << 28 else {
      throw .parameterOutOfBounds("scrypt work N*r*p", value: work, allowed: 1...(1 << 28))
    }
    let memory = 128 * r * ((1 << logN) + p + 2)
    guard memory <= memoryLimit else { throw .tooMuchMemory(needed: memory, limit: memoryLimit) }
    var key = SecretBytes(count: count)
    let done = passphrase.withUnsafeBytes { passphrase in
      key.withUnsafeMutableBytes { key in
        // libcrypto refuses more than 32 MiB unless it is told: twice the need covers its own
        // slack.
        EVP_PBE_scrypt(
          nonNull(passphrase).assumingMemoryBound(to: CChar.self), passphrase.count, salt,
          salt.count, 1 << UInt64(logN), UInt64(r), UInt64(p), UInt64(memory * 2),
          key.assumingMemoryBound(to: UInt8.self).baseAddress, key.count)
      }
    }
    guard done == 1 else { throw .libraryFailed("scrypt") }
    return key
  }
}

private func require(
  _ value: Int, in allowed: ClosedRange<Int>, _ name: String
) throws(HashesError) {
  guard allowed.contains(value) else {
    throw .parameterOutOfBounds(name, value: value, allowed: allowed)
  }
}

/// A pointer for libcrypto, which takes a null password for no password at all and fails.
private func nonNull(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
  bytes.baseAddress ?? UnsafeRawPointer(UnsafePointer(emptyBytes))
}

// Never written: something to point at when there is nothing to read.
nonisolated(unsafe) private let emptyBytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
