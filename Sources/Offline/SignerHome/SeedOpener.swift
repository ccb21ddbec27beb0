package import EncryptedVault
internal import SecureMemory
package import TerminalUI

/// What opens the seeds of a vault, one at a time, when a command needs the secret of one.
///
/// Where the seeds have a passphrase of their own, it is asked for when the first of them is opened.
package struct SeedOpener: Sendable {
  /// Nil where every seed is open already.
  private let compartment: SeedCompartment?
  private let passphrase: SecretSource
  private let console: Console

  init(_ compartment: SeedCompartment, passphrase: SecretSource, _ console: Console) {
    self.compartment = compartment
    self.passphrase = passphrase
    self.console = console
  }

  /// What gives seeds that are open already, of no vault.
  package init(ofOpenSeeds console: Console) {
    compartment = nil
    passphrase = .terminal
    self.console = console
  }

  /// A seed with its secret, and the BIP-39 passphrase that is kept with it.
  package func opened(_ seed: StoredSeed) throws(ProgramError) -> StoredSeed {
    guard !seed.isOpen, let compartment else { return seed }
    try unlock()
    return try hinted { () throws(VaultError) in try compartment.opened(seed) }
  }

  private static let tries = 3

  /// Asks for the passphrase of the seeds, where they have one that was not told yet.
  ///
  /// A command that adds a seed asks at once: nobody should roll dice for one that cannot be saved.
  package func unlock() throws(ProgramError) {
    guard let compartment, compartment.needsPassphrase else { return }
    for attempt in 1...Self.tries {
      let typed = try console.secret(
        "Passphrase of the seeds", from: passphrase, option: "seeds-passphrase")
      do throws(ProgramError) {
        return try console.working("computing the key from the passphrase") {
          () throws(ProgramError) in
          try hinted { () throws(VaultError) in try compartment.unlock(typed) }
        }
      } catch {
        // Asked late, after a review was read: a slip should not undo that.
        guard passphrase == .terminal, attempt < Self.tries else { throw error }
        console.warn("\(error.message); \(error.hint)")
      }
    }
  }
}

/// A vault that was read and closed again.
package struct ReadVault: Sendable {
  package let contents: VaultContents
  package let seeds: SeedOpener
}

extension SignerSession {
  /// What opens the seeds of a vault.
  package func seeds(of vault: borrowing Vault) -> SeedOpener {
    SeedOpener(vault.compartment, passphrase: seedsPassphrase, console)
  }

  /// Opens the vault of this home to read it; the home is free again for another program.
  package func readVault() throws(ProgramError) -> ReadVault {
    let vault = try openVault()
    return ReadVault(contents: vault.contents, seeds: seeds(of: vault))
  }
}
