internal import ExtendedKeys

extension Descriptor {
  /// The first two ``keys``, by their positions counted from 0, that count their addresses
  /// differently.
  ///
  /// One is a range and the other is not, or their branches for receiving and for change differ.
  /// Nil when all end alike, as in `/<0;1>/*`. When they do not, one index and branch means a
  /// different child for each key, which other programs may not find again. Keys that nobody has
  /// are left out.
  public var differentlyCountedKeys: (first: Int, second: Int)? {
    let counted = Array(keys.enumerated().filter { !$1.isUnspendable })
    guard let first = counted.first else { return nil }
    let other = counted.dropFirst().first { entry in
      entry.element.isRange != first.element.isRange
        || entry.element.branches != first.element.branches
    }
    guard let other else { return nil }
    return (first.offset, other.offset)
  }
}

extension KeyExpression {
  /// What it counts for receiving and for change, in that order; nothing when it has one branch.
  fileprivate var branches: [ChildNumber] {
    for case .branches(let choices) in steps { return choices }
    return []
  }
}
