internal import Bytes
internal import Descriptors

/// Wallets in what other programs keep for themselves: Specter Desktop's `wallets/NAME.json`, as its backup holds
/// it, and the wallet backup that Liana writes.
enum BackupJSON {
  static func read(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    if let draft = try specter(json) { return draft }
    return try liana(json)
  }

  /// `recv_descriptor` and `change_descriptor`, each with its own checksum.
  private static func specter(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    guard let receiving = json["recv_descriptor"]?.stringValue else { return nil }
    guard let change = json["change_descriptor"]?.stringValue,
      var draft = try DescriptorText.read("\(receiving)\n\(change)")
    else {
      throw .malformed(
        type: "Specter wallet", what: "recv_descriptor stands without change_descriptor")
    }
    draft.format = .specter
    draft.name = json["name"]?.stringValue
    draft.birthHeight = try WalletJSON.number(json["blockheight"], "blockheight")
    return draft
  }

  /// `accounts`, each with a descriptor; Liana writes one.
  private static func liana(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    guard let accounts = json["accounts"]?.arrayValue, let first = accounts.first,
      let text = first["descriptor"]?.stringValue
    else { return nil }
    guard accounts.count == 1 else {
      throw .unsupported(type: "wallet backup", what: "\(accounts.count) accounts")
    }
    do throws(WalletFileError) {
      let parsed = try DescriptorText.parsed(text)
      var draft = WalletDraft(.descriptor, parsed.descriptor)
      draft.name = json["name"]?.stringValue ?? first["name"]?.stringValue
      if !parsed.hasChecksum { draft.warnings.append(DescriptorText.missingChecksum) }
      return draft
    } catch {
      guard let part = policyPart(of: text) else { throw error }
      throw .policy(type: "the wallet backup", part: part)
    }
  }

  /// The first part of a descriptor that only policies have: more than one way to spend, or a time lock.
  private static func policyPart(of text: String) -> String? {
    [
      "andor", "and_v", "and_b", "and_n", "or_b", "or_c", "or_d", "or_i", "thresh", "older",
      "after",
    ]
    .first { text.contains("\($0)(") }
  }
}
