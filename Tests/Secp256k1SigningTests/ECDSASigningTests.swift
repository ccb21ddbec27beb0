import Bytes
import Hashes
import Secp256k1
import Secp256k1Signing
import SecureMemory
import Testing

@Suite struct ECDSASigningTests {
  /// Bitcoin Core, `key_tests.cpp`: "test deterministic signing".
  @Test(arguments: [
    (
      "12b004fff7f4b69ef8650e767f18f11ede158148b425660723b9f9a66e61f747",
      "304402205dbbddda71772d95ce91cd2d14b592cfbc1dd0aabd6a394b6c2d377bbe59d31d"
        + "022014ddda21494a4e221f0824f0b8b924c43fa43c0ad57dccdaa11f81a6bd4582f6"
    ),
    (
      "b524c28b61c9b2c49b2c7dd4c2d75887abb78768c054bd7c01af4029f6c0d117",
      "3044022052d8a32079c11e79db95af63bb9600c5b04f21a9ca33dc129c2bfa8ac9dc1cd5"
        + "022061d8ae5e0f6c1a16bde3719c64c2fd70e404b6428ab9a69566962e8771b5944d"
    ),
  ])
  func `signatures are Bitcoin Core's`(secret: String, expected: String) throws {
    let digest = SHA256.doubleHash(Array("Very deterministic message".utf8))
    #expect(try Hex.encode(key(secret).ecdsaSignature(of: digest).der) == expected)
  }

  /// The expected hash comes from `Tests/CrossChecks/deterministic_signatures.py`, which shares no
  /// code with libsecp256k1; up to nine tries for a low R are among these.
  @Test func `200 signatures equal those of an independent implementation`() throws {
    var all = SHA256Hasher()
    for index in 0..<200 {
      let secret = SHA256.hash(Array("drawbridge key \(index)".utf8))
      let digest = SHA256.hash(Array("drawbridge digest \(index)".utf8))
      let signature = try key(secret.hex).ecdsaSignature(of: digest)
      #expect(signature.isLowR)
      #expect(signature.isLowS)
      #expect(signature.der.count <= 70)
      all.update(signature.der)
    }
    let expected = "b4900a13730056c4b8735861c18fb9ffd8b3baf06bc0b66ddac9ad5c904ab492"
    #expect(all.finalized().hex == expected)
  }

  @Test func `a known public key gives the same signature`() throws {
    let secret = try key(SHA256.hash(Array("known".utf8)).hex)
    let digest = SHA256.hash(Array("digest".utf8))
    let publicKey = try secret.publicKey()
    #expect(
      try secret.ecdsaSignature(of: digest, publicKey: publicKey)
        == secret.ecdsaSignature(of: digest))
    #expect(try publicKey.verifies(secret.ecdsaSignature(of: digest), of: digest))
  }

  @Test func `a signature for somebody else's public key never leaves`() throws {
    let secret = try key(SHA256.hash(Array("mine".utf8)).hex)
    let other = try key(SHA256.hash(Array("yours".utf8)).hex).publicKey()
    #expect(throws: SigningError.notVerified) {
      try secret.ecdsaSignature(of: .zero, publicKey: other)
    }
  }

  @Test func `many threads sign with one key at once`() async throws {
    let secret = SHA256.hash(Array("shared".utf8)).hex
    let alone = try (0..<64).map { index in
      try key(secret).ecdsaSignature(of: SHA256.hash([UInt8(index)]))
    }
    let together = try await withThrowingTaskGroup(of: (Int, ECDSASignature).self) { group in
      for index in 0..<64 {
        group.addTask {
          (index, try key(secret).ecdsaSignature(of: SHA256.hash([UInt8(index)])))
        }
      }
      var results: [Int: ECDSASignature] = [:]
      for try await (index, signature) in group { results[index] = signature }
      return results
    }
    for index in 0..<64 { #expect(together[index] == alone[index]) }
  }
}
