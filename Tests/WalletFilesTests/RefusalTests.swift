import BitcoinPrimitives
import Descriptors
import Testing
import WalletFiles

/// Files that say something no wallet may say are refused, the field named (R11, R23).
@Suite struct RefusalTests {
  static let coldcard = """
    Name: family
    Policy: 2 of 2
    Derivation: m/48'/0'/0'/2'
    Format: P2WSH

    1CF0BF7E: xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz
    4FC1DD4A: xpub6EebMbEps7ZcV3FYEnddRsvrFWDrt2tiPmCeM7pPXQEmphvq9ZfJ1LWFUDjf3vxCeBuPrfyGrMazWUsYsetrnHatQZVLJH7LsgCjtMqdzgj
    """
  static let bsms = """
    BSMS 1.0
    wsh(sortedmulti(2,\(Samples.first)/**,\(Samples.second)/**))
    /0/*,/1/*
    \(Samples.firstAddress)
    """

  private func refusal(_ text: String) throws -> String {
    let error = #expect(throws: WalletFileError.self) { try Samples.read(text) }
    let said = "\(try #require(error))"
    #expect(error?.hint.isEmpty == false)
    return said
  }

  @Test(arguments: [
    ("1CF0BF7E", "00000000", "key 1 (line 6) has a fingerprint of zero"),
    ("2 of 2", "2 of 3", "Policy says 3 keys, and there are 2"),
    ("2 of 2", "2 of 1", "Policy says 2 of 1 keys, which cannot be"),
    ("2 of 2", "0 of 2", "Policy says 0 of 2 keys, which cannot be"),
    ("2 of 2", "two", "Policy is not of the form 2 of 3"),
    ("P2WSH", "P2TR", "a Format other than"),
    ("Derivation: m/48'/0'/0'/2'\n", "", "has no Derivation before it"),
    ("Name: family", "Name: family\nName: other", "name is given twice"),
    ("Name: family", "Name: family\nFee: 3", "line 2 has a name that is not known"),
    ("4FC1DD4A: xpub6E", "4FC1DD4A: xpub6F", "key 2 (line 7) is not an extended public key"),
  ])
  func `a Coldcard text with a fault is refused by its line`(
    old: String, new: String, expected: String
  ) throws {
    _ = try Samples.read(Self.coldcard)
    let said = try refusal(Self.coldcard.replacing(old, with: new, maxReplacements: 1))
    #expect(said.contains(expected), "\(said)")
  }

  @Test func `another key under the origin of one is refused`() throws {
    let origin = try #require(Samples.first.split(separator: "]").first)
    let key = try #require(Samples.second.split(separator: "]").last)
    let text = "wsh(sortedmulti(2,\(Samples.first)/<0;1>/*,\(origin)]\(key)/<0;1>/*))"
    let said = try refusal(text)
    #expect(said.contains("keys 1 and 2 of the wallet both claim to be "), "\(said)")
    #expect(said.hasSuffix("but differ"), "\(said)")
  }

