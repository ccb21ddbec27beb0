internal import Descriptors
package import EncryptedVault
package import ExtendedKeys
internal import Refusals
package import SignerHome
package import TerminalUI

extension VaultContents {
  /// Registers the standard descriptor of a single-key account (R06: only registered wallets sign).
  ///
  /// Gives the name under which it is registered; nil for a cosigner's key, which registers nothing.
  package mutating func register(
    _ key: AccountKey, _ script: StandardAccount, of seed: EntryName, as name: String, now: Int64
  ) throws(ProgramError) -> String? {
    guard script.isSingleKey, let descriptor = Descriptor(account: key, script: script) else {
      return nil
    }
    let text = descriptor.canonical
    if let known = wallets.first(where: { $0.descriptor == text }) { return known.name }
    guard EntryName(name) != nil else {
      throw ProgramError(
        "the wallet's name, \(ForeignText.shown(name)), would be too long",
        hint: "import the seed under a shorter name: the wallet's name contains it")
    }
    guard wallet(named: name) == nil else {
      throw ProgramError(
        "another wallet is registered as \(name)", rule: .r23,
        hint: "look at it with `wallet show \(name)`; a registered wallet is never changed silently"
      )
    }
    wallets.append(
      StoredWallet(
        name: name, descriptor: text, keys: [OwnKey(position: 0, seed: seed.text)],
        source: "exported account", registered: now))
    return name
  }
}
