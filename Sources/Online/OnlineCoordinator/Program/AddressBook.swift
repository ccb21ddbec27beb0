internal import BitcoinPrimitives
internal import Descriptors
internal import WalletStorage

/// The addresses of a wallet's coins, derived once each.
struct AddressBook {
  private let network: Network
  private let branches: [DescriptorBranch]
  private var known: [String: String] = [:]

  init(_ wallet: WalletRecord) {
    network = wallet.network
    branches = (0..<wallet.descriptor.branchCount).compactMap {
      try? wallet.descriptor.branch($0)
    }
  }

  /// The address of a coin; empty when its script has none.
  mutating func address(_ coin: WalletCoin) -> String {
    let place = "\(coin.branch)/\(coin.index)"
    if let address = known[place] { return address }
    guard branches.indices.contains(coin.branch),
      let address = try? branches[coin.branch].address(at: coin.index, on: network)
    else { return "" }
    known[place] = address.string
    return address.string
  }
}
