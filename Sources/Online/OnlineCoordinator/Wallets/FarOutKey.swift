internal import Descriptors
internal import ExtendedKeys

extension Descriptor {
  /// How far an address may lie above the highest one that is known before it is called far out (R07).
  private static let nearIndices: UInt32 = 1_000

  /// Where the first key of a wallet of one address lies, if that is an address key so far out that no
  /// wallet made of the same seed looks there: `key 1 [73c5da0a], at 84h/0h/0h/0/5000000`.
  var farOutKey: String? {
    guard !isRange else { return nil }
    for (position, key) in keys.enumerated() where !key.isUnspendable {
      let below = key.steps.compactMap { step in
        if case .child(let number) = step { number } else { nil }
      }
      let steps = (key.origin?.path.steps ?? []) + below
      guard let last = steps.last, !last.isHardened, last.index > Self.nearIndices else { continue }
      let path = steps.map { "\($0)" }.joined(separator: "/")
      return "\(KeyName(key, at: position)), at \(path)"
    }
    return nil
  }
}
