internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys

/// Electrum's wallet file, unencrypted: `keystore`, or `x1/` to `xN/` of a multisig, counted from
/// 1.
///
/// The script follows from the keys' SLIP-132 prefixes; the keys of a multisig are sorted (BIP-67).
/// Electrum knows no taproot. A file with a seed or a private key is refused.
enum ElectrumJSON {
  private static let type = "Electrum wallet"
  /// An old version, without any history: Electrum brings it up to date as it opens the file.
  private static let seedVersion: Int64 = 17
  /// The members of a keystore that hold what spends, encrypted or not.
  static let secrets = ["xprv", "seed", "passphrase", "keypairs"]

  static func read(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    guard let walletType = json["wallet_type"]?.stringValue else { return nil }
    let stores = (json.objectValue?.names ?? []).filter { $0.hasPrefix("x") && $0.hasSuffix("/") }
    if walletType == "standard" {
      try requireOnly([], among: stores, "one key in `keystore`")
      return try single(json)
    }
    guard let (threshold, total) = numbers(walletType) else {
      throw .unsupported(type: type, what: "another wallet_type than standard or 2of3")
    }
    guard threshold >= 1, threshold <= total, total <= 15 else {
      throw .refused(field: "wallet_type", reason: "\(threshold) of \(total) cannot be a threshold")
    }
    try requireOnly(
      (1...total).map { "x\($0)/" }, among: stores, "\(total) keys, x1/ to x\(total)/")
    var keys: [AccountKey] = []
    var scripts: Set<StandardAccount> = []
    for number in 1...total {
      guard let store = json["x\(number)/"] else {
        throw .refused(
          field: "wallet_type", reason: "says \(total) keys, and x\(number)/ is missing")
      }
      let (key, prefix) = try key(store, field: "x\(number)/")
      keys.append(key)
      scripts.insert(prefix ?? .sh)
    }
    guard scripts.count == 1, let script = scripts.first, !script.isSingleKey else {
      throw .refused(field: "xpub", reason: "prefixes of the keystores are of different scripts")
    }
    let parts = MultisigParts(threshold: threshold, keys: keys, script: script)
    return WalletDraft(.electrum, try parts.descriptor())
  }

  private static func single(_ json: JSONValue) throws(WalletFileError) -> WalletDraft {
    guard let store = json["keystore"] else {
      throw .malformed(type: type, what: "no keystore")
    }
    let (key, prefix) = try key(store, field: "keystore")
    let script = prefix ?? .pkh
    guard let descriptor = Descriptor(account: key, script: script) else {
      throw .refused(field: "keystore.xpub", reason: "is of \(script), in a wallet of one key")
    }
    var draft = WalletDraft(.electrum, descriptor)
    draft.name = store["label"]?.stringValue
    return draft
  }

  /// Refuses a keystore under a name that Electrum does not write (`x0/`, `x01/`, one too many):
  /// nobody can say what it counts for, so it is refused and not left out.
  private static func requireOnly(
    _ expected: [String], among found: [String], _ words: String
  ) throws(WalletFileError) {
    guard let other = found.first(where: { !expected.contains($0) }) else { return }
    let name = FileText.plainName(other, limit: 12)
    throw .refused(
      field: "wallet_type", reason: "says \(words), and there is a keystore \(name)")
  }

  /// `2of3`.
  private static func numbers(_ text: String) -> (threshold: Int, total: Int)? {
    let parts = text.split(separator: "o", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix("f"), let threshold = Int(parts[0]),
      let total = Int(parts[1].dropFirst())
    else { return nil }
    return (threshold, total)
  }

  private static func key(
    _ json: JSONValue, field: String
  ) throws(WalletFileError) -> (AccountKey, StandardAccount?) {
    for secret in secrets {
      guard let value = json[secret], !value.isNull, value != .string("") else { continue }
      throw .secret(kind: "an Electrum wallet with a private key")
    }
    guard let xpub = json["xpub"]?.stringValue else {
      throw .malformed(type: type, what: "\(field) has no xpub")
    }
    guard let path = json["derivation"]?.stringValue.flatMap({ try? DerivationPath(parsing: $0) })
    else { throw .refused(field: "\(field) derivation", reason: "is not a path") }
    return try KeyFields.account(
      xpub, fingerprint: try fingerprint(json, field: field), path: path, field: field)
  }

  /// `root_fingerprint`, or the older number whose bytes are little-endian; both must agree.
  private static func fingerprint(
    _ json: JSONValue, field: String
  ) throws(WalletFileError) -> Fingerprint {
    let stated = json["root_fingerprint"]?.stringValue.flatMap { try? Fingerprint(parsing: $0) }
    let older = json["ckcc_xfp"]?.integerValue.flatMap { UInt32(exactly: $0) }.map {
      Fingerprint(value: $0.byteSwapped)
    }
    guard let found = stated ?? older else {
      throw .refused(
        field: "\(field) root_fingerprint", reason: "is missing: no signer finds its key")
    }
    if let older, older != found {
      throw .refused(field: "\(field) ckcc_xfp", reason: "differs from root_fingerprint")
    }
    return found
  }

  /// Writes a watching wallet; throws for taproot and for wallets that Electrum would read
  /// otherwise.
  static func json(_ file: WalletFile) throws(WalletFileError) -> JSONValue {
    let descriptor = file.descriptor
    var object: JSONObject = [
      "seed_version": .integer(seedVersion), "use_encryption": false,
    ]
    if let script = descriptor.script, let key = descriptor.keys.first {
      guard script != .tr else { throw .cannotHold(.electrum, reason: "it is a taproot wallet") }
      let account = try MultisigParts.account(key, position: 0, for: .electrum)
      object["wallet_type"] = "standard"
      object["keystore"] = keystore(account, script, label: file.name ?? "wallet")
      return .object(object)
    }
    let parts = try MultisigParts(descriptor, for: .electrum)
    guard parts.keys.count <= 15 else {
      throw .cannotHold(.electrum, reason: "it has more than 15 keys")
    }
    object["wallet_type"] = .string("\(parts.threshold)of\(parts.keys.count)")
    for (position, key) in parts.keys.enumerated() {
      object["x\(position + 1)/"] = keystore(key, parts.script, label: "Key \(position + 1)")
    }
    return .object(object)
  }

  private static func keystore(
    _ key: AccountKey, _ script: StandardAccount, label: String
  ) -> JSONValue {
    let fingerprint = key.origin.fingerprint
    return [
      "type": "bip32", "xprv": nil, "xpub": .string(SLIP132Key.text(of: key.xpub, as: script)),
      "derivation": .string(FileText.apostrophes(key.origin.path)),
      "root_fingerprint": .string("\(fingerprint)"),
      "ckcc_xfp": .integer(fingerprint.value.byteSwapped), "label": .string(label),
    ]
  }
}
