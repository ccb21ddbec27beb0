import Bytes
import ExtendedKeys
import Mnemonics
import Secp256k1
import Secp256k1Signing
import SecretKeys
import SecretSamples
import SecureMemory
import TestSupport
import Testing

private func master(_ seed: String, _ network: KeyNetwork = .mainnet) throws -> Xpriv {
  try Xpriv(seed: Seed(secret(hex: seed)), network: network)
}

// BIP-32, vector 1.
private let seed1 = "000102030405060708090a0b0c0d0e0f"
private let private1 =
  "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"

@Suite struct XprivTests {
  @Test func `BIP-32 vector 1 comes out`() throws {
    let key = try master(seed1)
    #expect(text(key.revealingText()) == private1)
    let child = try key.derived(along: DerivationPath(parsing: "m/0h/1/2h/2/1000000000"))
    #expect(
      text(child.revealingText())
        == "xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76"
    )
    #expect(
      try child.xpub().description
        == "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy"
    )
  }

  /// BIP-32, vector 3 (leading zeros are kept) and 4.
  @Test(arguments: [
    (
      "4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be",
      "m/0h",
      "xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L"
    ),
    (
      "3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678", "m/0h/1h",
      "xprv9xJocDuwtYCMNAo3Zw76WENQeAS6WGXQ55RCy7tDJ8oALr4FWkuVoHJeHVAcAqiZLE7Je3vZJHxspZdFHfnBEjHqU5hG1Jaj32dVoS6XLT1"
    ),
  ])
  func `leading zeros are kept`(seed: String, path: String, expected: String) throws {
    let child = try master(seed).derived(along: DerivationPath(parsing: path))
    #expect(text(child.revealingText()) == expected)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `all vectors of BIP-32 come out on both sides`() throws {
    let cases = try Vectors.cases("bip32/bip32.json")
    #expect(cases.count == 17)
    for item in cases {
      let path = try DerivationPath(parsing: #require(item.input["path"]?.stringValue))
      let seed = try #require(item.input["seed_hex"]?.stringValue)
      let key = try master(seed).derived(along: path)
      let written = try #require(item.expect["xprv"]?.stringValue)
      #expect(text(key.revealingText()) == written)
      #expect(try key.xpub().description == item.expect["xpub"]?.stringValue)
      let read = try Xpriv(parsing: secret(" \(written)\n"))
      #expect(text(read.revealingText()) == written)
      #expect(read.depth == key.depth)
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `all invalid keys of BIP-32 are refused`() throws {
    for item in try Vectors.cases("bip32/invalid_keys.json") {
      let text = try #require(item.input["extended_key"]?.stringValue)
      #expect(throws: DerivationError.self, "\(item.name)") { _ = try Xpriv(parsing: secret(text)) }
    }
  }

  // BIP-32, vector 5.
  @Test(arguments: [
    (
      "xprv9s21ZrQH143K24Mfq5zL5MhWK9hUhhGbd45hLXo2Pq2oqzMMo63oStZzFGTQQD3dC4H2D5GBj7vWvSQaaBv5cxi9gafk7NF3pnBju6dwKvH",
      DerivationError.key(.keyOutOfRange)
    ),
    (
      "DMwo58pR1QLEFihHiXPVykYB6fJmsTeHvyTp7hRThAtCX8CvYzgPcn8XnmdfHPmHJiEDXkTiJTVV9rHEBUem2mwVbbNfvT2MTcAqj3nesx8uBf9",
      .extendedKey(.unknownVersion(0x0101_0101))
    ),
  ])
  func `invalid keys are refused for their reason`(text: String, error: DerivationError) {
    #expect(throws: error) { _ = try Xpriv(parsing: secret(text)) }
  }

  @Test func `every truncation and every changed character is refused`() throws {
    for length in 0..<private1.count {
      #expect(throws: DerivationError.self) {
        _ = try Xpriv(parsing: secret(String(private1.prefix(length))))
      }
    }
    for index in private1.indices {
      var changed = private1
      changed.replaceSubrange(index...index, with: private1[index] == "2" ? "3" : "2")
      #expect(throws: DerivationError.self) { _ = try Xpriv(parsing: secret(changed)) }
    }
    #expect(throws: DerivationError.self) {
      _ = try Xpriv(parsing: secret(String(repeating: "z", count: 100_000)))
    }
    #expect(throws: DerivationError.self) { _ = try Xpriv(parsing: secret("xprv0OIl")) }
  }

  @Test func `a public key is no private key`() throws {
    let xpub = try master(seed1).xpub().description
    #expect(throws: DerivationError.publicKey) { _ = try Xpriv(parsing: secret(xpub)) }
  }

  @Test(arguments: [0, 15, 65])
  func `seeds of other lengths are refused`(count: Int) {
    #expect(throws: MnemonicError.seedLength(found: count)) {
      _ = try Seed(SecretBytes(count: count))
    }
  }

  @Test func `the public side derives the same children`() throws {
    let account = try master(seed1).derived(along: DerivationPath(parsing: "m/84h/1h/0h"))
    let branch = try account.derived(ChildNumber(0))
    let deriver = try PrivateChildDeriver(branch)
    let publicDeriver = ChildDeriver(try account.xpub().derived(ChildNumber(0)))
    for index in 0..<20 as Range<UInt32> {
      let step = try ChildNumber(index)
      let key = try deriver.privateKey(step)
      #expect(try key.publicKey() == publicDeriver.publicKey(step))
      #expect(try key.publicKey() == branch.derived(step).publicKey)
    }
    let hardened = try ChildNumber(hardened: 7)
    #expect(
      try deriver.privateKey(hardened).publicKey() == branch.derived(hardened).publicKey)
  }

  @Test func `the depth stops at 255`() throws {
    let path = try DerivationPath(Array(repeating: ChildNumber(0), count: 255))
    let deepest = try master(seed1).derived(along: path)
    #expect(deepest.depth == 255)
    #expect(throws: DerivationError.extendedKey(.tooDeep)) {
      _ = try deepest.derived(ChildNumber(0))
    }
    #expect(try Xpriv(parsing: deepest.revealingText()).depth == 255)
  }

  @Test func `an extended private key goes through its 78 bytes`() throws {
    let master = try Xpriv(seed: Seed(SecretBytes(count: 16)), network: .testnets)
    let bytes = master.revealingBytes()
    #expect(bytes.count == 78)
    #expect(text(try Xpriv(decoding: bytes).revealingText()) == text(master.revealingText()))
    #expect(
      throws: DerivationError.text(
        .wrongLength(what: "extended private key", expected: 78, found: 77))
    ) { _ = try Xpriv(decoding: bytes.slice(0..<77)) }
  }
}

