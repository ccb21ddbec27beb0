internal import Secp256k1

/// A signature in a payload that is not what its place says.
///
/// Key and input are counted from 0, as the payload counts them.
public struct MultisigSignatureFault: Hashable, Sendable {
  /// The number of the key.
  public let key: Int
  /// The position of the input.
  public let input: Int
  /// Why the signature is worth nothing.
  public let fault: SignatureFault
  /// The number of the key that it is really of, where it is valid elsewhere.
  private let otherKey: Int?

  /// Takes the number of a key that is named in the fault from the script.
  public init(key: Int, input: Int, fault: SignatureFault, in script: MultisigScript) {
    self.key = key
    self.input = input
    self.fault = fault
    if case .elsewhere(let other, _) = fault {
      otherKey = script.keys.firstIndex { $0.encoded == other.bytes }
    } else {
      otherKey = nil
    }
  }
}

extension MultisigSignatureFault: CustomStringConvertible {
  public var description: String {
    let what =
      switch fault {
      case .malformed: "is not a strict DER signature"
      case .wrongSighash(let type, _):
        "has the sighash type \(type); only 1 (ALL) is accepted"
      case .elsewhere(let other, let otherInput):
        "was made by key \(otherKey.map(String.init) ?? "\(other)") for input \(otherInput): it is "
          + "in the wrong place"
      default: "\(fault)"
      }
    return "the signature of key \(key) for input \(input) \(what)"
  }
}
