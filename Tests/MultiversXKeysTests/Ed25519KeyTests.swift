import Bytes
import Foundation
import Hashes
import SecureMemory
import TestSupport
import Testing

@testable import MultiversXKeys

@Suite struct Ed25519KeyTests {
  private static func secret(_ hex: String) throws -> SecretBytes {
    var bytes = try Hex.decode(hex)
    return SecretBytes(moving: &bytes)
  }

  /// RFC 8032, 7.1: tests 1 to 3.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ])
  func `signatures are those of RFC 8032`(
    seed: String, publicKey: String, message: String, signature: String
  ) throws {
    let key = try Ed25519Key(Self.secret(seed))
    #expect(key.publicKey.hex == publicKey)
    let bytes = try Hex.decode(message)
    let made = try key.signature(of: bytes)
    #expect(Hex.encode(made) == signature)
    for index in made.indices {
      var changed = made
      changed[index] ^= 1
      #expect(!Ed25519.isValid(signature: changed, of: bytes, by: key.publicKey))
    }
    #expect(!Ed25519.isValid(signature: made, of: bytes + [0], by: key.publicKey))
    #expect(!Ed25519.isValid(signature: Array(made.dropLast()), of: bytes, by: key.publicKey))
  }

  /// SLIP-10, test vector 1 for ed25519: the path, the chain code, the key and its public half.
  @Test(
    arguments: [
      (
        [], "90046a93de5380a72b5e45010748567d5ea02bbf6522f979e05c0d8d8ca9fffb",
        "2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7",
        "a4b2856bfec510abab89753fac1ac0e1112364e7d250545963f135f2a33188ed"
      ),
      (
        [0, 1], "a320425f77d1b5c2505a6b1b27382b37368ee640e3557c315416801243552f14",
        "b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2",
        "1932a5270f335bed617d5b935c80aedb1a35bd9fc1e31acafd5372c30f5c1187"
      ),
    ] as [([UInt32], String, String, String)])
  func `keys are derived as SLIP-10 says`(
    path: [UInt32], chainCode: String, key: String, publicKey: String
  ) throws {
    let seed = try Self.secret("000102030405060708090a0b0c0d0e0f")
    let node = try Ed25519Derivation.node(seed: seed, path: path)
    #expect(node.withUnsafeBytes { Hex.encode($0) } == key + chainCode)
    #expect(try Ed25519Derivation.key(seed: seed, path: path).publicKey.hex == publicKey)
  }

  @Test(
    .enabled(if: Vectors.arePresent, "skipped: no ../shared/vectors"))
  func `so are all keys of its published vectors`() throws {
    let cases = try Vectors.cases("slip10/slip10.json").filter {
      $0.input["curve"] == "ed25519"
    }
    #expect(cases.count == 12)
    for one in cases {
      let seed = try Self.secret(#require(one.input["seed_hex"]?.stringValue))
      let path = try #require(one.input["path"]?.stringValue).split(separator: "/").dropFirst()
      let steps = try path.map { try #require(UInt32($0.dropLast())) }
      let node = try Ed25519Derivation.node(seed: seed, path: steps)
      let (key, chain) = (one.expect["private"]?.stringValue, one.expect["chain_code"]?.stringValue)
      #expect(node.withUnsafeBytes { Hex.encode($0) } == (key ?? "") + (chain ?? ""), "\(one)")
      // SLIP-10 writes a zero before a public key, as long as those of the other curves.
      let publicKey = try Ed25519Derivation.key(seed: seed, path: steps).publicKey
      #expect("00" + publicKey.hex == one.expect["public"]?.stringValue, "\(one)")
    }
  }

  /// The seed of BIP-39 of the public test wallet of the network's SDK, and its first three accounts.
  @Test(
    arguments: [
      (0, "413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9"),
      (1, "b8ca6f8203fb4b545a8e83c5384da033c415db155b53fb5b8eba7ff5a039d639"),
      (2, "e253a571ca153dc2aee845819f74bcc9773b0586edead15a94cb7235a5027436"),
    ] as [(UInt32, String)])
  func `accounts of MultiversX are those of its own wallets`(index: UInt32, key: String) throws {
    let words =
      "moral volcano peasant pass circle pen over picture flat shop clap goat never lyrics gather prepare woman film husband gravity behind test tiger improve"
    var (password, salt) = (Array(words.utf8), Array("mnemonic".utf8))
    let seed = try PBKDF2.sha512(
      password: SecretBytes(moving: &password), salt: SecretBytes(moving: &salt),
      iterations: 2_048, count: 64)
    let node = try Ed25519Derivation.node(seed: seed, path: [44, 508, 0, 0, index])
    #expect(node.withUnsafeBytes { Hex.encode($0.prefix(32)) } == key)
    #expect(
      try Ed25519Derivation.multiversX(seed: seed, index: index).publicKey
        == Ed25519Key(Self.secret(key)).publicKey)
  }

  @Test func `wrong lengths, steps that are too large and too many are refused`() throws {
    let seed = try Self.secret("000102030405060708090a0b0c0d0e0f")
    #expect(throws: HashesError.self) { _ = try Ed25519Key(Self.secret("00")) }
    #expect(throws: HashesError.self) {
      _ = try Ed25519Derivation.key(seed: Self.secret("00"), path: [])
    }
    #expect(throws: HashesError.self) {
      _ = try Ed25519Derivation.multiversX(seed: seed, index: 1 << 31)
    }
    #expect(throws: HashesError.self) {
      _ = try Ed25519Derivation.key(seed: seed, path: [UInt32](repeating: 0, count: 256))
    }
  }
}
