internal import ExtendedKeys

/// How a wallet counts its addresses, where other wallets would not find them (R07).
///
/// Receiving addresses are those at `0/INDEX` below each key and change those at `1/INDEX`. Coins
/// anywhere else are found only by whoever kept this very descriptor.
public enum UnusualBranches: Hashable, Sendable {
  /// There is no range: whatever is received, and all change, goes to one address for ever.
  case oneAddress
  /// A key without a range is beside keys that have one.
  case fixedKey
  /// Receiving and change share one branch; its steps, as in `0/*`.
  case oneBranch(String)
  /// Receiving and change have branches of their own which are not 0 and 1, as in `0/*` and `7/*`.
  case others(receive: String, change: String)
}

extension UnusualBranches: CustomStringConvertible {
  /// A sentence without its end, as in `it receives at 0/* and sends its change to 7/*; ...`.
  public var description: String {
    switch self {
    case .oneAddress:
      "it has one address only, for everything that is received and for all change"
    case .fixedKey:
      "one of its keys is the same in every address: whoever sees two of them knows that they belong "
        + "together"
    case .oneBranch(let steps):
      "it receives at \(steps) and sends its change there too; other wallets look for change at 1/*"
    case .others(let receive, let change):
      "it receives at \(receive) and sends its change to \(change); other wallets look at 0/* and "
        + "1/* and do not find these coins"
    }
  }
}

extension Descriptor {
  /// How the wallet counts, where that is not `<0;1>/*` behind every key; nil when it is.
  ///
  /// Nil also for what can have no more than one address: a lone key that comes from no seed (a WIF
  /// key's scripts), a legacy multisig of lone keys (a redeem script, as Chance has), an address
  /// itself. Keys that nobody has are not looked at.
  public var unusualBranches: UnusualBranches? {
    let held = keys.filter { !$0.isUnspendable }
    let unusual = held.filter { !$0.countsAsUsual }
    guard !unusual.isEmpty, !isOfOneAddressByNature else { return nil }
    guard isRange else { return .oneAddress }
    // A key without a range has no steps to name.
    guard let key = unusual.first(where: \.isRange) else { return .fixedKey }
    let receive = key.steps(onBranch: 0)
    guard branchCount > 1 else { return .oneBranch(receive) }
    return .others(receive: receive, change: key.steps(onBranch: 1))
  }

  /// Whether the wallet could not have a second address however it was written.
  public var isOfOneAddressByNature: Bool {
    let isLone = keys.allSatisfy { key in
      if case .extended = key.material { false } else { true }
    }
    guard isLone else { return false }
    if keys.count <= 1 { return keys.first?.origin == nil }
    // A redeem script names no paths, and Chance's keys are the accounts themselves. Any other path
    // says that there are more keys beside it.
    return multisig?.wrapping == .sh
      && keys.allSatisfy { $0.origin == nil || ChancePath.isKey($0) }
  }

  /// The steps below the account keys that lead to one script, as in `1/7`; nil for a wallet of one
  /// address with no steps.
  ///
  /// The branch is one of ``branchCount``, or of a `combo` one of ``scriptBranchCount``. Where keys
  /// count differently the first of them is used; one without a range is used only where none has a
  /// range.
  public func steps(branch: Int, index: UInt32) -> String? {
    let held = keys.filter { !$0.isUnspendable }
    guard let key = held.first(where: \.isRange) ?? held.first, branch >= 0 else { return nil }
    let steps = key.steps(onBranch: branch % branchCount)
    if steps.isEmpty { return nil }
    return key.isRange ? "\(steps.dropLast())\(index)" : steps
  }

  /// A script's place in words, with the wallet's name in front: `family 1/7`, or
  /// `old, its one address`.
  public func place(named name: String, branch: Int, index: UInt32) -> String {
    steps(branch: branch, index: index).map { "\(name) \($0)" } ?? "\(name), its only address"
  }
}

extension KeyExpression {
  /// Whether the steps behind the key are `<0;1>/*`, receiving and change as every wallet has them.
  public var countsAsUsual: Bool {
    steps == [.branches([ChildNumber(rawValue: 0), ChildNumber(rawValue: 1)])]
      && wildcard == .unhardened
  }

  /// The steps behind the key on a branch, without the slash in front: `0/*`; empty for none.
  fileprivate func steps(onBranch branch: Int) -> String {
    let one = (try? onBranch(branch)) ?? self
    var parts = one.steps.map { step in
      switch step {
      case .child(let number): "\(number)"
      case .branches(let choices): "<" + choices.map(\.description).joined(separator: ";") + ">"
      }
    }
    switch wildcard {
    case .none: break
    case .unhardened: parts.append("*")
    case .hardened: parts.append("*h")
    }
    return parts.joined(separator: "/")
  }
}
