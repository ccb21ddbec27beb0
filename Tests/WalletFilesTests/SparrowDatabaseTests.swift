import BitcoinPrimitives
import Bytes
import Descriptors
import QRTransport
import TestSupport
import Testing

@testable import WalletFiles

/// Databases of Sparrow's schema that H2 itself wrote.
@Suite struct SparrowDatabaseTests {
  static func bytes(_ name: String) throws -> [UInt8] {
    try Deflate.inflated(SparrowDatabases.deflated(name), limit: H2Store.sizeLimit)
  }

  private static func read(_ name: String) throws -> WalletFile {
    try WalletFile(reading: bytes(name))
  }

  private static let family = """
    wsh(sortedmulti(2,\
    [73c5da0a/48h/1h/0h/2h]tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ/<0;1>/*,\
    [b8688df1/48h/1h/0h/2h]tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ/<0;1>/*,\
    [28645006/48h/1h/0h/2h]tpubDEwqCvJxKwKWX9xvRe48uofWJn1Y89Jn8UeH1Efrjb1UEVjUDy3URYTiqWaVCW7WdvHrL8XrSihHEhTwv5H3VDJoakjuCHiAnr6xcF2Xm4s/<0;1>/*))
    """

  @Test func `a wallet of one key is read from the newest schema and from the first`() throws {
    let expected = try Descriptor(
      parsing: "wpkh([73c5da0a/84h/0h/0h]\(SampleStore.xpub)/<0;1>/*)")
    let file = try Self.read("single")
    #expect(file.descriptor == expected && file.name == "Savings" && file.network == .mainnet)
    #expect(file.birthHeight == 800_000 && file.gapLimit == 20 && file.format == .sparrow)
    #expect(file.warnings.isEmpty)
    #expect(file.derivedFirstAddress?.string == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    let old = try Self.read("old")
    #expect(old.descriptor == expected && old.birthHeight == nil && old.gapLimit == nil)
  }

  @Test func `a taproot wallet is read, its name in any script`() throws {
    let file = try Self.read("taproot")
    #expect(
      file.descriptor.canonical.hasPrefix("tr([73c5da0a/86h/0h/0h]xpub6BgBgsespWvERF3LHQu6Cnq"))
    #expect(file.name == "Kontō")
    // BIP-86's first address of this seed.
    #expect(
      file.derivedFirstAddress?.string
        == "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr")
  }

  @Test(arguments: ["multisig", "chunks"])
  func `a wallet of several keys is read, from a compacted file and from one in chunks`(
    name: String
  ) throws {
    let file = try Self.read(name)
    #expect(file.descriptor == (try Descriptor(parsing: Self.family)))
    #expect(file.network == .signet && file.name == "Family" && file.warnings.isEmpty)
    #expect(throws: WalletFileError.self) { try file.required(on: .mainnet) }
  }

  @Test func `of several accounts the main one is read, and the others are named`() throws {
    let file = try Self.read("accounts")
    #expect(file.descriptor == (try Self.read("single").descriptor))
    #expect(
      file.warnings == [
        "only the main account was read: export from Sparrow what else the file holds (Account 1)"
      ])
  }

  @Test(arguments: ["seed", "sealed"])
  func `a database that can spend is refused, and none of it is repeated`(name: String) throws {
    #expect(throws: WalletFileError.secret(kind: "a Sparrow wallet with a seed")) {
      try WalletFile.recognised(Self.bytes(name))
    }
  }

  @Test(arguments: ["single", "chunks"])
  func `a database that is cut at any block, or within one, is refused`(name: String) throws {
    let bytes = try Self.bytes(name)
    for count in stride(from: 4, to: bytes.count, by: 2_048) {
      #expect(throws: WalletFileError.self) { try WalletFile(reading: Array(bytes.prefix(count))) }
    }
  }

  @Test func `changed bytes never make another key`() throws {
    for (name, step) in [("single", 97), ("chunks", 401)] {
      let bytes = try Self.bytes(name)
      let keys = Set(try WalletFile(reading: bytes).descriptor.keys.map(\.material))
      var refused = 0
      for place in stride(from: 3, to: bytes.count, by: step) {
        var changed = bytes
        changed[place] ^= [0x01, 0x80, 0xff][place % 3]
        do {
          let file = try WalletFile(reading: changed)
          #expect(Set(file.descriptor.keys.map(\.material)).isSubset(of: keys), "byte \(place)")
        } catch { refused += 1 }
      }
      #expect(refused > 10, "\(name)")
    }
  }
}
