import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import Secp256k1Signing
import SecureMemory
import TestSupport
import Testing
import WalletFiles

/// BIP-129: key records, tokens and descriptor records.
@Suite struct BSMSTests {
  // BIP-129, NO_ENCRYPTION, signer 1.
  static let record = """
    BSMS 1.0
    00
    [1cf0bf7e/48'/0'/0'/2']xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz
    Signer 1 key
    IB7v+qi1b+Xrwm/3bF+Rjl8QbIJ/FMQ40kUsOOQo1SqUWn5QlFWbBD8BKPRetfo1L1N7DmYjVscZNsmMrqRJGWw=
    """

  @Test func `a key record of BIP-129 is read and its signature is the key's`() throws {
    let record = try BSMSKeyRecord(parsing: Self.record)
    #expect(record.isSigned)
    #expect(record.summary == "Signer 1 key")
    #expect(record.token == .none)
    #expect(record.text == Self.record)
    let key = try #require(try CosignerKey.read(Array(Self.record.utf8), on: .mainnet).first)
    #expect(key.script == .wsh)
    #expect(key.label == "Signer 1 key")
    #expect(key.warnings.isEmpty)
    #expect("\(key.ranged)" == "\(Samples.first)/<0;1>/*")
  }

  @Test(arguments: [
    ("Signer 1 key", "Signer 2 key", "signature on line 5 is not the key's"),
    ("00\n", "a54044308ceac9b7\n", "signature on line 5 is not the key's"),
    ("[1cf0bf7e", "[1cf0bf7f", "signature on line 5 is not the key's"),
    ("[1cf0bf7e", "[00000000", "fingerprint of zero"),
    ("IB7v", "HB7v", ""),  // another header: the numbers are the same, and the key is known
    ("IB7v", "IB7w", "signature on line 5 is not the key's"),
    ("GWw=", "GWw", "not base64 of 65 bytes"),
    ("BSMS 1.0", "BSMS 1.1", "another version"),
    ("00\n", "001\n", "token is not hexadecimal"),
    ("00\n", "a5\n", "token is neither"),
    ("\nSigner 1 key", "", "description on line 4 is longer than the 80 characters of BIP-129"),
  ])
  func `a record with a fault is refused`(old: String, new: String, expected: String) throws {
    let changed = Self.record.replacing(old, with: new, maxReplacements: 1)
    guard !expected.isEmpty else {
      _ = try BSMSKeyRecord(parsing: changed)
      return
    }
    let error = #expect(throws: WalletFileError.self) { try BSMSKeyRecord(parsing: changed) }
    #expect("\(try #require(error))".contains(expected))
  }

  @Test func `a record that nobody signed is read and says so`() throws {
    let bare = Self.record.split(separator: "\n").dropLast().joined(separator: "\n")
    let keys = try CosignerKey.read(Array(bare.utf8))
    #expect(keys.first?.warnings.first?.contains("not signed") == true)
  }

