public import Bytes
internal import ExtendedKeys

/// Account keys of one seed: `crypto-account` and `account-descriptor` (BCR-2020-015,
/// BCR-2023-019), and Keystone's `crypto-multi-accounts`, whose keys say no script.
public enum AccountMessage {
  /// The type that is written.
  public static let type = "crypto-account"
  /// The type of the second generation, read as well.
  public static let newerType = "account-descriptor"

  /// The type of Keystone's list of keys of many coins, read for those of bitcoin.
  public static let manyCoinsType = "crypto-multi-accounts"

  /// Writes an export in the first generation, which every wallet reads.
  public static func cbor(_ export: AccountExport) -> CBORValue {
    .map([
      CBORPair(
        .unsigned(1), .unsigned(UInt64(export.masterFingerprint.value))),
      CBORPair(
        .unsigned(2),
        .array(
          export.accounts.map { account in
            wrapped(account.script, .tag(Tags.hdkey[0], HDKey(account.key).cbor()))
          })),
    ])
  }

  /// Reads an export; scripts that are not known here are left out, unless nothing is left.
  ///
  /// A key that stands there without a script has that of its standard path; without one, or of another coin, it is
  /// left out.
  ///
  /// - Throws: ``WalletFileError``; private keys are refused.
  public static func export(_ value: CBORValue) throws(WalletFileError) -> AccountExport {
    guard let number = value[1]?.unsignedValue.flatMap({ UInt32(exactly: $0) }),
      let items = value[2]?.arrayValue, !items.isEmpty, items.count <= 100
    else {
      throw .malformed(
        type: type, what: "the master fingerprint or the list of accounts is missing")
    }
    var accounts: [AccountExport.Account] = []
    for (place, item) in items.enumerated() {
      do throws(WalletFileError) {
        if let account = try account(item, Fingerprint(value: number)) { accounts.append(account) }
      } catch {
        throw error.at("account \(place + 1)")
      }
    }
    guard !accounts.isEmpty else {
      throw .unsupported(type: type, what: "only scripts that are not known here")
    }
    return AccountExport(
      masterFingerprint: Fingerprint(value: number), accounts: accounts)
  }

  private static func wrapped(_ script: StandardAccount, _ key: CBORValue) -> CBORValue {
    switch script {
    case .pkh: .tag(Tags.pkh, key)
    case .shWpkh: .tag(Tags.sh, .tag(Tags.wpkh, key))
    case .wpkh: .tag(Tags.wpkh, key)
    case .tr: .tag(Tags.tr, key)
    case .wsh: .tag(Tags.wsh, .tag(Tags.cosigner, key))
    case .shWsh: .tag(Tags.sh, .tag(Tags.wsh, .tag(Tags.cosigner, key)))
    case .sh: .tag(Tags.sh, .tag(Tags.cosigner, key))
    }
  }

  private static func account(
    _ item: CBORValue, _ master: Fingerprint
  ) throws(WalletFileError) -> AccountExport.Account? {
    // account-descriptor: 40308 { 1: "wpkh(@0)", 2: [key] }; crypto-account: 308 around it or bare.
    let value = item.untagged(any: Tags.output) ?? item
    if value.mapValue != nil { return try newerAccount(value, master) }
    var tags: [UInt64] = []
    var inner = value
    while tags.count < 4, case .tag(let tag, let next) = inner, !Tags.hdkey.contains(tag) {
      tags.append(tag)
      inner = next
    }
    guard let hdkey = inner.untagged(any: Tags.hdkey) else {
      throw .malformed(type: type, what: "it has no key")
    }
    if tags.isEmpty { return try loneKey(hdkey, master) }
    let key = try HDKey(hdkey, type: type, master: master)
    guard let script = script(of: tags.filter { $0 != Tags.cosigner }) else { return nil }
    return AccountExport.Account(script: script, key: try key.accountKey(type: type))
  }

  /// A key without a script around it: its standard path says the script.
  private static func loneKey(
    _ value: CBORValue, _ master: Fingerprint
  ) throws(WalletFileError) -> AccountExport.Account? {
    let key: HDKey
    do throws(WalletFileError) {
      key = try HDKey(value, type: type, master: master)
    } catch {
      // Keys of other coins are on other curves, or say their coin.
      switch error {
      case .secret: throw error
      default: return nil
      }
    }
    guard let account = try? key.accountKey(type: type), let script = account.script else {
      return nil
    }
    return AccountExport.Account(script: script, key: account)
  }

  private static func script(of tags: [UInt64]) -> StandardAccount? {
    switch tags {
    case [Tags.pkh]: .pkh
    case [Tags.sh, Tags.wpkh]: .shWpkh
    case [Tags.wpkh]: .wpkh
    case [Tags.tr]: .tr
    case [Tags.wsh]: .wsh
    case [Tags.sh, Tags.wsh]: .shWsh
    case [Tags.sh]: .sh
    default: nil
    }
  }

  private static func newerAccount(
    _ value: CBORValue, _ master: Fingerprint
  ) throws(WalletFileError) -> AccountExport.Account? {
    guard let text = value[1]?.textValue,
      let hdkey = value[2]?.element(0)?.untagged(any: Tags.hdkey)
    else { return nil }
    let form = text.prefix { $0 != "@" }
    let script: StandardAccount? =
      switch form {
      case "pkh(": .pkh
      case "sh(wpkh(": .shWpkh
      case "wpkh(": .wpkh
      case "tr(": .tr
      case "wsh(", "wsh(cosigner(": .wsh
      case "sh(wsh(", "sh(wsh(cosigner(": .shWsh
      case "sh(", "sh(cosigner(": .sh
      default: nil
      }
    guard let script else { return nil }
    return AccountExport.Account(
      script: script,
      key: try HDKey(hdkey, type: newerType, master: master).accountKey(type: newerType))
  }
}

extension CBORValue {
  /// The element at a position, when this is an array that has one.
  fileprivate func element(_ position: Int) -> CBORValue? {
    guard let elements = arrayValue, elements.indices.contains(position) else { return nil }
    return elements[position]
  }
}
