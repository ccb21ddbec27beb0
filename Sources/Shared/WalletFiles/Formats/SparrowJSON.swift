internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys

/// The JSON in which older versions of Sparrow kept a wallet; newer ones keep a database.
///
/// `policyType`, `scriptType`, the policy's miniscript and a keystore for each key. Read, not
/// written.
enum SparrowJSON {
  private static let type = "Sparrow wallet"

  static func read(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    guard let policyType = json["policyType"]?.stringValue,
      let stores = json["keystores"]?.arrayValue
    else { return nil }
    var keys: [AccountKey] = []
    for (position, store) in stores.enumerated() {
      keys.append(try key(store, field: "keystores[\(position)]"))
    }
    var draft: WalletDraft
    switch policyType {
    case "SINGLE":
      let scripts: [String: StandardAccount] = [
        "P2PKH": .pkh, "P2SH_P2WPKH": .shWpkh, "P2WPKH": .wpkh, "P2TR": .tr,
      ]
      guard let script = json["scriptType"]?.stringValue.flatMap({ scripts[$0] }), keys.count == 1,
        let descriptor = Descriptor(account: keys[0], script: script)
      else { throw .malformed(type: type, what: "scriptType or keystores of a single key") }
      draft = WalletDraft(.sparrow, descriptor)
    case "MULTI":
      draft = WalletDraft(.sparrow, try multisig(json, keys).descriptor())
    default: throw .unsupported(type: type, what: "another policyType than SINGLE or MULTI")
    }
    draft.name = json["name"]?.stringValue
    draft.birthHeight = try WalletJSON.number(json["birthHeight"], "birthHeight")
    draft.gapLimit = try WalletJSON.number(json["gapLimit"], "gapLimit")
    return draft
  }

  private static func multisig(
    _ json: JSONValue, _ keys: [AccountKey]
  ) throws(WalletFileError) -> MultisigParts {
    let scripts: [String: StandardAccount] = ["P2WSH": .wsh, "P2SH_P2WSH": .shWsh, "P2SH": .sh]
    guard let script = json["scriptType"]?.stringValue.flatMap({ scripts[$0] }) else {
      throw .unsupported(type: type, what: "another scriptType than P2SH, P2SH_P2WSH, P2WSH")
    }
    // multi(2,alice,bob) or sortedmulti(...): Sparrow sorts the keys of both.
    let policy = json["defaultPolicy"]?["miniscript"]?["script"]?.stringValue ?? ""
    guard let arguments = arguments(of: policy),
      let threshold = arguments.first.flatMap({ Int($0) })
    else {
      throw .unsupported(type: type, what: "a defaultPolicy that is more than multi(...)")
    }
    guard arguments.count == keys.count + 1 else {
      throw .refused(
        field: "defaultPolicy",
        reason: "has \(arguments.count - 1) keys, and there are \(keys.count) keystores")
    }
    guard threshold >= 1, threshold <= keys.count else {
      throw .refused(
        field: "defaultPolicy",
        reason: "\(threshold) of \(keys.count) cannot be a threshold")
    }
    return MultisigParts(threshold: threshold, keys: keys, script: script)
  }

  /// What stands between the parentheses of `multi(...)`, within `wsh` and `sh` or not; nil for a
  /// policy with anything beside it: what is not understood is not left out.
  private static func arguments(of policy: String) -> [Substring]? {
    var rest = policy[...]
    var open = 1
    while let wrapper = ["wsh(", "sh("].first(where: { rest.hasPrefix($0) }) {
      rest = rest.dropFirst(wrapper.count)
      open += 1
    }
    guard let name = ["multi(", "sortedmulti("].first(where: { rest.hasPrefix($0) }) else {
      return nil
    }
    rest = rest.dropFirst(name.count)
    guard let end = rest.firstIndex(of: ")"), rest[end...] == String(repeating: ")", count: open)
    else { return nil }
    let inside = rest[..<end]
    guard !inside.contains("(") else { return nil }
    return inside.split(separator: ",", omittingEmptySubsequences: false)
  }

  private static func key(
    _ json: JSONValue, field: String
  ) throws(WalletFileError) -> AccountKey {
    for secret in ["seed", "masterPrivateExtendedKey"] {
      guard let value = json[secret], !value.isNull else { continue }
      throw .secret(kind: "a Sparrow wallet with a seed")
    }
    let derivation = json["keyDerivation"]
    guard let xpub = json["extendedPublicKey"]?.stringValue,
      let path = derivation?["derivationPath"]?.stringValue
        .flatMap({ try? DerivationPath(parsing: $0) }),
      let fingerprint = derivation?["masterFingerprint"]?.stringValue
        .flatMap({ try? Fingerprint(parsing: $0) })
    else {
      throw .malformed(type: type, what: "\(field) has no extendedPublicKey or keyDerivation")
    }
    return try KeyFields.account(xpub, fingerprint: fingerprint, path: path, field: field).key
  }
}
