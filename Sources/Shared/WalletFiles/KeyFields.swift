import ExtendedKeys

/// A key whose parts stand in fields of their own: fingerprint, path and xpub.
enum KeyFields {
  /// Puts the fields together; the script is what a SLIP-132 prefix claims.
  ///
  /// Throws, naming the field: a private key, a fingerprint of zero, a path that the key does not
  /// lie at.
  static func account(
    _ text: some StringProtocol, fingerprint: Fingerprint, path: DerivationPath, field: String
  ) throws(WalletFileError) -> (key: AccountKey, script: StandardAccount?) {
    guard fingerprint != .zero else {
      throw .refused(field: field, reason: "has a fingerprint of zero: no signer finds it")
    }
    let key: SLIP132Key
    do {
      key = try SLIP132Key(parsing: text)
    } catch {
      if case .privateKey = error { throw .secret(kind: "an extended private key") }
      throw .refused(field: field, reason: "is no extended public key")
    }
    do {
      let origin = KeyOrigin(fingerprint: fingerprint, path: path)
      return (try AccountKey(origin: origin, xpub: key.xpub), key.script)
    } catch {
      throw .refused(field: field, reason: "does not lie at \(path) below \(fingerprint)")
    }
  }

  /// Refuses a prefix (such as Zpub) that claims another script than the file.
  static func requireAgreement(
    _ claimed: StandardAccount?, with script: StandardAccount, field: String
  ) throws(WalletFileError) {
    guard let claimed, claimed != script else { return }
    throw .refused(field: field, reason: "is of \(claimed), and the file says \(script)")
  }
}
