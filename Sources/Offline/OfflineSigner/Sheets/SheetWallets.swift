import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import RecoverySheets
import TerminalUI

/// The wallets that an encrypted sheet holds beside its seed, on their way into the vault.
///
/// Whoever knew the words wrote them; all the same each is shown, and each key of ours is derived
/// again, as `wallet register` does.
struct SheetWallets {
  let wallets: [SealedContents.Wallet]

  /// Registers those that a person agrees to; their names.
  func register(
    in contents: inout VaultContents, now: Int64, agreed: Bool,
    _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> [String] {
    let network = try contents.knownNetwork()
    var names: [String] = []
    for wallet in wallets {
      let shown = ForeignText.name(wallet.name)
      guard let name = EntryName(wallet.name), contents.wallet(named: wallet.name) == nil,
        let given = try? Descriptor(parsing: wallet.descriptor, on: network),
        !contents.wallets.contains(where: { $0.descriptor == given.canonical })
      else {
        console.talk("The sheet's wallet \(shown) was passed over: it is here already, or damaged.")
        continue
      }
      let owned = try contents.owned(given, options, console)
      let screen = try WalletScreen(
        name: name.text, network: network, descriptor: owned.descriptor, ownKeys: owned.keys)
      console.talk(screen.text)
      guard agreed || console.screen.canAsk else {
        console.talk("It was not registered: nobody was there to compare it (--yes takes it).")
        continue
      }
      var isTaken = agreed
      if !isTaken {
        isTaken = try console.agrees(to: "Register this wallet of the sheet too?")
      }
      guard isTaken else { continue }
      contents.wallets.append(
        EncryptedVault.RegisteredWallet(
          name: name.text, descriptor: owned.descriptor.canonical, keys: owned.keys,
          source: "encrypted sheet", registered: now))
      names.append(name.text)
    }
    return names
  }
}
