public import Bytes

/// One way to spend an input, and who has signed for it.
public struct SpendingWay: Hashable, Sendable {
  /// The kinds of ways there are.
  public enum Kind: Hashable, Sendable {
    /// The script of a coin from before taproot.
    case script
    /// Taproot's output key.
    case keyPath
    /// A leaf of a taproot tree, by its hash.
    case leaf(Bytes32)
  }

  /// Which of the ways it is.
  public let kind: Kind
  /// How many signatures are needed; nil for a script of a form not known here.
  public let threshold: Int?
  /// Every key in the order of the script; for an unknown form, those that have signed.
  public let signatures: [KeySignature]
  /// What the signatures are put into; nil for an unknown form.
  let form: (any SpendingForm)?

  /// How many keys have a valid signature.
  public var validCount: Int { signatures.count { $0.isValid } }

  /// Whether there are enough signatures.
  public var isComplete: Bool { threshold.map { validCount >= $0 } ?? false }

  public static func == (left: SpendingWay, right: SpendingWay) -> Bool {
    left.kind == right.kind && left.threshold == right.threshold
      && left.signatures == right.signatures
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(signatures)
  }
}

/// Who has signed an input, and for what.
public struct InputSignatures: Hashable, Sendable {
  /// The position of the input.
  public let input: Int
  /// Whether the input has its final scripts already; nothing else is said then.
  public let isFinal: Bool
  /// The ways to spend it: one, or for taproot the output key (unless it is BIP-341's point) and
  /// every leaf in the PSBT.
  public let ways: [SpendingWay]
  /// Signatures that belong to no way, each invalid.
  public let strays: [Stray]
  /// Why nothing can be said about its signatures: coin or script is missing or contradictory.
  public let problem: FinalizerError?

  /// A signature that belongs to no way.
  public struct Stray: Hashable, Sendable {
    /// The key that it is said to be of; nil where its place names none.
    public let key: ScriptKey?
    /// The hash of the leaf it was made for, if any.
    public let leaf: Bytes32?
    /// Why it counts for nothing.
    public let fault: SignatureFault
  }

  init(
    input: Int, isFinal: Bool = false, ways: [SpendingWay] = [], strays: [Stray] = [],
    problem: FinalizerError? = nil
  ) {
    self.input = input
    self.isFinal = isFinal
    self.ways = ways
    self.strays = strays
    self.problem = problem
  }

  /// Whether the input is final or one of its ways has enough signatures.
  public var isComplete: Bool { isFinal || ways.contains { $0.isComplete } }

  /// Every signature that is worth nothing, with the reason.
  public var faults: [Stray] {
    let ofKeys = ways.flatMap { way in
      way.signatures.compactMap { entry in
        entry.fault.map { Stray(key: entry.key, leaf: way.leaf, fault: $0) }
      }
    }
    return ofKeys + strays
  }
}

extension SpendingWay {
  /// The hash of the leaf; nil for other ways.
  public var leaf: Bytes32? {
    if case .leaf(let hash) = kind { hash } else { nil }
  }
}
