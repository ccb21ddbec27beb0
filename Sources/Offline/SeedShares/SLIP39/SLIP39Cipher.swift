internal import Hashes
internal import Mnemonics
internal import SecretCodes
internal import SecureMemory

/// The cipher of SLIP-39: four rounds of Feistel, each half stretched with the passphrase.
///
/// Any passphrase opens any share set; a wrong one gives another secret.
enum SLIP39Cipher {
  private static let baseIterations = 10_000
  private static let rounds = 4

  /// Encrypts a master secret of an even number of bytes.
  static func seal(
    _ secret: borrowing SecretBytes, passphrase: borrowing SecretBytes, header: ShareSetHeader
  ) throws(SLIP39Error) -> SecretBytes {
    try process(secret, passphrase, header, Array(0..<rounds))
  }

  /// Decrypts the secret of a share set.
  static func open(
    _ secret: borrowing SecretBytes, passphrase: borrowing SecretBytes, header: ShareSetHeader
  ) throws(SLIP39Error) -> SecretBytes {
    try process(secret, passphrase, header, Array((0..<rounds).reversed()))
  }

  private static func process(
    _ secret: borrowing SecretBytes, _ passphrase: borrowing SecretBytes, _ header: ShareSetHeader,
    _ order: [Int]
  ) throws(SLIP39Error) -> SecretBytes {
    guard passphrase.withUnsafeBytes({ $0.allSatisfy { (32...126).contains($0) } }) else {
      throw .passphrase
    }
    guard passphrase.count <= SecretUnicode.limit else {
      throw .text(.unreadable(.tooLong(limit: SecretUnicode.limit)))
    }
    let half = secret.count / 2
    var left = secret.slice(0..<half)
    var right = secret.slice(half..<secret.count)
    for round in order {
      let stretched = try stretch(right, passphrase, header, round: round)
      left.withUnsafeMutableBytes { left in
        stretched.withUnsafeBytes { for index in left.indices { left[index] ^= $0[index] } }
      }
      let mixed = consume left
      left = consume right
      right = mixed
    }
    return SecretBytes(joining: right, left)
  }

  private static func stretch(
    _ half: borrowing SecretBytes, _ passphrase: borrowing SecretBytes, _ header: ShareSetHeader,
    round: Int
  ) throws(SLIP39Error) -> SecretBytes {
    let identifier = [UInt8(header.identifier >> 8), UInt8(header.identifier & 0xff)]
    let prefix = header.isExtendable ? [] : Array("shamir".utf8) + identifier
    do throws(HashesError) {
      return try PBKDF2.sha256(
        password: SecretBytes(
          joining: SecretBytes(notSecret: [UInt8(truncatingIfNeeded: round)]), passphrase),
        salt: SecretBytes(joining: SecretBytes(notSecret: prefix), half),
        iterations: (baseIterations / rounds) << header.iterationExponent, count: half.count)
    } catch {
      throw .stretchingFailed
    }
  }
}
