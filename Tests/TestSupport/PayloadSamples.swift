/// The payloads of the Chance wallet that are public, and a complete one.
public enum PayloadSamples {
  /// From the README of Chance: 3 of 3, keys 0 and 2 have signed two inputs.
  public static let readme =
    #"multisig:{"rawTx":""# + readmeTx
    + #"","redeemScriptHex":"532103324c40d0042fb1c21be5d0688e1e0c7090e16d0fc6abbb0563ba368bc2d7f20b2102c6287fd02ec3f5c3689d9152688553670d9f84fdc124c621e2ffe7be8ccc60bc21028c42e572d465753610915266f5f7855ebcb74b7f7db434a2732685cb290c20a953ae","keySignatures":{"0":[""#
    + readmeSignatures[0] + #"",""# + readmeSignatures[1] + #""],"2":[""# + readmeSignatures[2]
    + #"",""# + readmeSignatures[3] + #""]}}"#

  public static let readmeTx =
    "01000000021138c1e2f7735a8589fa2a3df2426fbaf24a047330c5a0dc14ffadf7dd8767b10000000000ffffffff6d3c772c389561f20b4afec072cbb61cbe15b42aa37fb50e98ad78f3021241790000000000ffffffff02409c0000000000001976a914d1f9af334c34de5558c0d6785d2f22e25a9eff6d88ac80131c000000000017a914dde71db06038ed3a3bead881b20176dd6de8ec068700000000"

  /// Of key 0 for inputs 0 and 1, then of key 2 for inputs 0 and 1.
  public static let readmeSignatures = [
    "3045022100ddccdb3a60054cb3fd8973ecf24ca0f09f27533a42a7d1b8f30768b03350513002201b034827ad6a3a23850d485bf09f4b6c1e4a15d081f22a376992e61aa37ca81501",
    "304402205f11cf0824a435f6445b20f941d74d4f1e879bd5b3b6c2cb72e58e5e335796b9022042cb6d3b28c70316e71b6ae6b4ca4103cb25bc3f57dab7f5fe9a5534f2d5e30f01",
    "30450221008dd0d34169ecc73022f3ab7adb190068e8a85c09f5b578c73746d7118aaf3e3e02200830884592a60313a1432c494af62fe658361c23919401d59d6c850feac5216f01",
    "3044022059bdd1ff6a07bc3bcd4fc58f8a171ee2a77d7ac22c9f69a812d665032da48259022076fe2dcd69b2e0bf05e87c09a419e3f1202529f8a39858ae0170a84be34276e201",
  ]

  /// From Chance's TabBarViewController: 2 of 2, nobody has signed.
  public static let tabBar =
    #"multisig:{"rawTx":"0100000002a2f734139f40d3e01a0259a4423931c47f84b8131f7ceab8f8f71ebe6487c0420000000000ffffffff7cfc40806d63d61714729d3d484a274a757513df3f1e47f8bac979d609e735680100000000ffffffff0200c2eb0b000000001976a914d1d63de21e37c2845b9c134edd02a74881a53d1e88acc0f18e000000000017a9149d9bc7879b31d0244c3f4f117132885d8999ec8f8700000000","redeemScriptHex":"522102e7fdca57c00393389e91bb6cb410b4c3dc2861182ca070d6c5df7516eed653aa2103bc05d074eb611cff88ab282d619c54be5d6b9d7d491508ac4e917f82cb29b05752ae","keySignatures":{}}"#

  /// Keys m/44'/0'/0' of three public test seeds, 2 of 3, signed by keys 0 and 2; verified with
  /// python-bitcoinlib.
  public static let complete =
    #"multisig:{"rawTx":"0100000002aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0000000000ffffffffbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb0100000000ffffffff0250c30000000000001976a9146cc9f2520fb8ab1da1f76d65cbbb95e6ac53058988ac307500000000000017a914da02c98ccd3870311b4631d184c8961feb2be3ae8700000000","redeemScriptHex":"522103774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd21026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a72102c8f40912c8c7d247dff463d8ab5a962555d8fd027813a95cd2707abb6fa9c55a53ae","keySignatures":{"0":["3045022100be80e422f3a885e2593755dc55f166ef650a0af5084e9734c4c8e1c922a218c802200c28b90634d0360c8b0943a2ba771078d1e76ed44d7f8568aaf2f79fbc19dd0001","3045022100c11c38e98cffe0b98a7d8d3fdec0f9beb120e5fd9af44c5c672d72a5db008cbe02202676a090f36c2c8f1a0f4bca608cc13036ef65868b0052b6eeac23d4bf61b92f01"],"2":["3045022100f882c7a3aeb0e1f5f6133384c1277999a6cd32356726ff00aa9435f836b03db4022072872e4dbcc9ed220a38052644e8c121c74e2e665ba6e6047e5fcd2fb40c6fc001","30450221008623ddf205ed3eb0cf9f48f4c95f423181ef3b0436c0e45fc737975fe484d919022046f3398afdd29f12100f3b95f06071b02243915b0bb6f628b7c4e4f5235f384a01"]}}"#

  /// From Chance's own unit test, and never valid.
  ///
  /// A wrong prefix, numbers glued to the signatures, one signature for both inputs.
  public static func unitTest(prefix: String) -> String {
    prefix + #"{"rawTx":""# + readmeTx
      + #"","redeemScriptHex":"532103324c40d0042fb1c21be5d0688e1e0c7090e16d0fc6abbb0563ba368bc2d7f20b2102c6287fd02ec3f5c3689d9152688553670d9f84fdc124c621e2ffe7be8ccc60bc21028c42e572d465753610915266f5f7855ebcb74b7f7db434a2732685cb290c20a953ae","keySignatures":{"0":["00"#
      + readmeSignatures[1] + #"","00"# + readmeSignatures[1] + #""],"1":["02"#
      + readmeSignatures[3] + #"","02"# + readmeSignatures[3] + #""]}}"#
  }

  /// A payload on the given script and signatures, with the transaction of the README.
  public static func text(
    rawTx: String = "\"\(readmeTx)\"", script: String = "\"\(readmeScript)\"",
    signatures: String = "{}"
  ) -> String {
    #"multisig:{"rawTx":\#(rawTx),"redeemScriptHex":\#(script),"keySignatures":\#(signatures)}"#
  }

  public static let readmeScript =
    "532103324c40d0042fb1c21be5d0688e1e0c7090e16d0fc6abbb0563ba368bc2d7f20b2102c6287fd02ec3f5c3689d9152688553670d9f84fdc124c621e2ffe7be8ccc60bc21028c42e572d465753610915266f5f7855ebcb74b7f7db434a2732685cb290c20a953ae"
}
