import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import Testing

/// Keys of BIP-49, BIP-84 and BIP-86: the mnemonic `abandon ... about`.
enum Known {
  static let fingerprint = "73c5da0a"
  static let xpub84 =
    "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
  static let xpub86 =
    "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ"
  static let xpub44 =
    "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj"
  static let tpub49 =
    "tpubDD7tXK8KeQ3YY83yWq755fHY2JW8Ha8Q765tknUM5rSvjPcGWfUppDFMpQ1ScziKfW3ZNtZvAD7M3u7bSs7HofjTD3KP3YxPK7X6hwV8Rk2"
  static let wpkh = "wpkh([\(fingerprint)/84h/0h/0h]\(xpub84)/<0;1>/*)"
  static let key = "03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd"
  static let wif = "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1"
}

func error(_ text: String, on network: Network? = nil) -> DescriptorError? {
  do throws(DescriptorError) {
    _ = try Descriptor(parsing: text, on: network)
    return nil
  } catch {
    return error
  }
}

@Suite struct DescriptorTests {
  @Test func `BIP-84's account gives its receiving and change addresses`() throws {
    let descriptor = try Descriptor(parsing: Known.wpkh, on: .mainnet)
    #expect(descriptor.branchCount == 2 && descriptor.isRange)
    #expect(descriptor.network == .mainnet && descriptor.script == .wpkh)
    let receive = try descriptor.branch(0)
    #expect(
      try receive.address(at: 0, on: .mainnet)?.string
        == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    #expect(
      try receive.address(at: 1, on: .mainnet)?.string
        == "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g")
    #expect(
      try descriptor.address(branch: 1, index: 0, on: .mainnet)?.string
        == "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el")
    let derived = try receive.script(at: 1)
    #expect(derived.keys.map(\.origin.description) == ["73c5da0a/84h/0h/0h/0/1"])
    #expect(
      derived.keys.first?.publicKey.description
        == "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77")
    #expect(derived.redeemScript == nil && derived.witnessScript == nil && derived.taproot == nil)
  }

  @Test func `BIP-49's account gives a nested address and its redeem script`() throws {
    let descriptor = try Descriptor(
      parsing: "sh(wpkh([73c5da0a/49h/1h/0h]\(Known.tpub49)/<0;1>/*))", on: .testnet4)
    #expect(descriptor.script == .shWpkh)
    let derived = try descriptor.derived(branch: 0, index: 0)
    #expect(derived.scriptPubKey.hex == "a914336caa13e08b96080a32b5d818d59b4ab3b3674287")
    #expect(derived.redeemScript?.hex == "001438971f73930f6c141d977ac4fd4a727c854935b3")
    #expect(
      try descriptor.address(branch: 0, index: 0, on: .testnet3)?.string
        == "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2")
  }

  @Test func `BIP-86's account gives internal and output keys`() throws {
    let descriptor = try Descriptor(parsing: "tr([73c5da0a/86'/0'/0']\(Known.xpub86)/<0;1>/*)")
    #expect(descriptor.script == .tr)
    let first = try descriptor.derived(branch: 0, index: 0)
    #expect(
      first.taproot?.internalKey.description
        == "cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115")
    #expect(
      first.taproot?.outputKey.description
        == "a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c")
    #expect(first.taproot?.merkleRoot == nil)
    #expect(
      first.scriptPubKey.hex
        == "5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c")
    #expect(
      try descriptor.address(branch: 1, index: 0, on: .mainnet)?.string
        == "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7")
    let taproot = try #require(first.taproot)
    let tweak = Taproot.tweak(internalKey: taproot.internalKey.bytes, merkleRoot: nil)
    #expect(
      taproot.internalKey.gives(
        taproot.outputKey.bytes, parityIsOdd: taproot.outputKeyIsOdd, tweakedBy: tweak))
  }

  @Test func `BIP-44's account gives the well-known first address`() throws {
    let descriptor = try Descriptor(parsing: "pkh([73c5da0a/44h/0h/0h]\(Known.xpub44)/<0;1>/*)")
    #expect(
      try descriptor.address(branch: 0, index: 0, on: .mainnet)?.string
        == "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")
    #expect(descriptor.script == .pkh)
  }

  @Test func `the canonical text has h, lower case and a checksum`() throws {
    let descriptor = try Descriptor(
      parsing: "wpkh([73C5DA0A/84'/0h/0']\(Known.xpub84)/<0;01>/*)")
    #expect(descriptor.textWithoutChecksum == Known.wpkh)
    #expect(descriptor.canonical.hasPrefix(Known.wpkh + "#"))
    #expect(descriptor == (try Descriptor(parsing: Known.wpkh)))
    #expect(
      try Descriptor(parsing: "pk(\(Known.key.uppercased()))").textWithoutChecksum
        == "pk(\(Known.key))")
    #expect(
      try Descriptor(parsing: "raw(DEADbeef)").canonical == "raw(deadbeef)#89f8spxm")
    #expect("\(descriptor)" == descriptor.canonical)
  }

  @Test func `a standard account makes the same descriptor as its text`() throws {
    let account = try AccountKey(parsing: "[73c5da0a/84h/0h/0h]\(Known.xpub84)")
    #expect(
      Descriptor(account: account, script: .wpkh)?.textWithoutChecksum == Known.wpkh)
    for script in StandardAccount.allCases {
      let descriptor = Descriptor(account: account, script: script)
      #expect(descriptor?.script == (script.isSingleKey ? script : nil))
    }
  }

  @Test func `many indices of one branch equal those derived one by one`() throws {
    let descriptor = try Descriptor(parsing: Known.wpkh)
    let change = try descriptor.branch(1)
    for index in [0, 1, 2, 1000, 0x7fff_ffff] as [UInt32] {
      #expect(try change.script(at: index) == descriptor.derived(branch: 1, index: index))
    }
  }

  @Test func `branches and indices that do not exist are refused`() throws {
    let descriptor = try Descriptor(parsing: Known.wpkh)
    #expect(throws: DescriptorError.noSuchBranch(2, count: 2)) { try descriptor.branch(2) }
    #expect(throws: DescriptorError.noSuchBranch(-1, count: 2)) { try descriptor.branch(-1) }
    #expect(throws: DescriptorError.indexOutOfRange(0x8000_0000)) {
      try descriptor.derived(branch: 0, index: 0x8000_0000)
    }
    let single = try Descriptor(parsing: "wpkh(\(Known.key))")
    #expect(throws: DescriptorError.indexOutOfRange(1)) { try single.derived(branch: 0, index: 1) }
    let key = KeyName(descriptor.keys[0], at: 0)
    #expect(throws: DescriptorError.wrongNetwork(expected: .signet, key: key)) {
      try descriptor.address(branch: 0, index: 0, on: .signet)
    }
    #expect(
      try Descriptor(parsing: "pk(\(Known.key))").address(branch: 0, index: 0, on: .mainnet) == nil)
  }

  @Test func `hardened steps below a public key are read, printed, and never derived`() throws {
    for path in ["/*h", "/3h/*", "/<0h;1>/*", "/*'"] {
      let descriptor = try Descriptor(parsing: "wpkh(\(Known.xpub84)\(path))")
      #expect(descriptor.needsPrivateKey)
      #expect(throws: DescriptorError.hardenedStep(key: 0)) { try descriptor.branch(0) }
      #expect(
        descriptor.textWithoutChecksum
          == "wpkh(\(Known.xpub84)\(path.replacing("'", with: "h")))")
    }
  }

  @Test func `keys without origin are named by their own fingerprint`() throws {
    let ranged = try Descriptor(parsing: "wpkh(\(Known.xpub84)/5/*)").derived(branch: 0, index: 7)
    let own = try Xpub(parsing: Known.xpub84).fingerprint
    #expect(ranged.keys.map(\.origin.description) == ["\(own)/5/7"])
    let lone = try Descriptor(parsing: "pk(\(Known.key))").derived(branch: 0, index: 0)
    #expect(lone.keys.map(\.origin.description) == ["9a1c78a5"])
  }

  @Test func `networks are kept apart`() throws {
    let refused = { (text: String, network: Network) in error(text, on: network)?.description }
    #expect(
      refused(Known.wpkh, .regtest)
        == "key 1 [73c5da0a] of the descriptor does not belong to regtest")
    #expect(
      refused("wpkh(\(Known.tpub49)/*)", .mainnet)
        == "key 1 (\(Known.tpub49.prefix(12))...) of the descriptor does not belong to mainnet")
    let mixed = "multi(1,\(Known.tpub49)/*,[73c5da0a/84h]\(Known.xpub84)/*)"
    #expect(
      refused("wsh(\(mixed))", .mainnet)
        == "descriptor mixes networks: key 2 [73c5da0a] belongs to mainnet, "
        + "key 1 (\(Known.tpub49.prefix(12))...) to a test network")
    #expect(
      error("wsh(\(mixed))")?.hint.contains("key is on the wrong network") == true)
    #expect(error("wpkh(\(Known.tpub49)/*)", on: .signet) == nil)
    let address = "addr(bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu)"
    #expect(error(address) == nil && error(address, on: .mainnet) == nil)
    #expect(error(address, on: .testnet4) != nil)
    #expect(try Descriptor(parsing: address).network == .mainnet)
    let regtest = try Descriptor(
      parsing: "addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)", on: .regtest)
    #expect(regtest.network == .testnets)
    #expect(regtest.mayBelong(to: .regtest) && !regtest.mayBelong(to: .signet))
    // What its letters do not say is not guessed: three networks write `tb1`.
    let shared = try Descriptor(parsing: "addr(tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx)")
    #expect(
      Network.standard.filter(shared.mayBelong(to:)) == [.testnet3, .testnet4, .signet])
    #expect(
      try shared.address(branch: 0, index: 0, on: .signet)?.string
        == "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")
    #expect(throws: DescriptorError.wrongNetwork(expected: .regtest, key: nil)) {
      try shared.address(branch: 0, index: 0, on: .regtest)
    }
    #expect(
      try regtest.derived(branch: 0, index: 0).scriptPubKey.hex
        == "0014751e76e8199196d454941c45d1b3a323f1433bd6")
    #expect(try Descriptor(parsing: "wpkh(\(Known.key))").network == nil)
  }
}

