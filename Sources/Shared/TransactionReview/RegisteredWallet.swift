public import BitcoinPrimitives
public import Descriptors

/// A wallet that the person registered: the only kind of wallet that signs and that owns change.
public struct RegisteredWallet: Hashable, Sendable {
  /// The name the person gave it.
  public let name: String
  /// The network its coins live on.
  public let network: Network
  /// Its scripts: branch 0 receives, branch 1 is change (BIP-389); a single branch is both.
  public let descriptor: Descriptor
  /// The highest index known to be in use on each branch, nil where none is.
  public let highestKnown: [UInt32?]

  public init(
    name: String, network: Network, descriptor: Descriptor, highestKnown: [UInt32?] = []
  ) {
    self.name = name
    self.network = network
    self.descriptor = descriptor
    self.highestKnown = highestKnown
  }

  /// The highest index known on a branch; -1 when none is.
  func highest(onBranch branch: Int) -> Int64 {
    guard highestKnown.indices.contains(branch), let index = highestKnown[branch] else { return -1 }
    return Int64(index)
  }
}