@Suite struct AccountExportTests {
  private func master(_ network: KeyNetwork) throws -> Xpriv {
    let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
    return try Xpriv(seed: Mnemonic(parsing: secret(words)).seed(), network: network)
  }

  /// The accounts of BIP-84 and BIP-86.
  @Test(arguments: [
    (
      StandardAccount.wpkh,
      "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
    ),
    (
      .tr,
      "[73c5da0a/86h/0h/0h]xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ"
    ),
    (
      .pkh,
      "[73c5da0a/44h/0h/0h]xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj"
    ),
  ])
  func `accounts of the standards come out`(script: StandardAccount, expected: String) throws {
    let key = try master(.mainnet).accountKey(for: script, account: 0)
    #expect(key.description == expected)
    #expect(key.script == script)
    #expect(try AccountKey(parsing: key.description) == key)
  }

  @Test func `BIP-49 on a test network comes out`() throws {
    // BIP-49: the account's upub and its first public key.
    let key = try master(.testnets).accountKey(for: .shWpkh, account: 0)
    let claimed = try SLIP132Key(
      parsing:
        "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY"
    )
    #expect(key.xpub == claimed.xpub)
    #expect(claimed.script == .shWpkh)
    let first = try key.xpub.derived(along: DerivationPath(parsing: "0/0")).publicKey
    #expect(
      first.description == "03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f")
  }

  @Test func `only a master key exports accounts`() throws {
    let child = try master(.mainnet).derived(ChildNumber(0))
    #expect(throws: DerivationError.self) { try child.accountKey(for: .wpkh, account: 0) }
    #expect(throws: DerivationError.extendedKey(.indexTooLarge(0x8000_0000))) {
      try master(.mainnet).accountKey(for: .wpkh, account: 0x8000_0000)
    }
  }

  @Test func `cosigner accounts come out where BIP-48 and BIP-45 put them`() throws {
    let key = try master(.testnets)
    #expect(try key.accountKey(for: .wsh, account: 1).origin.description == "73c5da0a/48h/1h/1h/2h")
    #expect(try key.accountKey(for: .sh, account: 0).origin.description == "73c5da0a/45h")
    #expect(try key.accountKey(at: .master).origin.description == "73c5da0a")
  }
}
