import Bytes
import Hashes
import Secp256k1
import Secp256k1Signing
import SecureMemory
import Testing

@Suite struct AgreedNonceTests {
  /// libsecp256k1-zkp, `src/modules/ecdsa_s2c/tests_impl.h`: the key 55.., the digest 88.., the entropy, its opening,
  /// and the opening where the same 32 bytes are the commitment itself.
  static let published = [
    (
      "1bf6fb42f41eb876c4d7aa0d67242b00baab99dc2084493e4e63277fa1f77f22",
      "03f030def3188c0f56fcea87435b307643f45dafe22cbc82fd56034fae97417d3a",
      "02df63755d1f3292bffed82986b106497c93b1f8bdc0454b6b0b0a4779c0ef7188"
    ),
    (
      "35199a8fbf84ad6ef69a184c1b19285befbe06e60b6264e6d373893f6855e24a",
      "03901717ce7c7484a2ce1b7dc7403b14e0354971393ec092a7f3e0c8e4e2d2639d",
      "02c04ac7f771e8ebdbf315ff5e58b7fe9516102103500066172c4fac5b20f9e0ea"
    ),
  ]

  @Test(arguments: published)
  func `openings are libsecp256k1-zkp's`(entropy: String, opening: String, raw: String) throws {
    let secret = try key(String(repeating: "55", count: 32))
    let digest = try #require(Bytes32([UInt8](repeating: 0x88, count: 32)))
    let entropy = try bytes(entropy)
    let found = try secret.nonceOpening(
      of: digest, commitment: NonceCommitment.commitment(to: entropy))
    #expect(Hex.encode(found.compressed) == opening)
    let other = try secret.nonceOpening(of: digest, commitment: entropy)
    #expect(Hex.encode(other.compressed) == raw)
  }

  /// The expected hash comes from `Tests/CrossChecks/deterministic_signatures.py`, which shares no code with
  /// libsecp256k1; 48 of the signatures have a high R, which is not ground away.
  @Test func `100 signatures equal those of an independent implementation`() throws {
    var all = SHA256Hasher()
    var highR = 0
    for index in 0..<100 {
      let scene = try Scene(index)
      let signature = try scene.signature()
      #expect(signature.isLowS)
      #expect(scene.publicKey.verifies(signature, of: scene.digest))
      #expect(
        NonceCommitment.isKept(by: signature, opening: scene.opening, entropy: scene.entropy))
      all.update(scene.opening.compressed)
      all.update(signature.der)
      if !signature.isLowR { highR += 1 }
    }
    #expect(
      all.finalized().hex == "c4de7772b7ec5830f7e5a8698c012d0190c1e15f23922b4955b34ddc83c64aef")
    #expect(highR == 48)
  }

  /// Two signatures of one digest whose nonces differ by a known number give the key away.
  @Test func `no digest is signed with one nonce and two tweaks`() throws {
    let scene = try Scene(0)
    var openings: Set<[UInt8]> = []
    var plain: Set<[UInt8]> = []
    for index in 0..<50 {
      let entropy = SHA256.hash(Array("entropy \(index)".utf8))
      let opening = try scene.key().nonceOpening(
        of: scene.digest, commitment: NonceCommitment.commitment(to: entropy))
      openings.insert(opening.compressed)
      // An opening that was given to one entropy is not signed with for another one.
      #expect(throws: SigningError.otherOpening) {
        try scene.key().ecdsaSignature(
          of: scene.digest, entropy: entropy, opening: scene.opening, publicKey: scene.publicKey)
      }
    }
    #expect(openings.count == 50)
    // Nor is one of them a nonce that an ordinary signature has.
    for signature in [
      try scene.key().ecdsaSignature(of: scene.digest),
      try scene.key().plainECDSASignature(of: scene.digest),
    ] {
      plain.insert(Array(signature.compact.prefix(32)))
    }
    #expect(openings.allSatisfy { !plain.contains(Array($0.dropFirst())) })
  }

  @Test func `an opening of another key or digest gets no signature`() throws {
    let (scene, other) = (try Scene(1), try Scene(2))
    #expect(throws: SigningError.otherOpening) {
      try scene.key().ecdsaSignature(
        of: scene.digest, entropy: scene.entropy, opening: other.opening,
        publicKey: scene.publicKey)
    }
    #expect(throws: SigningError.otherOpening) {
      try scene.key().ecdsaSignature(
        of: other.digest, entropy: scene.entropy, opening: scene.opening,
        publicKey: scene.publicKey)
    }
    #expect(throws: SigningError.notVerified) {
      try scene.key().ecdsaSignature(
        of: scene.digest, entropy: scene.entropy, opening: scene.opening,
        publicKey: other.publicKey)
    }
  }

  @Test func `the host sees a signer that goes its own way`() throws {
    let (scene, other) = (try Scene(3), try Scene(4))
    let signature = try scene.signature()
    let kept = { (signature: ECDSASignature, opening: PublicKey, entropy: Bytes32) in
      NonceCommitment.isKept(by: signature, opening: opening, entropy: entropy)
    }
    #expect(kept(signature, scene.opening, scene.entropy))
    #expect(!kept(signature, scene.opening, other.entropy))
    #expect(!kept(signature, other.opening, scene.entropy))
    // With the nonce of the opening alone, which is how one leaves the host's entropy out.
    #expect(!kept(try scene.key().ecdsaSignature(of: scene.digest), scene.opening, scene.entropy))
    #expect(
      !kept(try scene.key().plainECDSASignature(of: scene.digest), scene.opening, scene.entropy))
    // Each byte of r counts, and none of s.
    for index in 0..<64 {
      var bytes = signature.compact
      bytes[index] ^= 1
      let changed = try ECDSASignature(compact: bytes)
      #expect(kept(changed, scene.opening, scene.entropy) == (index >= 32))
    }
  }

  private struct Scene {
    let secret: Bytes32
    let digest: Bytes32
    let entropy: Bytes32
    let publicKey: PublicKey
    let opening: PublicKey

    init(_ index: Int) throws {
      secret = SHA256.hash(Array("drawbridge key \(index)".utf8))
      digest = SHA256.hash(Array("drawbridge digest \(index)".utf8))
      entropy = SHA256.hash(Array("drawbridge entropy \(index)".utf8))
      let key = try drawbridgeKey(secret)
      publicKey = try key.publicKey()
      opening = try key.nonceOpening(
        of: digest, commitment: NonceCommitment.commitment(to: entropy))
    }

    func key() throws -> PrivateKey { try drawbridgeKey(secret) }

    func signature() throws -> ECDSASignature {
      try key().ecdsaSignature(
        of: digest, entropy: entropy, opening: opening, publicKey: publicKey)
    }
  }

  private func bytes(_ hex: String) throws -> Bytes32 { try Bytes32(hex: hex) }
}

private func drawbridgeKey(_ secret: Bytes32) throws -> PrivateKey { try key(secret.hex) }
