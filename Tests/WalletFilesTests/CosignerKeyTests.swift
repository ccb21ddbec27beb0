import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import QRTransport
import TestSupport
import Testing
import WalletFiles

/// One person's key, from whatever export.
@Suite struct CosignerKeyTests {
  // Coldcard's simulator, as Sparrow's tests and Coldcard's documents have it.
  static let multisigJSON = """
    {"p2sh_deriv":"m/45'","p2sh":"tpubD8NXmKsmWp3a3DXhbihAYbYLGaRNVdTnr6JoSxxfXYQcmwVtW2hv8QoDwng6JtEonmJoL3cNEwfd2cLXMpGezwZ2vL2dQ7259bueNKj9C8n","p2wsh_p2sh_deriv":"m/48'/1'/0'/1'","p2wsh_p2sh":"Upub5T4XUooQzDXL58NCHk8ZCw9BsRSLCtnyHeZEExAq1XdnBFXiXVrHFuvvmh3TnCR7XmKHxkwqdACv68z7QKT1vwru9L1SZSsw8B2fuBvtSa6","p2wsh_deriv":"m/48'/1'/0'/2'","p2wsh":"Vpub5mtnnUUL8u4oyRf5d2NZJqDypgmpx8FontedpqxNyjXTi6fLp8fmpp2wedS6UyuNpDgLDoVH23c6rYpFSEfB9jhdbD8gek2stjxhwJeE1Eq","xfp":"0F056943"}
    """

  private func keys(_ text: String, on network: Network? = nil) throws -> [CosignerKey] {
    try CosignerKey.read(Array(text.utf8), on: network)
  }

  private func refusal(_ text: String, on network: Network? = nil) throws -> String {
    let error = #expect(throws: WalletFileError.self) { try keys(text, on: network) }
    return "\(try #require(error))"
  }

  @Test func `Coldcard's multisig export gives three keys, their prefixes made tpub`() throws {
    let found = try keys(Self.multisigJSON, on: .regtest)
    #expect(found.map(\.script) == [.sh, .shWsh, .wsh])
    #expect(
      found.compactMap { $0.key.origin?.description }
        == ["0f056943/45h", "0f056943/48h/1h/0h/1h", "0f056943/48h/1h/0h/2h"])
    #expect(found.allSatisfy { "\($0.ranged)".contains("]tpub") })
    let export = AccountExport(
      masterFingerprint: try Fingerprint(parsing: "0f056943"),
      accounts: try found.map {
        AccountExport.Account(script: try #require($0.script), key: try #require($0.account))
      })
    let written = JSONWriter.encode(try ColdcardAccount.multisigJSON(export))
    #expect(written.contains("Vpub5mtnnUUL8u4oyRf5d2NZJqDypgmpx8FontedpqxNyjXTi6fLp8fmpp2wedS6U"))
    #expect(try keys(written) == found)
    #expect(try refusal(Self.multisigJSON, on: .mainnet).contains("does not belong to mainnet"))
  }