  @Test func `a key twice is refused, under one fingerprint and under two`() throws {
    let key =
      "xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz"
    let twice = Self.coldcard.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(
      try refusal(twice + "\n1CF0BF7E: \(key)\n").contains(
        "key 2 is the same as key 1: one person would have two votes"))
    #expect(try refusal(twice + "\n4FC1DD4A: \(key)\n").contains("key 2 is the same as key 1"))
    #expect(
      try refusal("wsh(sortedmulti(2,\(Samples.first)/<0;1>/*,\(Samples.first)/<2;3>/*))").contains(
        "key 2 is the same as key 1"))
  }

  @Test(arguments: [
    (
      "\(Samples.firstAddress)", "bc1qng45c3rez2265epnmvhajjj6hlpdv83zn8q8xy6h3mh2pnn8fglq0qgdzk",
      "the file says bc1qng45c3"
    ),
    ("\(Samples.firstAddress)", "not-an-address", "first address is not an address"),
    (
      "\(Samples.firstAddress)", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
      "first address is not an address"
    ),
    ("\n\(Samples.firstAddress)", "", "3 lines, and BIP-129 wants 4"),
    ("BSMS 1.0", "BSMS 2.0", "on line 1 another version than BSMS 1.0"),
    ("/0/*,/1/*", "/2/*,/3/*", "first address is bc1"),
    ("/0/*,/1/*", "No path restrictions", "path restrictions on line 3 are none"),
    ("/0/*,/1/*", "", "path restrictions on line 3 are not of the form"),
    ("/0/*,/1/*", "/0/*,/0/*", "other path restrictions on line 3 than"),
    ("sortedmulti(2", "sortedmulti(0", "multisig at position"),
    ("sortedmulti(2", "sortedmulti(3", "multisig at position"),
    ("sortedmulti(2", "sortedmulti(1", "first address is"),
    ("4fc1dd4a", "00000000", "key 2 has a fingerprint of zero"),
    ("[4fc1dd4a/48h/0h/0h/2h]", "", "key 2 has no origin"),
  ])
  func `a BSMS record with a fault is refused`(
    old: String, new: String, expected: String
  ) throws {
    _ = try Samples.read(Self.bsms)
    let said = try refusal(Self.bsms.replacing(old, with: new, maxReplacements: 1))
    #expect(said.contains(expected), "\(said)")
  }

  /// BIP-341's point, and an extended key of it: neither can ever sign.
  @Test(arguments: [
    "0250929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0",
    "[deadbeef/48h/0h/0h/2h]xpub6DYLKsxfR6wLt29G2Ue17uNkFudJFBESXMvxhpWzsp8JEMUmpzXJm5SCbMT9RuuJ2gMkuQpVZMReexRWkAFjpVPzpwah1PHhdiVt5YTmaA2/<0;1>/*",
  ])
  func `a key that nobody has is refused, but as the internal key of a tree`(key: String) throws {
    let words = "key 2 is one whose secret nobody can have (BIP-341): it never signs"
    let first = "\(Samples.first)/<0;1>/*"
    for form in ["wsh(multi(2,\(first),\(key)))", "sh(wsh(sortedmulti(1,\(first),\(key))))"] {
      #expect(try refusal(form) == words)
    }
    let single = try Descriptor(parsing: "wpkh(\(key))")
    let file = WalletFile(name: nil, descriptor: single, network: nil)
    #expect(throws: WalletFileError.self) { try file.required(on: .mainnet) }
    _ = try Samples.read(Samples.taproot().canonical)
  }

  @Test func `keys of another network are refused, by prefix, path and stated network`() throws {
    let file = try Samples.read(Self.bsms)
    let first = file.descriptor.keys[0].mark
    #expect(throws: WalletFileError.wrongNetwork(field: "key 1 \(first)", expected: .signet)) {
      try file.required(on: .signet)
    }
    let mixed = Self.coldcard.replacing("48'/0'", with: "48'/1'")
    // The key's own place is 0' at that depth only by its last step: the path decides here.
    let wrongPath = try Samples.read(mixed)
    #expect(
      throws: WalletFileError.wrongNetwork(field: "path of key 1 [1cf0bf7e]", expected: .mainnet)
    ) {
      try wrongPath.required(on: .mainnet)
    }
  }

  @Test func `a wrong checksum is refused and a missing one is a warning`() throws {
    let canonical = try Samples.sorted().canonical
    #expect(try Samples.read(canonical).warnings == [])
    let bare = canonical.prefix { $0 != "#" }
    #expect(try Samples.read(String(bare)).warnings.first?.contains("no checksum") == true)
    #expect(
      try refusal(canonical.replacing("(2,", with: "(1,")).contains("does not match"))
  }

  @Test func `private keys are refused and no letter of them is repeated`() throws {
    let xprv =
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
    for text in [
      Self.coldcard + "\n00AABBCC: \(xprv)", "wsh(sortedmulti(1,\(xprv)/<0;1>/*))",
      "{\"wallet_type\":\"standard\",\"keystore\":{\"xprv\":\"\(xprv)\"}}",
      "{\"wallet_type\":\"standard\",\"keystore\":{\"seed\":\"abandon abandon about\",\"xpub\":\"\"}}",
      "{\"entropy\":\"ed3032b2f69ad7037d0a1ab388d91065\",\"descriptor\":\"wpkh(x)\"}",
    ] {
      let said = try refusal(text)
      #expect(said.contains("refused here and was not kept"), "\(said)")
      #expect(!said.contains("xprv9s21") && !said.contains("abandon") && !said.contains("ed3032b2"))
    }
  }

  static let sparrow = """
    {"name":"family","policyType":"MULTI","scriptType":"P2WSH","defaultPolicy":{"miniscript":{"script":"POLICY"}},
    "keystores":[{"keyDerivation":{"masterFingerprint":"1cf0bf7e","derivationPath":"m/48'/0'/0'/2'"},
    "extendedPublicKey":"xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz"},
    {"keyDerivation":{"masterFingerprint":"4fc1dd4a","derivationPath":"m/48'/0'/0'/2'"},
    "extendedPublicKey":"xpub6EebMbEps7ZcV3FYEnddRsvrFWDrt2tiPmCeM7pPXQEmphvq9ZfJ1LWFUDjf3vxCeBuPrfyGrMazWUsYsetrnHatQZVLJH7LsgCjtMqdzgj"}]}
    """

  @Test func `a Sparrow policy that says more than multi is not taken for one`() throws {
    for plain in ["multi(2,a,b)", "sortedmulti(2,a,b)", "wsh(sortedmulti(2,a,b))"] {
      let file = try Samples.read(Self.sparrow.replacing("POLICY", with: plain))
      #expect(file.descriptor.multisig?.threshold == 2)
    }
    for more in [
      "and_v(v:older(10),multi(2,a,b))", "multi(2,a,b),older(10)", "or_d(multi(2,a,b),pk(a))",
      "multi(2,a,b", "multi(2,a,b))", "notmulti(2,a,b)", "",
    ] {
      let said = try refusal(Self.sparrow.replacing("POLICY", with: more))
      #expect(said.contains("defaultPolicy"), "\(more): \(said)")
    }
  }

  @Test func `every file cut short is refused or another wallet with a warning, never a crash`()
    throws
  {
    let file = WalletFile(name: "family", descriptor: try Samples.sorted(), network: .mainnet)
    for format in file.possibleFormats {
      let bytes = try file.encoded(as: format)
      for count in stride(from: 0, to: bytes.count - 1, by: 7) {
        guard let cut = try? WalletFile(reading: Array(bytes.prefix(count))) else { continue }
        #expect(cut.descriptor == file.descriptor || !cut.warnings.isEmpty, "\(format) \(count)")
      }
    }
  }
}
