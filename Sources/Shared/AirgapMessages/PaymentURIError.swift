public import BitcoinPrimitives
public import Refusals

/// Why a `bitcoin:` URI cannot be paid.
public enum PaymentURIError: HintedError, Equatable, Sendable {
  /// What is wrong with it, as the rest of a sentence.
  case form(String)
  /// It requires something that is not known here (`req-`).
  case required(String)
  /// Its address is refused.
  case address(AddressError)
  /// It has addresses, and none is one of the network.
  case noAddress(on: Network)
  /// It has no address at all, only these ways to pay.
  case onlyOtherWays([String])

  public var description: String {
    switch self {
    case .form(let what): "the bitcoin: URI \(what) (BIP-321)"
    case .required(let what):
      "the bitcoin: URI requires \(what), which this program does not know (BIP-321)"
    case .address(let error): "\(error)"
    case .noAddress(let network): "the bitcoin: URI has no address on \(network.name)"
    case .onlyOtherWays(let ways):
      "the bitcoin: URI can be paid only by "
        + ways.map { PaymentURI.name(of: $0) }.joined(separator: ", ")
    }
  }

  /// R11 where it is of another network, that of the address where it is refused; nil for the rest.
  public var rule: Rule? {
    switch self {
    case .form, .required, .onlyOtherWays: nil
    case .address(let error): error.rule
    case .noAddress: .r11
    }
  }

  public var hint: String {
    switch self {
    case .form, .required: "ask for a new one, or for a plain address"
    case .address(let error): error.hint
    case .noAddress(let network):
      "use a wallet on its network, or ask for an address on \(network.name)"
    case .onlyOtherWays: "ask for a bitcoin address: this program pays nothing else"
    }
  }
}
