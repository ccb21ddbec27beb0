internal import Hashes
public import SecureMemory

/// How much work one guess of the passphrase takes: scrypt with N = 2^logN (RFC 7914).
public struct KDFParameters: Equatable, Sendable {
  /// The logarithm of N, the cost in memory and time.
  public let logN: Int
  /// The size of a block, in units of 128 bytes.
  public let r: Int
  /// How many independent computations follow each other.
  public let p: Int

  /// N = 2^17, r = 8, p = 1: 128 MiB, about half a second.
  ///
  /// It is also the least that a vault may have.
  public static let standard = KDFParameters(unchecked: 17, r: 8, p: 1)

  /// Takes parameters from the minimum up to what `limit` allows.
  public init(logN: Int, r: Int = 8, p: Int = 1) throws(VaultError) {
    self.init(unchecked: logN, r: r, p: p)
    try requireBounds(minimum: .standard)
  }

  /// Takes any parameters: weak ones, for tests that open a vault thousands of times.
  public init(unchecked logN: Int, r: Int, p: Int) {
    self.logN = logN
    self.r = r
    self.p = p
  }

  /// Refuses what is weaker than `minimum`, and what a hostile file could ask for: more than
  /// 1 GiB of memory, or more than 2^26 block mixes (about a minute).
  public func requireBounds(minimum: KDFParameters) throws(VaultError) {
    guard logN >= minimum.logN, r >= minimum.r, p >= minimum.p else {
      throw .parameters("N=2^\(logN), r=\(r), p=\(p) are below the minimum")
    }
    guard logN <= 20, r <= 32, p <= 16, 128 * r << logN <= Scrypt.memoryLimit,
      r * p << logN <= 1 << 26
    else { throw .parameters("N=2^\(logN), r=\(r), p=\(p) are above the limit") }
  }

  /// Stretches a passphrase into 32 bytes.
  ///
  /// Throws: `cryptography` when there is not enough memory.
  public func stretched(
    _ passphrase: borrowing SecretBytes, salt: [UInt8]
  ) throws(VaultError) -> SecretBytes {
    do throws(HashesError) {
      return try Scrypt.derive(
        passphrase: passphrase, salt: salt, logN: logN, r: r, p: p, count: 32)
    } catch {
      throw .cryptography(error.description)
    }
  }
}
