import Bytes
import ExtendedKeys
import Secp256k1Signing
import SecretKeys
import SecureMemory
import TestSupport
import Testing

@Suite struct XprivTests {
  /// The seed of BIP-32's first test vector.
  static let seed: [UInt8] = Array(0..<16)

  static func master(_ seed: [UInt8] = seed) throws -> Xpriv {
    var copy = seed
    let secret = SecretBytes(moving: &copy)
    return try secret.withUnsafeBytes { bytes throws(XprivError) in
      try Xpriv(seed: bytes, network: .mainnet)
    }
  }

  @Test func `the first chain of BIP-32 is derived`() throws {
    let master = try Self.master()
    #expect("\(master.fingerprint)" == "3442193e")
    #expect(
      "\(try master.xpub())"
        == "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8"
    )
    let child = try master.derived(along: DerivationPath(parsing: "m/0h/1/2h/2/1000000000"))
    #expect(
      "\(try child.xpub())"
        == "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy"
    )
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every chain of BIP-32 is derived on both sides`() throws {
    for item in try Vectors.cases("bip32/bip32.json") {
      let seed = try Hex.decode(try #require(item.input["seed_hex"]?.stringValue))
      let path = try DerivationPath(parsing: try #require(item.input["path"]?.stringValue))
      let master = try Self.master(seed)
      let expected = item.expect["xpub"]?.stringValue ?? item.expect["ext_pub"]?.stringValue
      #expect("\(try master.derived(along: path).xpub())" == expected, "\(item.name)")
    }
  }

  @Test func `a ring derives the same keys as the public side, and knows what it lacks`() throws {
    let ring = KeyRing()
    let master = try Self.master()
    let account = try master.accountKey(at: DerivationPath(parsing: "m/84h/0h/0h"))
    #expect("\(account.origin)" == "3442193e/84h/0h/0h")
    ring.add(master)
    for index: UInt32 in [0, 1, 77] {
      let steps = try DerivationPath(parsing: "m/1/\(index)")
      let origin = try account.origin.appending(steps)
      let key = try ring.privateKey(for: origin)
      #expect(try key.publicKey() == account.xpub.derived(along: steps).publicKey)
    }
    let foreign = KeyOrigin(
      fingerprint: Fingerprint(value: 1), path: try DerivationPath(parsing: "m/0/0"))
    #expect(throws: KeyRingError.noSeed(Fingerprint(value: 1))) {
      try ring.prepare(parentOf: foreign)
    }
  }

  @Test(arguments: [0, 15, 65]) func `a seed of another length is refused`(count: Int) {
    #expect(throws: XprivError.seedLength(found: count)) {
      _ = try Self.master([UInt8](repeating: 1, count: count)).fingerprint
    }
  }

  @Test func `a hardened child is not derived among many`() throws {
    let children = try Self.master().children()
    let child = try ChildNumber(hardened: 0)
    var refused = false
    do { _ = try children.privateKey(child) } catch { refused = error == .hardenedChild(child) }
    #expect(refused)
  }
}
