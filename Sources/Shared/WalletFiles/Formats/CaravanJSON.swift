internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys

/// Caravan's wallet configuration; its keys are sorted (BIP-67).
enum CaravanJSON {
  private static let type = "Caravan file"

  static func read(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    guard let quorum = json["quorum"], let list = json["extendedPublicKeys"]?.arrayValue else {
      return nil
    }
    let script: StandardAccount
    switch json["addressType"]?.stringValue {
    case "P2WSH": script = .wsh
    case "P2SH-P2WSH": script = .shWsh
    case "P2SH": script = .sh
    default:
      throw .unsupported(type: type, what: "another addressType than P2SH, P2SH-P2WSH, P2WSH")
    }
    guard let threshold = quorum["requiredSigners"]?.intValue,
      let total = quorum["totalSigners"]?.intValue
    else { throw .malformed(type: type, what: "quorum has no requiredSigners or totalSigners") }
    guard threshold >= 1, threshold <= total, total <= 20 else {
      throw .refused(field: "quorum", reason: "\(threshold) of \(total) cannot be a threshold")
    }
    guard list.count == total else {
      throw .refused(
        field: "totalSigners", reason: "is \(total), and there are \(list.count) extendedPublicKeys"
      )
    }
    var keys: [AccountKey] = []
    for (position, item) in list.enumerated() {
      keys.append(try key(item, field: "extendedPublicKeys[\(position)]", script: script))
    }
    let parts = MultisigParts(threshold: threshold, keys: keys, script: script)
    var draft = WalletDraft(.caravan, try parts.descriptor())
    draft.name = json["name"]?.stringValue
    draft.network = try network(json["network"])
    if let start = try WalletJSON.number(json["startingAddressIndex"], "startingAddressIndex"),
      start > 0
    {
      guard start < ChildNumber.hardenedBit else {
        throw .refused(field: "startingAddressIndex", reason: "is not an index")
      }
      draft.warnings.append(
        "Caravan begins at address \(start); here all addresses from 0 on belong to the wallet")
    }
    return draft
  }

  private static func key(
    _ json: JSONValue, field: String, script: StandardAccount
  ) throws(WalletFileError) -> AccountKey {
    guard let xpub = json["xpub"]?.stringValue else {
      throw .malformed(type: type, what: "\(field) has no xpub")
    }
    guard let path = json["bip32Path"]?.stringValue.flatMap({ try? DerivationPath(parsing: $0) })
    else {
      throw .refused(
        field: "\(field).bip32Path",
        reason: "is not a path, so no signer can find its key")
    }
    guard let fingerprint = json["xfp"]?.stringValue.flatMap({ try? Fingerprint(parsing: $0) })
    else {
      throw .refused(
        field: "\(field).xfp",
        reason: "is not a fingerprint, so no signer can find its key")
    }
    let (key, prefix) = try KeyFields.account(
      xpub, fingerprint: fingerprint, path: path, field: field)
    try KeyFields.requireAgreement(prefix, with: script, field: "prefix of \(field).xpub")
    return key
  }

  private static func network(_ json: JSONValue?) throws(WalletFileError) -> StatedNetwork? {
    switch json?.stringValue {
    case nil: nil
    case "mainnet": .exactly(.mainnet)
    case "testnet", "testnet3": .testnet
    case "testnet4": .exactly(.testnet4)
    case "signet": .exactly(.signet)
    case "regtest": .exactly(.regtest)
    default: throw .unsupported(type: type, what: "a network that is not known")
    }
  }

  /// Writes the configuration; throws for wallets it cannot hold, and where the network is not
  /// known.
  static func json(_ file: WalletFile) throws(WalletFileError) -> JSONValue {
    let parts = try MultisigParts(file.descriptor, for: .caravan)
    let network: String
    switch file.network?.chain ?? (file.descriptor.network == .mainnet ? .main : nil) {
    case .main?: network = "mainnet"
    case .test?, .testnet4?: network = "testnet"
    case .signet?: network = "signet"
    case .regtest?: network = "regtest"
    case nil: throw .cannotHold(.caravan, reason: "its network is not known, and the file names it")
    }
    let addressType =
      switch parts.script {
      case .wsh: "P2WSH"
      case .shWsh: "P2SH-P2WSH"
      default: "P2SH"
      }
    let keys = parts.keys.enumerated().map { position, key -> JSONValue in
      [
        "name": .string("Key \(position + 1)"),
        "bip32Path": .string(FileText.apostrophes(key.origin.path)),
        "xpub": .string("\(key.xpub)"), "xfp": .string("\(key.origin.fingerprint)"),
      ]
    }
    return [
      "name": .string(file.name ?? "wallet"), "addressType": .string(addressType),
      "network": .string(network), "client": ["type": "public"],
      "quorum": [
        "requiredSigners": .integer(parts.threshold), "totalSigners": .integer(parts.keys.count),
      ],
      "extendedPublicKeys": .array(keys), "startingAddressIndex": 0,
    ]
  }
}
