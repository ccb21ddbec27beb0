internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
package import EncryptedVault
package import RecoverySheets
internal import Refusals
package import SeedForms
package import SignerHome
package import TerminalUI
internal import WalletRegistration

/// The wallets that an encrypted sheet holds beside its seed, on their way into the vault.
///
/// Whoever knew the words wrote them, and may have been deceived: each passes every check of
/// `wallet register` and stands on the same screen. What is refused here does not undo the import
/// of the seed; it is said, with how to register the wallet by itself.
package struct SheetWallets {
  let wallets: [SealedContents.Wallet]

  package init(wallets: [SealedContents.Wallet]) { self.wallets = wallets }

  /// Registers those that a person agrees to; their names.
  ///
  /// `money` answers the question whether to register a wallet, and no warning.
  package func register(
    in contents: inout VaultContents, now: Int64, _ money: MoneyConsent,
    _ options: SeedPassphraseOptions, opening seeds: SeedOpener
  ) throws(ProgramError) -> [String] {
    let console = money.console
    let network = try contents.knownNetwork()
    var names: [String] = []
    for wallet in wallets {
      let shown = ForeignText.name(wallet.name)
      guard let name = EntryName(wallet.name), contents.wallet(named: wallet.name) == nil else {
        console.talk(
          "The sheet's wallet \(shown) was skipped: its name is already in use, or is not valid.")
        continue
      }
      do throws(ProgramError) {
        let taken = try registered(
          wallet, as: name, in: contents, network, now, money, options, seeds)
        guard let taken else { continue }
        contents.wallets.append(taken)
        names.append(name.text)
      } catch {
        console.talk("The sheet's wallet \(shown) was not registered: \(error.message)")
        console.talk("hint: \(error.hint); its descriptor: \(ForeignText.shown(wallet.descriptor))")
      }
    }
    return names
  }

  /// One of them, checked, shown, acknowledged and agreed to; nil when somebody declined.
  private func registered(
    _ wallet: SealedContents.Wallet, as name: EntryName, in contents: VaultContents,
    _ network: Network, _ now: Int64, _ money: MoneyConsent, _ options: SeedPassphraseOptions,
    _ seeds: SeedOpener
  ) throws(ProgramError) -> StoredWallet? {
    let console = money.console
    let carried = try CarriedWallet.ofSheet(wallet.descriptor, on: network)
    let owned = try contents.owned(carried.descriptor, options, console, opening: seeds)
    try WalletRules.require(owned.descriptor, isNewAmong: contents.wallets)
    try WalletRules.require(owned.descriptor, agreesWith: contents.wallets)
    let screen = try WalletScreen(
      name: name.text, network: network, descriptor: owned.descriptor, ownKeys: owned.keys,
      sources: contents.keySources(of: owned.keys))
    guard money.isAgreed || console.screen.canAsk else {
      console.talk(screen.text(columns: console.columns))
      console.talk("It was not registered: there is no terminal to ask on (--yes registers it).")
      return nil
    }
    if money.isAgreed {
      console.talk(screen.text(columns: console.columns))
    } else {
      try console.showBeforeQuestion(screen.text(columns: console.columns))
    }
    try carried.concerns(owned.descriptor, ownKeys: owned.keys)
      .acknowledge(accepting: [], on: console)
    guard
      try money.consents(
        to: "register this wallet", screen,
        question: "The sheet names this wallet. If you answer no, it is left out.")
    else { return nil }
    return StoredWallet(
      name: name.text, descriptor: owned.descriptor.canonical, keys: owned.keys,
      source: carried.source, registered: now)
  }
}
