internal import ExtendedKeys

/// A key whose parts stand in fields of their own: fingerprint, path and xpub.
enum KeyFields {
  /// Puts the fields together; the script is what a SLIP-132 prefix claims.
  ///
  /// Throws, naming the field: a private key, a fingerprint of zero. A key that says another depth
  /// than its path is taken, in every format alike, with a warning of whoever makes a wallet of it.
  static func account(
    _ text: some StringProtocol, fingerprint: Fingerprint, path: DerivationPath, field: String
  ) throws(WalletFileError) -> (key: AccountKey, script: StandardAccount?) {
    guard fingerprint != .zero else {
      throw .refused(field: field, reason: "has a fingerprint of zero: no signer can find it")
    }
    let key: SLIP132Key
    do {
      key = try SLIP132Key(parsing: text)
    } catch {
      if case .privateKey = error { throw .secret(kind: "an extended private key") }
      throw .refused(field: field, reason: "is not an extended public key")
    }
    let origin = KeyOrigin(fingerprint: fingerprint, path: path)
    return (AccountKey(stated: origin, xpub: key.xpub), key.script)
  }

  /// What to say of a key that does not lie where its origin says; nil when it does.
  ///
  /// Its addresses are the same all the same: depth and child number are in no script.
  static func placeWarning(_ key: AccountKey) -> String? {
    guard !key.isWhereStated else { return nil }
    let steps = key.origin.path.count
    return
      "does not match its origin [\(key.origin)] (\(steps) steps there, but the key says depth "
      + "\(key.xpub.depth), child \(key.xpub.childNumber)): its signer may not find it"
  }

  /// Refuses a prefix (such as Zpub) that claims another script than the file.
  static func requireAgreement(
    _ claimed: StandardAccount?, with script: StandardAccount, field: String
  ) throws(WalletFileError) {
    guard let claimed, claimed != script else { return }
    throw .refused(field: field, reason: "is of \(claimed), and the file says \(script)")
  }
}
