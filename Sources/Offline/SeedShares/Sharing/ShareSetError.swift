public import Refusals

/// What two shares of one set must have in common.
public enum ShareProperty: String, Hashable, Sendable {
  /// The number that all shares of one set carry.
  case identifier
  /// Whether the identifier enters the encryption (SLIP-39).
  case extendableFlag = "extendable flag"
  /// How much work the passphrase costs (SLIP-39).
  case iterationExponent = "iteration exponent"
  /// How many groups are needed.
  case groupThreshold = "number of groups that are needed"
  /// How many groups there are.
  case groupCount = "number of groups"
  /// How many shares of a group are needed.
  case memberThreshold = "number of shares that are needed"
  /// How long the secret is.
  case length
}

/// Refusals of shares that were put together; never with a share.
///
/// Shares are named by the order in which they were added, groups as their shares name them; both
/// are counted from 1.
public enum ShareSetError: HintedError, Equatable, Sendable {
  /// A share is of another set than the first one: they do not agree in something.
  case otherSet(share: Int, than: Int, property: ShareProperty)
  /// A share has the place of another one in the set, but another value.
  case samePlace(share: Int, as: Int)
  /// There are no shares.
  case noShares
  /// Too few shares of one set (codex32).
  case tooFewShares(found: Int, needed: Int)
  /// Too few shares of a group that is needed.
  case tooFewMembers(group: Int, found: Int, needed: Int)
  /// Too few groups have shares at all.
  case tooFewGroups(found: Int, needed: Int)
  /// The shares of a group give no secret: one of them is wrong although its checksum is right.
  case notOneSecret(group: Int)
  /// The groups give no secret, although each of them does.
  case groupsDisagree
  /// A further share cannot have this index: it is taken, or not one that a share can have
  /// (codex32).
  case indexNotFree(Character)
  /// A share that is not needed does not fit the ones that were used.
  case doesNotFit(share: Int)
  /// A group that is not needed does not fit the ones that were used.
  case groupDoesNotFit(group: Int)
}

extension ShareSetError {
  public var description: String {
    switch self {
    case .otherSet(let share, let other, let property):
      "share \(share) does not belong to the set of share \(other): it has another \(property.rawValue)"
    case .samePlace(let share, let other):
      "share \(share) has the same number as share \(other), but another value"
    case .noShares: "there are no shares"
    case .tooFewShares(let found, let needed):
      "found only \(found) of the \(needed) needed shares"
    case .tooFewMembers(let group, let found, let needed):
      "group \(group) has only \(found) of the \(needed) needed shares"
    case .tooFewGroups(let found, let needed):
      "found only \(found) of the \(needed) needed groups"
    case .notOneSecret(let group):
      "the shares of group \(group) do not belong together, although each is well written"
    case .groupsDisagree: "the groups do not belong together, although each is complete"
    case .indexNotFree(let index): "no further share can have the index \(index)"
    case .doesNotFit(let share): "share \(share) does not fit the others"
    case .groupDoesNotFit(let group): "group \(group) does not fit the others"
    }
  }

  /// Nil: no rule is about shares; the sentence names the share and what is wrong with it.
  public var rule: Rule? {
    nil
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .otherSet(let share, _, _): "leave share \(share) out and look for one of the same set"
    case .samePlace(let share, let other):
      "compare shares \(share) and \(other) with their sheets: two sets may have been mixed up"
    case .noShares, .tooFewShares, .tooFewMembers, .tooFewGroups: "add more shares of the set"
    case .indexNotFree: "choose a letter or digit that no share has, but not s, b, i, o and 1"
    case .notOneSecret, .groupsDisagree, .doesNotFit, .groupDoesNotFit:
      "try leaving out one share after the other: one may belong to another set, or be forged"
    }
  }
}
