internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import EncryptedVault
internal import Refusals
internal import SecretKeys
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
    let bytes = try BackupSource.bytes(from)
    let vault = try session.openVault()
    let network = try vault.contents.knownNetwork()
    let keyring = try session.seeds(of: vault).opened(vault.contents.requiredSeed(seed))
      .backupKeyring(on: network, seedPassphrase, session.console)
    let key = try hinted { () throws(BackupError) in try keyring.handedOver() }
    let input = try BackupSource.document(in: bytes, key: key, plain: true)
    try BackupSource.require(input.document, on: network)
    guard let timestamp = UInt32(exactly: session.now) else {
      throw ProgramError(
        "the clock is outside the years that AEWB can hold (1970 to 2106)",
        hint: "set the clock of this machine")
    }
    let contents = input.contents
    let archive = try hinted { () throws(BackupError) in
      let archive = try keyring.archive(contents, timestamp: timestamp)
      // Read back before it is written: what cannot be opened is not a backup.
      guard try AEWBArchive(decoding: archive.encoded()).opened(with: key) == contents else {
        throw .libraryFailed("encrypting the backup")
      }
      return archive
    }
    try hinted { () throws(FileError) in
      try AtomicFile.write(archive.encoded(), to: target, replacing: isForced ? .yes : .no)
    }
    let id = key.walletID
    session.console.result(
      sentences:
        "Wrote \(ForeignText.shown(out)), signed as \(id) at \(UTCTime(session.now).text) UTC.",
      json: [
        "out": .string(out), "walletID": .string(id), "timestamp": .integer(timestamp),
        "network": .string(network.name),
      ])
  }
}
