internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import DurableFiles
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// The command `backup write`.
struct CoordinatorBackupWriteCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Writes an encrypted backup of the wallets of a network.",
    discussion: """
        online-coordinator backup write --out /media/usb/drawbridge.backup
        online-coordinator backup write --out drawbridge.backup --force

      It holds the wallets with their descriptors, labels, people and payments
      that are not confirmed, and the nodes without their passwords. The file
      tells nobody what is in it, not even how much. It is written whole or not at
      all; with --force it replaces an older one.
      """)

  @Option(help: ArgumentHelp("The file to write.", valueName: "path"))
  var out: String

  @Option(help: ArgumentHelp("The seed whose key is used.", valueName: "fingerprint"))
  var key: FingerprintArgument?

  @Option(help: ArgumentHelp("The network of the wallets.", valueName: "net"))
  var network: NetworkName?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    try requireFree()
    let store = try session.store()
    let key = try session.keyFolder().chosen(
      key?.fingerprint, on: session.network(network))
    let network = key.network
    let backup = try SealedDocument(of: store, under: key, at: session.now)
    if backup.snapshot.wallets.isEmpty {
      session.console.warn("there is no wallet on \(network.name): the backup contains none")
    }
    let (path, replacing) = (out, force)
    try AtomicFile.write(backup.bytes, to: path, replacing: replacing ? .yes : .no)
    try store.noteBackup(of: backup.snapshot, on: network, to: path, at: session.now)
    report(
      backup.document, key.fingerprint.description, network, backup.bytes.count, session.console)
  }

  private func requireFree() throws {
    guard out != "-", !out.hasSuffix("/") else {
      throw ProgramError(
        "a backup can only be written to a file", hint: "name a file: --out drawbridge.backup",
        exitCode: .wrongUsage)
    }
    let path = out
    let kind = try Folder.kind(of: path)
    guard force || kind == nil else { throw ProgramError(FileError.exists(path: out)) }
  }

  private func report(
    _ document: BackupDocument, _ key: String, _ network: Network, _ bytes: Int,
    _ console: Console
  ) {
    let wallets = document.records?.wallets ?? []
    let labels = wallets.reduce(0) { $0 + $1.labels.count }
    let payments = wallets.reduce(0) { $0 + $1.payments.count }
    console.result(
      sentences: """
        Wrote \(counted(wallets.count, "wallet")) of \(network.name), \(counted(labels, "label")) and \
        \(counted(payments, "unfinished payment")) to \(ForeignText.shown(out)), under the key of \(key).
        """,
      json: [
        "out": .string(out), "key": .string(key), "network": .string(network.name),
        "wallets": .array(wallets.map { .string($0.name) }), "labels": .integer(labels),
        "payments": .integer(payments), "bytes": .integer(bytes),
      ])
  }
}
