import Bytes
import Foundation
import MultiversXKeys
import SecureMemory
import Testing

@Suite struct KeystoreTests {
  /// Of the tests of the network's own SDK for Python: a key, whose password is `password`.
  static let alice = """
    {"version": 4, "kind": "secretKey", "id": "0dc10c02-b59b-4bac-9710-6b2cfa4284ba",
    "address": "0139472eff6886771a982f3083da5d421f24c29181e63888228dc81ca60d69e1",
    "bech32": "erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th", "crypto": {
    "ciphertext": "4c41ef6fdfd52c39b1585a875eb3c86d30a315642d0e35bb8205b6372c1882f135441099b11ff76345a6f3a930b5665aaf9f7325a32c8ccd60081c797aa2d538",
    "cipherparams": {"iv": "033182afaa1ebaafcde9ccc68a5eac31"},
    "cipher": "aes-128-ctr", "kdf": "scrypt", "kdfparams": {"dklen": 32,
    "salt": "4903bd0e7880baa04fc4f886518ac5c672cdc745a6bd13dcec2b6c12e9bffe8d", "n": 4096, "r": 8, "p": 1},
    "mac": "5b4a6f14ab74ba7ca23db6847e28447f0e6a7724ba9664cf425df707a84f5a8b"}}
    """
  /// The same for the words of its test wallet.
  static let words = """
    {"version": 4, "id": "5b448dbc-5c72-4d83-8038-938b1f8dff19", "kind": "mnemonic", "crypto": {
    "ciphertext": "6d70fbdceba874f56f15af4b1d060223799288cfc5d276d9ebb91732f5a38c3c59f83896fa7e7eb6a04c05475a6fe4d154de9b9441864c507abd0eb6987dac521b64c0c82783a3cd1e09270cd6cb5ae493f9af694b891253ac1f1ffded68b5ef39c972307e3c33a8354337540908acc795d4df72298dda1ca28ac920983e6a39a01e2bc988bd0b21f864c6de8b5356d11e4b77bc6f75ef",
    "cipherparams": {"iv": "2da5620906634972d9a623bc249d63d4"},
    "cipher": "aes-128-ctr", "kdf": "scrypt", "kdfparams": {"dklen": 32,
    "salt": "aa9e0ba6b188703071a582c10e5331f2756279feb0e2768f1ba0fd38ec77f035", "n": 4096, "r": 8, "p": 1},
    "mac": "5bc1b20b6d903b8ef3273eedf028112d65eaf85a5ef4215917c1209ec2df715a"}}
    """
  static let key = "413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9"

  private static func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  private static func open(_ json: String, _ password: String = "password") throws -> String {
    let store = try Keystore.open(Array(json.utf8), password: secret(password))
    return store.secret.withUnsafeBytes {
      store.kind == .secretKey ? Hex.encode($0) : String(decoding: $0, as: UTF8.self)
    }
  }

  /// 0, 1, 2 and so on, so that a file is the same each time.
  private struct Counting: RandomSource {
    func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
      for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index) }
    }
  }

  @Test func `published keystores open`() throws {
    #expect(try Self.open(Self.alice) == Self.key)
    #expect(try Self.open(Self.alice.replacing(#""kind": "secretKey","#, with: "")) == Self.key)
    let words = try Self.open(Self.words)
    #expect(words.hasPrefix("moral volcano peasant") && words.hasSuffix("tiger improve"))
  }

  @Test func `another password and any change of what is sealed are noticed`() throws {
    #expect(throws: KeystoreError.notAuthentic) { _ = try Self.open(Self.alice, "Password") }
    #expect(throws: KeystoreError.notAuthentic) { _ = try Self.open(Self.alice, "") }
    for (from, to) in [("4c41ef", "4c41ee"), ("4903bd", "4903bc"), ("5b4a6f", "5b4a6e")] {
      #expect(throws: KeystoreError.notAuthentic) {
        _ = try Self.open(Self.alice.replacing(from, with: to))
      }
    }
    // The counter is not authenticated: the key that comes out has another address.
    #expect(throws: KeystoreError.otherAddress) {
      _ = try Self.open(Self.alice.replacing("033182", with: "033183"))
    }
    #expect(throws: KeystoreError.otherAddress) {
      _ = try Self.open(Self.alice.replacing("013947", with: "013948"))
    }
  }

  @Test(arguments: [
    (#""version": 4"#, #""version": 3"#), (#""secretKey""#, #""pem""#), (#""secretKey""#, "7"),
    ("aes-128-ctr", "aes-256-ctr"), (#""kdf": "scrypt""#, #""kdf": "pbkdf2""#),
    (#""n": 4096"#, #""n": 4095"#), (#""n": 4096"#, #""n": 1"#), (#""n": 4096"#, #""n": 0"#),
    (#""n": 4096"#, #""n": 1125899906842624"#), (#""r": 8"#, #""r": 33"#),
    (#""p": 1"#, #""p": 99"#), (#""dklen": 32"#, #""dklen": 64"#),
    (#""033182afaa1ebaafcde9ccc68a5eac31""#, #""0331""#), ("5b4a6f", "5b4a6"),
    (#""p": 1"#, #""p": 1, "p": 1"#), (#""p": 1"#, #""q": 1"#), ("4c41ef", "zz41ef"),
  ])
  func `a file that is none is refused before any work`(from: String, to: String) {
    #expect(throws: KeystoreError.self) { _ = try Self.open(Self.alice.replacing(from, with: to)) }
  }

  @Test func `each cut of a file is refused, and one that is too large`() {
    for end in Self.alice.utf8.indices where end != Self.alice.endIndex {
      #expect(throws: KeystoreError.self) { _ = try Self.open(String(Self.alice[..<end])) }
    }
    #expect(throws: KeystoreError.tooLarge(bytes: 16_385, limit: 16_384)) {
      _ = try Keystore.open([UInt8](repeating: 0x20, count: 16_385), password: Self.secret(""))
    }
  }

  @Test func `what is sealed opens again, and is laid out as the SDK does it`() throws {
    var bytes = try Hex.decode(Self.key)
    let store = Keystore(key: SecretBytes(moving: &bytes))
    let file = try store.sealed(
      password: Self.secret("a b"), bech32: "erd1…", randomness: Counting())
    let text = String(decoding: file, as: UTF8.self)
    #expect(try Self.open(text, "a b") == Self.key)
    #expect(!text.contains(Self.key) && text.contains(#""n": 4096"#))
    #expect(text.contains("00010203-0405-4607-8809-0a0b0c0d0e0f"))
    #expect(
      try JSONReader.parse(text: text).objectValue?.names
        == ["version", "kind", "id", "address", "bech32", "crypto"])
    let words = Keystore(words: Self.secret("abandon about"))
    let other = try words.sealed(
      password: Self.secret("a b"), bech32: nil, work: 13, randomness: Counting())
    #expect(try Self.open(String(decoding: other, as: UTF8.self), "a b") == "abandon about")
    #expect(throws: KeystoreError.self) {
      _ = try words.sealed(
        password: Self.secret(""), bech32: nil, work: 21, randomness: Counting())
    }
  }
}
