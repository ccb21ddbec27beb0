import Bytes
import ExtendedKeys
import Hashes
import Secp256k1
import TestSupport
import Testing

// BIP-32, vector 2: m, m/0.
private let master =
  "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB"
private let child =
  "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH"

@Suite struct XpubTests {
  @Test func `a child of BIP-32 vector 2 comes out`() throws {
    let key = try Xpub(parsing: master)
    #expect(key.depth == 0)
    #expect(key.network == .mainnet)
    #expect(key.parentFingerprint == .zero)
    let derived = try key.derived(ChildNumber(0))
    #expect(derived.description == child)
    #expect(derived.parentFingerprint == key.fingerprint)
    #expect(try ChildDeriver(key).publicKey(ChildNumber(0)) == derived.publicKey)
    #expect(try key.derived(along: DerivationPath(parsing: "m/0")) == derived)
  }

  @Test func `text and bytes survive the round trip`() throws {
    for text in [master, child] {
      let key = try Xpub(parsing: text)
      #expect(key.description == text)
      #expect(key.encoded().count == 78)
      #expect(try Xpub(decoding: key.encoded()) == key)
    }
  }

  @Test func `every truncation is refused`() throws {
    let bytes = try Xpub(parsing: child).encoded()
    for length in bytes.indices {
      #expect(throws: ExtendedKeyError.length(found: length)) {
        try Xpub(decoding: bytes[..<length])
      }
    }
    #expect(throws: ExtendedKeyError.length(found: 79)) { try Xpub(decoding: bytes + [0]) }
    for length in 0..<child.count {
      #expect(throws: ExtendedKeyError.self) { try Xpub(parsing: child.prefix(length)) }
    }
  }

  @Test func `every changed character is refused`() throws {
    for index in child.indices {
      var text = child
      text.replaceSubrange(index...index, with: child[index] == "2" ? "3" : "2")
      #expect(throws: ExtendedKeyError.self) { try Xpub(parsing: text) }
    }
  }

  @Test func `hardened children are refused`() throws {
    let step = try ChildNumber(hardened: 0)
    #expect(throws: ExtendedKeyError.hardenedChild(step)) {
      try Xpub(parsing: master).derived(step)
    }
  }

  @Test func `the depth stops at 255`() throws {
    let key = try Xpub(parsing: child)
    let deep = try Xpub(
      network: .mainnet, depth: 254, parentFingerprint: key.fingerprint,
      childNumber: ChildNumber(0), chainCode: key.chainCode, publicKey: key.publicKey)
    let deepest = try deep.derived(ChildNumber(1))
    #expect(deepest.depth == 255)
    #expect(throws: ExtendedKeyError.tooDeep) { try deepest.derived(ChildNumber(1)) }
  }

  @Test func `a private key is refused without being echoed`() throws {
    let text =
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
    #expect(throws: ExtendedKeyError.privateKey) { try Xpub(parsing: text) }
    #expect(!ExtendedKeyError.privateKey.description.contains("xprv9s21"))
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `public children of all vectors of BIP-32 come out`() throws {
    let cases = try Vectors.cases("bip32/bip32.json")
    var compared = 0
    for item in cases {
      let text = try #require(item.expect["xpub"]?.stringValue)
      let key = try Xpub(parsing: text)
      #expect(key.description == text)
      let path = try DerivationPath(parsing: #require(item.input["path"]?.stringValue))
      #expect(Int(key.depth) == path.count)
      guard let last = path.steps.last else { continue }
      #expect(key.childNumber == last)
      let parent = try #require(
        try cases.first {
          try $0.input["seed_hex"] == item.input["seed_hex"]
            && $0.input["path"]?.stringValue.map { try DerivationPath(parsing: $0) }
              == DerivationPath(Array(path.steps.dropLast()))
        })
      let parentKey = try Xpub(parsing: #require(parent.expect["xpub"]?.stringValue))
      if last.isHardened {
        #expect(throws: ExtendedKeyError.hardenedChild(last)) { try parentKey.derived(last) }
      } else {
        #expect(try parentKey.derived(last) == key)
        compared += 1
      }
    }
    #expect(compared == 6)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `all invalid keys of BIP-32 are refused`() throws {
    let cases = try Vectors.cases("bip32/invalid_keys.json")
    #expect(cases.count == 16)
    for item in cases {
      let text = try #require(item.input["extended_key"]?.stringValue)
      #expect(throws: ExtendedKeyError.self, "\(item.name)") { try SLIP132Key(parsing: text) }
    }
  }

  @Test func `invalid keys are refused for the reason that BIP-32 gives`() throws {
    let bytes = try Xpub(parsing: master).encoded()
    func refusal(_ change: (inout [UInt8]) -> Void) -> ExtendedKeyError? {
      var changed = bytes
      change(&changed)
      do {
        _ = try Xpub(decoding: changed)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal { $0[8] = 1 } == .masterWithParent)
    #expect(refusal { $0[12] = 1 } == .masterWithChildNumber)
    #expect(refusal { $0[3] = 0 } == .unknownVersion(0x0488_b200))
    #expect(refusal { $0[45] = 0 } == .publicKey(.publicKeyPrefix(0)))
    #expect(refusal { $0[45] = 4 } == .publicKey(.publicKeyPrefix(4)))
    #expect(
      refusal { $0.replaceSubrange(46..., with: [UInt8](repeating: 0, count: 31) + [7]) }
        == .publicKey(.notOnCurve))
    #expect(refusal { $0.replaceSubrange(0..<4, with: [4, 0x88, 0xad, 0xe4]) } == .privateKey)
  }
}

@Suite struct SLIP132KeyTests {
  // SLIP-132: the account keys of BIP-44, 49 and 84 for the words "abandon ... about".
  @Test(arguments: [
    (
      "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj",
      StandardAccount?.none
    ),
    (
      "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP",
      .shWpkh
    ),
    (
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs",
      .wpkh
    ),
  ])
  func `prefixes tell the script they claim`(text: String, script: StandardAccount?) throws {
    let key = try SLIP132Key(parsing: text)
    #expect(key.script == script)
    #expect(key.xpub.network == .mainnet)
    #expect(key.xpub.depth == 3)
    #expect(key.xpub.description.hasPrefix("xpub"))
    if script != nil {
      #expect(throws: ExtendedKeyError.scriptPrefix(String(text.prefix(4)))) {
        try Xpub(parsing: text)
      }
    }
  }

  @Test(arguments: [
    ("Ypub", 0x0295_b43f, KeyNetwork.mainnet, StandardAccount.shWsh),
    ("Zpub", 0x02aa_7ed3, .mainnet, .wsh), ("upub", 0x044a_5262, .testnets, .shWpkh),
    ("vpub", 0x045f_1cf6, .testnets, .wpkh), ("Upub", 0x0242_89ef, .testnets, .shWsh),
    ("Vpub", 0x0257_5483, .testnets, .wsh),
  ])
  func `every registered prefix is read`(
    prefix: String, version: Int, network: KeyNetwork, script: StandardAccount
  ) throws {
    let bytes = try Xpub(parsing: master).encoded()
    let other = withUnsafeBytes(of: UInt32(version).bigEndian) { Array($0) } + bytes[4...]
    let text = Base58Check.encode(other)
    #expect(text.hasPrefix(prefix))
    let key = try SLIP132Key(parsing: text)
    #expect(key.script == script)
    #expect(key.xpub.network == network)
    #expect(key.xpub.publicKey == (try Xpub(parsing: master).publicKey))
  }

  @Test(arguments: [
    0x0488_ade4, 0x049d_7878, 0x0295_b005, 0x04b2_430c, 0x02aa_7a99, 0x0435_8394, 0x044a_4e28,
    0x0242_85b5, 0x045f_18bc, 0x0257_5048,
  ])
  func `every registered private prefix is refused as private`(version: Int) throws {
    let bytes = try Xpub(parsing: master).encoded()
    let other = withUnsafeBytes(of: UInt32(version).bigEndian) { Array($0) } + bytes[4...]
    #expect(throws: ExtendedKeyError.privateKey) { try SLIP132Key(decoding: other) }
  }
}
