/// A signature in a payload that is not what its place says.
///
/// Key and input are counted from 0, as the payload counts them.
public struct MultisigSignatureFault: Hashable, Sendable {
  /// What is wrong with it.
  public enum Reason: Hashable, Sendable {
    /// Not one strict DER signature and a sighash byte (BIP-66).
    case notDER
    /// The number of a key is glued in front of the signature, as before 2016.
    case numbered
    /// A sighash byte that is not 01.
    case sighashType(UInt8)
    /// S is in the upper half, which no node relays (BIP-146).
    case highS
    /// It is the signature of another key or of another input.
    case belongs(key: Int, input: Int)
    /// It is no signature of this transaction by any of the keys, as far as was looked.
    case invalid
  }

  public let key: Int
  public let input: Int
  public let reason: Reason

  public init(key: Int, input: Int, reason: Reason) {
    self.key = key
    self.input = input
    self.reason = reason
  }
}

extension MultisigSignatureFault: CustomStringConvertible {
  public var description: String {
    let what =
      switch reason {
      case .notDER: "is not a strict DER signature"
      case .numbered: "has the number of a key glued in front of it, the form from before 2016"
      case .sighashType(let type): "has the sighash type \(type); only 1 (ALL) is accepted"
      case .highS: "has a high S, which the network does not relay"
      case .belongs(let otherKey, let otherInput):
        "is that of key \(otherKey) for input \(otherInput): it stands at the wrong place"
      case .invalid: "does not verify"
      }
    return "the signature of key \(key) for input \(input) \(what)"
  }
}