  @Test func `a prefix that says another script than its field or path is refused`() throws {
    let swapped = Self.multisigJSON.replacing("\"p2wsh\":\"Vpub", with: "\"p2wsh\":\"Upub")
    #expect(try refusal(swapped).contains("p2wsh"))
    let vpub =
      "Vpub5mtnnUUL8u4oyRf5d2NZJqDypgmpx8FontedpqxNyjXTi6fLp8fmpp2wedS6UyuNpDgLDoVH23c6rYpFSEfB9jhdbD8gek2stjxhwJeE1Eq"
    #expect(try keys("[0f056943/48h/1h/0h/2h]\(vpub)").first?.script == .wsh)
    #expect(
      try refusal("sh-wsh [0f056943/48h/1h/0h/2h]\(vpub)").contains("is of wsh, and the file says"))
  }

  @Test func `text is read with and without a script, in lines, and by fingerprint`() throws {
    #expect(try keys(Samples.first).first?.script == .wsh)
    #expect(try keys("wsh \(Samples.first)\n# ours\nwsh \(Samples.second)\n").count == 2)
    #expect(
      try refusal(Samples.first.replacing("1cf0bf7e", with: "00000000")).contains(
        "key 1 has a fingerprint of zero"))
    #expect(throws: WalletFileError.self) { try keys("wsh hello") }
    // Depth 4 under three steps.
    let claim = try #require(try keys(Samples.first.replacing("/2h]", with: "]")).first)
    #expect(claim.warnings.contains { $0.contains("does not match its origin") })
    #expect(try claim.account?.xpub == AccountKey(parsing: Samples.first).xpub)
  }

  // R11 once refused the path of a Chance wallet that was written with extended keys.
  @Test func `Chance's wallet written with extended keys is that of its redeem script`() throws {
    let keys = [
      "[73c5da0a/44h/0h/0h]tpubDCBWBScQPGv4Xk3JSbhw6wYYpayMjb2eAYyArpbSqQTbLDpphHGAetB6VQgVeftLML8vDSUEWcC2xDi3qJJ3YCDChJDvqVzpgoYSuT52MhJ",
      "[b8688df1/44h/0h/0h]tpubDDoMgvaNmCDun1o6DQo9fKHLPFUZ8NMseWXVbBFLgEqtpVMVe2dCzVbMntD85DYb8DDyqSE8ypiqhRuoLMeReAfJd71NKJLwn6dVhMEzHtf",
    ]
    let file = try Samples.read("sh(multi(2,\(keys.joined(separator: ","))))")
      .required(on: .regtest)
    let lone = try Descriptor(
      parsing:
        "sh(multi(2,[73c5da0a/44h/0h/0h]03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd,[b8688df1/44h/0h/0h]026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a7))"
    )
    #expect(file.descriptor == lone && file.descriptor.unusualBranches == nil)
    // Nothing more to acknowledge than with any descriptor that has no checksum.
    let other = try Samples.read("wsh(multi(1,\(Samples.first)/<0;1>/*))").required(on: .mainnet)
    #expect(file.warnings == other.warnings && file.warnings.count == 1)
    // Whatever derives from such keys is not a wallet of Chance's, and of another network.
    for form in ["sh(sortedmulti(2,", "wsh(multi(2,"] {
      let ranged = keys.map { $0 + "/<0;1>/*" }.joined(separator: ",")
      #expect(throws: WalletFileError.self) {
        try Samples.read("\(form)\(ranged)))").required(on: .regtest)
      }
    }
  }

  @Test func `a path that is nobody's standard says no script`() throws {
    let key =
      "[1cf0bf7e/7h/1/2/2h]xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz"
    let found = try #require(try keys(key).first)
    #expect(found.script == nil)
    #expect(try found.required(on: .mainnet) == found)
  }

  @Test func `a key of Chance is one key without steps, on every network`() throws {
    // m/44h/0h/0h of "abandon ... about" (SLIP-132's vector).
    let text =
      "sh [73c5da0a/44h/0h/0h]xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj"
    let key = try #require(try keys(text).first)
    #expect(key.isChance)
    #expect(
      "\(key.lone)"
        == "[73c5da0a/44h/0h/0h]03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd")
    let plain = try #require(try keys(String(text.dropFirst(3))).first)
    #expect(plain.script == .pkh)
    #expect(!plain.isChance)
    // A wallet of such keys is bound to whatever network it is asked for.
    let wallet = try Samples.read(
      "sh(multi(1,\(key.lone),[73c5da0a/44h/0h/1h]026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a7))"
    )
    let bound = try wallet.required(on: .regtest)
    #expect(bound.warnings == wallet.warnings)
    #expect(try wallet.required(on: .mainnet).warnings == wallet.warnings)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `crypto-account gives a cosigner's key for each script it has`() throws {
    for item in try Vectors.cases("ur/registry.json")
    where item.name.hasPrefix("crypto-account") || item.name.hasPrefix("bcr-2020-015")
      || item.name.hasPrefix("bcr-2023-019")
    {
      let text = try #require(item.input["ur"]?.stringValue)
      let found = try keys(text, on: .mainnet)
      #expect(Set(found.compactMap(\.script)).isSuperset(of: [.sh, .shWsh, .wsh]), "\(item)")
      #expect(found.allSatisfy { $0.key.origin?.fingerprint.description == "37b5eed4" })
    }
  }

  @Test func `a key whose fingerprint is not that of its account is refused`() throws {
    let account = try #require(try keys(Samples.first).first?.account)
    let export = AccountExport(
      masterFingerprint: Fingerprint(value: 7),
      accounts: [AccountExport.Account(script: .wsh, key: account)])
    #expect(
      throws: WalletFileError.refused(
        field: "account 1: fingerprint of a key", reason: "is not that of its account")
    ) { try AccountMessage.export(AccountMessage.cbor(export)) }
  }

  @Test func `private keys are refused without a word of them`() throws {
    let xprv =
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
    for text in ["[d34db33f]\(xprv)", "{\"xfp\":\"0F056943\",\"p2wsh\":\"\(xprv)\"}"] {
      let said = try refusal(text)
      #expect(said.contains("was not kept") && !said.contains("xprv9"))
    }
  }
}
