import Bytes
import ExtendedKeys
import Mnemonics
import Secp256k1
import Secp256k1Signing
import SecretKeys
import SecretSamples
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

  @Test func `a lone key is found where a wallet names it and nowhere else`() throws {
    let ring = KeyRing()
    let wif = try WIFKey(
      parsing: secret("5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss"))
    let origin = KeyOrigin(fingerprint: Fingerprint(of: wif.publicKey), path: .master)
    #expect(throws: KeyRingError.noPath) { _ = try ring.privateKey(for: origin) }
    ring.add(try wif.privateKey.duplicated(), at: origin)
    try ring.prepare(parentOf: origin)
    let found = try ring.privateKey(for: origin).publicKey()
    let expected = wif.publicKey
    #expect(found.xOnly == expected.xOnly)
    #expect(ring.fingerprints.isEmpty)
    let below = try origin.appending(DerivationPath(parsing: "m/0"))
    #expect(throws: KeyRingError.noSeed(origin.fingerprint)) {
      _ = try ring.privateKey(for: below)
    }
  }

  /// Keys `m/44h/0h/0h` of three public test seeds, from a complete payload of Chance's.
  private static let chance = [
    (
      "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
      "03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd"
    ),
    (
      "legal winner thank year wave sausage worth useful legal winner thank yellow",
      "026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a7"
    ),
    (
      "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
      "02c8f40912c8c7d247dff463d8ab5a962555d8fd027813a95cd2707abb6fa9c55a"
    ),
  ]

  private static func master(words: String, on network: KeyNetwork) throws -> Xpriv {
    let mnemonic = try Mnemonic(parsing: secret(words), language: .english)
    return try Xpriv(seed: mnemonic.seed(passphrase: SecretBytes(count: 0)), network: network)
  }

  @Test(arguments: [KeyNetwork.mainnet, .testnets])
  func `a seed finds its own keys in a Chance wallet, on every network`(
    _ network: KeyNetwork
  ) throws {
    let keys = try Self.chance.map { try PublicKey(decoding: Hex.decode($0.1)) }
    for (place, (words, _)) in Self.chance.enumerated() {
      let master = try Self.master(words: words, on: network)
      let found = try master.chanceKeys(among: keys)
      #expect(found.keys.sorted() == [place])
      let origin = try #require(found[place])
      #expect(origin.path.description == "m/44h/0h/0h")
      #expect(origin.fingerprint == master.fingerprint)
      // The ring goes the hardened way to the last step.
      let ring = KeyRing()
      ring.add(try Self.master(words: words, on: network))
      let key = try ring.privateKey(for: origin)
      #expect(try key.publicKey() == keys[place])
    }
  }

  @Test func `own keys are found in any account below the bound, several of them, and no others`()
    throws
  {
    let master = try Self.master(words: Self.chance[0].0, on: .mainnet)
    let key = { (path: String) throws -> PublicKey in
      try master.derived(along: DerivationPath(parsing: path)).publicKey
    }
    let paths = ["m/44h/0h/7h", "m/44h/1h/0h", "m/44h/0h/0h/0/0", "m/44h/0h/0h", "m/44h/0h/9h"]
    let keys = try paths.map(key)
    let found = try master.chanceKeys(among: keys, accounts: 9)
    #expect(found.mapValues { $0.path.description } == [0: "m/44h/0h/7h", 3: "m/44h/0h/0h"])
    #expect(try master.chanceKeys(among: keys).count == 3)
    #expect(try master.chanceKeys(among: []).isEmpty)
    let child = try master.derived(ChildNumber(rawValue: 0))
    #expect(throws: DerivationError.self) { try child.chanceKeys(among: keys) }
  }
}
