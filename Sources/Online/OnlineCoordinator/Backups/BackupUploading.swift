internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import Hashes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// The backups that upload themselves to a server: at the end of each command, where something was changed that the
/// server lacks (docs/decisions/0036).
///
/// What goes wrong is said in one sentence and remembered; it ends no command. It is tried again at the next change, or
/// by `backup auto --now`.
struct BackupUploading {
  /// The longest that the proof of work is searched at the end of a command.
  private static let workLimit = Duration.seconds(10)
  /// The longest that `backup auto --now` takes for one network.
  private static let patience = Duration.seconds(600)

  let session: CoordinatorSession
  let store: Store

  /// Uploads what is due; `isForced` whatever the records say, and for longer.
  ///
  /// `isReplacing` also over a backup that this home did not upload. `isQuiet` keeps what the records cannot tell to
  /// itself: the command has said so already.
  func run(isForced: Bool = false, isReplacing: Bool = false, isQuiet: Bool = false) async {
    do {
      try await uploadDue(isForced, isReplacing)
    } catch {
      guard !isQuiet else { return }
      let error = ProgramError(any: error)
      session.console.warn(
        "no backup was uploaded: \(ForeignText.linesAgain(error.message)); `backup auto --now` tries again"
      )
    }
  }

  private func uploadDue(_ isForced: Bool, _ isReplacing: Bool) async throws {
    guard let server = try store.backupServer() else { return }
    let keys = KeyFolder(home: try session.home())
    guard try !due(keys, isForced).isEmpty else { return }
    let lock: HomeLock
    do throws(FileError) {
      lock = try keys.uploadLock()
    } catch {
      // Another program uploads; what it lacks the next command finds.
      if case .locked = error, !isForced { return }
      throw error
    }
    var work = try due(keys, isForced)
    // Once more for what another program changed meanwhile.
    for _ in 0..<2 {
      for state in work { await upload(state, to: server, keys, isForced, isReplacing) }
      work = try due(keys, false)
      if work.isEmpty { break }
    }
    _ = consume lock
  }

  /// The networks of which the server lacks something, as far as that was not tried in vain already.
  private func due(_ keys: KeyFolder, _ isForced: Bool) throws -> [BackupState] {
    let uploads = try store.backupUploads()
    return try store.backupStates().filter { state in
      let upload = uploads.first { $0.network == state.network }
      let isDue =
        isForced
        || (upload?.done?.changes != state.changes && upload?.failure?.changes != state.changes)
      return try isDue && keys.areNeeded(on: state.network)
    }
  }

  private func upload(
    _ state: BackupState, to server: BackupServerRecord, _ keys: KeyFolder, _ isForced: Bool,
    _ isReplacing: Bool
  ) async {
    let network = state.network
    let limit = isForced ? Self.patience : session.environment.uploadLimit
    let before = (try? store.backupUploads())?.first { $0.network == network }
    do {
      let isNew = try await upload(
        on: network, to: server, keys, before, isForced, isReplacing, within: limit)
      if isNew, isForced || before?.done == nil || before?.failure != nil {
        session.console.talk(
          "The backup of \(network.name) was uploaded to \(try session.backupServer(server).place) and read back."
        )
      }
    } catch {
      let error = ProgramError(any: error)
      let (message, hint) = (
        ForeignText.linesAgain(error.message), ForeignText.linesAgain(error.hint)
      )
      let changes = (try? store.backupStates())?.first { $0.network == network }?.changes
      try? store.noteUploadFailure(
        "\(message); \(hint)", of: max(state.changes, changes ?? 0), on: network, at: session.now)
      session.console.warn(
        "the backup of \(network.name) was not uploaded: \(message); \(hint)"
          + (hint.contains("backup auto --now") ? "" : " (`backup auto --now` tries again)"))
    }
  }

