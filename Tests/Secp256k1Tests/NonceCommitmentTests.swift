import Bytes
import Testing

@testable import Secp256k1

@Suite struct NonceCommitmentTests {
  /// The x of a point is below the field's prime, which is a little above the order.
  @Test func `an x above the order is taken modulo the order`() throws {
    let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
    let below = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
    let prime = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e"
    for (number, rest) in [
      (below, below), (order, String(repeating: "0", count: 64)),
      (prime, "000000000000000000000000000000014551231950b75fc4402da1722fc9baed"),
    ] {
      #expect(Hex.encode(NonceCommitment.reduced(try Hex.decode(number))) == rest)
    }
  }
}
