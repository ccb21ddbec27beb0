internal import Bytes
internal import ExtendedKeys
internal import Secp256k1

extension Descriptor {
  /// The internal key whose secret nobody can know: the point that BIP-341 names.
  ///
  /// With it, only the leaves of a `tr` spend. Never nil: the number is a point of the curve.
  public static let unspendableInternalKey: KeyExpression? = {
    guard let key = unspendablePoint else { return nil }
    return try? KeyExpression(origin: nil, material: .xOnly(key))
  }()

  static let unspendablePoint: XOnlyPublicKey? = {
    guard
      let bytes = try? Hex.decode(
        "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0")
    else { return nil }
    return try? XOnlyPublicKey(decoding: bytes)
  }()
}

extension Descriptor {
  /// The positions in ``keys``, counted from 0, of keys that nobody has where a signature of theirs
  /// is asked for: every unspendable key but the internal key of a `tr` with leaves.
  ///
  /// A multisig with such a key needs more of the others than it says, or can never be spent. Such
  /// descriptors are read; no wallet is made of one.
  public var keysOfNobody: [Int] {
    let isSpentByLeaves = (form as? TRForm)?.leaves.isEmpty == false
    return keys.indices.filter { keys[$0].isUnspendable && !($0 == 0 && isSpentByLeaves) }
  }
}

extension KeyExpression {
  /// Whether nobody can know the secret: it is BIP-341's point, or an extended key of that point,
  /// whose children differ from it by numbers that everybody knows.
  public var isUnspendable: Bool {
    let point: XOnlyPublicKey
    switch material {
    case .single(let key): point = key.xOnly
    case .xOnly(let key): point = key
    case .extended(let xpub): point = xpub.publicKey.xOnly
    }
    return point == Descriptor.unspendablePoint
  }
}
