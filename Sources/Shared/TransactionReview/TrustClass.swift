public import Descriptors

/// Where a key of ours comes from, as far as it decides who else may have it.
public enum KeySource: Hashable, Sendable {
  /// A seed of this vault.
  case seed
  /// A single private key that came from outside (WIF, BIP-38): whoever has seen it can sign.
  case importedKey
  /// A BIP-85 child: made to be handed to somebody.
  case child
}

/// Who can spend from a wallet that this signer has registered (docs/threat-model.md).
///
/// Computed from the ways to spend that its script has, from the keys that are ours and from where
/// each of these comes from. When several classes fit, it is the worst of them.
public enum TrustClass: String, Hashable, Sendable, CaseIterable {
  /// Only this vault can spend it.
  case sole
  /// Others are needed, and none can spend without us.
  case joint
  /// Others can spend it without us.
  case shared
  /// A BIP-85 child: whoever it was handed to can spend it.
  case handedOut = "handed-out"
  /// A single key that came from outside can spend it: so can whoever has seen that key.
  case sweep

  /// Judges a wallet; `own` are the positions of our keys, `sources` where they come from, a seed of
  /// this vault where nothing is said.
  public init(_ descriptor: Descriptor, ownKeys own: Set<Int>, sources: [Int: KeySource] = [:]) {
    let all = Set(descriptor.keys.indices)
    // In a wallet whose script is not understood, any key may be enough.
    let ways =
      WalletPolicy(descriptor)?.ways ?? [
        WalletPolicy.Way(kind: .script, threshold: 1, keys: Array(all))
      ]
    func canSpend(_ keys: Set<Int>) -> Bool {
      ways.contains { keys.intersection($0.keys).count >= $0.threshold }
    }
    let imported = own.filter { sources[$0] == .importedKey }
    let children = own.filter { sources[$0] == .child }
    if canSpend(imported) {
      self = .sweep
    } else if canSpend(children) {
      self = .handedOut
    } else if canSpend(all.subtracting(own).union(imported).union(children)) {
      self = .shared
    } else {
      self = canSpend(own) ? .sole : .joint
    }
  }

  /// As a person reads it: `handed out`.
  public var word: String { self == .handedOut ? "handed out" : rawValue }

  /// What it means, in a few words.
  public var meaning: String {
    switch self {
    case .sole: "only this vault can spend from it"
    case .joint: "others must sign with us, and cannot spend from it without us"
    case .shared: "others can spend from it without us"
    case .handedOut: "it is a BIP-85 child, and whoever was given it can spend from it"
    case .sweep: "its key came from outside, and whoever has seen that key can spend from it"
    }
  }

  /// Whether nothing should be received there: somebody else could take the money at once.
  public var isNeverPaid: Bool { self == .sweep || self == .handedOut }

  /// What must be typed, and named in a script, before such a wallet is paid; nil where the
  /// acknowledgement of a warning is enough.
  package var consent: Finding.Consent? {
    switch self {
    case .sole, .joint, .shared: nil
    case .sweep: .sweep
    case .handedOut: .handedOut
    }
  }
}