  @Test func `a record of our own is signed by its key and by no other`() throws {
    var one = [UInt8](repeating: 7, count: 32)
    let privateKey = try PrivateKey(SecretBytes(moving: &one))
    let publicKey = try privateKey.publicKey()
    let origin = try Descriptor(parsing: "wpkh([d34db33f/48h/0h/0h/2h]\(publicKey))")
    let key = try #require(origin.keys.first)
    let bare = try BSMSKeyRecord(token: .none, key: key, summary: "seven")
    let signed = try bare.signed(
      with: try privateKey.ecdsaSignature(of: SignedMessage.digest(of: bare.signedText)))
    #expect(signed.isSigned)
    #expect(try BSMSKeyRecord(parsing: signed.text) == signed)
    var other = [UInt8](repeating: 8, count: 32)
    let stranger = try PrivateKey(SecretBytes(moving: &other))
    #expect(throws: WalletFileError.refused(field: "signature", reason: "is not the key's")) {
      try bare.signed(
        with: try stranger.ecdsaSignature(of: SignedMessage.digest(of: bare.signedText)))
    }
    #expect(throws: WalletFileError.self) {
      try BSMSKeyRecord(token: .none, key: key, summary: "two\nlines")
    }
    #expect(throws: WalletFileError.self) {
      try BSMSKeyRecord(token: .none, key: key, summary: String(repeating: "x", count: 81))
    }
  }

  // BIP-129, STANDARD, signer 1.
  static let sealed =
    "fbdbdb64e6a8231c342131d9f13dcd5a954b4c5021658fa5afcb3fc74dc8270653f491cfd1431c292d922ea5a5dec3eb8ddaa6ed38ae109e7b040f0f23013e89a89b4d27476761a01197a3277850b2bc1621ae626efe65f2081eec6eb571c4f787bf1c49d061b43f70fd73cb3f37fa591d2400973ac0644c8941a83f1d4155e98f01fa2fdeb9f86c2e2413154fd18566a28fb0d9d8bd6172efabcfa6dab09ee7029bf3dd43376df52c118a6d291ec168f4ec7f7df951dfc6135fd8cb4b234da62eaea6017dfe5ca418f083e02e3aba2962ba313ba17b6468c7672fb218329a9f3fe4e4887fb87dac57c63ebff0e715a44498d18de8afc10e1cfeb46a1fc65ce871fef8a43b289305433a90c342d025aa4c19454fcfbcf911e9e2f928d5affd0536a6ddc2e816"

  @Test func `a sealed record opens with its token, and neither changed nor with another`() throws {
    let token = try BSMSToken(parsing: "a54044308ceac9b7")
    let record = try BSMSKeyRecord(parsing: token.opened(Self.sealed))
    #expect(record.isSigned)
    #expect(record.token == token)
    #expect(try token.sealed(record.text) == Self.sealed)
    let wrong = WalletFileError.refused(
      field: "MAC of the encrypted BSMS record",
      reason: "is wrong: another token, or somebody changed the record")
    #expect(throws: wrong) { try BSMSToken(parsing: "a54044308ceac9b8").opened(Self.sealed) }
    let bytes = try Hex.decode(Self.sealed)
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 1
      #expect(throws: wrong) { try token.opened(Hex.encode(changed)) }
    }
    // At each digit: half a byte is none.
    for count in Self.sealed.indices.dropFirst() {
      #expect(throws: WalletFileError.self) { try token.opened(Self.sealed[..<count]) }
    }
    #expect(BSMSToken.isSealed(Self.sealed))
    #expect(!BSMSToken.isSealed(Self.record))
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every example of BIP-129 is read, opened and written again`() throws {
    let cases = try Vectors.cases("bip129/bsms.json")
    #expect(cases.count == 4)
    for item in cases {
      let input = item.input
      let file = try Samples.read(try #require(input["descriptor_file"]?.stringValue))
      #expect(file.format == .bsms)
      #expect(file.firstAddress == item.expect["first_address"]?.stringValue, "\(item)")
      let tokens = try (input["coordinator"]?["tokens"]?.arrayValue ?? []).map {
        try BSMSToken(
          parsing: String(
            ($0["hex"]?.stringValue ?? "").dropFirst(
              $0["hex"]?.stringValue?.hasPrefix("0x") == true ? 2 : 0)))
      }
      if item.expect["paths"]?.stringValue == "/0/*,/1/*" {
        #expect(
          try Samples.text(file, as: .bsms) == input["descriptor_file"]?.stringValue, "\(item)")
      }
      for (position, signer) in (input["signers"]?.arrayValue ?? []).enumerated() {
        let text = try #require(signer["key_file"]?.stringValue)
        let record = try BSMSKeyRecord(parsing: text)
        #expect(record.isSigned && record.text == text)
        let token = tokens[min(position, tokens.count - 1)]
        #expect(record.token == token)
        guard let sealed = signer["key_file_encrypted_hex"]?.stringValue else { continue }
        #expect(try token.opened(sealed) == text)
        #expect(try token.sealed(text) == sealed)
      }
      for (position, sealed) in (input["descriptor_file_encrypted"]?.arrayValue ?? []).enumerated()
      {
        let opened = try tokens[min(position, tokens.count - 1)].opened(
          try #require(sealed["hex"]?.stringValue))
        #expect(opened == input["descriptor_file"]?.stringValue, "\(item) \(position)")
      }
    }
  }
}
