internal import BitcoinPrimitives
internal import DurableFiles
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import WalletBackups

/// The folder in which the backups of one home lie that write themselves, and nothing else.
///
/// It lies beneath the folder that a person named, and is made when they name it: where a stick is not plugged in, the
/// folder that it appears in is often there and empty, and nothing must be written beside the stick.
struct BackupShelf {
  /// The most names that are looked at.
  private static let limit = 10_000
  /// How far above the last number that the records know of a file of this home can have its number: a write that was
  /// not recorded, or records that were put back to an earlier day.
  ///
  /// What is above that somebody else put there: it is neither counted nor removed.
  private static let margin = 1_000

  let folder: String
  private let calls: any FileCalls

  init(_ folder: String, _ calls: any FileCalls = AutomaticBackup.calls) {
    self.folder = folder
    self.calls = calls
  }

  /// Whether it is there; also false where the folder above it cannot be entered.
  var isThere: Bool { (try? Folder.kind(of: folder, calls)) == .folder }

  /// Makes it, unless it is there.
  func make() throws(FileError) {
    guard try Folder.kind(of: folder, calls) == nil else { return }
    try Folder.makeNew(folder, calls)
  }

  func path(of name: BackupName) -> String { "\(folder)/\(name.text)" }

  /// Whether a file of this name is there.
  func has(_ name: String) -> Bool {
    (try? Folder.kind(of: "\(folder)/\(name)", calls)) == .regular
  }

  /// Its backups, in no order.
  func names() throws(FileError) -> [BackupName] {
    try Folder.names(in: folder, limit: Self.limit, calls).compactMap(BackupName.init(parsing:))
  }

  /// Those of one home and network, in no order.
  private func names(
    of home: String, _ network: String
  ) throws(FileError) -> [BackupName] {
    try names().filter { $0.home == home && $0.network == network }
  }

  // MARK: Writing

  /// Writes a backup under a new name and reads it back from there: the same bytes, and they open.
  ///
  /// The caller holds the lock of the home. `last` is the number of the last one that the records know of.
  /// - Returns: its name.
  func write(
    _ backup: SealedDocument, under key: borrowing BackupKey, of home: String, at time: Int64,
    after last: Int
  ) throws(ProgramError) -> BackupName {
    let (shelf, network) = (self, key.network)
    let name = try hinted { () throws(FileError) in
      // What a kill left half written; where it cannot be removed it does no harm.
      try? AtomicFile.removeLeftovers(in: shelf.folder, shelf.calls)
      let known = try shelf.names(of: home, KeyFolder.fileName(of: network)).map(\.number)
      let number = max(last, known.filter { $0 <= last + Self.margin }.max() ?? 0) + 1
      return BackupName(network: network, time: time, home: home, number: number)
    }
    guard BackupName(parsing: name.text) == name else {
      throw ProgramError(
        "the next backup would be called \(ForeignText.shown(name.text)), and a file of that name is not "
          + "found again",
        hint: "write one by hand: `backup write --out FILE`")
    }
    try hinted { () throws(FileError) in
      try AtomicFile.write(backup.bytes, to: shelf.path(of: name), shelf.calls)
    }
    do throws(ProgramError) {
      guard try read(name) == backup.bytes, try opened(name, with: key) == backup.contents else {
        throw ProgramError(
          "\(path(of: name)) was written, and holds something else when it is read back",
          hint: Self.otherDisk)
      }
    } catch {
      // It is no backup: nobody must take it for the newest.
      try? AtomicFile.remove(path(of: name), calls)
      throw error
    }
    return name
  }

  /// What a backup holds, opened.
  func opened(
    _ name: BackupName, with key: borrowing BackupKey
  ) throws(ProgramError) -> [UInt8] {
    let bytes = try read(name)
    do throws(BackupError) {
      return try BackupFile(decoding: bytes).opened(with: key)
    } catch {
      throw ProgramError(
        "\(path(of: name)): \(error)", rule: error.rule, hint: Self.otherDisk)
    }
  }

  private static let otherDisk =
    "the disk or stick may be failing: let backups write themselves to another one with `backup "
    + "auto --folder FOLDER`"

  private func read(_ name: BackupName) throws(ProgramError) -> [UInt8] {
    let (path, calls) = (path(of: name), calls)
    return try hinted { () throws(FileError) in
      try BoundedFile.read(path, limit: BackupFile.limit, calls)
    }
  }

  // MARK: Letting go

  /// Removes the backups of a home and network that need not be kept; never `newest`, nor what is not theirs.
  ///
  /// The caller holds the lock of the home. What has a number above `last`, the last one that the records knew of
  /// before `newest` was written, takes nothing's place and stays.
  /// - Returns: the names above `newest`, which this home has not written.
  func removeSuperfluous(
    besides newest: BackupName, after last: Int
  ) throws(ProgramError) -> [BackupName] {
    let shelf = self
    return try hinted { () throws(FileError) in
      let all = try shelf.names(of: newest.home, newest.network)
      let own = all.filter { $0 == newest || $0.number <= last }
      for name in BackupName.superfluous(own) where name != newest {
        try AtomicFile.remove(shelf.path(of: name), shelf.calls)
      }
      return all.filter { $0.number > newest.number }
    }
  }
}
