internal import Descriptors
internal import ExtendedKeys

/// Account keys as lines of text: `wpkh [fingerprint/path]xpub`, or the key expression alone.
///
/// A bare key's script follows from the purpose of its path (BIP-44, 49, 84, 86, 48, 45) or from a
/// prefix of SLIP-132.
public enum AccountText {
  /// One line an account, its script in front.
  public static func text(_ export: AccountExport) -> String {
    export.accounts.map { "\($0.script.rawValue) \($0.key)\n" }.joined()
  }

  /// Reads lines of accounts; empty lines and lines that start with `#` are passed over.
  ///
  /// - Throws: ``WalletFileError``.
  public static func export(_ text: some StringProtocol) throws(WalletFileError) -> AccountExport {
    var accounts: [AccountExport.Account] = []
    for line in text.split(whereSeparator: \.isNewline).prefix(101) {
      let words = line.split(separator: " ")
      guard let last = words.last, !last.hasPrefix("#"), words.first?.hasPrefix("#") != true else {
        continue
      }
      guard last.hasPrefix("[") else {
        throw .malformed(
          type: "account text", what: "line \(accounts.count + 1) has no [origin]xpub")
      }
      let field = "key \(accounts.count + 1)"
      let (expression, known) = try KeyText.expression(last, field: field)
      guard let origin = expression.origin, case .extended(let xpub) = expression.material else {
        throw .refused(field: field, reason: "is not an extended key")
      }
      let key = AccountKey(stated: origin, xpub: xpub)
      let script: StandardAccount?
      switch words.count {
      case 1: script = known
      case 2: script = StandardAccount(rawValue: String(words[0]))
      default: script = nil
      }
      guard let script else {
        throw .malformed(
          type: "account text", what: "line \(accounts.count + 1) does not say its script")
      }
      // Chance keeps its cosigners' keys where BIP-44 has accounts of one key.
      if let known, !(script == .sh && ChancePath.isOne(origin.path)) {
        try KeyFields.requireAgreement(known, with: script, field: field)
      }
      accounts.append(AccountExport.Account(script: script, key: key))
    }
    guard let first = accounts.first, accounts.count <= 100 else {
      throw .malformed(type: "account text", what: "no account")
    }
    guard accounts.allSatisfy({ $0.key.origin.fingerprint == first.key.origin.fingerprint }) else {
      throw .malformed(type: "account text", what: "accounts of different seeds")
    }
    return AccountExport(masterFingerprint: first.key.origin.fingerprint, accounts: accounts)
  }
}
