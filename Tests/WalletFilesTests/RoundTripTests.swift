import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import QRTransport
import Testing
import WalletFiles

/// What is written in a format is read as the same wallet, or is not written at all.
@Suite struct RoundTripTests {
  static func wallets() throws -> [(name: String, descriptor: Descriptor, formats: Set<String>)] {
    let all = Set(WalletFileFormat.allCases.map(\.rawValue))
    let text: Set<String> = [
      "descriptor", "annotated-descriptor", "crypto-output", "bsms", "sparrow",
    ]
    let accounts: Set<String> = ["specter", "specter-diy", "account-map", "bip388"]
    return [
      ("sorted", try Samples.sorted(), all.subtracting(["redeem-script"])),
      ("nested", try Samples.nested(), all.subtracting(["redeem-script"])),
      ("unsorted", try Samples.nested("multi"), text.union(accounts)),
      ("legacy", try Samples.legacy(), text.union(["redeem-script"])),
      (
        "single", try Descriptor(parsing: "wpkh(\(Samples.single)/<0;1>/*)"),
        text.union(accounts).union(["electrum"])
      ),
      // A point in the place of the internal key is not an account: templates have no room for it.
      ("taproot", try Samples.taproot(), text),
      (
        "tree",
        try Descriptor(
          parsing: "tr(\(Samples.first)/<0;1>/*,{multi_a(2,\(Samples.second)/<0;1>/*,"
            + "\(Samples.nested[0])/<0;1>/*),pk(\(Samples.nested[1])/<0;1>/*)})"),
        text.union(accounts)
      ),
      (
        "receiving only", try Descriptor(parsing: "wpkh(\(Samples.single)/0/*)"), text
      ),
      (
        "other branches", try Descriptor(parsing: "wpkh(\(Samples.single)/<0;7>/*)"),
        text.union(["bip388"])
      ),
      // A resource without children is an account's: the one key itself cannot be said there.
      (
        "one address", try Descriptor(parsing: "wpkh(\(Samples.single))"),
        text.subtracting(["crypto-output"])
      ),
      (
        "one address in a tree",
        try Descriptor(parsing: "tr(\(Samples.first),pk(\(Samples.second)))"),
        text.subtracting(["crypto-output"])
      ),
      ("one address below", try Descriptor(parsing: "wpkh(\(Samples.single)/0/5)"), text),
      (
        "key of an address", try Descriptor(parsing: "wpkh(\(Samples.addressKey()))"), text
      ),
    ]
  }

  @Test func `every format gives the same wallet back, or refuses it with a reason`() throws {
    for (name, descriptor, formats) in try Self.wallets() {
      let file = WalletFile(
        name: "family", descriptor: descriptor, network: .mainnet, birthHeight: 800_000,
        gapLimit: 30)
      #expect(Set(file.possibleFormats.map(\.rawValue)) == formats, "\(name)")
      for format in WalletFileFormat.allCases {
        guard formats.contains(format.rawValue) else {
          let error = #expect(throws: WalletFileError.self) { try file.encoded(as: format) }
          guard case .cannotHold(format, let reason)? = error else {
            Issue.record("\(name) as \(format): \(String(describing: error))")
            continue
          }
          #expect(!reason.isEmpty)
          continue
        }
        let back = try WalletFile(reading: file.encoded(as: format), on: .mainnet)
        #expect(back.descriptor == descriptor, "\(name) as \(format)")
        #expect(back.network == .mainnet)
      }
    }
  }

  @Test(arguments: [
    "tr(\(Samples.first)/<0;1>/*,pk(\(Samples.second)/<0;1>/*))",
    "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,pk(\(Samples.second)/0/*))",
    "wpkh(\(Samples.single)/<0;1;2>/*)", "wpkh(\(Samples.single)/0/*x)",
    "wsh(multi(1,\(Samples.first)/0/*,\(Samples.second)/<0;1;2>/*))",
  ])
  func `a symbol of the first generation leaves nothing of a descriptor out`(text: String) throws {
    #expect(throws: WalletFileError.self) { try OutputDescriptor.cbor(text) }
    // The second generation has a place for trees, and none for three branches.
    guard text.hasPrefix("tr("), let descriptor = try? Descriptor(parsing: text) else {
      #expect(throws: (any Error).self) { try OutputDescriptor.ur(Descriptor(parsing: text)) }
      return
    }
    let resource = try OutputDescriptor.ur(descriptor)
    #expect(resource.type == "output-descriptor")
    let read = try OutputDescriptor.text(CBORReader.parse(resource.cbor))
    #expect(try Descriptor(parsing: read) == descriptor)
  }

