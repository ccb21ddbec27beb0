public import ExtendedKeys

/// The keys of the Chance wallet: those at `m/44h/0h/Nh` themselves, on every network (R11).
///
/// The one exception to the rule that a path's coin type must be the network's: a wallet of such
/// keys is bound to a network when it is registered.
public enum ChancePath {
  /// The path of one of its accounts.
  ///
  /// Throws for a number of 2^31 or more.
  public static func account(_ number: UInt32) throws(ExtendedKeyError) -> DerivationPath {
    try DerivationPath([
      ChildNumber(hardened: 44), ChildNumber(hardened: 0), ChildNumber(hardened: number),
    ])
  }

  /// Whether a path is that of one of its accounts.
  public static func isOne(_ path: DerivationPath) -> Bool {
    path.steps.count == 3 && path.steps.allSatisfy(\.isHardened) && path.steps[0].index == 44
      && path.steps[1].index == 0
  }

  /// Whether a key of a wallet is one of them: a lone key at such a path.
  public static func isKey(_ key: KeyExpression) -> Bool {
    guard case .single = key.material, let origin = key.origin else { return false }
    return isOne(origin.path)
  }
}
