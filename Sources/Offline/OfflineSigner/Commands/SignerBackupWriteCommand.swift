internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import KeyKeeper
internal import Refusals
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import WalletBackups

/// `backup write`: puts a backup into the container that is signed.
struct SignerBackupWriteCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Writes a backup in the AEWB container (version 1), which is signed by the seed.",
    discussion: """
        offline-signer backup write savings --from drawbridge.backup \\
            --out savings.aewb

      AEWB is Mycelium's format of automatic encrypted wallet backups, for programs
      that read it. It is signed with a key that never leaves this machine, so the
      coordinator cannot write one; it verifies and reads it. The input is a backup
      of the coordinator's, or its document as JSON. Unless you need AEWB, use
      the coordinator's own backups.
      """)

  @Argument(help: "The seed's name.")
  var seed: EntryName

  @Option(
    help: ArgumentHelp("The coordinator's backup, or a JSON document.", valueName: "input"))
  var from: String

  @Option(help: ArgumentHelp("The file to write.", valueName: "path"))
  var out: String

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let (target, isForced) = (out, force)
    let kind = try hinted { () throws(FileError) in try Folder.kind(of: target) }
    guard isForced || kind == nil else { throw ProgramError(FileError.exists(path: out)) }
    try session.requireVault()
    let keeper = KeeperClient(
      session.environment.keeper ?? KeeperServer(session, for: .backup(options)))
    let (kept, bytes) = try session.contents(from: keeper) { () throws(ProgramError) in
      try BackupSource.bytes(from)
    }
    let network = try kept.knownNetwork()
    let key = try keeper.backupKey(on: network)
    let input = try BackupSource.document(in: bytes, key: key, plain: true)
    try BackupSource.require(input.document, on: network)
    let contents = input.contents
    let (archive, time) = try keeper.archive(contents)
    // Read back before it is written: what cannot be opened is not a backup.
    try hinted { () throws(BackupError) in
      guard try AEWBArchive(decoding: archive).opened(with: key) == contents else {
        throw .libraryFailed("encrypting the backup")
      }
    }
    try hinted { () throws(FileError) in
      try AtomicFile.write(archive, to: target, replacing: isForced ? .yes : .no)
    }
    let id = key.walletID
    session.console.result(
      sentences:
        "Wrote \(ForeignText.shown(out)), signed as \(id) at \(UTCTime(Int64(time)).text) UTC.",
      json: [
        "out": .string(out), "walletID": .string(id), "timestamp": .integer(time),
        "network": .string(network.name),
      ])
  }

  /// What this command line says to what holds the seeds.
  var options: BackupOptions {
    BackupOptions(seed: seed, writes: true, seedPassphrase: seedPassphrase)
  }
}
