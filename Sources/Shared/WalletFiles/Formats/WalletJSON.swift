internal import Bytes

/// Wallets that are JSON objects, told apart by their members.
enum WalletJSON {
  /// The wallet, or nil for an object that is not one.
  static func wallet(_ json: JSONValue) throws(WalletFileError) -> WalletFile? {
    if json["entropy"] != nil, json["descriptor"] != nil {
      throw .secret(kind: "a Recovery QR, which holds a seed")
    }
    if let draft = try CaravanJSON.read(json) { return try draft.checked() }
    if let draft = try ElectrumJSON.read(json) { return try draft.checked() }
    if let draft = try WalletPolicyJSON.read(json) { return try draft.checked() }
    if let draft = try SparrowJSON.read(json) { return try draft.checked() }
    if let draft = try BackupJSON.read(json) { return try draft.checked() }
    return try AccountMapJSON.read(json)?.checked()
  }

  /// A height or a count in a member, when it is there.
  static func number(
    _ json: JSONValue?, _ field: String
  ) throws(WalletFileError) -> UInt32? {
    guard let json, !json.isNull else { return nil }
    guard let number = json.integerValue.flatMap({ UInt32(exactly: $0) }) else {
      throw .refused(field: field, reason: "is not a whole number below 4294967296")
    }
    return number
  }
}
