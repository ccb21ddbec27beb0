public import Bytes
internal import Hashes

/// How somebody who does not sign has a say in the nonce of an ECDSA signature, and sees that it was heard
/// (sign-to-contract, "anti-exfil").
///
/// The host draws 32 bytes, its entropy, and sends their commitment. The signer answers with its opening: the point of
/// a nonce that it computed from key, digest and commitment. Only then does the host say its entropy, and the
/// signer signs with its nonce plus a tweak that is the hash of both. So neither of them alone chooses the nonce, and
/// a signer cannot hide anything in it. Byte for byte the scheme of libsecp256k1-zkp's module `ecdsa_s2c`.
public enum NonceCommitment {
  private static let data = TaggedHash(tag: "s2c/ecdsa/data")
  private static let point = TaggedHash(tag: "s2c/ecdsa/point")

  /// What the host sends before it says its entropy: the tagged hash of it.
  public static func commitment(to entropy: Bytes32) -> Bytes32 { data.hash(entropy) }

  /// What the signer adds to its nonce: the tagged hash of its opening, compressed, and of the entropy.
  public static func tweak(_ opening: PublicKey, _ entropy: Bytes32) -> Bytes32 {
    point.hash(opening.compressed, entropy.bytes)
  }

  /// Whether a signature was made with the nonce that its signer and the host agreed on.
  ///
  /// Whether it verifies is another question: ``PublicKey/verifies(_:of:)``.
  public static func isKept(
    by signature: ECDSASignature, opening: PublicKey, entropy: Bytes32
  ) -> Bool {
    guard let nonce = try? opening.adding(tweak: tweak(opening, entropy)) else { return false }
    return Array(signature.compact.prefix(32)) == reduced(Array(nonce.compressed.dropFirst()))
  }

  /// A number of 32 bytes below the field's prime, modulo the order of the curve: it is above the order about once
  /// in 2^128 times.
  static func reduced(_ number: [UInt8]) -> [UInt8] {
    guard !number.lexicographicallyPrecedes(order) else { return number }
    var rest = number
    var borrow = 0
    for index in rest.indices.reversed() {
      let digit = Int(number[index]) - Int(order[index]) - borrow
      borrow = digit < 0 ? 1 : 0
      rest[index] = UInt8(truncatingIfNeeded: digit)
    }
    return rest
  }

  /// The order of the curve (SEC 2), big-endian.
  private static let order: [UInt8] = [
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
    0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
  ]
}
