import Bytes
import Hashes
import SecureMemory
import Testing

struct AES128CBCTests {
  // NIST SP 800-38A, F.2.1 (CBC-AES128.Encrypt).
  private static let key = "2b7e151628aed2a6abf7158809cf4f3c"
  private static let vector = "000102030405060708090a0b0c0d0e0f"
  private static let plain =
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
  private static let cipher =
    "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
    + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"

  private static func secret(_ hex: String) throws -> SecretBytes {
    var bytes = try Hex.decode(hex)
    return SecretBytes(moving: &bytes)
  }

  @Test func `the standard's text is encrypted to the standard's, and a block of padding`() throws {
    let sealed = try AES128CBC.encrypt(
      Self.secret(Self.plain), key: Self.secret(Self.key), vector: Hex.decode(Self.vector))
    #expect(Hex.encode(sealed.prefix(64)) == Self.cipher)
    #expect(sealed.count == 80)
    let opened = try AES128CBC.decrypt(
      sealed, key: Self.secret(Self.key), vector: Hex.decode(Self.vector))
    #expect(opened.withUnsafeBytes { Hex.encode($0) } == Self.plain)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 1_000])
  func `every length comes back`(count: Int) throws {
    let text = String(repeating: "5a", count: count)
    let sealed = try AES128CBC.encrypt(
      Self.secret(text), key: Self.secret(Self.key), vector: Hex.decode(Self.vector))
    #expect(sealed.count == count / 16 * 16 + 16)
    let opened = try AES128CBC.decrypt(
      sealed, key: Self.secret(Self.key), vector: Hex.decode(Self.vector))
    #expect(opened.withUnsafeBytes { Hex.encode($0) } == text)
  }

  @Test func `wrong padding, cut blocks and wrong lengths are refused`() throws {
    let cipher = try Hex.decode(Self.cipher)
    let vector = try Hex.decode(Self.vector)
    for bytes in [cipher, [], Array(cipher.prefix(17))] {
      #expect(throws: HashesError.notAuthentic) {
        _ = try AES128CBC.decrypt(bytes, key: Self.secret(Self.key), vector: vector)
      }
    }
    #expect(throws: HashesError.self) {
      _ = try AES128CBC.encrypt(
        Self.secret("00"), key: Self.secret(Self.key + "00"), vector: vector)
    }
    #expect(throws: HashesError.self) {
      _ = try AES128CBC.encrypt(Self.secret("00"), key: Self.secret(Self.key), vector: [1])
    }
  }
}
