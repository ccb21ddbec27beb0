import Bytes
import Secp256k1
import Secp256k1Signing
import SecureMemory

/// ECDSA with a nonce of one's choice: what a broken signer does.
///
/// Slow, and it branches on secrets: for tests only.
enum ChosenNonce {
  static func signature(of digest: Bytes32, by key: [UInt8], nonce: [UInt8]) throws -> [UInt8] {
    var bytes = nonce
    let point = try PrivateKey(SecretBytes(moving: &bytes)).publicKey()
    let r = Scalar(point.xOnly.bytes.bytes)
    let sum = Scalar(digest.bytes).adding(r.multiplied(by: Scalar(key)))
    var s = sum.multiplied(by: Scalar(nonce).inverted()).bytes
    if s[0] >= 0x80 { s = negated(s) }
    let signature = try ECDSASignature(compact: r.bytes + s)
    return signature.normalized.der + [1]
  }

  /// 32 bytes that hold a small number.
  static func number(_ value: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [value] }

  /// A half modulo the order: the nonce with the famous short r.
  static var half: [UInt8] { Scalar(number(2)).inverted().bytes }
}

/// A number modulo the order of secp256k1, as four words, the lowest first.
private struct Scalar {
  var words: [UInt64]

  private static let order: [UInt64] = [
    0xbfd2_5e8c_d036_4141, 0xbaae_dce6_af48_a03b, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff,
  ]

  init(_ bytes: [UInt8]) {
    words = (0..<4).map { word in
      bytes[(24 - 8 * word)..<(32 - 8 * word)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    if Self.isLess(Self.order, words) || Self.order == words { words = Self.minusOrder(words) }
  }

  var bytes: [UInt8] {
    words.reversed().flatMap { word in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
  }

  func adding(_ other: Scalar) -> Scalar {
    var result = self
    var carry: UInt64 = 0
    for index in 0..<4 {
      let (first, over) = words[index].addingReportingOverflow(other.words[index])
      let (second, more) = first.addingReportingOverflow(carry)
      result.words[index] = second
      carry = over || more ? 1 : 0
    }
    if carry == 1 || !Self.isLess(result.words, Self.order) {
      result.words = Self.minusOrder(result.words)
    }
    return result
  }

  func multiplied(by other: Scalar) -> Scalar {
    var result = Scalar([UInt8](repeating: 0, count: 32))
    for bit in (0..<256).reversed() {
      result = result.adding(result)
      if other.words[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = result.adding(self) }
    }
    return result
  }

  /// By Fermat: the power of the order minus two.
  func inverted() -> Scalar {
    var result = Scalar(ChosenNonce.number(1))
    var exponent = Self.order
    exponent[0] -= 2
    for bit in (0..<256).reversed() {
      result = result.multiplied(by: result)
      if exponent[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = result.multiplied(by: self) }
    }
    return result
  }

  private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    for index in (0..<4).reversed() where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }

  private static func minusOrder(_ words: [UInt64]) -> [UInt64] {
    var result = words
    var borrow: UInt64 = 0
    for index in 0..<4 {
      let (first, under) = words[index].subtractingReportingOverflow(order[index])
      let (second, more) = first.subtractingReportingOverflow(borrow)
      result[index] = second
      borrow = under || more ? 1 : 0
    }
    return result
  }
}
