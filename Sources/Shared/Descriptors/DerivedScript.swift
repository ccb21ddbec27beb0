public import BitcoinPrimitives
public import ExtendedKeys
public import Secp256k1

/// A public key with the way to it from a master key, as a PSBT names it.
public struct DerivedKey: Hashable, Sendable {
  /// The key, compressed or not as the script writes it.
  public let publicKey: PublicKey
  /// The master key's fingerprint and every step from it.
  ///
  /// For an extended key without origin, that key takes the master's place; for a lone key without
  /// origin, its own fingerprint and no steps, as Bitcoin Core does.
  public let origin: KeyOrigin

  /// Whether this is BIP-341's point, whose secret nobody can know; never so for derived keys.
  public var isUnspendable: Bool { publicKey.xOnly == Descriptor.unspendablePoint }

  /// Puts a key and its origin together.
  public init(publicKey: PublicKey, origin: KeyOrigin) {
    self.publicKey = publicKey
    self.origin = origin
  }
}

/// The script that a descriptor gives at one branch and index, with all that is needed to spend it.
public struct DerivedScript: Hashable, Sendable {
  /// The script of the output.
  public let scriptPubKey: Script
  /// What `sh()` hashes.
  public let redeemScript: Script?
  /// What `wsh()` hashes.
  public let witnessScript: Script?
  /// Every key, in the order of the descriptor.
  public let keys: [DerivedKey]
  /// The keys and the tree of a taproot output.
  public var taproot: DerivedTaproot? { taprootParts.first }
  // Out of line: at ten thousand inputs the unused room of the other script types counts.
  private let taprootParts: [DerivedTaproot]
  /// What will unlock it; nil for `addr` and `raw`, of which nobody knows.
  ///
  /// For a taproot output, what its key takes; when nobody can sign with that key, what the leaf
  /// with the longest witness takes. For another way, see the leaves of ``taproot``.
  public let satisfaction: Satisfaction?

  init(
    scriptPubKey: Script, redeemScript: Script? = nil, witnessScript: Script? = nil,
    keys: ArraySlice<DerivedKey> = [], taproot: DerivedTaproot? = nil, satisfaction: Satisfaction?
  ) {
    self.scriptPubKey = scriptPubKey
    self.redeemScript = redeemScript
    self.witnessScript = witnessScript
    self.keys = Array(keys)
    taprootParts = taproot.map { [$0] } ?? []
    self.satisfaction = satisfaction
  }

  /// The weight of the input that spends it; see
  /// ``Satisfaction/inputWeight(with:inSegwitTransaction:)``.
  public func inputWeight(
    with signatures: SignatureLength = .lowR, inSegwitTransaction: Bool = true
  ) -> Weight? {
    satisfaction?.inputWeight(with: signatures, inSegwitTransaction: inSegwitTransaction)
  }
}
