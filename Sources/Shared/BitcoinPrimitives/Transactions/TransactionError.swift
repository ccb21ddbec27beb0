public import Bytes
public import Refusals

/// Refusals of the transaction decoder.
public enum TransactionError: HintedError, Equatable, Sendable {
  /// The bytes end early, have something left over, or a size in them is wrong.
  case bytes(BytesError)
  /// The marker of a witness is there, but every witness is empty.
  case superfluousWitness(offset: Int)
  /// Flags of a format that does not exist yet.
  case unknownFlags(UInt8, offset: Int)
}

extension TransactionError {
  public var description: String {
    switch self {
    case .bytes(let error): "transaction: \(error)"
    case .superfluousWitness(let offset):
      "transaction: witness marker at byte \(offset) without any witness"
    case .unknownFlags(let flags, let offset):
      "transaction: unknown flags \(flags) at byte \(offset)"
    }
  }

  /// The rule that refuses it.
  public var rule: Rule? {
    if case .bytes(let error) = self { error.rule ?? .r17 } else { .r17 }
  }

  /// What to do about it.
  public var hint: String { "the bytes are damaged or are not a transaction: export them again" }
}
