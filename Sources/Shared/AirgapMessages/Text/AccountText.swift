import ExtendedKeys

/// Account keys as lines of text: `wpkh [fingerprint/path]xpub`, a bare key expression, or a descriptor.
///
/// A bare key's script follows from the purpose of its path (BIP-44, 49, 84, 86, 48, 45).
public enum AccountText {
  /// One line an account, its script in front.
  public static func text(_ export: AccountExport) -> String {
    export.accounts.map { "\($0.script.rawValue) \($0.key)\n" }.joined()
  }

  /// Reads lines of accounts; empty lines and lines that start with `#` are passed over.
  ///
  /// - Throws: ``AirgapMessageError``.
  public static func export(_ text: some StringProtocol) throws(AirgapMessageError) -> AccountExport
  {
    var accounts: [AccountExport.Account] = []
    for line in text.split(whereSeparator: \.isNewline).prefix(101) {
      let words = line.split(separator: " ")
      guard let last = words.last, !last.hasPrefix("#"), words.first?.hasPrefix("#") != true else {
        continue
      }
      guard let key = try? AccountKey(parsing: String(last)) else {
        throw .malformed(
          type: "account text", what: "line \(accounts.count + 1) has no [origin]xpub")
      }
      let script: StandardAccount?
      switch words.count {
      case 1: script = key.script
      case 2: script = StandardAccount(rawValue: String(words[0]))
      default: script = nil
      }
      guard let script else {
        throw .malformed(
          type: "account text", what: "line \(accounts.count + 1) does not say its script")
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
