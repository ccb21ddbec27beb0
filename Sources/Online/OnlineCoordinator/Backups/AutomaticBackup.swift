internal import BitcoinPrimitives
internal import DurableFiles
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// The backups that write themselves: at the end of each command, where something was changed that no backup
/// has (docs/decisions/0028).
struct AutomaticBackup {
  /// How disks are reached; tests hand in their own.
  @TaskLocal static var calls: any FileCalls = SystemFileCalls()
  /// How long another program is waited for that writes backups of this home, in milliseconds.
  private static let patience = 10_000

  let session: CoordinatorSession
  let store: Store

  /// Writes what is due.
  ///
  /// What goes wrong is said and remembered, and ends no command.
  /// `isQuiet` keeps what the records cannot tell to itself: the command has said so already.
  func run(isQuiet: Bool = false) {
    guard !session.environment.onlyShows else { return }
    do {
      try writeDue()
    } catch {
      guard !isQuiet else { return }
      let error = ProgramError(any: error)
      session.console.warn("could not find out whether a backup is due: \(error.message)")
    }
  }

  private func writeDue() throws {
    let changed = try store.noteChanges(at: session.now)
    guard let place = try store.backupPlace() else { return }
    let shelf = BackupShelf(place.folder)
    let isThere = shelf.isThere
    let due = try store.backupStates().filter {
      isThere ? isDue($0, at: place, shelf) : changed.contains($0.network)
    }
    let keys = try session.keyFolder()
    let networks = try due.map(\.network).filter { try keys.areNeeded(on: $0) }
    guard !networks.isEmpty else { return }
    guard isThere else {
      session.console.talk(
        "The backup of your changes waits: \(ForeignText.shown(place.folder, limit: 6_000)) is not there."
      )
      return
    }
    try withLock {
      // Another program may have written them meanwhile.
      for state in try store.backupStates()
      where networks.contains(state.network) && isDue(state, at: place, shelf) {
        let isNews = !changed.contains(state.network) || state.automatic == nil
        write(state, at: place, shelf, keys, says: isNews || state.failure != nil)
      }
    }
  }

  /// Whether the newest that wrote itself lacks something, or is not where it should be: another stick may be
  /// plugged in, or somebody has removed it.
  private func isDue(_ state: BackupState, at place: BackupPlace, _ shelf: BackupShelf) -> Bool {
    guard let last = state.automatic, last.folder == place.folder else { return true }
    // A name that is not understood would not be found again.
    return last.changes != state.changes || BackupName(parsing: last.name) == nil
      || !shelf.has(last.name)
  }

  private func withLock(_ body: () throws -> Void) throws {
    let lock = try HomeLock(home: try session.home(), waiting: Self.patience)
    try body()
    _ = consume lock
  }

  private func write(
    _ state: BackupState, at place: BackupPlace, _ shelf: BackupShelf, _ keys: KeyFolder, says: Bool
  ) {
    let network = state.network
    let lastNumber = state.automatic.flatMap { BackupName(parsing: $0.name) }?.number ?? 0
    let written: BackupName
    do {
      let key = try keys.automatic(place.key, on: network)
      let backup = try SealedDocument(of: store, under: key, at: session.now)
      let digest = backup.digest
      if let last = state.automatic, last.folder == place.folder, last.digest == digest,
        BackupName(parsing: last.name) != nil, shelf.has(last.name)
      {
        // Changed, and changed back: the file that is there says it all.
        return try store.noteUnchanged(backup.snapshot, on: network)
      }
      written = try shelf.write(
        backup, under: key, of: place.home, at: session.now, after: lastNumber)
      try store.noteBackup(
        of: backup.snapshot, on: network, to: shelf.path(of: written), at: session.now,
        automatic: (place.folder, written.text, digest))
    } catch {
      let error = ProgramError(any: error)
      try? store.noteBackupFailure(error.message, on: network, at: session.now)
      session.console.warn(
        "no backup was written of your changes on \(network.name): "
          + "\(ForeignText.linesAgain(error.message)); \(ForeignText.linesAgain(error.hint))")
      return
    }
    if says {
      session.console.talk(
        "The backup of \(network.name) was written and read back: "
          + ForeignText.shown(shelf.path(of: written), limit: 6_000))
    }
    do {
      let strangers = try shelf.removeSuperfluous(besides: written, after: lastNumber)
      if let highest = strangers.max(by: { $0.number < $1.number }) {
        session.console.warn(
          "\(counted(strangers.count, "file")) in the folder of backups \(strangers.count == 1 ? "has" : "have") "
            + "a higher number than this home has written, and `backup restore` would take "
            + "\(ForeignText.shown(shelf.path(of: highest), limit: 6_000)) for the newest: if you did not put it "
            + "there, move it away")
      }
    } catch {
      // The newest are there; it is tried again with the next one.
      session.console.warn(
        "an old backup could not be removed: \(ForeignText.linesAgain(error.message))")
    }
  }
}

extension KeyFolder {
  /// Whether what is changed on a network ought to be in a backup: where coins are worth something, and where a
  /// signer handed over a key for it.
  func areNeeded(on network: Network) throws(ProgramError) -> Bool {
    if network.isWorthMoney { return true }
    return try entries().contains { $0.network == network }
  }

  /// The key that backups of a network write themselves with.
  ///
  /// `key` is the fingerprint that was named; nil where none was.
  func automatic(_ key: String?, on network: Network) throws(ProgramError) -> BackupKey {
    let fitting = try entries().filter { $0.network == network }
    guard !fitting.isEmpty else {
      throw ProgramError(
        "no signer has handed over a backup key for \(network.name) yet",
        hint: "on the signer: `backup key SEED --out key.png`; here: `backup key --from key.png`")
    }
    // That seed may have handed over none for this network.
    let named = fitting.first { "\($0.fingerprint)" == key }
    return try chosen(named?.fingerprint, on: network)
  }
}
