internal import ArgumentParser

/// `backup`: the key of the coordinator's backups, and the container that is signed.
struct SignerBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Hands the coordinator the key of its backups; reads and signs backups.",
    discussion: """
      The coordinator keeps what the chain does not tell: wallets, labels,
      unfinished payments. It encrypts backups of that with a key that comes from a
      seed here, so that the seed brings them back as well.

      What is on paper for the seed is enough: the same seed gives the same key.
      """,
    subcommands: [
      SignerBackupKeyCommand.self, SignerBackupWriteCommand.self, BackupReadCommand.self,
    ])
}
