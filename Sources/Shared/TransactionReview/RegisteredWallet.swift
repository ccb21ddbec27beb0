public import BitcoinPrimitives
public import Descriptors
internal import ExtendedKeys
internal import Secp256k1

/// A wallet that the person registered: the only kind of wallet that signs and that owns change.
public struct RegisteredWallet: Hashable, Sendable {
  /// The name the person gave it.
  public let name: String
  /// The network its coins live on.
  public let network: Network
  /// Its scripts: branch 0 receives, branch 1 is change (BIP-389); a single branch is both.
  public let descriptor: Descriptor
  /// Which of the descriptor's keys this machine's seeds own, by their positions in
  /// `descriptor.keys`; every other key is somebody else's, whatever fingerprint it names.
  public let ownKeys: Set<Int>
  /// Our keys that sign this time: all of them, or those of one seed.
  public let signingKeys: Set<Int>
  /// What this machine calls the seeds of its own keys, by position; may be empty.
  public let seedNames: [Int: String]
  /// The highest index known to be in use on each branch, nil where none is.
  public let highestKnown: [UInt32?]
  /// Who can spend from it.
  public let trust: TrustClass
  /// Our keys that nobody else was given: of a seed of this vault that is no BIP-85 child.
  package let secretKeys: Set<Int>
  /// Our keys that a BIP-85 child holds: the same ones on every network.
  private let childKeys: Set<Int>

  /// Describes a wallet.
  ///
  /// Positions that the descriptor does not have are left out. Without `ownKeys` the only key of a
  /// wallet of one key is ours, and none of a wallet of several; without `signingKeys` all our keys
  /// sign. `keySources` says where our keys come from: a seed of this vault where it says nothing.
  public init(
    name: String, network: Network, descriptor: Descriptor, ownKeys: Set<Int>? = nil,
    signingKeys: Set<Int>? = nil, seedNames: [Int: String] = [:],
    keySources: [Int: KeySource] = [:], highestKnown: [UInt32?] = []
  ) {
    let keys = descriptor.keys
    let own = ownKeys ?? (keys.count == 1 ? [0] : [])
    self.name = name
    self.network = network
    self.descriptor = descriptor
    self.ownKeys = own.filter { keys.indices.contains($0) }
    self.signingKeys = self.ownKeys.intersection(signingKeys ?? own)
    self.seedNames = seedNames
    self.highestKnown = highestKnown
    secretKeys = self.ownKeys.filter { keySources[$0] ?? .seed == .seed }
    childKeys = self.ownKeys.filter { keySources[$0] == .child }
    trust = TrustClass(descriptor, ownKeys: self.ownKeys, sources: keySources)
  }

  /// A key as a person finds it again: its number from 1 and where it comes from.
  func label(ofKey position: Int) -> String {
    let keys = descriptor.keys
    guard keys.indices.contains(position) else { return "key \(position + 1)" }
    if let origin = keys[position].origin { return "key \(position + 1) [\(origin)]" }
    // A lone key has no origin; its first and last characters are enough to find it in the wallet.
    guard case .single(let key) = keys[position].material else {
      return "key \(position + 1) without origin"
    }
    let text = key.description
    return "key \(position + 1) (\(text.prefix(10))...\(text.suffix(10)))"
  }

  /// The positions of the signing keys that do not lie under the coin type of this wallet's network:
  /// on a test network the same keys may hold real coins.
  ///
  /// A lone key without origin came as WIF, which says its network itself, but for one derived here as
  /// a BIP-85 child, which is the same key on every network.
  var keysOfAnyNetwork: [Int] {
    let keys = descriptor.keys
    return signingKeys.sorted().filter { position in
      guard let path = keys[position].origin?.path else {
        if case .extended = keys[position].material { return true }
        return childKeys.contains(position)
      }
      return path.coinType != network.coinType
    }
  }

  /// The master fingerprints that keys of others name.
  var cosignerFingerprints: Set<Fingerprint> {
    Set(
      descriptor.keys.enumerated().compactMap { position, key in
        ownKeys.contains(position) ? nil : key.origin?.fingerprint
      })
  }

  /// The master fingerprints that our keys name.
  var ownFingerprints: Set<Fingerprint> {
    let keys = descriptor.keys
    return Set(ownKeys.compactMap { keys[$0].origin?.fingerprint })
  }

  /// The highest index known on a branch; -1 when none is.
  func highest(onBranch branch: Int) -> Int64 {
    guard highestKnown.indices.contains(branch), let index = highestKnown[branch] else { return -1 }
    return Int64(index)
  }
}
