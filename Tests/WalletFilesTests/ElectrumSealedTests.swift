import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Hashes
import Secp256k1
import SecureMemory
import TestSupport
import Testing

@testable import WalletFiles

/// Wallet files that Electrum encrypted with a password.
@Suite struct ElectrumSealedTests {
  private static func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  private static func sealed(_ text: String) throws -> ElectrumSealedFile {
    try #require(ElectrumSealedFile.recognised(Array(text.utf8)))
  }

  @Test func `the password opens the wallet, whose first address is Electrum's`() throws {
    let file = try Self.sealed(ElectrumFiles.watching)
      .opened(password: Self.secret(ElectrumFiles.password))
    #expect(file.format == .electrum)
    let address = try file.descriptor.address(branch: 0, index: 0, on: .mainnet)
    #expect(address?.string == ElectrumFiles.firstAddress)
    #expect(file.descriptor.keys.first?.origin.map { "\($0)" } == "73c5da0a/84h/0h/0h")
  }

  @Test func `line breaks in the file change nothing`() throws {
    let text = ElectrumFiles.watching
    let broken = "\n" + text.prefix(76) + "\r\n" + text.dropFirst(76) + "\n"
    #expect(try Self.sealed(broken) == Self.sealed(text))
    #expect(try Self.sealed(broken).text == text)
  }

  @Test(arguments: ["correct horse ", "Correct horse", "", String(repeating: "x", count: 4_000)])
  func `another password is said to be wrong`(password: String) throws {
    let file = try Self.sealed(ElectrumFiles.watching)
    #expect(throws: WalletFileError.wrongPassword) {
      _ = try file.opened(password: Self.secret(password))
    }
  }

  @Test func `a changed byte opens nothing`() throws {
    let bytes = try Base64.decode(ElectrumFiles.watching)
    for place in [36, 40, bytes.count / 2, bytes.count - 33, bytes.count - 1] {
      var changed = bytes
      changed[place] ^= 1
      let file = try Self.sealed(Base64.encode(changed))
      #expect(throws: WalletFileError.self, "byte \(place)") {
        _ = try file.opened(password: Self.secret(ElectrumFiles.password))
      }
    }
  }

  @Test func `a wallet that can spend is refused, and nothing of it is said`() throws {
    let file = try Self.sealed(ElectrumFiles.spending)
    #expect(throws: WalletFileError.secret(kind: "an Electrum wallet with a private key")) {
      _ = try file.opened(password: Self.secret(ElectrumFiles.password))
    }
  }

  @Test(arguments: [
    #"{"keystore": {"seed": "x"}}"#, #"{"keystore":{"xprv" : 1}}"#,
    #"{"x1/":{"keypairs":{"a":1}}}"#,
    #"{"passphrase":"p"}"#,
  ])
  func `whatever member of a private key is not empty refuses the contents unread`(
    json: String
  ) throws {
    let file = try Self.file(of: Array(json.utf8))
    #expect(throws: WalletFileError.secret(kind: "an Electrum wallet with a private key")) {
      _ = try file.opened(password: Self.secret("p"))
    }
  }

  @Test(arguments: [
    #"{"seed": null, "xprv": "", "keypairs": {}, "label": "\"seed\": 1"}"#, "{}", "[1]", "seed",
  ])
  func `contents that are not a wallet are said to be none`(json: String) throws {
    let file = try Self.file(of: Array(json.utf8))
    let error = #expect(throws: WalletFileError.self) {
      _ = try file.opened(password: Self.secret("p"))
    }
    #expect("\(try #require(error))".contains("there is no wallet of Electrum inside"))
  }

  @Test func `what inflates to more than a wallet may have is refused`() throws {
    for (stream, isBomb) in [
      (Self.zlib([UInt8](repeating: 0x20, count: WalletFile.sizeLimit + 1)), true),
      ([0x78, 0x01, 0xff, 0, 0, 0, 0, 0], false), ([0x78, 0x02, 3, 0, 0, 0, 0, 0], false),
      ([], false),
    ] {
      let file = try Self.file(stream: stream)
      let error = #expect(throws: WalletFileError.self) {
        _ = try file.opened(password: Self.secret("p"))
      }
      #expect("\(try #require(error))".contains("cannot be inflated"), "\(isBomb)")
    }
  }

  @Test func `what only begins alike is no such file`() throws {
    let bytes = try Base64.decode(ElectrumFiles.watching)
    for other in [
      Array("BIE2".utf8) + bytes.dropFirst(4), Array(bytes.prefix(84)), bytes.dropLast(1) + [],
    ] {
      #expect(ElectrumSealedFile.recognised(Array(Base64.encode(other).utf8)) == nil)
    }
    let long = ElectrumFiles.watching + String(repeating: " ", count: ElectrumSealedFile.sizeLimit)
    #expect(ElectrumSealedFile.recognised(Array(long.utf8)) == nil)
    // A point that is not on the curve.
    let lost = bytes.prefix(5) + [UInt8](repeating: 0xff, count: 32) + bytes.dropFirst(37)
    let file = try Self.sealed(Base64.encode(Array(lost)))
    #expect(throws: WalletFileError.self) { try file.opened(password: Self.secret("p")) }
  }

  // MARK: Files of this test's own

  /// A file of the password `p`: its key agreement is with the point of the curve's generator.
  private static func file(of contents: [UInt8]) throws -> ElectrumSealedFile {
    try file(stream: zlib(contents))
  }

  private static func file(stream: [UInt8]) throws -> ElectrumSealedFile {
    let point = try PublicKey(
      decoding: Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
    let number = try PBKDF2.sha512(
      password: secret("p"), salt: SecretBytes(count: 0), iterations: 1_024, count: 64)
    let keys = SHA512.hash(try point.multiplied(by: number).withUnsafeBytes { Array($0) })
    var (cipher, plain) = (Array(keys[16..<32]), stream)
    let sealed = try AES128CBC.encrypt(
      SecretBytes(moving: &plain), key: SecretBytes(moving: &cipher), vector: Array(keys[..<16]))
    let bytes = Array("BIE1".utf8) + point.compressed + sealed
    let mac = HMAC.sha256(key: Array(keys[32...]), message: bytes)
    return try Self.sealed(Base64.encode(bytes + mac.bytes))
  }

  /// Stored blocks of zlib; its checksum is never looked at.
  private static func zlib(_ contents: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = contents[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      stream.append(rest.isEmpty ? 1 : 0)
      for value in [count, ~count] { stream += [UInt8(value & 0xff), UInt8(value >> 8)] }
      stream += block
    } while !rest.isEmpty
    return stream + [0, 0, 0, 0]
  }
}
