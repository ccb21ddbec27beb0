import ExtendedKeys
import Testing
import WalletFiles

/// Keys in JSON, as Cobo Vault and Specter Desktop export them.
@Suite struct KeyJSONTests {
  // BIP-84, "Test vectors": the account.
  private static let zpub =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"

  private func read(_ text: String) throws -> [CosignerKey] {
    try CosignerKey.read(Array(text.utf8))
  }

  @Test func `the key of a Cobo Vault is an account of its path and prefix`() throws {
    let keys = try read(
      """
      {"ExtPubKey":"\(Self.zpub)","MasterFingerprint":"73C5DA0A","AccountKeyPath":"84'/0'/0'",
       "CoboVaultFirmwareVersion":"1.2.4(BTC-Only)"}
      """)
    let xpub = try SLIP132Key(parsing: Self.zpub).xpub
    #expect(keys.map { "\($0.key)" } == ["[73c5da0a/84h/0h/0h]\(xpub)"])
    #expect(keys.map(\.script) == [.wpkh])
  }

  @Test func `every key of a device of Specter is read, with its name`() throws {
    let keys = try read(
      """
      {"name":"Trezor","type":"trezor","keys":[
        {"original":"\(Samples.first)","fingerprint":"1cf0bf7e","type":"wsh"},
        {"original":"\(Samples.nested[0])","type":"sh-wsh"}]}
      """)
    #expect(keys.map { "\($0.key)" } == [Samples.first, Samples.nested[0]])
    #expect(keys.map(\.script) == [.wsh, .shWsh])
    #expect(keys.map(\.label) == ["Trezor", "Trezor"])
  }

  @Test(arguments: [
    #"{"ExtPubKey":"xpub"}"#, #"{"ExtPubKey":1,"MasterFingerprint":"00","AccountKeyPath":"1"}"#,
    #"{"ExtPubKey":"xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi","MasterFingerprint":"3442193e","AccountKeyPath":"84'/0'/0'"}"#,
    #"{"keys":[{"original":"xpub661"}]}"#, #"{"keys":[{"xpub":"x"}]}"#, #"{"keys":[]}"#,
  ])
  func `what is damaged, private or without an origin is refused`(text: String) {
    #expect(throws: WalletFileError.self) { try read(text) }
  }

  @Test func `a path that contradicts the prefix is refused`() {
    #expect(throws: WalletFileError.self) {
      try read(
        #"{"ExtPubKey":"\#(Self.zpub)","MasterFingerprint":"73c5da0a","AccountKeyPath":"49'/0'/0'"}"#
      )
    }
  }
}
