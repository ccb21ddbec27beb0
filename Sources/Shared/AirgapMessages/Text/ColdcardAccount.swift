import BitcoinPrimitives
public import Bytes
import ExtendedKeys

/// The generic JSON export of Coldcard.
///
/// `chain`, `xfp`, and a member for each script, `bip44` to `bip48_2`.
public enum ColdcardAccount {
  /// The members, their scripts, and the name Coldcard gives the form.
  private static let members: [(name: String, script: StandardAccount, form: String)] = [
    ("bip44", .pkh, "p2pkh"), ("bip49", .shWpkh, "p2sh-p2wpkh"), ("bip84", .wpkh, "p2wpkh"),
    ("bip86", .tr, "p2tr"), ("bip48_1", .shWsh, "p2sh-p2wsh"), ("bip48_2", .wsh, "p2wsh"),
    ("bip45", .sh, "p2sh"),
  ]

  /// Writes an export; `account` is the BIP-44 account number.
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
        "deriv": .string(Self.apostrophes(entry.key.origin.path)),
        "xpub": .string("\(entry.key.xpub)"),
      ]
      if let descriptor = entry.script.descriptorText(of: entry.key) {
        value["desc"] = .string(descriptor)
      }
      object[member.name] = .object(value)
    }
    return .object(object)
  }

  /// Reads an export, members that are not known passed over.
  ///
  /// - Throws: ``AirgapMessageError``.
  public static func export(_ json: JSONValue) throws(AirgapMessageError) -> AccountExport {
    let type = "account JSON"
    guard let text = json["xfp"]?.stringValue,
      let fingerprint = try? Fingerprint(parsing: text.lowercased())
    else { throw .malformed(type: type, what: "no master fingerprint (xfp)") }
    var accounts: [AccountExport.Account] = []
    for member in members {
      guard let value = json[member.name] else { continue }
      guard let path = value["deriv"]?.stringValue.flatMap({ try? DerivationPath(parsing: $0) }),
        let xpub = value["xpub"]?.stringValue.flatMap({ try? Xpub(parsing: $0) }),
        let key = try? AccountKey(
          origin: KeyOrigin(fingerprint: fingerprint, path: path), xpub: xpub)
      else { throw .malformed(type: type, what: "\(member.name) has no deriv or no xpub") }
      accounts.append(AccountExport.Account(script: member.script, key: key))
    }
    guard !accounts.isEmpty else { throw .malformed(type: type, what: "no account") }
    return AccountExport(masterFingerprint: fingerprint, accounts: accounts)
  }

  /// The spelling of hardened steps that the files of this format have.
  private static func apostrophes(_ path: DerivationPath) -> String {
    String("\(path)".map { $0 == "h" ? "'" : $0 })
  }
}
