import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import TestSupport
import Testing
import WalletFiles

/// The files of other makers, as they publish them.
@Suite(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
struct FixtureTests {
  private func firstAddress(_ file: WalletFile, on network: Network) throws -> String? {
    try file.descriptor.address(branch: 0, index: 0, on: network)?.string
  }

  @Test(arguments: [
    ("Coldcard multisig text", WalletFileFormat.coldcard, Network.mainnet),
    ("Caravan configuration bitcoin-2-of-2-P2WSH-MAINNET", .caravan, .mainnet),
    ("Caravan configuration bitcoin-2-of-2-P2SH-P2WSH-TESTNET", .caravan, .testnet3),
    ("Specter-Desktop wallet JSON", .specter, .mainnet),
  ])
  func `the first address is the one that the maker's program shows`(
    name: String, format: WalletFileFormat, network: Network
  ) throws {
    let example = try Samples.example(name)
    let file = try Samples.read(try #require(example["text"]?.stringValue))
    #expect(file.format == format)
    let expected = try #require(example["expect"]?["first_address"]?.stringValue)
    #expect(try firstAddress(file.required(on: network), on: network) == expected)
  }

  @Test func `Specter-DIY's command is read, its keys with receiving and change addresses`() throws
  {
    let file = try Samples.read(
      try #require(Samples.example("Specter-DIY addwallet")["text"]?.stringValue))
    #expect(file.name == "My multisig")
    #expect(file.format == .specterDIY)
    #expect(file.descriptor.branchCount == 2)
    #expect(file.descriptor.keys.count == 3)
    #expect(file.warnings.count == 1)
    _ = try file.required(on: .regtest)
  }

  @Test func `Electrum's wallets of Coldcards are read, their fingerprints the right way round`()
    throws
  {
    let file = try Samples.read(
      try #require(Samples.example("Electrum wallet, 2 of 4")["text"]?.stringValue))
    let policy = try #require(file.descriptor.multisig)
    #expect(policy.threshold == 2)
    #expect(policy.wrapping == .sh)
    #expect(policy.isSorted)
    #expect(
      policy.keys.compactMap { $0.origin?.description }
        == ["6ba6cfd0/45h", "747b698e/45h", "7bb026be/45h", "0f056943/45h"])
    let single = try Samples.read(
      try #require(Samples.example("Electrum wallet, single")["text"]?.stringValue))
    #expect(single.descriptor.script == .wpkh)
    #expect("\(single.descriptor)".hasPrefix("wpkh([0f056943/84h/1h/0h]tpub"))
  }

  @Test func `Coldcard's generic export gives a cosigner's keys for each script`() throws {
    let text = try #require(Samples.example("Coldcard generic")["text"]?.stringValue)
    let keys = try CosignerKey.read(Array(text.utf8), on: .mainnet)
    #expect(keys.map(\.script) == [.pkh, .shWpkh, .wpkh, .shWsh, .wsh])
    #expect(keys.last?.key.origin?.description == "0f056943/48h/0h/123h/2h")
    for (member, script) in [("bip44", "pkh"), ("bip49", "sh-wpkh"), ("bip84", "wpkh")] {
      let standard = try #require(StandardAccount(rawValue: script))
      let account = try #require(keys.first { $0.script == standard }?.account)
      let descriptor = try #require(Descriptor(account: account, script: standard))
      #expect(
        try descriptor.address(branch: 0, index: 0, on: .mainnet)?.string
          == Samples.example("Coldcard generic")["expect"]?[member]?["first_address"]?.stringValue)
    }
  }
}
