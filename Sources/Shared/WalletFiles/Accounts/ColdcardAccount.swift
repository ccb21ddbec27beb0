internal import BitcoinPrimitives
public import Bytes
internal import Descriptors
internal import ExtendedKeys

/// The JSON exports of Coldcard: the generic one, and the one of keys for multisig (`ccxp-*.json`).
///
/// Generic: `chain`, `xfp`, and an object for each script, `bip44` to `bip48_2`. Multisig: for each
/// script its path (`p2wsh_deriv`) and its key with a prefix of SLIP-132 (`p2wsh`).
public enum ColdcardAccount {
  private static let type = "account JSON"

  /// The members, their scripts, and the name Coldcard gives the form.
  private static let members: [(name: String, script: StandardAccount, form: String)] = [
    ("bip44", .pkh, "p2pkh"), ("bip49", .shWpkh, "p2sh-p2wpkh"), ("bip84", .wpkh, "p2wpkh"),
    ("bip86", .tr, "p2tr"), ("bip48_1", .shWsh, "p2sh-p2wsh"), ("bip48_2", .wsh, "p2wsh"),
    ("bip45", .sh, "p2sh"),
  ]

  /// The members of the multisig export; older ones call `p2sh_p2wsh` the other way round.
  private static let multisigMembers: [(name: String, script: StandardAccount)] = [
    ("p2sh", .sh), ("p2sh_p2wsh", .shWsh), ("p2wsh_p2sh", .shWsh), ("p2wsh", .wsh),
  ]

  /// Writes the generic export; `account` is the BIP-44 account number.
  public static func json(_ export: AccountExport, account: UInt32 = 0) -> JSONValue {
    let isMainnet = (export.accounts.first?.key.network ?? .mainnet) == .mainnet
    var object: JSONObject = [
      "chain": .string(isMainnet ? "BTC" : "XTN"),
      "xfp": .string("\(export.masterFingerprint)".uppercased()),
      "account": .integer(account),
    ]
    for entry in export.accounts {
      guard let member = members.first(where: { $0.script == entry.script }) else { continue }
      var value: JSONObject = [
        "name": .string(member.form),
        "xfp": .string("\(entry.key.xpub.fingerprint)".uppercased()),
        "deriv": .string(FileText.apostrophes(entry.key.origin.path)),
        "xpub": .string("\(entry.key.xpub)"),
      ]
      if let descriptor = Descriptor(account: entry.key, script: entry.script) {
        value["desc"] = .string(descriptor.canonical)
      }
      object[member.name] = .object(value)
    }
    return .object(object)
  }

  /// Writes the multisig export; accounts of one key have no place in it.
  ///
  /// Throws when none is left.
  public static func multisigJSON(
    _ export: AccountExport, account: UInt32 = 0
  ) throws(WalletFileError) -> JSONValue {
    var object: JSONObject = [:]
    for entry in export.accounts {
      guard let member = multisigMembers.first(where: { $0.script == entry.script }) else {
        continue
      }
      object["\(member.name)_deriv"] = .string(FileText.apostrophes(entry.key.origin.path))
      object[member.name] = .string(SLIP132Key.text(of: entry.key.xpub, as: entry.script))
    }
    guard !object.members.isEmpty else {
      throw .unsupported(type: "multisig JSON", what: "only accounts of one key")
    }
    object["account"] = .string("\(account)")
    object["xfp"] = .string("\(export.masterFingerprint)".uppercased())
    return .object(object)
  }

  /// Reads either export, members that are not known passed over.
  ///
  /// Throws, naming the member: a private key, a key that does not lie at its path, a prefix, a
  /// chain or a descriptor that says something else.
  public static func export(_ json: JSONValue) throws(WalletFileError) -> AccountExport {
    guard let fingerprint = json["xfp"]?.stringValue.flatMap({ try? Fingerprint(parsing: $0) })
    else { throw .malformed(type: type, what: "no master fingerprint (xfp)") }
    var accounts: [AccountExport.Account] = []
    for member in members {
      guard let value = json[member.name] else { continue }
      accounts.append(
        try account(
          xpub: value["xpub"], path: value["deriv"], fingerprint, member.script, member.name))
      if let slip132 = value["_pub"] {
        let again = try account(
          xpub: slip132, path: value["deriv"], fingerprint, member.script, "\(member.name)._pub")
        guard again == accounts.last else {
          throw .refused(field: "\(member.name)._pub", reason: "is another key than xpub")
        }
      }
      try requireDescriptor(value["desc"], accounts.last, field: "\(member.name).desc")
    }
    for member in multisigMembers {
      guard let value = json[member.name] else { continue }
      accounts.append(
        try account(
          xpub: value, path: json["\(member.name)_deriv"], fingerprint, member.script, member.name))
    }
    guard !accounts.isEmpty else { throw .malformed(type: type, what: "no account") }
    try requireChain(json["chain"]?.stringValue, accounts)
    return AccountExport(masterFingerprint: fingerprint, accounts: accounts)
  }

  private static func account(
    xpub: JSONValue?, path: JSONValue?, _ fingerprint: Fingerprint, _ script: StandardAccount,
    _ field: String
  ) throws(WalletFileError) -> AccountExport.Account {
    guard let xpub = xpub?.stringValue,
      let path = path?.stringValue.flatMap({ try? DerivationPath(parsing: $0) })
    else { throw .malformed(type: type, what: "\(field) has no deriv or no xpub") }
    let (key, prefix) = try KeyFields.account(
      xpub, fingerprint: fingerprint, path: path, field: field)
    try KeyFields.requireAgreement(prefix, with: script, field: "prefix of \(field)")
    return AccountExport.Account(script: script, key: key)
  }

  /// Compares the descriptor of a single key with the fields beside it; patterns are passed over.
  private static func requireDescriptor(
    _ json: JSONValue?, _ account: AccountExport.Account?, field: String
  ) throws(WalletFileError) {
    guard let account, account.script.isSingleKey, let text = json?.stringValue else { return }
    let stated = try DescriptorText.parsed(text).descriptor
    guard stated == Descriptor(account: account.key, script: account.script) else {
      throw .refused(field: field, reason: "is of another key or path than the fields beside it")
    }
  }

  private static func requireChain(
    _ chain: String?, _ accounts: [AccountExport.Account]
  ) throws(WalletFileError) {
    let networks = Set(accounts.map(\.key.network))
    guard networks.count == 1, let network = networks.first else {
      throw .refused(field: "xpub", reason: "keys are of the main network and of test networks")
    }
    let stated: KeyNetwork
    switch chain {
    case "BTC"?: stated = .mainnet
    case "XTN"?, "XRT"?, "XSG"?: stated = .testnets
    default: return
    }
    guard stated == network else {
      throw .refused(field: "chain", reason: "is of \(stated), and the keys are of \(network)")
    }
  }
}