@Suite struct BadDescriptorTests {
  @Test(arguments: [
    "pk(\(Known.wif))", "wpkh(\(Known.wif))",
    "pkh(5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss)",
    "tr([deadbeef/1]\(Known.wif))", "sh(wpkh(\(Known.wif)))", "wsh(pk(\(Known.wif)))",
    // A typing mistake does not make it public.
    "pk(L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY2)",
    "wpkh(xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U/0/*)",
    "wpkh(xprv9s21ZrQH143K31)", "wpkh(tprv8Zgx/0)", "wpkh(zprvAWgYBBk7JR8G/0/*)", "wpkh(vprv/*)",
    "wpkh([deadbeef/84h]xprv9s21/0)", "wpkh(\(Known.wif)/0/*)",
  ])
  func `private keys are refused and never echoed`(text: String) throws {
    let refusal = try #require(error(text))
    guard case .privateKey = refusal else {
      Issue.record("refused as \(refusal)")
      return
    }
    for part in text.split(whereSeparator: { "()[]/".contains($0) }) where part.count > 6 {
      #expect(!"\(refusal) \(refusal.hint)".contains(part))
    }
  }

  @Test(arguments: [
    "", "#", "()", "(", ")", "wpkh", "wpkh(", "wpkh()", "wpkh(\(Known.key)", "wpkh(\(Known.key)))",
    "wpkh(\(Known.key)) ", " wpkh(\(Known.key))", "wpkh( \(Known.key))", "WPKH(\(Known.key))",
    "wpkh(\(Known.key),\(Known.key))", "wpkh(\(Known.key))wpkh(\(Known.key))", "\(Known.key)",
    "wpkh(\(Known.key)/0)", "wpkh(\(Known.key)/*)", "wpkh(0\(Known.key))", "wpkh(\(Known.key)00)",
    "wpkh(05\(Known.key.dropFirst(2)))", "wpkh(\(Known.key.dropFirst(2)))",
    "wpkh(wpkh(\(Known.key)))", "wsh(wpkh(\(Known.key)))", "wsh(wsh(pk(\(Known.key))))",
    "sh(sh(pk(\(Known.key))))", "sh(tr(\(Known.key)))", "wsh(tr(\(Known.key)))", "sh(\(Known.key))",
    "wsh(\(Known.key))", "sh(raw(00))", "sh(addr(3PUNyaW7M55oKWJ3kDukwk9bsKvryra15j))", "raw(0)",
    "raw(zz)", "addr()", "addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb)", "nonsense(\(Known.key))",
    "wpkh(ff\(Known.key.dropFirst(2)))",
    "tr(02ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff)",
    "tr(ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff)",
    // Keys.
    "wpkh([deadbeef\(Known.key))", "wpkh(deadbeef]\(Known.key))", "wpkh([]\(Known.key))",
    "wpkh([deadbeef][deadbeef]\(Known.key))", "wpkh([deadbeef/m/0]\(Known.key))",
    "wpkh([deadbeef//0]\(Known.key))", "wpkh([deadbeef/0H]\(Known.key))",
    "wpkh([deadbeef/2147483648]\(Known.key))", "wpkh([deadbeef/*]\(Known.key))",
    "wpkh([deadbeef/<0;1>]\(Known.key))", "wpkh([deadbeef])",
    "wpkh(\(Known.xpub84)/)", "wpkh(\(Known.xpub84)//0)", "wpkh(\(Known.xpub84)/0/)",
    "wpkh(\(Known.xpub84)/*/0)", "wpkh(\(Known.xpub84)/*/*)", "wpkh(\(Known.xpub84)/*x)",
    "wpkh(\(Known.xpub84)/*hh)", "wpkh(\(Known.xpub84)/**)", "wpkh(\(Known.xpub84)/-1)",
    "wpkh(\(Known.xpub84)/+1)", "wpkh(\(Known.xpub84)/0x1)", "wpkh(\(Known.xpub84)/2147483648)",
    "wpkh(\(Known.xpub84)/99999999999)", "wpkh(\(Known.xpub84)/00000000001)",
    "wpkh(\(Known.xpub84)/h)", "wpkh(\(Known.xpub84)/1hh)", "wpkh(\(Known.xpub84)/m/0)",
    "wpkh(\(Known.xpub84)x/0)", "wpkh(\(Known.xpub84.dropLast())/0)",
    // Multipath.
    "wpkh(\(Known.xpub84)/<0>/*)", "wpkh(\(Known.xpub84)/<>/*)", "wpkh(\(Known.xpub84)/<0;0>/*)",
    "wpkh(\(Known.xpub84)/<0;1/*)", "wpkh(\(Known.xpub84)/0;1>/*)",
    "wpkh(\(Known.xpub84)/<0;1>h/*)",
    "wpkh(\(Known.xpub84)/<0;1>/<0;1>/*)", "wpkh(\(Known.xpub84)/<0;*>)",
    "wpkh(\(Known.xpub84)/<0,1>)",
    "wpkh(\(Known.xpub84)/<;>)", "wpkh(\(Known.xpub84)/<0;1;>)",
  ])
  func `what is no descriptor is refused`(text: String) {
    #expect(error(text) != nil)
  }

