public import BitcoinPrimitives
internal import Bytes
public import Descriptors
public import ExtendedKeys
internal import QRTransport

/// One person's key for a multisig, from whatever export it came.
public struct CosignerKey: Hashable, Sendable {
  /// Origin and key, without steps behind it; its fingerprint is never zero.
  public let key: KeyExpression
  /// The script that the export, the key's prefix or its standard path says; nil when none does.
  public let script: StandardAccount?
  /// What the signer calls it: foreign text, at most 100 characters.
  public let label: String?
  /// What a person has to know, such as a BSMS record that nobody signed.
  public private(set) var warnings: [String]

  init(key: KeyExpression, script: StandardAccount?, label: String?, warnings: [String] = []) {
    self.key = key
    self.script = script
    self.label = label.map { String($0.prefix(100)) }.flatMap { $0.isEmpty ? nil : $0 }
    self.warnings = warnings
    guard let origin = key.origin, case .extended(let xpub) = key.material,
      let place = KeyFields.placeWarning(AccountKey(stated: origin, xpub: xpub)),
      !warnings.contains("the key \(place)")
    else { return }
    self.warnings.append("the key \(place)")
  }

  /// The key of an account and the script it is for.
  public init(account: AccountKey, script: StandardAccount?, label: String? = nil)
    throws(WalletFileError)
  {
    guard account.origin.fingerprint != .zero else {
      throw .refused(field: "key", reason: "has a fingerprint of zero: no signer can find it")
    }
    do {
      self.init(
        key: try KeyExpression(origin: account.origin, material: .extended(account.xpub)),
        script: script, label: label)
    } catch {
      throw .descriptor(error)
    }
  }

  /// The extended key with its origin; nil for a lone key, from which nothing can be derived.
  public var account: AccountKey? {
    guard let origin = key.origin, case .extended(let xpub) = key.material else { return nil }
    return AccountKey(stated: origin, xpub: xpub)
  }

  /// Whether it is the one key of an account of Chance: for `sh` at `m/44h/0h/Nh` itself.
  public var isChance: Bool {
    guard script == .sh, let origin = key.origin else { return false }
    return ChancePath.isOne(origin.path)
  }

  /// The key with receiving and change addresses behind it (`/<0;1>/*`); a lone key as it is.
  public var ranged: KeyExpression {
    account.flatMap { try? KeyExpression(account: $0) } ?? key
  }

  /// The public key itself with its origin, from which nothing is derived: as Chance uses keys.
  public var lone: KeyExpression {
    guard let account,
      let lone = try? KeyExpression(
        origin: account.origin, material: .single(account.xpub.publicKey))
    else { return key }
    return lone
  }

  /// This key, once it is proved to be one of `network` (R11).
  ///
  /// Prefix and the coin type of standard paths must belong to it; the account of a Chance wallet,
  /// `m/44h/0h/Nh` itself, may be of any test network as well.
  public func required(on network: Network) throws(WalletFileError) -> CosignerKey {
    if let found = key.network, found != KeyNetwork(network) {
      throw .wrongNetwork(field: "key \(key.mark)", expected: network)
    }
    guard let path = key.origin?.path, let coin = path.coinType, coin != network.coinType else {
      return self
    }
    guard script == nil || script == .sh, ChancePath.isOne(path) else {
      throw .wrongNetwork(field: "path of the key \(key.mark)", expected: network)
    }
    return CosignerKey(
      key: key, script: script, label: label,
      warnings: warnings + ["the path has the main network's coin type, as Chance makes them"])
  }

  // MARK: Reading

  /// Reads the keys of an export: one for each script or line it holds; the caller picks.
  ///
  /// crypto-account and account-descriptor (a resource in one part), Coldcard's generic and
  /// multisig JSON, Cobo Vault's and Specter's, BSMS key records, and lines of `[fingerprint/path]xpub` with or without a
  /// script before them (Specter-DIY's and our own). Throws ``WalletFileError``.
  public static func read(
    _ bytes: [UInt8], on network: Network? = nil
  ) throws(WalletFileError) -> [CosignerKey] {
    guard let keys = try recognised(bytes), !keys.isEmpty else {
      throw .unrecognized(bytes: bytes.count)
    }
    guard let network else { return keys }
    var found: [CosignerKey] = []
    for key in keys { found.append(try key.required(on: network)) }
    return found
  }

