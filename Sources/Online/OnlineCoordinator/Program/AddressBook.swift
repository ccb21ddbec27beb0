internal import BitcoinPrimitives
internal import TerminalUI
internal import WalletStorage

/// The addresses of a wallet's coins, from the scripts in its records: nothing is derived again.
struct AddressBook {
  private struct Place: Hashable {
    let branch: Int
    let index: UInt32
  }

  private let network: Network
  private let scripts: [Place: Script]

  init(_ wallet: WalletRecord, _ store: Store) throws(ProgramError) {
    network = wallet.network
    let known = try hinted { () throws(StorageError) in try store.scripts(of: wallet) }
    scripts = Dictionary(
      known.map { (Place(branch: $0.branch, index: $0.index), $0.script) }
    ) { first, _ in first }
  }

  /// The address of a coin; empty when its script has none.
  func address(_ coin: WalletCoin) -> String {
    guard let script = scripts[Place(branch: coin.branch, index: coin.index)] else { return "" }
    return Address(script: script, network: network)?.string ?? ""
  }
}
