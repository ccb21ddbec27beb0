public import Refusals

/// Why an entry of a registry is not taken; `member` is its name in the JSON.
public enum NetworkEntryError: HintedError, Equatable, Sendable {
  /// It cannot be read at all.
  case notJSON(reason: String)
  /// A member is missing.
  case missing(member: String)
  /// A member that no entry has.
  case unknown(member: String)
  /// A member has no value that it may have; the reason begins with a verb.
  case invalid(member: String, reason: String)
  /// Two entries have one name.
  case nameTwice(String)
  /// Two entries are one chain.
  case sameChain(String, String)
  /// More entries than a registry holds.
  case tooMany(limit: Int)

  public var description: String {
    switch self {
    case .notJSON(let reason): "this is not the JSON of a network: \(reason)"
    case .missing(let member): "the network has no \(member)"
    case .unknown(let member):
      "the network has a member that is not known here: \(ForeignText.ascii(member, limit: 40))"
    case .invalid(let member, let reason): "\(member) \(reason)"
    case .nameTwice(let name): "two networks are called \(name)"
    case .sameChain(let first, let second):
      "\(first) and \(second) are one chain: they have the same challenge or the same landmark"
    case .tooMany(let limit): "there are more than \(limit) networks"
    }
  }

  /// A network's own keys and addresses are what R11 rests on.
  public var rule: Rule? { .r11 }

  public var hint: String {
    switch self {
    case .nameTwice, .sameChain, .tooMany: "take one of them out: `network remove NAME`"
    default: "correct the entry; `network show NAME` prints one that is right"
    }
  }
}
