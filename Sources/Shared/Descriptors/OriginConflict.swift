internal import Bytes
public import ExtendedKeys
internal import Secp256k1

/// Two keys that say that they are the same one, and are not: one of them was swapped (R08).
///
/// A fingerprint and a path lead to one key; whoever writes another key behind them passes their
/// own off as somebody else's.
public struct OriginConflict: Hashable, Sendable {
  /// What both say.
  public let origin: KeyOrigin
  /// The position of the key that was there first, counted from 0.
  public let first: Int
  /// The position of the other one.
  public let second: Int

  /// Finds the first two of the keys that contradict each other, with their positions; nil when
  /// none do.
  ///
  /// Keys without an origin say nothing.
  public init?(among keys: [KeyExpression]) {
    guard let found = OriginConflict(of: keys, against: keys) else { return nil }
    origin = found.origin
    first = min(found.first, found.second)
    second = max(found.first, found.second)
  }

  /// Finds the first of the keys that contradicts a known one; nil when none does.
  ///
  /// `second` is its position, `first` that of the known one among those. The keys are not compared
  /// with each other.
  public init?(of keys: [KeyExpression], against known: [KeyExpression]) {
    var places: [KeyOrigin: [Int]] = [:]
    for (position, key) in known.enumerated() {
      if let origin = key.origin { places[origin, default: []].append(position) }
    }
    for (position, key) in keys.enumerated() {
      guard let origin = key.origin,
        let other = places[origin]?.first(where: { !known[$0].material.isSameKey(as: key.material) }
        )
      else { continue }
      self.origin = origin
      first = other
      second = position
      return
    }
    return nil
  }
}

extension OriginConflict: CustomStringConvertible {
  /// As in `keys 1 and 3 of the wallet both say that they are [...], and differ`, counted from 1.
  public var description: String {
    "keys \(first + 1) and \(second + 1) of the wallet both claim to be [\(origin)], but "
      + "differ"
  }

  /// What the person can do about it.
  public var hint: String { "compare both with their owners: one of them was swapped" }
}

extension KeyExpression.Material {
  /// Whether it is the same key; depth, parent and network, which some programs leave out or write
  /// in their own way, do not make it another key.
  ///
  /// Extended keys have to agree in the chain code as well: with another one their children differ.
  /// A lone key and an extended one, as of Chance's wallets, are compared by the public key.
  func isSameKey(as other: Self) -> Bool {
    switch (self, other) {
    case (.extended(let one), .extended(let two)):
      one.publicKey == two.publicKey && one.chainCode == two.chainCode
    case (.xOnly, _), (_, .xOnly): xOnly == other.xOnly
    default: compressed == other.compressed
    }
  }

  private var xOnly: XOnlyPublicKey {
    switch self {
    case .single(let key): key.xOnly
    case .xOnly(let key): key
    case .extended(let xpub): xpub.publicKey.xOnly
    }
  }

  /// Nil for an x-only key, which does not say which of two keys it is.
  private var compressed: [UInt8]? {
    switch self {
    case .single(let key): key.compressed
    case .xOnly: nil
    case .extended(let xpub): xpub.publicKey.compressed
    }
  }
}
