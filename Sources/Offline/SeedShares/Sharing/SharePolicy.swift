public import Refusals

/// How a secret is split: which groups there are, and how many shares of each are needed.
public struct SharePolicy: Hashable, Sendable {
  /// A group of shares that belong to one person or one place.
  public struct Group: Hashable, Sendable {
    /// The number of shares that are needed.
    public let threshold: Int
    /// The number of shares.
    public let count: Int

    /// Takes 1 to 16 shares, of which some are needed.
    ///
    /// Throws for other numbers, and for several shares of which one is enough: those would all be
    /// the same, and a thief needs one. Make a group for each instead.
    public init(threshold: Int, of count: Int) throws(SharePolicyError) {
      guard (1...16).contains(count) else { throw .shareCount(count) }
      guard (1...count).contains(threshold) else { throw .threshold(threshold, count: count) }
      guard threshold > 1 || count == 1 else { throw .sameShares(count: count) }
      self.threshold = threshold
      self.count = count
    }
  }

  /// The number of groups that are needed.
  public let groupThreshold: Int
  /// The groups.
  public let groups: [Group]

  /// Takes 1 to 16 groups, of which some are needed; throws for other numbers.
  public init(groupThreshold: Int, groups: [Group]) throws(SharePolicyError) {
    guard (1...16).contains(groups.count) else { throw .groupCount(groups.count) }
    guard (1...groups.count).contains(groupThreshold) else {
      throw .groupThreshold(groupThreshold, count: groups.count)
    }
    self.groupThreshold = groupThreshold
    self.groups = groups
  }

  /// Takes one group; throws as ``Group`` does.
  public init(threshold: Int, of count: Int) throws(SharePolicyError) {
    try self.init(groupThreshold: 1, groups: [Group(threshold: threshold, of: count)])
  }

  /// The policy in one word: `2-of-3`, or of several groups `2/1-of-1,2-of-3`.
  var name: String {
    let names = groups.map { "\($0.threshold)-of-\($0.count)" }.joined(separator: ",")
    return groups.count == 1 ? names : "\(groupThreshold)/\(names)"
  }

  /// Where the shares stand, group by group.
  var places: [SharePlace] {
    groups.enumerated().flatMap { group, policy in
      (0..<policy.count).map {
        SharePlace(group: group, member: $0, memberThreshold: policy.threshold)
      }
    }
  }
}

/// Refusals of numbers of shares.
public enum SharePolicyError: HintedError, Equatable, Sendable {
  /// A group has no or more than 16 shares.
  case shareCount(Int)
  /// There are no or more than 16 groups.
  case groupCount(Int)
  /// More shares are needed than there are, or none.
  case threshold(Int, count: Int)
  /// More groups are needed than there are, or none.
  case groupThreshold(Int, count: Int)
  /// One of several shares is enough: all of them would be the same.
  case sameShares(count: Int)
}

extension SharePolicyError {
  public var description: String {
    switch self {
    case .shareCount(let count): "a group of \(count) shares; there must be 1 to 16"
    case .groupCount(let count): "\(count) groups; there must be 1 to 16"
    case .threshold(let threshold, let count):
      "a rule of \(threshold) of \(count) shares is not possible"
    case .groupThreshold(let threshold, let count):
      "a rule of \(threshold) of \(count) groups is not possible"
    case .sameShares(let count):
      "\(count) shares of which one is enough would all be the same"
    }
  }

  /// Nil: no rule is about words and keys that somebody mistyped; the sentence names their standard.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .shareCount, .groupCount: "use fewer, or at least one"
    case .threshold, .groupThreshold: "choose a number from 1 to the number of shares or groups"
    case .sameShares: "ask for two or more of them, or make a group of one share for each"
    }
  }
}
