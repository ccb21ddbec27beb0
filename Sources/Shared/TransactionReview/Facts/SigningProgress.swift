internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import Secp256k1

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

  /// Follows each way to spend and keeps the one that is nearest to its end.
  init?(
    place: WalletPlace, policy: WalletPolicy, signing own: Set<Int>, signatures: InputSignatures?
  ) {
    let derived = place.derived
    var signed: Set<Int> = []
    var signing: Set<Int> = []
    var nearest: (missing: Int, candidates: [Int])?
    for way in policy.ways {
      let there = Set(
        way.keys.filter { signatures?.verified(derived, position: $0, way: way.kind) == true })
      let now = own.intersection(way.keys)
      signed.formUnion(there)
      signing.formUnion(now)
      let missing = max(0, way.threshold - there.union(now).count)
      if let known = nearest, known.missing <= missing { continue }
      let others = way.keys.filter { !there.contains($0) && !now.contains($0) }
      nearest = (missing, missing == 0 ? [] : others)
    }
    guard let nearest else { return nil }
    self.signed = signed.sorted()
    self.signing = signing.sorted()
    missing = nearest.missing
    candidates = nearest.candidates
  }
}
