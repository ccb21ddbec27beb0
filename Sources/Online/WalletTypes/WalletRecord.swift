public import BitcoinPrimitives
public import Descriptors

/// A wallet as the coordinator remembers it.
public struct WalletRecord: Hashable, Sendable {
  package let id: Int64
  /// What the person calls it; unique in the home.
  public let name: String
  /// The network of its coins.
  public let network: Network
  /// Which scripts are its own; public keys only.
  public let descriptor: Descriptor
  /// No coin of it is older than this block.
  public let birthHeight: Int
  /// How many addresses past the last used or handed out are watched.
  public let gapLimit: Int

  package init(
    id: Int64, name: String, network: Network, descriptor: Descriptor, birthHeight: Int,
    gapLimit: Int
  ) {
    self.id = id
    self.name = name
    self.network = network
    self.descriptor = descriptor
    self.birthHeight = birthHeight
    self.gapLimit = gapLimit
  }

  /// The branch that change goes to.
  public var changeBranch: Int { descriptor.changeBranch }

  /// Whether it holds every script that one key may have been paid with (`combo`): such a wallet is
  /// emptied, not paid to.
  public var isForSweeping: Bool { descriptor.alternatives.count > 1 && !descriptor.isRange }
}

extension WalletRecord {
  /// Whether a descriptor is of this wallet, however it is written: the same branches in the same
  /// order, by their first scripts.
  public func isSame(as other: Descriptor, on network: Network) -> Bool {
    guard network == self.network, descriptor.isRange == other.isRange,
      descriptor.scriptBranchCount == other.scriptBranchCount,
      descriptor.firstScripts == other.firstScripts
    else { return false }
    return (0..<descriptor.scriptBranchCount).allSatisfy { branch in
      guard let own = try? descriptor.derived(branch: branch, index: 0).scriptPubKey,
        let its = try? other.derived(branch: branch, index: 0).scriptPubKey
      else { return descriptor == other }
      return own == its
    }
  }

  /// Whether a descriptor has addresses of this wallet.
  public func overlaps(_ other: Descriptor, on network: Network) -> Bool {
    network == self.network && !descriptor.firstScripts.isDisjoint(with: other.firstScripts)
  }
}
