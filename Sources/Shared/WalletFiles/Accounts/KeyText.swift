internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Secp256k1

/// `[fingerprint/path]KEY` as text, the key with any prefix of SLIP-132, or a lone public key.
enum KeyText {
  /// Reads the key; `script` is what the prefix and the standard path say, which must agree.
  ///
  /// Throws, naming the field: private keys, a missing origin, a fingerprint of zero, a path that
  /// does not fit the key.
  static func expression(
    _ text: some StringProtocol, field: String
  ) throws(WalletFileError) -> (key: KeyExpression, script: StandardAccount?) {
    if let kind = SecretDetector.kind(of: text) { throw .secret(kind: kind) }
    guard text.hasPrefix("["), let close = text.firstIndex(of: "]") else {
      throw .refused(
        field: field, reason: "has no origin in brackets: no signer can recognise it as its own")
    }
    let origin: KeyOrigin
    do {
      origin = try KeyOrigin(parsing: text[text.index(after: text.startIndex)..<close])
    } catch {
      throw .refused(
        field: field, reason: "has an origin that is not of the form [d34db33f/48h/0h]")
    }
    let keyText = text[text.index(after: close)...]
    if let bytes = try? Hex.decode(keyText) {
      guard let lone = try? PublicKey(decoding: bytes), lone.isCompressed else {
        throw .refused(field: field, reason: "is not a compressed public key")
      }
      guard origin.fingerprint != .zero else {
        throw .refused(field: field, reason: "has a fingerprint of zero: no signer can find it")
      }
      do {
        return (try KeyExpression(origin: origin, material: .single(lone)), nil)
      } catch {
        throw .descriptor(error)
      }
    }
    let (account, prefix) = try KeyFields.account(
      keyText, fingerprint: origin.fingerprint, path: origin.path, field: field)
    if let prefix, let standard = account.script {
      try KeyFields.requireAgreement(prefix, with: standard, field: "prefix of \(field)")
    }
    do {
      let key = try KeyExpression(origin: origin, material: .extended(account.xpub))
      return (key, prefix ?? account.script)
    } catch {
      throw .descriptor(error)
    }
  }
}
