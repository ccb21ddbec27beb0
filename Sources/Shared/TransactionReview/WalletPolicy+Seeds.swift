public import Descriptors
internal import ExtendedKeys

extension WalletPolicy {
  /// The ways that ask for several keys and for which one person visibly has enough: keys that name one
  /// master key, children of one parent, a parent and its child (BIP-32).
  ///
  /// Each way holds the keys of that one person, in their order; `ownKeys`, positions in the
  /// descriptor's keys, are left out. Somebody who wants to hide that two keys are theirs uses two
  /// seeds: what is found here is a mistake, or carelessness.
  public func waysOfOneSeed(in descriptor: Descriptor, ownKeys: Set<Int>) -> [Way] {
    personalWays(in: descriptor, ownKeys: ownKeys).filter { $0.keys.count >= $0.threshold }
  }

  /// The ways for which one person visibly has several of the keys and not enough of them.
  ///
  /// Such as two of the three that must sign. Otherwise as ``waysOfOneSeed(in:ownKeys:)``.
  public func sharesOfOneSeed(in descriptor: Descriptor, ownKeys: Set<Int>) -> [Way] {
    personalWays(in: descriptor, ownKeys: ownKeys)
      .filter { (2..<max(2, $0.threshold)).contains($0.keys.count) }
  }

  /// Each way that asks for several keys, once for each person who has some.
  private func personalWays(in descriptor: Descriptor, ownKeys: Set<Int>) -> [Way] {
    ways.flatMap { way -> [Way] in
      guard way.threshold > 1 else { return [] }
      let others = way.keys.filter { !ownKeys.contains($0) && !descriptor.keys[$0].isUnspendable }
      return Self.groups(of: others, in: descriptor).map {
        Way(kind: way.kind, threshold: way.threshold, keys: $0)
      }
    }
  }

  /// Groups keys that have the fingerprint of a master key, a parent or a key in common.
  private static func groups(of positions: [Int], in descriptor: Descriptor) -> [[Int]] {
    var groups: [(keys: [Int], marks: Set<Fingerprint>)] = []
    for position in positions {
      var group = (keys: [position], marks: marks(of: descriptor.keys[position]))
      for related in groups where !related.marks.isDisjoint(with: group.marks) {
        group.keys += related.keys
        group.marks.formUnion(related.marks)
      }
      groups.removeAll { !$0.marks.isDisjoint(with: group.marks) }
      groups.append(group)
    }
    return groups.map { $0.keys.sorted() }
  }

  private static func marks(of key: KeyExpression) -> Set<Fingerprint> {
    var marks: Set<Fingerprint> = []
    if let origin = key.origin { marks.insert(origin.fingerprint) }
    if case .extended(let xpub) = key.material {
      marks.formUnion([xpub.parentFingerprint, xpub.fingerprint])
    }
    // Zeros stand for a fingerprint that nobody knows.
    return marks.subtracting([.zero])
  }
}
