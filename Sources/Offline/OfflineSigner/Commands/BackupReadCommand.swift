internal import ArgumentParser
internal import Bytes
internal import DurableFiles
internal import KeyKeeper
internal import Refusals
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import WalletBackups

/// `backup read`: verifies a backup and says what is in it.
struct BackupReadCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Verifies a backup in either container and shows what is in it.",
    discussion: """
        offline-signer backup read savings --from drawbridge.backup
        offline-signer backup read savings --from savings.aewb --out document.json

      Mycelium's own wallet derives the keys of its backups differently than its
      specification says: --mycelium reads them. To take the content to the
      coordinator, use backup write with the document.
      """)

  @Argument(help: "The seed's name.")
  var seed: EntryName

  @Option(help: ArgumentHelp("The backup.", valueName: "input"))
  var from: String

  @Option(help: ArgumentHelp("Where to write the document, not encrypted.", valueName: "path"))
  var out: String?

  @Flag(help: "The backup comes from Mycelium's own wallet of the same words.")
  var mycelium = false

  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try session.requireVault()
    let keeper = KeeperClient(
      session.environment.keeper ?? KeeperServer(session, for: .backup(options)))
    let (contents, bytes) = try session.contents(from: keeper) { () throws(ProgramError) in
      try BackupSource.bytes(from)
    }
    let network = try contents.knownNetwork()
    let key = try keeper.backupKey(on: network)
    let input = try BackupSource.document(in: bytes, key: key)
    try BackupSource.require(input.document, on: network)
    if let out {
      let document = input.contents
      try hinted { () throws(FileError) in try AtomicFile.write(document, to: out) }
    }
    report(input.document, input.kind, session.console)
  }

  /// What this command line says to what holds the seeds.
  var options: BackupOptions {
    BackupOptions(
      seed: seed, isMycelium: mycelium, writes: false, seedPassphrase: seedPassphrase)
  }

  private func report(_ document: BackupDocument, _ kind: String, _ console: Console) {
    let wallets = document.records?.wallets ?? []
    var lines = ["A backup of \(seed) (\(kind)): whole and unchanged."]
    for wallet in wallets {
      lines.append(
        """
          wallet \(ForeignText.name(wallet.name))  \(counted(wallet.labels.count, "label")), \
        \(counted(wallet.payments.count, "unfinished payment"))
        """)
    }
    lines.append("  \(counted(document.transactions.count, "transaction")) with notes")
    console.result(
      sentences: lines.joined(separator: "\n"),
      json: [
        "container": .string(kind), "transactions": .integer(document.transactions.count),
        "wallets": .array(wallets.map { .string($0.name) }),
      ])
  }
}
