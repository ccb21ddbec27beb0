internal import ArgumentParser
internal import ExtendedKeys

/// `backup`: what the chain does not tell, kept encrypted.
struct CoordinatorBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Writes and restores encrypted backups of wallets, labels and payments.",
    discussion: """
      Coins are found again on the chain; labels, who holds which key, unfinished
      payments, and the wallets themselves are not. A backup holds them, encrypted
      with a key that comes from a seed: whoever has the seed has the key again.

        1  offline-signer backup key savings --out key.png    once, on the signer
        2  online-coordinator backup key --from key.png       once, here
        3  online-coordinator backup write --out drawbridge.backup
           online-coordinator backup auto --folder /media/stick   by themselves
           online-coordinator backup auto --server https://...    by themselves
        4  online-coordinator backup restore drawbridge.backup    after 2, anywhere

      The key spends nothing and signs nothing. Whoever has it can read the
      backups, which show what you own. Passwords of nodes are not in them.
      """,
    subcommands: [
      CoordinatorBackupKeyCommand.self, CoordinatorBackupWriteCommand.self, BackupAutoCommand.self,
      BackupShowCommand.self, BackupRestoreCommand.self,
    ])
}

/// A seed's fingerprint, as eight hexadecimal digits.
struct FingerprintArgument: ExpressibleByArgument, Sendable {
  let fingerprint: Fingerprint

  init?(argument: String) {
    guard let fingerprint = try? Fingerprint(parsing: argument) else { return nil }
    self.fingerprint = fingerprint
  }
}
