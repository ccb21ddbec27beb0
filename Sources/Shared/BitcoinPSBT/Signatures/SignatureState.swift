public import BitcoinPrimitives
public import Bytes

/// A key that a script asks a signature of.
public enum ScriptKey: Hashable, Sendable {
  /// 33 or 65 bytes, as the script or the PSBT writes it.
  case full([UInt8])
  /// The 20 bytes of a key's hash; nothing in the PSBT says which key it is.
  case hash([UInt8])
  /// 32 bytes: a key of taproot, which for the key path is the output key.
  case xOnly(Bytes32)

  /// The bytes, whatever they are.
  public var bytes: [UInt8] {
    switch self {
    case .full(let bytes), .hash(let bytes): bytes
    case .xOnly(let bytes): bytes.bytes
    }
  }
}

extension ScriptKey: CustomStringConvertible {
  /// The bytes in hexadecimal.
  public var description: String { Hex.encode(bytes) }
}

/// Why a signature is worth nothing.
public enum SignatureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not strict DER (BIP-66), or not 64 or 65 bytes for taproot.
  case malformed
  /// The number of a key stands in front of the signature: payloads from before 2016.
  case numbered
  /// S is in the upper half, which no node relays (BIP-146).
  case highS
  /// A sighash type that is not asked for; where none is (nil), anything but ALL, or DEFAULT for
  /// taproot.
  case wrongSighash(found: UInt32, expected: UInt32?)
  /// ECDSA for a taproot coin, or Schnorr for an older one.
  case wrongKind
  /// The script of the input does not have the key.
  case foreignKey
  /// The leaf is not in the PSBT, or does not belong to the output.
  case unknownLeaf
  /// It claims an internal key whose secret nobody knows (BIP-341's point), and does not verify.
  case nobodySigns
  /// It is valid elsewhere: of this key, for this input.
  case elsewhere(key: ScriptKey, input: Int)
  /// Another key, another input, another transaction, or damaged.
  case doesNotVerify
  /// What the signature signs is not known: a coin is missing, or the script has code separators.
  case notCheckable

  public var description: String {
    switch self {
    case .malformed: "is malformed"
    case .numbered: "begins with the number of its key, in a form used before 2016"
    case .highS: "has a high S, which the network does not relay"
    case .wrongSighash(let found, let expected):
      "has sighash type \(SighashType(rawValue: found)) instead of "
        + (expected.map { "\(SighashType(rawValue: $0))" } ?? "DEFAULT or ALL")
    case .wrongKind: "is not of the kind that this coin takes"
    case .foreignKey: "is of a key that the script does not have"
    case .unknownLeaf: "is for a leaf that does not belong to the coin"
    case .elsewhere(let key, let input): "was made by \(key) for input \(input)"
    case .nobodySigns, .doesNotVerify: "does not verify"
    case .notCheckable: "cannot be checked"
    }
  }
}

/// What became of a key's signature.
public enum SignatureState: Hashable, Sendable {
  /// The key has not signed.
  case absent
  /// The signature verifies, with this sighash type.
  case valid(SighashType)
  /// There is a signature, and it is worth nothing.
  case invalid(SignatureFault)
}

/// A key of an input and what became of its signature.
public struct KeySignature: Hashable, Sendable {
  /// The key as the script has it.
  public let key: ScriptKey
  /// What became of its signature.
  public let state: SignatureState
  /// The signature as the PSBT has it, with its sighash byte if any; nil when absent.
  public let signature: [UInt8]?

  /// Whether the signature is there and was verified.
  public var isValid: Bool {
    if case .valid = state { true } else { false }
  }

  /// Why the signature is worth nothing; nil when it is valid or absent.
  public var fault: SignatureFault? {
    if case .invalid(let fault) = state { fault } else { nil }
  }
}
