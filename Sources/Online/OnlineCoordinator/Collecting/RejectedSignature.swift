internal import Bytes
internal import Refusals

/// A signature that was left out: which input, whose, and why (R31).
struct RejectedSignature: Hashable, Sendable {
  /// What is wrong with it.
  enum Reason: Hashable, Sendable {
    case malformed
    case highS
    case sighash(UInt32)
    case foreignKey(String)
    case wrongKind
    case unknownLeaf
    case nobodySigns
    case doesNotVerify
    case otherSigner(String)
    case otherInput(Int)
  }

  let input: Int
  /// Who it is said to be of; nil when nobody says, or when the key is not the wallet's.
  let signer: String?
  let reason: Reason
  /// Where it came from, as the command was given it.
  var source = ""

  /// The rule that refuses it.
  var rule: Rule { if case .sighash = reason { .r10 } else { .r31 } }

  /// In one sentence, without its rule.
  var words: String {
    let whose = signer.map { "the signature of \($0)" } ?? "a signature"
    let what =
      switch reason {
      case .malformed: "is malformed"
      case .highS: "has a high S, which nodes do not relay"
      case .sighash(let type):
        "does not cover everything: sighash \(type)"
      case .foreignKey(let key): "is of the key \(key), which is not the wallet's"
      case .wrongKind: "is not of the kind that this coin takes"
      case .unknownLeaf: "is for a script that the coin does not commit to"
      case .nobodySigns: "is by the internal key, which nobody can sign with"
      case .doesNotVerify:
        signer == nil
          ? "belongs to nobody in this wallet" : "is not for this payment: it does not verify"
      case .otherSigner(let name): "is really that of \(name)"
      case .otherInput(let other): "is really for input \(other)"
      }
    let place = source.isEmpty ? "" : " (\(source))"
    return "input \(input): \(whose) \(what)\(place)"
  }

  var json: JSONValue {
    [
      "input": .integer(input), "signer": signer.map { .string($0) } ?? .null,
      "reason": .string("\(words) (\(rule))"), "source": .string(source),
    ]
  }
}