  @Test func `names, heights and limits come back from the formats that have them`() throws {
    let file = WalletFile(
      name: "family", descriptor: try Samples.sorted(), network: .mainnet, birthHeight: 800_000,
      gapLimit: 30)
    for format in [
      WalletFileFormat.coldcard, .caravan, .specter, .specterDIY, .accountMap, .bip388,
    ] {
      #expect(try WalletFile(reading: file.encoded(as: format)).name == "family", "\(format)")
    }
    for format in [WalletFileFormat.annotated, .specter, .accountMap] {
      let back = try WalletFile(reading: file.encoded(as: format))
      #expect(back.birthHeight == 800_000, "\(format)")
    }
    #expect(try WalletFile(reading: file.encoded(as: .annotated)).gapLimit == 30)
    #expect(
      try Samples.text(file, as: .annotated).contains("?bh=800000&gl=30#"))
    let bsms = try WalletFile(reading: file.encoded(as: .bsms))
    #expect(bsms.firstAddress == Samples.firstAddress)
  }

  // Jade and Nunchuk write depth 3 under four steps: one format refused it, another took it.
  @Test func `a key of another depth than its path has one verdict in every format`() throws {
    var bytes = try AccountKey(parsing: Samples.first).xpub.encoded()
    bytes[4] = 3
    let key = "[1cf0bf7e/48h/0h/0h/2h]\(try Xpub(decoding: bytes))"
    let text = "wsh(sortedmulti(2,\(key)/<0;1>/*,\(Samples.second)/<0;1>/*))"
    let honest = try Samples.sorted()
    let file = WalletFile(
      name: "family", descriptor: try Descriptor(parsing: text), network: .mainnet)
    #expect(
      Set(file.possibleFormats)
        == Set(WalletFileFormat.allCases).subtracting([.redeemScript]))
    for format in file.possibleFormats {
      let back = try WalletFile(reading: file.encoded(as: format), on: .mainnet)
      #expect(back.descriptor == file.descriptor, "\(format)")
      let warnings = back.warnings.filter { $0.hasPrefix("key 1 does not match its origin [") }
      #expect(warnings.count == 1, "\(format): \(back.warnings)")
      #expect(warnings.first?.contains("4 steps there, but the key says depth 3") == true)
      #expect(
        try back.descriptor.address(branch: 1, index: 5, on: .mainnet)
          == honest.address(branch: 1, index: 5, on: .mainnet))
    }
    let cosigner = try #require(try CosignerKey.read(Array("wsh \(key)".utf8)).first)
    #expect(cosigner.warnings.contains { $0.contains("the key says depth 3") })
    #expect(try cosigner.required(on: .mainnet).warnings.count == cosigner.warnings.count)
  }

  // Found by the fuzzer: a resource has no place for a child number but the origin's last step.
  @Test func `a key that does not lie where its origin says is never made another key`() throws {
    for key in [
      Samples.single.replacing("/84h/0h/0h]", with: "/84h/0h/5h]"),
      String(Samples.single.split(separator: "]")[1]),
    ] {
      let file = WalletFile(
        name: nil, descriptor: try Descriptor(parsing: "wpkh(\(key)/<0;1>/*)"), network: .mainnet)
      #expect(throws: WalletFileError.self) { try file.encoded(as: .cryptoOutput) }
      for format in file.possibleFormats {
        #expect(try WalletFile(reading: file.encoded(as: format)).descriptor == file.descriptor)
      }
    }
  }

  @Test func `each reading tells its format`() throws {
    let file = WalletFile(name: "family", descriptor: try Samples.sorted(), network: .mainnet)
    for format in WalletFileFormat.allCases where format != .redeemScript && format != .annotated {
      #expect(try WalletFile(reading: file.encoded(as: format)).format == format)
    }
    let legacy = WalletFile(name: nil, descriptor: try Samples.legacy(), network: .mainnet)
    #expect(
      try WalletFile(reading: legacy.encoded(as: .redeemScript)).format == .redeemScript)
  }

  @Test func `a redeem script is the same wallet as its hexadecimal text`() throws {
    let legacy = WalletFile(name: nil, descriptor: try Samples.legacy(), network: .mainnet)
    let text = try legacy.encoded(as: .redeemScript)
    let script = try #require(try legacy.descriptor.derived(branch: 0, index: 0).redeemScript)
    for network in [nil, Network.mainnet, .regtest] {
      #expect(
        try WalletFile(redeemScript: script, on: network)
          == WalletFile(reading: text, on: network))
    }
    let other = Script([Opcode.nop.rawValue])
    #expect(throws: WalletFileError.unrecognized(bytes: 1)) {
      try WalletFile(redeemScript: other)
    }
  }

  @Test func `a test wallet is written with the network that its reader has to know`() throws {
    let key =
      "[b317ec86/48h/1h/0h/2h]tpubDEToKMGFhyuP6kfwvjtYaf56khzS1cUcwc47C6aMH6bQ8sNVLMcCK6jr21YDCkU2QhTK5CAnddhfgZ8dD4EL1wGCaAKZaGFeVVdXHaJMTMn"
    let other =
      "[f04828fe/48h/1h/0h/2h]tpubDFekS5zvPSdW6WWjH2p7vPRkxmeeNGnirmj36AUyoAYbJvfKBj6UARWR5gQ6FRrr98dzT1XFTi6rfGo9AAAeutY1S6SoWijQ8BKxDhYQzDR"
    let descriptor = try Descriptor(
      parsing: "wsh(sortedmulti(1,\(key)/<0;1>/*,\(other)/<0;1>/*))")
    let unknown = WalletFile(name: nil, descriptor: descriptor, network: nil)
    #expect(throws: WalletFileError.self) { try unknown.encoded(as: .bsms) }
    #expect(throws: WalletFileError.self) { try unknown.encoded(as: .caravan) }
    for network in [Network.testnet3, .testnet4, .signet, .regtest] {
      let file = WalletFile(name: nil, descriptor: descriptor, network: network)
      for format in file.possibleFormats {
        let bytes = try file.encoded(as: format)
        #expect(try WalletFile(reading: bytes, on: network).descriptor == descriptor)
        #expect(throws: WalletFileError.self) { try WalletFile(reading: bytes, on: .mainnet) }
      }
    }
    // Addresses of regtest and signet differ, and the record says one of them.
    let regtest = WalletFile(name: nil, descriptor: descriptor, network: .regtest)
    let record = try regtest.encoded(as: .bsms)
    #expect(throws: WalletFileError.wrongNetwork(field: "first address", expected: .signet)) {
      try WalletFile(reading: record, on: .signet)
    }
  }
}
