import BitcoinPrimitives
import Bytes
import SecureMemory
import Testing

@testable import WalletBackups

struct BackupKeyTextTests {
  private static func text(_ key: borrowing BackupKey) throws -> [UInt8] {
    try key.text().withUnsafeBytes { Array($0) }
  }

  private static func parsed(_ bytes: [UInt8]) throws -> BackupKey {
    try BackupKey(parsing: SecretBytes(of: bytes))
  }

  @Test(arguments: [
    "mainnet", "testnet3", "testnet4", "signet", "regtest",
    "signet:00148835832e28c816b7acd8fdb19772ab2199603a56",
  ])
  func `a key goes across as one line and comes back`(name: String) throws {
    let network = try #require(Network(name: name))
    let key = try Fixture.key(on: network)
    let bytes = try Self.text(key)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("drawbridge-backup-key:1:\(name):73"))
    let back = try Self.parsed(bytes)
    #expect(back.network == network)
    #expect(back.fingerprint == key.fingerprint)
    #expect(back.archiveSigner == key.archiveSigner)
    let isSame =
      back.sealingKey.constantTimeEquals(key.sealingKey)
      && back.archiveKey.constantTimeEquals(key.archiveKey)
    #expect(isSame)
    #expect(try Self.text(back) == bytes)
    #expect(bytes.withUnsafeBytes { BackupKey.isOne($0) })
  }

  @Test func `each changed letter and each cut is refused`() throws {
    let bytes = try Self.text(Fixture.key())
    for index in bytes.indices {
      var bent = bytes
      bent[index] = bent[index] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
      #expect(throws: BackupError.self, "letter \(index)") { _ = try Self.parsed(bent) }
      #expect(throws: BackupError.self, "\(index) letters") {
        _ = try Self.parsed(Array(bytes[..<index]))
      }
    }
    #expect(throws: BackupError.self) { _ = try Self.parsed(bytes + [0x30]) }
    #expect(throws: BackupError.self) {
      _ = try Self.parsed([UInt8](repeating: 0x30, count: 100_000))
    }
  }

  @Test func `a newer key says so`() throws {
    let text = String(decoding: try Self.text(Fixture.key()), as: UTF8.self)
    let newer = text.replacing("key:1:", with: "key:2:")
    #expect(failure { _ = try Self.parsed(Array(newer.utf8)) } == .newer(version: 2))
    let other = text.replacing("regtest", with: "mars")
    #expect(
      failure { _ = try Self.parsed(Array(other.utf8)) }
        == .badKey(reason: "is of a network that is not known here (`network list`)"))
  }

  @Test func `no error repeats a part of the key`() throws {
    let bytes = try Self.text(Fixture.key())
    let digits = String(decoding: bytes.suffix(170), as: UTF8.self)
    var bent = bytes
    bent[bent.count - 1] = UInt8(ascii: "x")
    let error = failure { _ = try Self.parsed(bent) }
    #expect(error.map { "\($0) \($0.hint)" }?.contains(digits.prefix(8)) == false)
  }
}
