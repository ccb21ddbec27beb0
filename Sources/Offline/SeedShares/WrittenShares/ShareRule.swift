/// Which shares of a set bring the seed back.
public enum ShareRule: Hashable, Sendable {
  /// All of them; of Seed XOR in any order, which is said.
  case all(count: Int, isInAnyOrder: Bool)
  /// Any so many of one group.
  case some(needed: Int, count: Int)
  /// So many groups, of each of which some are needed.
  case groups(needed: Int, [Group])

  /// One of several groups: how many of its shares are needed.
  public struct Group: Hashable, Sendable {
    /// How many are needed.
    public let needed: Int
    /// How many there are.
    public let count: Int

    /// Takes both.
    public init(needed: Int, count: Int) {
      self.needed = needed
      self.count = count
    }
  }
}

extension ShareRule: CustomStringConvertible {
  /// In English words.
  public var description: String {
    switch self {
    case .all(2, isInAnyOrder: true): "both parts are needed, in any order"
    case .all(let count, isInAnyOrder: true): "all \(count) parts are needed, in any order"
    case .all(let count, isInAnyOrder: false): "all \(count) parts are needed"
    case .some(let needed, let count): "any \(needed) of the \(count) parts are needed"
    case .groups(let needed, let groups):
      "\(needed) of \(groups.count) groups are needed ("
        + groups.enumerated().map { "group \($0 + 1): \($1.needed) of \($1.count)" }
        .joined(separator: ", ") + ")"
    }
  }
}

extension WrittenShares {
  /// Which shares bring the seed back.
  public var shareRule: ShareRule {
    if form == .xor { return .all(count: count, isInAnyOrder: true) }
    if groupCount == 1, let first = shares.first {
      return first.memberThreshold == first.memberCount
        ? .all(count: first.memberCount, isInAnyOrder: false)
        : .some(needed: first.memberThreshold, count: first.memberCount)
    }
    return .groups(
      needed: groupThreshold,
      shares.filter { $0.member == 1 }.map {
        ShareRule.Group(needed: $0.memberThreshold, count: $0.memberCount)
      })
  }

  /// Which shares bring the seed back, in words.
  public var rule: String { "\(shareRule)" }
}
