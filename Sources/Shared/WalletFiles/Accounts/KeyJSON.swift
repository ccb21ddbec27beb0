internal import Bytes

/// Keys in JSON as two families of signers export them: Cobo Vault's, which Keystone and Passport write too, and the
/// devices of Specter Desktop.
///
/// Cobo Vault: `ExtPubKey`, `MasterFingerprint`, `AccountKeyPath`. Specter: `keys`, each with its `original` text
/// `[fingerprint/path]KEY`.
enum KeyJSON {
  /// More keys of one device are not read.
  private static let limit = 100

  /// The keys; nil when it is neither of the two.
  static func keys(_ json: JSONValue) throws(WalletFileError) -> [CosignerKey]? {
    if let key = json["ExtPubKey"] { return [try vault(json, key)] }
    guard let list = json["keys"]?.arrayValue, !list.isEmpty,
      list.allSatisfy({ $0["original"]?.stringValue != nil })
    else { return nil }
    guard list.count <= limit else {
      throw .unsupported(type: "Specter device", what: "more than \(limit) keys")
    }
    let label = json["name"]?.stringValue
    var keys: [CosignerKey] = []
    for (index, entry) in list.enumerated() {
      let field = "key \(index + 1)"
      let (key, script) = try KeyText.expression(entry["original"]?.stringValue ?? "", field: field)
      keys.append(CosignerKey(key: key, script: script, label: label))
    }
    return keys
  }

  private static func vault(
    _ json: JSONValue, _ key: JSONValue
  ) throws(WalletFileError) -> CosignerKey {
    guard let key = key.stringValue, let fingerprint = json["MasterFingerprint"]?.stringValue,
      let path = json["AccountKeyPath"]?.stringValue
    else {
      throw .malformed(
        type: "key JSON", what: "ExtPubKey stands without MasterFingerprint and AccountKeyPath")
    }
    let steps = path.hasPrefix("m/") ? path.dropFirst(2) : path[...]
    let (expression, script) = try KeyText.expression(
      "[\(fingerprint.lowercased())/\(steps)]\(key)", field: "ExtPubKey")
    return CosignerKey(key: expression, script: script, label: nil)
  }
}
