internal import BitcoinPrimitives
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The addresses of a wallet's coins, from the scripts in its records: nothing is derived again.
struct WalletAddresses {
  private let network: Network
  private let scripts: [ScriptPlace: Script]

  init(_ wallet: WalletRecord, _ store: Store) throws {
    network = wallet.network
    let known = try store.scripts(of: wallet)
    scripts = Dictionary(
      known.map { (ScriptPlace(branch: $0.branch, index: $0.index), $0.script) }
    ) { first, _ in first }
  }

  /// The address of a place of the wallet; empty when its script has none.
  func address(_ place: ScriptPlace) -> String {
    guard let script = scripts[place] else { return "" }
    return Address(script: script, network: network)?.string ?? ""
  }
}
