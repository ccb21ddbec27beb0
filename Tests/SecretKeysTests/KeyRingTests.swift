import ExtendedKeys
import Secp256k1Signing
import SecretKeys
import SecureMemory
import Testing

@Suite struct KeyRingTests {
  /// The seed of BIP-32's first test vector.
  static func master() throws -> Xpriv {
    var bytes: [UInt8] = Array(0..<16)
    return try Xpriv(seed: Seed(SecretBytes(moving: &bytes)), network: .mainnet)
  }

  @Test func `a ring derives the same keys as the public side, and knows what it lacks`() throws {
    let ring = KeyRing()
    let account = try Self.master().accountKey(at: DerivationPath(parsing: "m/84h/0h/0h"))
    ring.add(try Self.master())
    #expect(ring.fingerprints == [account.origin.fingerprint])
    for index: UInt32 in [0, 1, 77] {
      let steps = try DerivationPath(parsing: "m/1/\(index)")
      let origin = try account.origin.appending(steps)
      let key = try ring.privateKey(for: origin)
      let expected = try account.xpub.derived(along: steps).publicKey
      #expect(try key.publicKey() == expected)
    }
    let foreign = KeyOrigin(
      fingerprint: Fingerprint(value: 1), path: try DerivationPath(parsing: "m/0/0"))
    #expect(throws: KeyRingError.noSeed(Fingerprint(value: 1))) {
      try ring.prepare(parentOf: foreign)
    }
  }
}
