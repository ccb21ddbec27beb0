internal import BitcoinPrimitives
internal import Bytes
internal import Hashes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// How the backups stand that upload themselves to a server.
struct UploadStanding {
  /// How long the server is waited for, in seconds, for each network.
  private static let patience = 10

  let server: BackupServerRecord
  /// Host and port.
  let place: String
  private let uploads: [BackupUpload]
  private let session: CoordinatorSession
  private let keys: KeyFolder

  /// nil where no server is set.
  init?(_ store: Store, _ session: CoordinatorSession) throws {
    guard let server = try store.backupServer() else { return nil }
    self.server = server
    place = (try? BackupServerURL(parsing: server.url))?.place ?? server.url
    uploads = try store.backupUploads()
    self.session = session
    keys = try session.keyFolder()
  }

  private func upload(_ state: BackupState) -> BackupUpload? {
    uploads.first { $0.network == state.network }
  }

  /// Whether the server has all that belongs into a backup, by the records.
  func isCurrent(_ state: BackupState) -> Bool { upload(state)?.done?.changes == state.changes }

  /// Whether the end of this command uploads it.
  func isDue(_ state: BackupState) -> Bool {
    !isCurrent(state) && upload(state)?.failure?.changes != state.changes
  }

  /// What is wrong by the records, and what to do; nil where all is well.
  func problem(of state: BackupState) -> ProgramError? {
    let (network, upload) = (state.network.name, upload(state))
    if isCurrent(state), upload?.failure == nil { return nil }
    var text =
      if isCurrent(state) {
        "the last upload of the backup of \(network) to \(place) failed"
      } else if let done = upload?.done {
        "the newest backup of \(network) on \(place) was uploaded on \(UTCTime(done.time).text) (UTC), and what "
          + "was changed since is not in it"
      } else {
        "no backup of \(network) was uploaded to \(place) yet"
      }
    if let failure = upload?.failure {
      text += "; at \(UTCTime(failure.time).text): \(ForeignText.linesAgain(failure.text))"
    }
    return ProgramError(
      text,
      hint: "upload it: `backup auto --now`; for another server: `backup auto --server URL`")
  }

  /// Asks the server for the backup, opens it and compares it with what was uploaded last.
  ///
  /// - Returns: when it says that it was written; nil where none was uploaded.
  func verified(_ state: BackupState) async throws -> Int64? {
    guard let done = upload(state)?.done else { return nil }
    let client = try session.backupServer(server)
    let key = try keys.automatic(server.key, on: state.network)
    let (id, seconds) = (key.uploadID, Self.patience)
    let outcome = await session.waited(
      until: .now + .seconds(seconds), or: session.environment.stop
    ) {
      try await client.backup(of: id, limit: BackupFile.limit, seconds: seconds)
    }
    let bytes = try outcome.value(from: place, seconds: seconds)
    let found = try? BackupDocument(parsing: BackupFile(decoding: bytes).opened(with: key))
    guard SHA256.hash(bytes).bytes == done.hash, let written = found?.records?.written else {
      guard let written = found?.records?.written else {
        throw BackupServerError.another(place: place)
      }
      throw ProgramError(
        "\(place) gives a backup of \(state.network.name) written on \(UTCTime(written).text) (UTC), and not the "
          + "one that was uploaded on \(UTCTime(done.time).text)",
        hint: BackupServerError.another(place: place).hint)
    }
    return written
  }

  // MARK: Showing

  /// What is said of the server itself.
  var sentence: String {
    "Backups upload themselves to \(server.url)"
      + (server.proxy.map { " by the proxy \($0)" } ?? "")
      + (server.rounds == 0
        ? "."
        : ", with a proof of work of \(counted(server.rounds, "round")) and target \(server.baseTarget).")
  }

  var json: JSONValue {
    let key = server.certificate.flatMap { pem in
      try? ServerKey(of: NodeCertificate(parsing: pem)).fingerprint
    }
    return [
      "url": .string(server.url), "proxy": server.proxy.map { .string($0) } ?? .null,
      "pinnedKey": key.map { .string($0) } ?? .null, "key": server.key.map { .string($0) } ?? .null,
      "rounds": .integer(server.rounds), "baseTarget": .integer(server.baseTarget),
    ]
  }

  /// What is said of one network, having asked the server.
  func shown(_ state: BackupState) async -> (line: String, json: JSONValue) {
    let network = state.network.name
    var trouble = problem(of: state)
    var written: Int64?
    do { written = try await verified(state) } catch {
      trouble = trouble ?? ProgramError(any: error)
    }
    let line =
      trouble.map {
        "\(network)  \(ForeignText.linesAgain($0.message)).\n  \(ForeignText.linesAgain($0.hint))"
      }
      ?? "\(network)  The backup on \(place), written on \(UTCTime(written ?? 0).text) (UTC), was opened just now."
    return (
      line,
      [
        "current": .bool(isCurrent(state)),
        "uploaded": upload(state)?.done.map { .integer($0.time) } ?? .null,
        "opened": .bool(written != nil),
        "problem": trouble.map { .string($0.message) } ?? .null,
      ]
    )
  }
}
