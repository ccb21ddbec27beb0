import Bytes
import Hashes
import SecureMemory
import Testing

/// AES in counter mode.
@Suite struct AESCounterTests {
  // NIST SP 800-38A, F.5.5 (CTR-AES256.Encrypt).
  static let key = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
  static let counter = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
  static let plain =
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
  static let cipher =
    "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c52b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6"

  private func secret(_ hex: String) throws -> SecretBytes {
    var bytes = try Hex.decode(hex)
    return SecretBytes(moving: &bytes)
  }

  @Test func `the vector of NIST encrypts and decrypts, whole and cut anywhere`() throws {
    let key = try secret(Self.key)
    let counter = try Hex.decode(Self.counter)
    let (plain, cipher) = (try Hex.decode(Self.plain), try Hex.decode(Self.cipher))
    for count in 0...plain.count {
      #expect(
        try AESCounter.apply(Array(plain.prefix(count)), key: key, counter: counter)
          == Array(cipher.prefix(count)))
    }
    #expect(try AESCounter.apply(cipher, key: key, counter: counter) == plain)
  }

  @Test func `a key of 128 bits encrypts as NIST says, into memory for secrets as well`() throws {
    // NIST SP 800-38A, F.5.1 (CTR-AES128.Encrypt).
    let key = try secret("2b7e151628aed2a6abf7158809cf4f3c")
    let counter = try Hex.decode(Self.counter)
    let plain = try Hex.decode(Self.plain)
    let cipher =
      "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee"
    #expect(Hex.encode(try AESCounter.apply(plain, key: key, counter: counter)) == cipher)
    let hidden = try AESCounter.applySecret(secret(Self.plain), key: key, counter: counter)
    #expect(hidden.withUnsafeBytes { Hex.encode($0) } == cipher)
  }

  @Test func `a key or a counter of another length is refused`() throws {
    let short = SecretBytes(count: 31)
    #expect(throws: HashesError.self) {
      try AESCounter.apply([1], key: short, counter: [UInt8](repeating: 0, count: 16))
    }
    let key = SecretBytes(count: 32)
    #expect(throws: HashesError.self) { try AESCounter.apply([1], key: key, counter: [1]) }
  }
}
