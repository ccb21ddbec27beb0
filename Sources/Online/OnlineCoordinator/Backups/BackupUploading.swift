internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import Hashes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// The backups that upload themselves to a server: at the end of each command that went well, where something was
/// changed that the server lacks (docs/decisions/0036).
///
/// What goes wrong is said in one sentence and remembered; it fails no command but `backup auto`. It is tried again at
/// the next change, or by `backup auto --now`.
struct BackupUploading {
  /// The longest that `backup auto --now` takes for one network.
  private static let patience = Duration.seconds(600)

  let session: CoordinatorSession
  let store: Store
  /// Uploads whatever the records say, and takes longer.
  var isForced = false
  /// Uploads over a backup that this home did not send, too.
  var isReplacing = false

  /// Uploads what is due.
  ///
  /// - Returns: whether all that was due is on the server.
  @discardableResult
  func run() async -> Bool {
    do {
      return try await uploadDue()
    } catch {
      let error = ProgramError(any: error)
      session.console.warn(
        "no backup was uploaded: \(ForeignText.linesAgain(error.message)); `backup auto --now` tries again"
      )
      return false
    }
  }

  private func uploadDue() async throws -> Bool {
    guard let server = try store.backupServer() else { return true }
    let keys = try session.keyFolder()
    guard try !due(keys, isForced).isEmpty else { return true }
    let lock: HomeLock
    do throws(FileError) {
      lock = try keys.uploadLock()
    } catch {
      // Another program uploads; what it lacks the next command finds.
      if case .locked = error, !isForced { return true }
      throw error
    }
    // One time for all networks: a command ends when it is over, however many there are.
    let end = ContinuousClock.now + session.environment.uploadLimit
    // Real money first: what the time is too short for is said, and tried at the next change.
    var work = try due(keys, isForced).sorted {
      $0.network.isWorthMoney && !$1.network.isWorthMoney
    }
    var failed: Set<Network> = []
    // Once more for what another program changed meanwhile.
    for _ in 0..<2 {
      for state in work {
        let deadline = isForced ? .now + Self.patience : end
        if await upload(state, to: server, keys, until: deadline) {
          failed.remove(state.network)
        } else {
          failed.insert(state.network)
        }
      }
      work = try due(keys, false)
      if work.isEmpty { break }
    }
    _ = consume lock
    return failed.isEmpty
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

  /// Uploads the backup of one network, and says and remembers what came of it.
  ///
  /// - Returns: whether it is on the server.
  private func upload(
    _ state: BackupState, to server: BackupServerRecord, _ keys: KeyFolder,
    until deadline: ContinuousClock.Instant
  ) async -> Bool {
    let network = state.network
    // Those of what was sealed: what another program changes meanwhile is due still.
    var changes = state.changes
    do {
      let before = try store.backupUploads().first { $0.network == network }
      let key = try keys.automatic(server.key, on: network)
      let backup = try SealedDocument(of: store, under: key, at: session.now)
      changes = backup.snapshot.changes
      if !isForced, let before, let done = before.done, done.digest == backup.digest,
        done.hash == before.attempt, before.failure == nil
      {
        // Changed, and changed back, with nothing sent in between: what the server has says it all.
        try store.noteUpload(
          .init(changes: changes, time: done.time, digest: done.digest, hash: done.hash),
          on: network, to: server)
        return true
      }
      let replaced = try await send(backup, key, to: server, until: deadline)
      let place = try session.backupServer(server).place
      if isForced || before?.done == nil || before?.failure != nil {
        session.console.talk(
          "The backup of \(network.name) was uploaded to \(place) and read back.")
      }
      if let replaced { session.console.talk("It took the place of \(replaced).") }
      return true
    } catch {
      let error = ProgramError(any: error)
      let (message, hint) = (
        ForeignText.linesAgain(error.message), ForeignText.linesAgain(error.hint)
      )
      try? store.noteUploadFailure(
        "\(message); \(hint)", of: changes, on: network, to: server, at: session.now)
      session.console.warn(
        "the backup of \(network.name) was not uploaded: \(message); \(hint)"
          + (hint.contains("backup auto --now") ? "" : " (`backup auto --now` tries again)"))
      return false
    }
  }

  /// Looks at what the server has, proves the work, uploads, and reads back.
  ///
  /// - Returns: what else than a backup of this home it took the place of, in words; nil for nothing.
  private func send(
    _ backup: SealedDocument, _ key: borrowing BackupKey, to server: BackupServerRecord,
    until deadline: ContinuousClock.Instant
  ) async throws -> String? {
    let (network, bytes, id) = (key.network, backup.bytes, key.uploadID)
    let client = try session.backupServer(server)
    let place = client.place
    let seconds = max(1, Int((deadline - .now).components.seconds))
    let progress = session.console.progress("uploading the backup to \(place)")
    let ticking = progress.ticking()
    let stop = session.environment.stop
    stop.arm()
    defer {
      stop.disarm()
      ticking.cancel()
      progress.end()
    }
    let isReplacing = isReplacing
    func there() async throws -> [UInt8]? {
      let asked = await session.waited(until: deadline, or: stop) { () -> [UInt8]? in
        do {
          return try await client.backup(of: id, limit: BackupFile.limit, seconds: seconds)
        } catch BackupServerError.nothing {
          return nil
        } catch let error as BackupServerError where isReplacing && error.isOfAnswer {
          // No backup; the upload says what is wrong with the server.
          return Array("\(error)".utf8)
        }
      }
      let bytes = try asked.value(from: place, seconds: seconds)
      return bytes?.isEmpty == true ? nil : bytes
    }
    let found = try await there()
    if found == nil, let done = try self.done(on: network) {
      session.console.warn(
        "\(place) has lost the backup of \(network.name) that was uploaded on \(UTCTime(done.time).text) (UTC)"
      )
    }
    var replaced = try judged(found, key, server, place)
    let nonce = try proof(of: bytes, id, for: server, place, until: deadline)
    if server.rounds > 0 {
      // Proving may have taken minutes, in which another home uploads.
      let now = try await there()
      if now != found { replaced = try judged(now, key, server, place) }
    }
    let hash = SHA256.hash(bytes).bytes
    try store.noteUploadAttempt(hash, on: network, to: server)
    let back = await session.waited(until: deadline, or: stop) {
      try await client.upload(bytes, as: id, proof: nonce, seconds: seconds)
      return try await client.backup(of: id, limit: bytes.count, seconds: seconds)
    }
    let kept = try back.value(from: place, seconds: seconds)
    guard kept == bytes, try Self.contents(kept, key) == backup.contents else {
      throw BackupServerError.another(place: place)
    }
    try store.noteUpload(
      .init(
        changes: backup.snapshot.changes, time: session.now, digest: backup.digest, hash: hash),
      on: network, to: server)
    return replaced
  }

  private func done(on network: Network) throws -> BackupUpload.Done? {
    try store.backupUploads().first { $0.network == network }?.done
  }

  private static func contents(
    _ bytes: [UInt8], _ key: borrowing BackupKey
  ) throws(BackupError) -> [UInt8] {
    try BackupFile(decoding: bytes).opened(with: key)
  }

  /// Refuses to take the place of anything that this home did not send: another did, or this one before its records were
  /// lost.
  ///
  /// What cannot be opened is no exception: it may be half of a backup that another home is sending, or of a later
  /// version.
  ///
  /// - Returns: what is to be replaced all the same, in words; nil for nothing.
  private func judged(
    _ found: [UInt8]?, _ key: borrowing BackupKey, _ server: BackupServerRecord, _ place: String
  ) throws -> String? {
    guard let found else { return nil }
    let document: BackupDocument
    do throws(BackupError) {
      if isOwn(found, key, server) { return nil }
      document = try BackupDocument(parsing: Self.contents(found, key))
    } catch {
      let what =
        "something that this program cannot open as a backup of \(key.network.name) (\(error))"
      if isReplacing { return what }
      throw ProgramError(
        "\(place) has \(what), and this home did not upload it",
        hint:
          "another home may be sending it just now, or a newer version of this program wrote it: try "
          + "`backup show --server \(server.url)`; to replace it: `backup auto --now --replace`")
    }
    let what =
      "a backup of \(key.network.name) that this home did not upload, written on "
      + "\(UTCTime(document.records?.written ?? 0).text) (UTC)"
    if isReplacing { return what }
    throw ProgramError(
      "\(place) has \(what)",
      hint:
        "if you want what is in it, take it first with `backup restore --server \(server.url)`; then "
        + "`backup auto --now --replace`")
  }

  /// Whether this home sent it, by its records.
  private func isOwn(
    _ found: [UInt8], _ key: borrowing BackupKey, _ server: BackupServerRecord
  ) -> Bool {
    let (hash, network) = (SHA256.hash(found).bytes, key.network)
    // Records that cannot be read know of nothing.
    let before = (try? store.backupUploads())?.first { $0.network == network }
    let isKnown = hash == before?.done?.hash || hash == before?.attempt
    guard isKnown || (try? store.isSent(hash)) == true else { return false }
    if hash == before?.attempt, hash != before?.done?.hash {
      // Its answer was lost. Up to which change it goes is not known any more.
      let contents = try? Self.contents(found, key)
      let written = contents.flatMap { try? BackupDocument(parsing: $0) }?.records?.written ?? 0
      try? store.noteUpload(
        .init(changes: before?.done?.changes ?? 0, time: max(0, written), digest: [], hash: hash),
        on: network, to: server)
    }
    return true
  }

  /// The nonce that proves the work; zeros where the server asks for none.
  private func proof(
    of bytes: [UInt8], _ id: [UInt8], for server: BackupServerRecord, _ place: String,
    until deadline: ContinuousClock.Instant
  ) throws -> Bytes32 {
    guard server.rounds > 0 else { return .zero }
    let start = ContinuousClock.now
    let end = isForced ? deadline : min(deadline, start + session.environment.uploadWorkLimit)
    let stop = session.environment.stop
    guard
      let work = UploadWork(
        walletID: id, payload: bytes, rounds: server.rounds, baseTarget: server.baseTarget),
      work.target > 0
    else { throw BackupServerError.impossibleWork(place: place, bytes: bytes.count) }
    let nonce = work.nonce { ContinuousClock.now >= end || stop.isRaised() }
    if let nonce { return nonce }
    if stop.isRaised() {
      throw ProgramError(
        "Ctrl-C ended the proof of work for the backup server \(place)",
        hint: "try again: `backup auto --now`")
    }
    throw BackupServerError.workTooLong(
      place: place, seconds: Int((ContinuousClock.now - start).components.seconds))
  }
}

extension BackupServerError {
  /// Whether it is about what was answered, and not about who answers or whether anybody does.
  fileprivate var isOfAnswer: Bool {
    switch self {
    case .tooLarge, .malformed, .status: true
    default: false
    }
  }
}
