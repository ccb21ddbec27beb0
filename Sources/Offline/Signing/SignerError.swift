public import BitcoinPrimitives
public import PacketSigning
public import Refusals

/// Why an approved PSBT could not be signed; nothing of it leaves.
public enum SignerError: HintedError, Equatable, Sendable {
  /// Whoever holds the keys refuses.
  case packet(PacketSigningError)
  /// A script type that is not signed here.
  case unsupportedScript(input: Int, type: String)
  /// What is to be signed could not be computed.
  case sighash(input: Int, SighashError)
}

extension SignerError {
  public var description: String {
    switch self {
    case .packet(let error): error.description
    case .unsupportedScript(let input, let type):
      "input \(input): a single key cannot sign a script of type \(type)"
    case .sighash(let input, let error): "input \(input): \(error)"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .packet(let error): error.rule
    case .sighash(_, let error): error.rule
    case .unsupportedScript: nil
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .packet(let error): error.hint
    case .unsupportedScript, .sighash: "have the payment built again"
    }
  }
}
