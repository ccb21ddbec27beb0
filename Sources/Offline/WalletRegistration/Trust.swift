package import EncryptedVault
internal import SeedForms
internal import SignerHome
package import TerminalUI
package import TransactionReview

// Who can spend from the wallets of a vault: what its seeds say of their keys.

extension StoredSeed {
  /// Who else may have its keys: a single key came from outside, a BIP-85 child is made to be handed
  /// to somebody.
  var keySource: KeySource {
    // A child also says that it is one, in case its parent has left the vault.
    if parent != nil || ChildArgument(origin: origin) != nil { return .child }
    return kind == .wif ? .importedKey : .seed
  }
}

extension VaultContents {
  /// Where our keys of a wallet come from, by their positions.
  package func keySources(of keys: [OwnKey]) -> [Int: KeySource] {
    var sources: [Int: KeySource] = [:]
    for key in keys { sources[key.position] = seed(named: key.seed)?.keySource ?? .seed }
    return sources
  }

  /// The same for a registered wallet.
  package func keySources(of wallet: StoredWallet) -> [Int: KeySource] {
    keySources(of: wallet.keys)
  }

  /// Who can spend from a registered wallet.
  package func trust(of wallet: StoredWallet) throws(ProgramError) -> TrustClass {
    TrustClass(
      try wallet.parsedDescriptor(), ownKeys: Set(wallet.keys.map(\.position)),
      sources: keySources(of: wallet))
  }
}

extension TrustClass {
  /// The classes, for the help of commands that say them.
  package static let help = """
    CLASS says who can spend from a wallet: sole (only this vault), joint (others
    must sign with us), shared (others can spend from it without us), handed out (a
    BIP-85 child), sweep (a single key that came from outside). Money paid to any
    wallet that is not sole is no longer yours alone.
    """
}
