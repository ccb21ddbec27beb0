import Bytes
import Secp256k1
import Secp256k1Signing
import SecureMemory
import Testing

/// A key of the tests' own making, never of value.
func key(_ hex: String) throws -> PrivateKey {
  var bytes = try Hex.decode(hex)
  return try PrivateKey(SecretBytes(moving: &bytes))
}

private let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
private let one = String(repeating: "0", count: 63) + "1"
private let minusOne = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"

@Suite struct PrivateKeyTests {
  @Test func `the key one has the generator as its public key`() throws {
    let generator = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    #expect(try key(one).publicKey().description == generator)
  }

  @Test func `the largest key is the generator's negation`() throws {
    let negated = "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    #expect(try key(minusOne).publicKey().description == negated)
  }

  @Test(arguments: [String(repeating: "0", count: 64), order, String(repeating: "f", count: 64)])
  func `numbers that are no key are refused`(hex: String) throws {
    #expect(throws: SigningError.keyOutOfRange) { _ = try key(hex) }
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func `another length than 32 bytes is refused`(count: Int) throws {
    #expect(throws: SigningError.length(found: count)) {
      _ = try PrivateKey(SecretBytes(count: count))
    }
  }

  @Test func `adding to the private key adds to the public key`() throws {
    let secret = try key("00000000000000000000000000000000000000000000000000000000deadbeef")
    let tweak = try Bytes32(hex: "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89")
    let sum = try secret.adding(tweak: tweak)
    let expected = try secret.publicKey().adding(tweak: tweak)
    #expect(try sum.publicKey() == expected)
    let same = try tweak.withUnsafeBytes { bytes throws(SigningError) in
      try secret.adding(tweak: bytes).publicKey()
    }
    #expect(same == expected)
  }

  @Test func `multiplying is adding many times`() throws {
    let secret = try key("00000000000000000000000000000000000000000000000000000000deadbeef")
    let own = try Bytes32(
      hex: "00000000000000000000000000000000000000000000000000000000deadbeef")
    let three = SecretBytes(count: 32) { $0[31] = 3 }
    let product = try three.withUnsafeBytes { bytes throws(SigningError) in
      try secret.multiplied(by: bytes)
    }
    let sum = try secret.adding(tweak: own).adding(tweak: own)
    #expect(try product.publicKey() == sum.publicKey())
    for (count, expected) in [
      (32, SigningError.tweakOutOfRange), (31, .length(found: 31)), (0, .length(found: 0)),
    ] {
      #expect(throws: expected) {
        _ = try SecretBytes(count: count).withUnsafeBytes { bytes throws(SigningError) in
          try secret.multiplied(by: bytes)
        }
      }
    }
  }

  @Test func `tweaks that lead to no key are refused`() throws {
    let secret = try key(one)
    #expect(throws: SigningError.tweakOutOfRange) {
      _ = try secret.adding(tweak: Bytes32(hex: minusOne))
    }
    #expect(throws: SigningError.tweakOutOfRange) {
      _ = try secret.adding(tweak: Bytes32(hex: order))
    }
    #expect(throws: SigningError.length(found: 31)) {
      _ = try SecretBytes(count: 31).withUnsafeBytes { bytes throws(SigningError) in
        try secret.adding(tweak: bytes).publicKey()
      }
    }
  }

  @Test func `a duplicate is the same key`() throws {
    let secret = try key(minusOne)
    let copy = try secret.duplicated()
    #expect(try copy.publicKey() == secret.publicKey())
    #expect(copy.withUnsafeBytes { Hex.encode($0) } == minusOne)
  }
}
