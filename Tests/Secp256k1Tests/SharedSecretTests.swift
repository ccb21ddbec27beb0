import Bytes
import SecureMemory
import Testing

@testable import Secp256k1

/// A point times a secret number.
@Suite struct SharedSecretTests {
  private static let generator =
    "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
  private static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

  private static func product(_ number: String) throws -> String {
    let point = try PublicKey(decoding: Hex.decode(generator))
    var bytes = try Hex.decode(number)
    return try point.multiplied(by: SecretBytes(moving: &bytes))
      .withUnsafeBytes { Hex.encode(Array($0)) }
  }

  // Computed by Debian's Electrum 4.3.4.
  @Test(arguments: [
    (
      "01",
      "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    ),
    (
      "02",
      "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"
    ),
    (
      "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
      "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    ),
    (
      "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142",
      "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    ),
    (
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "039166c289b9f905e55f9e3df9f69d7f356b4a22095f894f4715714aa4b56606af"
    ),
    (
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "02bf7d0e090ec4e6e0e2c371dcd74439f2d75231821274486ccef45602fd0a7f99"
    ),
    (
      "c3e3b47c89a10eb0511f54beee9680804731cadaee0085328ae7df580cfdb928bad0f239ebc61f8916e9f0bac498a164b001c5db24a0118e5c511fbc552aac27",
      "0303405a7e946698817aea6dd6437900fbecc71253caf4eee29e14ab7e9b00380c"
    ),
    (
      "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a37ffffffffffffffffffffffffffffffc300c96b40dd9e0b33f771ba670a2c3c8",
      "022f8bde4d1a07209355b4a7250a5c5128e88b84bddc619ab7cba8d569b240efe4"
    ),
  ])
  func `a point is multiplied by a number modulo the order`(number: String, point: String) throws {
    #expect(try Self.product(number) == point)
  }

  @Test func `zero, the order and 65 bytes are refused`() {
    for number in ["00", Self.order, String(repeating: "01", count: 65)] {
      #expect(throws: Secp256k1Error.tweakOutOfRange) { try Self.product(number) }
    }
  }
}
