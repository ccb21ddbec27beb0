public import Refusals

/// What a signature commits to, as the number that is hashed with the transaction.
///
/// Any number can stand in bytes; ``isStandard`` tells the defined ones.
public struct SighashType: RawRepresentable, Hashable, Sendable {
  /// The number; in signatures its lowest byte stands at the end.
  public let rawValue: UInt32

  /// Takes the number as it stands.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Everything, with the short signatures of taproot (BIP-341); undefined elsewhere.
  public static let `default` = SighashType(rawValue: 0)
  /// Every input and output.
  public static let all = SighashType(rawValue: 1)
  /// Every input and no output.
  public static let none = SighashType(rawValue: 2)
  /// Every input and the output at the same index.
  public static let single = SighashType(rawValue: 3)
  /// Added to the others: this input alone.
  public static let anyoneCanPayFlag: UInt32 = 0x80

  /// Whether other inputs are left out.
  public var anyoneCanPay: Bool { rawValue & Self.anyoneCanPayFlag != 0 }

  /// Whether no output is signed (as consensus reads the low five bits).
  public var signsNoOutputs: Bool { rawValue & 0x1f == 2 }

  /// Whether only the output at the same index is signed.
  public var signsSingleOutput: Bool { rawValue & 0x1f == 3 }

  /// Whether the number is one of ALL, NONE and SINGLE, with ANYONECANPAY or without.
  public var isStandard: Bool {
    rawValue & ~Self.anyoneCanPayFlag >= 1 && rawValue & ~Self.anyoneCanPayFlag <= 3
  }

  /// Whether BIP-341 defines the number.
  public var isDefinedForTaproot: Bool { rawValue == 0 || isStandard }
}

extension SighashType: CustomStringConvertible {
  /// The name in Bitcoin Core: `ALL|ANYONECANPAY`; a number when undefined.
  public var description: String {
    let base: String? =
      switch rawValue & ~Self.anyoneCanPayFlag {
      case 0 where rawValue == 0: "DEFAULT"
      case 1: "ALL"
      case 2: "NONE"
      case 3: "SINGLE"
      default: nil
      }
    guard let base else { return "0x\(String(rawValue, radix: 16))" }
    return anyoneCanPay ? "\(base)|ANYONECANPAY" : base
  }
}

/// Refusals of the signature hashes.
public enum SighashError: Error, Equatable, Sendable {
  /// There is no such input.
  case inputOutOfRange(index: Int, count: Int)
  /// There are more or fewer spent outputs than inputs.
  case spentOutputs(expected: Int, found: Int)
  /// BIP-341 needs every output that is spent, and they were not given.
  case missingSpentOutputs
  /// BIP-341 does not define this hash type.
  case undefinedType(SighashType)
  /// SINGLE without an output at the index of the input.
  case noMatchingOutput(index: Int)
  /// The meter of the transaction is passed (R18).
  case tooMuchWork(limit: Int)
}

extension SighashError: CustomStringConvertible {
  /// The rule that refuses it; nil where the caller, and nothing from outside, is at
  /// fault.
  public var rule: Rule? {
    switch self {
    case .undefinedType, .noMatchingOutput: .r10
    case .tooMuchWork: .r18
    case .inputOutOfRange, .spentOutputs, .missingSpentOutputs: nil
    }
  }

  public var description: String {
    switch self {
    case .inputOutOfRange(let index, let count): "no input \(index) among \(count)"
    case .spentOutputs(let expected, let found):
      "\(found) spent outputs given for \(expected) inputs"
    case .missingSpentOutputs: "a taproot signature hash needs every output that is spent"
    case .undefinedType(let type): "signature hash type \(type) is not defined for taproot"
    case .noMatchingOutput(let index): "SINGLE at input \(index) without an output \(index)"
    case .tooMuchWork(let limit):
      "checking this transaction takes more than \(limit) bytes of hashing"
    }
  }
}