  @Test func `SLIP-132 keys are refused with a word on how to mend it`() throws {
    let refusal = try #require(
      error(
        "wpkh(zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs/0/*)"
      ))
    #expect("\(refusal)".contains("xpub or tpub"))
  }

  @Test func `every truncation and every changed character is refused by the checksum`() throws {
    let text = Array(try Descriptor(parsing: Known.wpkh).canonical)
    for cut in text.indices {
      #expect(throws: DescriptorError.self) {
        try Descriptor(parsing: String(text[..<cut]), checksum: .required)
      }
    }
    for index in text.indices {
      var changed = text
      changed[index] = changed[index] == "q" ? "p" : "q"
      #expect(throws: DescriptorError.self) {
        try Descriptor(parsing: String(changed), checksum: .required)
      }
    }
  }

  @Test func `a checksum is asked for only where it is required`() throws {
    #expect(throws: DescriptorError.checksumMissing) {
      try Descriptor(parsing: Known.wpkh, checksum: .required)
    }
    #expect(error("raw(deadbeef)#") == .checksumLength(0))
    #expect(error("raw(deadbeef)#89f8spxmx") == .checksumLength(9))
    #expect(error("raw(deadbeef)#89f8spxn") == .checksumMismatch)
    #expect(error("raw(\u{dc})") == .invalidCharacter(offset: 4))
    #expect(try DescriptorChecksum.checksum(of: "raw(deadbeef)") == "89f8spxm")
  }

  @Test func `hostile sizes are refused quickly`() {
    let long = String(repeating: "sh(", count: 40_000)
    #expect(error(long) == .tooLong(length: 120_000, limit: 100_000))
    #expect(error(String(repeating: "sh(", count: 30_000)) != nil)
    #expect(error("wpkh(\(Known.xpub84)" + String(repeating: "/0", count: 300) + ")") != nil)
    #expect(error("wpkh(\(Known.xpub84)" + String(repeating: "/0", count: 252) + ")") == nil)
    let choices = (0..<300).map(String.init).joined(separator: ";")
    #expect(error("wpkh(\(Known.xpub84)/<\(choices)>/*)") != nil)
  }

  @Test func `a path that grows beyond 255 steps with its origin is refused`() {
    let origin = "deadbeef" + String(repeating: "/0", count: 250)
    #expect(error("wpkh([\(origin)]\(Known.xpub84)/0/0/0/0/*)") == nil)
    #expect(error("wpkh([\(origin)]\(Known.xpub84)/0/0/0/0/0/*)") != nil)
  }

  @Test func `a key that claims to be 255 levels deep has no children`() throws {
    let key = try Xpub(parsing: Known.xpub84)
    let deepest = try Xpub(
      network: .mainnet, depth: 255, parentFingerprint: key.parentFingerprint,
      childNumber: key.childNumber, chainCode: key.chainCode, publicKey: key.publicKey)
    #expect(error("wpkh(\(deepest))") == nil)
    #expect(error("wpkh(\(deepest)/*)") != nil)
    #expect(error("wpkh(\(deepest)/0)") != nil)
  }

  @Test func `forms refuse keys they cannot hold`() throws {
    let xOnly = try XOnlyPublicKey(decoding: try Hex.decode(Known.key.dropFirst(2)))
    let key = try KeyExpression(origin: nil, material: .xOnly(xOnly))
    #expect(throws: DescriptorError.self) { try Descriptor(PKHForm(key: key)) }
    #expect(throws: DescriptorError.self) { try WPKHForm(key: key) }
    let tr = try TRForm(key: key)
    #expect(throws: DescriptorError.self) { try SHForm(tr) }
    let uncompressed = try KeyExpression(
      origin: nil,
      material: .single(try PublicKey(decoding: Hex.decode(Known.key)).written(compressed: false)))
    let pkh = PKHForm(key: uncompressed)
    _ = try SHForm(pkh)
    #expect(throws: DescriptorError.self) { try WSHForm(pkh) }
    #expect(throws: DescriptorError.self) { try TRForm(key: uncompressed) }
  }
}
