internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import Glibc
internal import Isolation
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// The command `backup auto`.
struct BackupAutoCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "auto",
    abstract: "Lets backups write themselves to a folder, or shows whether they are current.",
    discussion: """
        online-coordinator backup auto --folder /media/stick
        online-coordinator backup auto
        online-coordinator backup auto --off

      From then on each command that changes a wallet, a label, a tag, a freeze, a
      name, a payment, a node or what was handed out writes a backup as it ends, and
      reads it back. Backups lie in a folder of their own beneath the one that you
      name. If it is not there (the stick is out), the backup waits: the next command
      that finds the folder writes it. For a second stick, name its folder as well:
      both are kept up to date, each when it is in.

      It keeps the newest 5, the last of each of the latest 5 days, and the last of
      each of the latest 4 months. `backup restore /media/stick` takes the newest that
      opens.
      """)

  @Option(
    help: ArgumentHelp("Write backups beneath this folder from now on.", valueName: "folder"))
  var folder: String?

  @Option(
    help: ArgumentHelp("The seed whose key is used, where several fit.", valueName: "fingerprint"))
  var key: FingerprintArgument?

  @Flag(help: "Stop backups from writing themselves; those that are there stay.")
  var off = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    guard !off || folder == nil else {
      throw ProgramError(
        "--folder and --off exclude each other", hint: "give one of them", exitCode: .wrongUsage)
    }
    guard key == nil || folder != nil else {
      throw ProgramError(
        "--key needs --folder", hint: "name the folder as well: `backup auto --folder FOLDER`",
        exitCode: .wrongUsage)
    }
    let store = try session.store()
    if off { try store.setBackupFolder(nil, key: nil) }
    if let folder { try turnOn(folder, store, session) }
    AutomaticBackup(session: session, store: store).run()
    try BackupStanding(store, session).show(on: session.console)
  }

  private func turnOn(
    _ folder: String, _ store: Store, _ session: CoordinatorSession
  ) throws {
    let home = try session.home()
    let keys = try KeyFolder(home: home).entries()
    let named = key?.fingerprint
    guard keys.contains(where: { named == nil || $0.fingerprint == named }) else {
      // Says which there are, and how one comes here.
      _ = try KeyFolder(home: home).chosen(named, on: nil)
      return
    }
    let networks = Set(keys.map(\.network)).filter { network in
      named == nil && keys.count { $0.network == network } > 1
    }
    if let network = networks.min(by: { $0.name < $1.name }) {
      _ = try KeyFolder(home: home).chosen(nil, on: network)
    }
    let shelf = BackupShelf(
      try Self.place(folder, home: home) + "/" + BackupFolders.prefix + store.backupHome())
    try hinted { () throws(FileError) in try shelf.make() }
    try store.setBackupFolder(shelf.folder, key: named.map { "\($0)" })
  }

  /// The folder that was named, from the root on and without links: commands run in other folders later.
  private static func place(_ folder: String, home: String) throws -> String {
    guard !folder.isEmpty, let resolved = realpath(folder, nil) else {
      throw ProgramError(FileError.notFound(path: folder))
    }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard try Folder.kind(of: path) == .folder else {
      throw ProgramError(FileError.notAFolder(path: folder))
    }
    guard FileFence.mayBeWritten(path), path.allSatisfy({ !$0.isNewline }) else {
      throw ProgramError(
        "backups cannot write themselves to \(ForeignText.shown(folder))",
        hint: "name a folder of your own, on another disk, a stick or in a synced folder",
        exitCode: .wrongUsage)
    }
    let own = realpath(home, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard path != own, !path.hasPrefix("\(own ?? home)/") else {
      throw ProgramError(
        "\(ForeignText.shown(folder)) is a part of this home: what damages the records damages "
          + "their backups as well",
        hint: "name a folder on another disk, a stick or in a synced folder", exitCode: .wrongUsage)
    }
    // The folder of the backups themselves, named once more.
    let parts = path.split(separator: "/")
    guard let last = parts.last, BackupFolders.isName(last) else { return path }
    return "/" + parts.dropLast().joined(separator: "/")
  }
}
