internal import BitcoinPSBT
internal import Descriptors

/// Who has signed an input of a wallet of several keys, who signs now, and who is missing then.
///
/// Keys are named by their positions in the wallet's descriptor.
public struct SigningProgress: Hashable, Sendable {
  /// The keys whose signatures came along and verify.
  public let signed: [Int]
  /// Our keys that sign this time.
  public let signing: [Int]
  /// How many more signatures it takes after that, by the way that is nearest.
  public let missing: Int
  /// The keys that can give them.
  public let candidates: [Int]

  /// Takes the signatures that are there, and those that will be.
  init?(
    place: WalletPlace, policy: WalletPolicy, signing own: Set<Int>, signatures: InputSignatures?
  ) {
    let derived = place.derived
    let ways = policy.ways.map { way in
      let there = way.kind.inScript(of: derived).flatMap { kind in
        signatures?.signers(of: derived, by: kind)
      }
      return SigningStatus.Way(
        threshold: way.threshold, keys: way.keys,
        signed: there?.intersection(way.keys) ?? [])
    }
    let then = SigningStatus(
      ways: ways.map { way in
        SigningStatus.Way(
          threshold: way.threshold, keys: way.keys,
          signed: way.signed.union(own.intersection(way.keys)))
      })
    guard let missing = then.missing else { return nil }
    signed = SigningStatus(ways: ways).signed
    signing = own.intersection(ways.flatMap(\.keys)).sorted()
    self.missing = missing
    candidates = then.candidates
  }
}

extension WalletPolicy.Way.Kind {
  /// The same way by the hash of its leaf; nil for a leaf that the script does not have.
  fileprivate func inScript(of derived: DerivedScript) -> SpendingWay.Kind? {
    switch self {
    case .script: return .script
    case .keyPath: return .keyPath
    case .leaf(let number):
      guard let leaves = derived.taproot?.leaves, leaves.indices.contains(number) else {
        return nil
      }
      return .leaf(leaves[number].leafHash)
    }
  }
}
