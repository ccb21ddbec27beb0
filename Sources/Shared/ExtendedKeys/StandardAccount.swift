/// The scripts that have a standard place for their accounts.
///
/// The first four are wallets of one key (BIP-44, 49, 84, 86); the last three are a cosigner's keys
/// for multisig (BIP-48 and BIP-45).
public enum StandardAccount: String, Hashable, Sendable, CaseIterable {
  /// Legacy P2PKH, `m/44h/coinh/accounth` (BIP-44).
  case pkh
  /// P2WPKH inside P2SH, `m/49h/coinh/accounth` (BIP-49).
  case shWpkh = "sh-wpkh"
  /// Native P2WPKH, `m/84h/coinh/accounth` (BIP-84).
  case wpkh
  /// Taproot with one key, `m/86h/coinh/accounth` (BIP-86).
  case tr
  /// A cosigner's key for native P2WSH multisig, `m/48h/coinh/accounth/2h` (BIP-48).
  case wsh
  /// A cosigner's key for P2WSH multisig inside P2SH, `m/48h/coinh/accounth/1h` (BIP-48).
  case shWsh = "sh-wsh"
  /// A cosigner's key for legacy P2SH multisig, `m/45h` (BIP-45).
  case sh

  /// Whether one key alone spends from the account.
  public var isSingleKey: Bool {
    switch self {
    case .pkh, .shWpkh, .wpkh, .tr: true
    case .wsh, .shWsh, .sh: false
    }
  }

  /// The first step of the path, not hardened.
  public var purpose: UInt32 {
    switch self {
    case .pkh: 44
    case .shWpkh: 49
    case .wpkh: 84
    case .tr: 86
    case .wsh, .shWsh: 48
    case .sh: 45
    }
  }

  /// The path of an account; throws when `account` is not below 2^31.
  ///
  /// Single keys: `m/purposeh/coinh/accounth`. BIP-48: `m/48h/coinh/accounth/2h` for `wsh` and
  /// `.../1h` for `sh-wsh`. BIP-45 has neither coin nor account: `m/45h`, and any account but 0 is
  /// refused.
  public func path(
    on network: KeyNetwork, account: UInt32
  ) throws(ExtendedKeyError) -> DerivationPath {
    let purpose = try ChildNumber(hardened: purpose)
    let number = try ChildNumber(hardened: account)
    let coin = try ChildNumber(hardened: network.coinType)
    switch self {
    case .pkh, .shWpkh, .wpkh, .tr: return try DerivationPath([purpose, coin, number])
    case .wsh:
      return try DerivationPath([purpose, coin, number, ChildNumber(hardened: 2)])
    case .shWsh:
      return try DerivationPath([purpose, coin, number, ChildNumber(hardened: 1)])
    case .sh:
      guard account == 0 else { throw .indexTooLarge(UInt64(account)) }
      return try DerivationPath([purpose])
    }
  }

  /// The script whose standard account lies at this path on this kind of network; nil for others.
  public init?(path: DerivationPath, on network: KeyNetwork) {
    let account = path.count > 2 ? path.steps[2].index : 0
    for candidate in Self.allCases
    where (try? candidate.path(on: network, account: account)) == path {
      self = candidate
      return
    }
    return nil
  }
}

extension StandardAccount: CustomStringConvertible {
  public var description: String { rawValue }
}
