public import ExtendedKeys

/// Account keys of one seed with the scripts they are for: what `account export` hands over.
public struct AccountExport: Hashable, Sendable {
  /// One account key and its script.
  public struct Account: Hashable, Sendable {
    public let script: StandardAccount
    public let key: AccountKey

    public init(script: StandardAccount, key: AccountKey) {
      self.script = script
      self.key = key
    }
  }

  /// The fingerprint of the seed's master key.
  public let masterFingerprint: Fingerprint
  public let accounts: [Account]

  public init(masterFingerprint: Fingerprint, accounts: [Account]) {
    self.masterFingerprint = masterFingerprint
    self.accounts = accounts
  }
}