  /// - Returns: whether anything had to be uploaded.
  private func upload(
    on network: Network, to server: BackupServerRecord, _ keys: KeyFolder, _ before: BackupUpload?,
    _ isForced: Bool, _ isReplacing: Bool, within limit: Duration
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    let key = try keys.automatic(server.key, on: network)
    let backup = try SealedDocument(of: store, under: key, at: session.now)
    let (bytes, changes, digest) = (backup.bytes, backup.snapshot.changes, backup.digest)
    if !isForced, let done = before?.done, done.digest == digest {
      // Changed, and changed back: what the server has says it all.
      try store.noteUpload(
        .init(changes: changes, time: done.time, digest: digest, hash: done.hash), on: network,
        to: server.url)
      return false
    }
    let client = try session.backupServer(server)
    let (id, place, seconds) = (key.uploadID, client.place, Int(limit.components.seconds))
    let progress = session.console.progress("uploading the backup to \(place)")
    let ticking = progress.ticking()
    session.environment.stop.arm()
    defer {
      session.environment.stop.disarm()
      ticking.cancel()
      progress.end()
    }
    let stop = session.environment.stop
    if !isReplacing {
      let there = await session.waited(until: deadline, or: stop) { () -> [UInt8]? in
        do {
          return try await client.backup(of: id, limit: BackupFile.limit, seconds: seconds)
        } catch BackupServerError.nothing {
          return nil
        }
      }
      if let there = try there.value(from: place, seconds: seconds) {
        try requireOwn(there, key, before, on: network, server)
      }
    }
    let nonce = try proof(of: bytes, id, for: server, place, until: deadline, isForced: isForced)
    try store.noteUploadAttempt(SHA256.hash(bytes).bytes, on: network)
    let back = await session.waited(until: deadline, or: stop) {
      try await client.upload(bytes, as: id, proof: nonce, seconds: seconds)
      return try await client.backup(of: id, limit: bytes.count, seconds: seconds)
    }
    let found = try back.value(from: place, seconds: seconds)
    guard found == bytes, try Self.contents(found, key) == backup.contents else {
      throw BackupServerError.another(place: place)
    }
    try store.noteUpload(
      .init(changes: changes, time: session.now, digest: digest, hash: SHA256.hash(bytes).bytes),
      on: network, to: server.url)
    return true
  }

  private static func contents(
    _ bytes: [UInt8], _ key: borrowing BackupKey
  ) throws(ProgramError) -> [UInt8] {
    do throws(BackupError) {
      return try BackupFile(decoding: bytes).opened(with: key)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Refuses to take the place of a backup that another home uploaded, or this one before its records were lost.
  ///
  /// What does not open with the key, and an old one that the server gives again, is no loss.
  private func requireOwn(
    _ found: [UInt8], _ key: borrowing BackupKey, _ before: BackupUpload?, on network: Network,
    _ server: BackupServerRecord
  ) throws {
    let hash = SHA256.hash(found).bytes
    guard hash != before?.done?.hash, let contents = try? Self.contents(found, key) else { return }
    let written = (try? BackupDocument(parsing: contents))?.records?.written ?? 0
    if hash == before?.attempt {
      // Its answer was lost. What it says is not known any more.
      try store.noteUpload(
        .init(changes: before?.done?.changes ?? 0, time: max(0, written), digest: [], hash: hash),
        on: network, to: server.url)
      return
    }
    if let done = before?.done, written <= done.time { return }
    throw ProgramError(
      "\(try session.backupServer(server).place) has a backup of \(network.name), written on "
        + "\(UTCTime(written).text) (UTC), that this home did not upload",
      hint:
        "if you want what is in it, take it first with `backup restore --server \(server.url)`; then "
        + "`backup auto --now --replace`")
  }

  /// The nonce that proves the work; zeros where the server asks for none.
  private func proof(
    of bytes: [UInt8], _ id: [UInt8], for server: BackupServerRecord, _ place: String,
    until deadline: ContinuousClock.Instant, isForced: Bool
  ) throws -> Bytes32 {
    guard server.rounds > 0 else { return .zero }
    let start = ContinuousClock.now
    let end = isForced ? deadline : min(deadline, start + Self.workLimit)
    let stop = session.environment.stop
    let work = UploadWork(
      walletID: id, payload: bytes, rounds: server.rounds, baseTarget: server.baseTarget)
    let nonce = work?.nonce { ContinuousClock.now >= end || stop.isRaised() }
    if let nonce { return nonce }
    throw BackupServerError.workTooLong(
      place: place, seconds: Int((ContinuousClock.now - start).components.seconds))
  }
}
