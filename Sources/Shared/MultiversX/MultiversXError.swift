public import Refusals

/// Why something of MultiversX is not taken; `field` is the member of the JSON, as it is written there.
public enum MultiversXError: HintedError, Equatable, Sendable {
  /// The JSON cannot be read at all.
  case notJSON(String)
  /// A member is missing.
  case missing(field: String)
  /// A member that a transaction does not have.
  case unknown(field: String)
  /// A member stands in another place than the one in which it is signed.
  case outOfOrder(field: String)
  /// A member has no value that it may have.
  case invalid(field: String, reason: String)
  /// A member is written in another way than the one in which it is signed.
  case notCanonical(field: String)
  /// A member is larger than it may be, in bytes.
  case tooLarge(field: String, bytes: Int, limit: Int)
  /// An address of another network.
  case otherNetwork(prefix: String, expected: String)
  /// A transaction of another chain.
  case otherChain(found: String, expected: String)
  /// Two amounts or a price and a limit add up to more than any account holds.
  case amountOverflow

  public var description: String {
    switch self {
    case .notJSON(let reason): "this is not the JSON of a transaction: \(reason)"
    case .missing(let field): "the transaction has no \(field)"
    case .unknown(let field):
      "the transaction has a member that is not signed: \(ForeignText.ascii(field, limit: 40))"
    case .outOfOrder(let field): "\(field) is not in the place in which it is signed"
    case .invalid(let field, let reason): "\(field) \(reason)"
    case .notCanonical(let field): "\(field) is not written as it is signed"
    case .tooLarge(let field, let bytes, let limit):
      "\(field) has \(bytes) bytes, the limit is \(limit)"
    case .otherNetwork(let prefix, let expected):
      "the address begins with \(ForeignText.ascii(prefix, limit: 20)), those of this network begin with \(expected)"
    case .otherChain(let found, let expected):
      "the transaction is for the chain \(ForeignText.ascii(found, limit: 64)), and this wallet is on \(expected)"
    case .amountOverflow: "the amounts add up to more than any account can hold"
    }
  }

  public var rule: Rule? {
    switch self {
    case .otherNetwork, .otherChain: .r11
    case .tooLarge: .r18
    case .amountOverflow: .r03
    default: .r17
    }
  }

  public var hint: String {
    switch self {
    case .otherNetwork: "ask for an address of this network"
    case .otherChain: "have it made for this chain, or use the wallet of that one"
    case .tooLarge, .amountOverflow: "refuse it, and ask whoever made it what it is for"
    default: "have the transaction made anew"
    }
  }
}
