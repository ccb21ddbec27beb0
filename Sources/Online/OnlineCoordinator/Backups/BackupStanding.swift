internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// How the backups of a home stand, of each network where they matter.
struct BackupStanding {
  let place: BackupPlace?
  /// Whether the folder that backups write themselves to is there now.
  let isThere: Bool
  let states: [BackupState]
  /// How the server stands; nil for none.
  let upload: UploadStanding?
  private let keys: KeyFolder

  init(_ store: Store, _ session: CoordinatorSession) throws {
    let keys = try session.keyFolder()
    self.keys = keys
    place = try store.backupPlace()
    upload = try UploadStanding(store, session)
    isThere = place.map { BackupShelf($0.folder).isThere } ?? false
    states = try store.backupStates().filter { try keys.areNeeded(on: $0.network) }
  }

  /// What is wrong with the backups of a network, and what to do; nil where all is well, and where there is no folder,
  /// but a server: that says it itself.
  func problem(of state: BackupState) -> ProgramError? {
    let network = state.network.name
    if place == nil && upload != nil { return nil }
    if state.isCurrent && state.failure == nil { return nil }
    var text: String
    if state.isCurrent {
      text = "the last backup of \(network) that was to write itself failed"
    } else if let newest = state.newest {
      let since = state.since.map { "from \(UTCTime($0).text) on" } ?? "since"
      text =
        "the newest backup of \(network) was written on \(UTCTime(newest.written).text) (UTC), and what "
        + "was changed \(since) is not in it"
    } else {
      text = "this home has written no backup yet of its wallets, labels and payments on \(network)"
    }
    guard let place else {
      return ProgramError(
        text,
        hint: "write one: `backup write --out FILE`; or let them write themselves: `backup auto "
          + "--folder FOLDER`")
    }
    guard isThere else {
      return ProgramError(
        text
          + "; the next waits for \(ForeignText.shown(place.folder, limit: 6_000)), which is not there",
        hint: "plug in the stick or mount the disk, and run any command; for another folder: "
          + "`backup auto --folder FOLDER`")
    }
    if let failure = state.failure {
      text += "; at \(UTCTime(failure.time).text): \(ForeignText.linesAgain(failure.text))"
    }
    return ProgramError(
      text,
      hint: "fix that and run any command, or name another folder: `backup auto --folder FOLDER`")
  }

  /// Opens the newest backup that wrote itself, as it lies there now.
  ///
  /// - Returns: when it says that it was written; nil where there is none, or its folder is not there.
  func verified(_ state: BackupState) throws -> Int64? {
    guard let place, isThere, let last = state.automatic, last.folder == place.folder,
      let name = BackupName(parsing: last.name)
    else { return nil }
    let contents = try BackupShelf(place.folder).opened(
      name, with: keys.automatic(place.key, on: state.network))
    return try BackupDocument(parsing: contents).records?.written ?? 0
  }

  /// What is said of the newest backup of a network where all is well and ``verified(_:)`` opened none.
  func unopened(_ state: BackupState) -> String {
    "lacks nothing by the records, and could not be opened here: "
      + ForeignText.shown(state.newest?.path ?? "", limit: 6_000)
  }

  // MARK: Showing

  func show(on console: Console) async throws {
    var lines: [String] = []
    if let place {
      let folder = ForeignText.shown(place.folder, limit: 6_000)
      lines.append(
        "Backups write themselves to \(folder)"
          + (isThere ? "." : ", which is not there now: they wait for it."))
    } else if upload == nil {
      lines.append(
        "Backups do not write themselves. To let them: `backup auto --folder FOLDER`, or to a server: "
          + "`backup auto --server URL`")
    }
    if let upload { lines.append(upload.sentence) }
    if states.isEmpty {
      lines.append(
        "No backup is expected: there is no wallet on mainnet, nor on a network with a backup key.")
    }
    var networks: [JSONValue] = []
    for state in states {
      var trouble = problem(of: state)
      var written: Int64?
      do { written = try verified(state) } catch { trouble = trouble ?? ProgramError(any: error) }
      if let written {
        lines.append(
          "\(state.network.name)  \(state.automatic?.name ?? ""), written on "
            + "\(UTCTime(written).text) (UTC), was opened just now.")
      }
      if written == nil, trouble == nil, place != nil || upload == nil {
        lines.append("\(state.network.name)  The newest backup \(unopened(state))")
      }
      if let trouble {
        lines.append(
          "\(state.network.name)  \(ForeignText.linesAgain(trouble.message)).\n  "
            + ForeignText.linesAgain(trouble.hint))
      }
      let uploaded = await upload?.shown(state)
      if let uploaded { lines.append(uploaded.line) }
      networks.append(
        .object([
          "network": .string(state.network.name),
          "current": .bool(state.isCurrent),
          "newest": state.newest.map { .string($0.path) } ?? .null,
          "written": state.newest.map { .integer($0.written) } ?? .null,
          "since": state.isCurrent ? .null : state.since.map { .integer($0) } ?? .null,
          "opened": .bool(written != nil),
          "problem": trouble.map { .string($0.message) } ?? .null,
          "server": uploaded?.json ?? .null,
        ]))
    }
    console.result(
      sentences: lines.joined(separator: "\n"),
      json: [
        "folder": place.map { .string($0.folder) } ?? .null, "there": .bool(isThere),
        "key": place?.key.map { .string($0) } ?? .null, "server": upload?.json ?? .null,
        "networks": .array(networks),
      ])
  }
}

extension CoordinatorSession {
  /// Lets the backup be written that waits, and warns where the newest lacks what was changed.
  ///
  /// - Returns: whether it lacks nothing; nil on a network where no backup is expected. The same of what a server has;
  /// nil also without one.
  @discardableResult
  func warnOfBackups(
    on network: Network, _ store: Store
  ) throws -> (isCurrent: Bool?, isUploaded: Bool?) {
    AutomaticBackup(session: self, store: store).run()
    let standing = try BackupStanding(store, self)
    guard let state = standing.states.first(where: { $0.network == network }) else {
      return (nil, nil)
    }
    if let problem = standing.problem(of: state) {
      console.warn("\(problem.message): \(problem.hint)")
    }
    // What is due is uploaded when this command ends, and said if that fails.
    if let upload = standing.upload, !upload.isDue(state), let problem = upload.problem(of: state) {
      console.warn("\(problem.message): \(problem.hint)")
    }
    return (state.isCurrent, standing.upload?.isCurrent(state))
  }
}
