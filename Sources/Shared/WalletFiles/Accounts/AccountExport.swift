public import ExtendedKeys

/// Account keys of one seed with the scripts they are for: what `account export` hands over.
public struct AccountExport: Hashable, Sendable {
  /// One account key and its script.
  public struct Account: Hashable, Sendable {
    /// Which script the key is for.
    public let script: StandardAccount
    /// The account key with its origin.
    public let key: AccountKey

    /// Takes the script and its key.
    public init(script: StandardAccount, key: AccountKey) {
      self.script = script
      self.key = key
    }
  }

  /// The fingerprint of the seed's master key.
  public let masterFingerprint: Fingerprint
  /// The accounts, in the order in which they are written.
  public let accounts: [Account]

  /// Takes the fingerprint and the accounts.
  public init(masterFingerprint: Fingerprint, accounts: [Account]) {
    self.masterFingerprint = masterFingerprint
    self.accounts = accounts
  }
}