  /// Reads an export, or says that it is not one at all; see ``read(_:on:)``.
  ///
  /// Throws when it is one and must be refused.
  public static func recognised(_ bytes: [UInt8]) throws(WalletFileError) -> [CosignerKey]? {
    guard bytes.count <= WalletFile.sizeLimit, let text = FileText.text(of: bytes) else {
      return nil
    }
    if let kind = SecretDetector.kind(of: text) { throw .secret(kind: kind) }
    if text.hasPrefix("{") {
      guard let json = try? JSONReader.parse(Array(text.utf8)) else { return nil }
      guard json["xfp"] != nil else { return try KeyJSON.keys(json) }
      return try ColdcardAccount.export(json).cosignerKeys()
    }
    if text.hasPrefix("BSMS") {
      return try BSMSKeyRecord(parsing: text).cosignerKeys()
    }
    if text.prefix(3).lowercased() == "ur:" { return try resource(text) }
    return try lines(text)
  }

  private static func resource(_ text: String) throws(WalletFileError) -> [CosignerKey]? {
    guard let ur = try? UR(parsing: text),
      [
        AccountMessage.type, AccountMessage.newerType, AccountMessage.manyCoinsType, HDKey.type,
        "hdkey",
      ].contains(ur.type)
    else { return nil }
    let value: CBORValue
    do {
      value = try CBORReader.parse(ur.cbor)
    } catch {
      throw .encoding(type: ur.type, error)
    }
    if [HDKey.type, "hdkey"].contains(ur.type) {
      let account = try HDKey(value, type: ur.type).accountKey(type: ur.type)
      return [try CosignerKey(account: account, script: account.script)]
    }
    return try AccountMessage.export(value).cosignerKeys()
  }

  /// `[origin]KEY`, or `wsh [origin]KEY`, a line each; lines that begin with `#` are passed over.
  private static func lines(_ text: String) throws(WalletFileError) -> [CosignerKey]? {
    var keys: [CosignerKey] = []
    for line in FileText.lines(text) where !line.isEmpty && !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      guard words.count <= 2, let last = words.last, last.hasPrefix("["), keys.count < 100 else {
        return nil
      }
      let field = "key \(keys.count + 1)"
      let (key, script) = try KeyText.expression(last, field: field)
      var stated: StandardAccount?
      if words.count == 2 {
        guard let word = StandardAccount(rawValue: String(words[0])) else { return nil }
        if let script, let account = key.origin, !(word == .sh && ChancePath.isOne(account.path)) {
          try KeyFields.requireAgreement(script, with: word, field: field)
        }
        stated = word
      }
      keys.append(CosignerKey(key: key, script: stated ?? script, label: nil))
    }
    return keys
  }
}

extension AccountExport {
  /// Every account as a cosigner's key; throws for a fingerprint of zero.
  public func cosignerKeys() throws(WalletFileError) -> [CosignerKey] {
    var keys: [CosignerKey] = []
    for account in accounts {
      keys.append(try CosignerKey(account: account.key, script: account.script))
    }
    return keys
  }
}

extension BSMSKeyRecord {
  /// The record's key.
  public func cosignerKeys() throws(WalletFileError) -> [CosignerKey] {
    let account = key.origin.flatMap { origin -> AccountKey? in
      guard case .extended(let xpub) = key.material else { return nil }
      return AccountKey(stated: origin, xpub: xpub)
    }
    return [
      CosignerKey(
        key: key, script: account?.script, label: summary,
        warnings: isSigned
          ? [] : ["the BSMS record is not signed: nothing proves that its key's holder sent it"])
    ]
  }
}
