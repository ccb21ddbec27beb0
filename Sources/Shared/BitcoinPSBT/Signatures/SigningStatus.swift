/// Who has signed an input, how many signatures it still lacks, and who can give them: the one
/// model of it, for the review, for collecting and for payloads.
///
/// Keys are named by their places: among those of the wallet's descriptor, or of a payload's
/// script.
public struct SigningStatus: Hashable, Sendable {
  /// A way to spend, with the keys that have signed for it.
  public struct Way: Hashable, Sendable {
    /// How many of the keys have to sign.
    public let threshold: Int
    /// The places of the keys that may sign.
    public let keys: [Int]
    /// Those of the keys whose signatures for this way were verified.
    public let signed: Set<Int>

    /// Takes the three; keys that have signed but are not among `keys` are not counted.
    public init(threshold: Int, keys: [Int], signed: Set<Int>) {
      self.threshold = threshold
      self.keys = keys
      self.signed = signed
    }
  }

  /// The keys that have signed, for whichever way, ascending.
  public let signed: [Int]
  /// How many more signatures it takes, by the way that is nearest; nil when no way is a count of
  /// keys.
  public let missing: Int?
  /// The keys that can give them, in the order of that way; none when nothing is missing.
  public let candidates: [Int]

  /// Follows each way and keeps the one that is nearest to completion; of several, the first.
  ///
  /// `others` have signed too, for ways that are not a count of keys.
  public init(ways: [Way], others: Set<Int> = []) {
    signed = ways.reduce(into: others) { $0.formUnion($1.signed) }.sorted()
    let nearest = ways.min { $0.missing < $1.missing }
    missing = nearest?.missing
    candidates =
      nearest.map { way in
        way.missing == 0 ? [] : way.keys.filter { !way.signed.contains($0) }
      } ?? []
  }

  /// Whether there are enough signatures.
  public var isComplete: Bool { missing == 0 }
}

extension SigningStatus.Way {
  fileprivate var missing: Int { max(0, threshold - signed.intersection(keys).count) }
}
