import BitcoinPrimitives
import Bytes
import Hashes
import SecureMemory
import Testing

@testable import WalletBackups

struct SealedBackupTests {
  @Test func `what was sealed is opened with the key alone`() throws {
    let key = try Fixture.key()
    let bytes = try SealedBackup(sealing: Array("labels".utf8), key: key).encoded()
    let read = try SealedBackup(decoding: bytes)
    #expect(try read.opened(with: key) == Array("labels".utf8))
    #expect(read.encoded() == bytes)
    #expect(read.networkName == "regtest")
    #expect(read.networkName == "regtest")
    #expect(try BackupFile(decoding: bytes) == .sealed(read))
  }

  /// The bytes of `docs/formats.md`, computed there by plain Python: a change of the format fails here.
  @Test func `the file of a fixed key and salt is the one written down`() throws {
    let bytes = try Fixture.sealed(key: Fixture.key()).encoded()
    #expect(bytes.count == 112 + 4_096 + 16 + 32)
    #expect(Hex.encode(bytes[0..<16]) == "44424241434b555000010000000010a0")
    #expect(Hex.encode(bytes[16..<48]) == SHA256.hash(Array("regtest".utf8)).hex)
    #expect(SHA256.hash(bytes).hex == Self.knownDigest)
  }

  static let knownDigest = "0092545a267cf64b79597a31249c52a12023693f31e7ca298f4be68601333b03"

  @Test(arguments: [0, 1, 4_091, 4_092, 4_093, 9_000, 100_000])
  func `the length of a file tells no more than a power of two`(count: Int) throws {
    let key = try Fixture.key()
    let contents = [UInt8](repeating: 0x61, count: count)
    let bytes = try SealedBackup(sealing: contents, key: key).encoded()
    let inner = bytes.count - 112 - 16 - 32
    #expect(inner >= 4_096 && inner & (inner - 1) == 0)
    #expect(try SealedBackup(decoding: bytes).opened(with: key) == contents)
  }

  @Test func `two backups of the same records have nothing in common that tells it`() throws {
    let key = try Fixture.key()
    let first = try SealedBackup(sealing: [1, 2, 3], key: key).encoded()
    let second = try SealedBackup(sealing: [1, 2, 3], key: key).encoded()
    #expect(first[48...] != second[48...])
    #expect(zip(first[48...], second[48...]).filter(==).count < 100)
  }

  @Test func `each flipped bit is refused with one error`() throws {
    let key = try Fixture.key()
    let bytes = try Fixture.sealed(key: key).encoded()
    // Each bit of the header, the tag and the checksum, and one in every byte between.
    for index in bytes.indices {
      let isEdge = index < 130 || index >= bytes.count - 60
      for bit in 0..<8 where isEdge || bit == index % 8 {
        var bent = bytes
        bent[index] ^= 1 << bit
        let error = failure { _ = try BackupFile(decoding: bent).opened(with: Fixture.key()) }
        switch index {
        case 0..<8: #expect(error == .notABackup)
        case 12..<16: #expect(error == .damaged || isLength(error), "bit \(bit) of byte \(index)")
        default: #expect(error == .damaged, "bit \(bit) of byte \(index)")
        }
      }
    }
  }

  private func isLength(_ error: BackupError?) -> Bool {
    switch error {
    case .truncated, .trailing, .tooLarge: true
    default: false
    }
  }

  @Test func `a flipped bit under a repaired checksum is still refused`() throws {
    let bytes = try Fixture.sealed(key: Fixture.key()).encoded()
    let end = bytes.count - 32
    for index in 16..<end where index < 200 || index % 97 == 0 || index >= end - 20 {
      var bent = bytes
      bent[index] ^= 0x10
      bent.replaceSubrange(end..., with: SHA256.hash(bent[..<end]).bytes)
      let error = failure { _ = try BackupFile(decoding: bent).opened(with: Fixture.key()) }
      switch index {
      case 16..<48: #expect(error == .otherNetwork(found: nil, key: "regtest"))
      case 48..<112: #expect(error == .wrongKey)
      default: #expect(error == .altered)
      }
    }
  }

  @Test func `each length short of the whole is refused as cut`() throws {
    let bytes = try Fixture.sealed(key: Fixture.key()).encoded()
    for count in bytes.indices {
      let error = failure { _ = try BackupFile(decoding: Array(bytes[..<count])) }
      let needed = count < 16 ? 112 : bytes.count
      #expect(error == .truncated(found: count, needed: count == 0 ? 112 : needed))
    }
    #expect(failure { _ = try BackupFile(decoding: bytes + [0]) } == .trailing(bytes: 1))
  }

  @Test func `another key, another network and a newer format are each named`() throws {
    let backup = try Fixture.sealed(key: Fixture.key())
    #expect(failure { _ = try backup.opened(with: Fixture.key(sealing: 8)) } == .wrongKey)
    #expect(
      failure { _ = try backup.opened(with: Fixture.key(on: .mainnet)) }
        == .otherNetwork(found: "regtest", key: "mainnet"))
    var newer = backup.encoded()
    newer[9] = 2
    let end = newer.count - 32
    newer.replaceSubrange(end..., with: SHA256.hash(newer[..<end]).bytes)
    #expect(failure { _ = try BackupFile(decoding: newer) } == .newer(version: 2))
  }

  @Test func `the key of a file is not that of another file or use`() throws {
    let key = try Fixture.key()
    let salt = try #require(Fixture.salt)
    let one = key.fileSecret("drawbridge backup key", salt)
    let isSame =
      one.constantTimeEquals(key.fileSecret("drawbridge backup commitment", salt))
      || one.constantTimeEquals(key.fileSecret("drawbridge backup key", .zero))
    #expect(!isSame)
  }

  @Test func `files that are none are refused before anything is done with them`() {
    #expect(failure { _ = try BackupFile(decoding: Array("SQLite format 3".utf8)) } == .notABackup)
    #expect(failure { _ = try BackupFile(decoding: []) } == .truncated(found: 0, needed: 112))
    var huge = Array("DBBACKUP".utf8) + [0, 1, 0, 0, 0xff, 0xff, 0xff, 0xff]
    #expect(
      failure { _ = try BackupFile(decoding: huge) }
        == .truncated(found: 16, needed: 0xffff_ffff))
    huge = Array("DBBACKUP".utf8) + [0, 1, 0, 0, 0, 0, 0, 16]
    #expect(failure { _ = try BackupFile(decoding: huge) } == .damaged)
  }
}
