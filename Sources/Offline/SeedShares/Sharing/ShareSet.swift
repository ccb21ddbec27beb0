public import Refusals
public import SecureMemory

/// Shares that belong together, collected one by one: of SLIP-39, SSKR or codex32.
///
/// Parts of Seed XOR are not: nothing in them says how many there are, or that they belong
/// together.
public protocol ShareSet: ~Copyable, Sendable {
  /// The refusals of one share of this form.
  associatedtype ShareRefusal: HintedError

  /// Starts with a first share, as a person wrote it; throws when it is not a share.
  init(parsing text: borrowing SecretBytes) throws(ShareRefusal)

  /// Adds a share, as a person wrote it; returns false when the same one is there already.
  ///
  /// Throws when it is not a share, or of another set; the set stays as it was.
  mutating func add(
    parsing text: borrowing SecretBytes
  ) throws(AddedShareError<ShareRefusal>) -> Bool

  /// The number of different shares.
  var count: Int { get }

  /// How far the set is from giving its secret.
  var progress: ShareSetProgress { get }
}

/// Why a share was not added to a set.
public enum AddedShareError<Refusal: HintedError>: HintedError {
  /// It is not a share.
  case share(Refusal)
  /// It does not belong to the set.
  case set(ShareSetError)

  public var description: String {
    switch self {
    case .share(let error): "\(error)"
    case .set(let error): "\(error)"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .share(let error): error.rule
    case .set(let error): error.rule
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .share(let error): error.hint
    case .set(let error): error.hint
    }
  }
}

/// How far a set of shares is from giving its secret.
public struct ShareSetProgress: Hashable, Sendable {
  /// How far one group is.
  public struct Group: Hashable, Sendable {
    /// The number of the group, counted from 1.
    public let number: Int
    /// The number of its shares that are there.
    public let found: Int
    /// The number of its shares that are needed.
    public let needed: Int

    /// Whether there are enough.
    public var isComplete: Bool { found >= needed }
  }

  /// The groups of which there is a share, in the order of their numbers.
  public let groups: [Group]
  /// The number of groups that are needed.
  public let groupsNeeded: Int
  /// The number of groups that the set has, those of which no share is there included.
  public let groupCount: Int
  /// Whether this form of shares has groups; codex32 has none, so all its shares count as one.
  public let hasGroups: Bool

  init(groups: [Group], groupsNeeded: Int, groupCount: Int) {
    self.groups = groups
    self.groupsNeeded = groupsNeeded
    self.groupCount = groupCount
    hasGroups = true
  }

  /// Of a form without groups.
  init(found: Int, needed: Int) {
    groups = [Group(number: 1, found: found, needed: needed)]
    groupsNeeded = 1
    groupCount = 1
    hasGroups = false
  }

  /// Whether the secret can be recovered.
  public var isComplete: Bool { groups.count { $0.isComplete } >= groupsNeeded }
}
