import Bytes
import Descriptors
import ExtendedKeys
import TestSupport
import WalletFiles

/// Wallets of the keys that BIP-129 publishes, and the files of other programs beside the project.
enum Samples {
  /// The two signers of BIP-129's second example.
  static let first =
    "[1cf0bf7e/48h/0h/0h/2h]xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz"
  static let second =
    "[4fc1dd4a/48h/0h/0h/2h]xpub6EebMbEps7ZcV3FYEnddRsvrFWDrt2tiPmCeM7pPXQEmphvq9ZfJ1LWFUDjf3vxCeBuPrfyGrMazWUsYsetrnHatQZVLJH7LsgCjtMqdzgj"
  /// The three of its fourth.
  static let nested = [
    "[793cc70b/48h/0h/0h/1h]xpub6ErVmcYYHmavsMgxEcTZyzN5sqth1ZyRpFNJC26ij1wYGC2SBKYrgt9yariSbn7HLRoZUvhUhmPfsRTPrdhhGFscpPZzmch6UTdmRP1aZUj",
    "[b3118e52/48h/0h/0h/1h]xpub6Du5Jn6eYZE96ccmAc1ZTFPzdnzrvqfG4mpamDun2qZYKywoiQJMCbS3kWWMr6U3XW6s125RLsaPABWgv2yA749ieaMe67FxkTjMsbcxCch",
    "[842bd2ed/48h/0h/0h/1h]xpub6Ex81KopPkEt9hJiWHabYy8LNsSR4A7sUQoFBk9dR8XxHrr4p9HrYWN3NCf5uwfopHnQkCG7FYnZMztKbtRtbh6tzZC4xtHPbmVVxRSN7ic",
  ]
  static let firstAddress = "bc1qrgc6p3kylfztu06ysl752gwwuekhvtfh9vr7zg43jvu60mutamcsv948ej"

  /// 2 of 2, `wsh(sortedmulti)`, receiving and change.
  static func sorted() throws -> Descriptor {
    try Descriptor(parsing: "wsh(sortedmulti(2,\(first)/<0;1>/*,\(second)/<0;1>/*))")
  }

  /// 2 of 3, `sh(wsh(...))`.
  static func nested(_ form: String = "sortedmulti") throws -> Descriptor {
    let keys = nested.map { "\($0)/<0;1>/*" }.joined(separator: ",")
    return try Descriptor(parsing: "sh(wsh(\(form)(2,\(keys))))")
  }

  /// 2 of 3, legacy, of plain keys: a wallet of Chance, made of public test mnemonics.
  static func legacy() throws -> Descriptor {
    try Descriptor(
      parsing:
        "sh(multi(2,03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd,026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a7,02c8f40912c8c7d247dff463d8ab5a962555d8fd027813a95cd2707abb6fa9c55a))"
    )
  }

  /// BIP-84's account.
  static let single =
    "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"

  /// The extended key of its address 0/5, with the whole path as its origin.
  static func addressKey() throws -> String {
    let account = try AccountKey(parsing: single)
    let child = try account.xpub.derived(along: DerivationPath(parsing: "m/0/5"))
    return "[73c5da0a/84h/0h/0h/0/5]\(child)"
  }

  /// An account for `wsh` of one or the other kind of network; the same key in both.
  static func account(coin: String) throws -> AccountKey {
    let known = try AccountKey(parsing: first).xpub
    var bytes = known.encoded()
    if coin == "1h" { bytes.replaceSubrange(0..<4, with: [0x04, 0x35, 0x87, 0xcf]) }
    return try AccountKey(
      origin: KeyOrigin(parsing: "1cf0bf7e/48h/\(coin)/0h/2h"), xpub: Xpub(decoding: bytes))
  }

  static func taproot() throws -> Descriptor {
    try Descriptor(
      parsing:
        "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,\(first)/<0;1>/*,\(second)/<0;1>/*))"
    )
  }

  /// A file of another maker, by the name of its case.
  static func example(_ name: String) throws -> JSONValue {
    let cases = try Vectors.json("wallet-formats/examples.json")["cases"]?.arrayValue ?? []
    guard let found = cases.first(where: { $0["name"]?.stringValue?.contains(name) == true }) else {
      throw VectorError(path: "wallet-formats/examples.json", reason: "has no case \(name)")
    }
    return found
  }

  static func read(_ text: String) throws -> WalletFile {
    try WalletFile(reading: Array(text.utf8))
  }

  static func text(_ file: WalletFile, as format: WalletFileFormat) throws -> String {
    String(decoding: try file.encoded(as: format), as: UTF8.self)
  }
}
