internal import AirgapMessages
internal import BitcoinPrimitives
internal import DurableFiles
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletFiles

/// A backup named on the command line, or on standard input (`-`), opened with whichever key of this home fits.
///
/// Of a folder it is the newest backup that opens among those that wrote themselves.
struct BackupInput {
  /// The most files of a folder that are tried.
  private static let most = 50
  /// The most of them of one home and network: more than are ever kept.
  private static let mostOfOne = 20

  /// Where it lies: a path, or the address of a server.
  let path: String
  let file: BackupFile
  let document: BackupDocument
  let key: KeyFolder.Entry

  init(_ path: String, _ session: CoordinatorSession) throws {
    guard path != "-" else {
      let bytes = try BoundedFile.read(
        descriptor: 0, limit: BackupFile.limit, named: "standard input")
      try self.init(bytes, from: path, session)
      return
    }
    guard try Folder.kind(of: path) == .folder else {
      try self.init(file: path, session)
      return
    }
    let lines = try BackupLines(in: path, session.console)
    guard let first = lines.all.first?.first else {
      throw ProgramError(
        "\(ForeignText.shown(path)): there is no backup in it that wrote itself",
        hint: "name the file of a backup, or the folder that `backup auto` was given")
    }
    var newestError: ProgramError?
    var tried = 0
    for line in lines.all {
      // Of a newer one that does not open while an older one does, the person must know.
      var passedOver: [String] = []
      for candidate in line.prefix(min(Self.mostOfOne, Self.most - tried)) {
        tried += 1
        do {
          try self.init(file: candidate, session)
          for text in passedOver { session.console.warn(text) }
          lines.tell(taken: candidate, passedOver.count, of: line, session.console)
          return
        } catch {
          let error = ProgramError(any: error)
          newestError = newestError ?? error
          passedOver.append(
            "\(ForeignText.shown(candidate, limit: 6_000)): \(ForeignText.linesAgain(error.message))"
          )
        }
      }
    }
    let leftOut = lines.all.reduce(0) { $0 + $1.count } - tried
    if leftOut > 0 {
      session.console.warn(
        "\(counted(tried, "file")) of \(ForeignText.shown(path, limit: 6_000)) did not open, and "
          + "\(leftOut) more \(leftOut == 1 ? "was" : "were") not tried (at most \(Self.most) are, and "
          + "\(Self.mostOfOne) of one home and network): to try one of them, name its file")
    }
    throw newestError ?? ProgramError(FileError.notFound(path: first))
  }

  private init(file path: String, _ session: CoordinatorSession) throws {
    try self.init(BoundedFile.read(path, limit: BackupFile.limit), from: path, session)
  }

  /// A backup that came from somewhere, opened.
  init(_ bytes: [UInt8], from path: String, _ session: CoordinatorSession) throws {
    let file: BackupFile
    do throws(BackupError) {
      file = try BackupFile(decoding: bytes)
    } catch {
      // A seed that lies here in a file has touched this machine, whatever it was taken for.
      if let kind = SecretDetector.kind(ofSymbol: bytes) {
        throw ProgramError(AirgapMessageError.secret(kind: kind))
      }
      throw ProgramError(error)
    }
    let folder = try session.keyFolder()
    let (contents, key) = try folder.opened(file)
    let document = try BackupDocument(parsing: contents)
    self.path = path
    self.file = file
    self.document = document
    // An AEWB container opens with the key of any test network: the document says which one it is of.
    self.key =
      try folder.entries().first {
        $0.fingerprint == key.fingerprint && $0.network.identity == document.records?.network
      } ?? key
  }
}

/// The backups of a folder that wrote themselves: by home and network, each with the newest first.
private struct BackupLines {
  /// The paths, the line with the newest file first.
  let all: [[String]]

  /// How many other homes and networks are named.
  private static let mostOthers = 20

  /// Takes the folder itself, or the one that was named to `backup auto`.
  ///
  /// Says which folders it does not look into.
  init(in folder: String, _ console: Console) throws {
    var lines: [String: [(name: BackupName, path: String)]] = [:]
    let folders = BackupFolders(in: folder)
    if folders.leftOut > 0 {
      console.warn(
        "\(counted(folders.leftOut, "folder")) of backups in \(ForeignText.shown(folder, limit: 6_000)) "
          + "\(folders.leftOut == 1 ? "was" : "were") left out: at most \(BackupFolders.most) are looked into, "
          + "and no link; to look into one, name it")
    }
    for shelf in [folder] + folders.paths {
      let names: [BackupName]
      do throws(FileError) {
        names = try BackupShelf(shelf).names()
      } catch {
        // One that cannot be listed keeps nobody from the others.
        guard shelf != folder else { throw ProgramError(error) }
        console.warn(
          "\(ForeignText.shown(shelf, limit: 6_000)) was left out: \(ForeignText.linesAgain("\(error)"))"
        )
        continue
      }
      for name in names {
        lines["\(shelf) \(name.home) \(name.network)", default: []].append(
          (name, "\(shelf)/\(name.text)"))
      }
    }
    let sorted = lines.values.map { line in line.sorted { $0.name.number > $1.name.number } }
    all = sorted.sorted {
      ($0[0].name.stamp, $0[0].path) > ($1[0].name.stamp, $1[0].path)
    }.map { $0.map(\.path) }
  }

  /// Says what was taken, and what else there is.
  func tell(taken path: String, _ place: Int, of line: [String], _ console: Console) {
    console.talk("Taken: \(ForeignText.shown(path, limit: 6_000))")
    if place > 0 {
      console.warn(
        "it is not the newest: \(counted(place, "newer file")) "
          + "\(place == 1 ? "does" : "do") not open, and later changes are missing from this one")
    }
    let others = all.filter { $0 != line }.map { ForeignText.shown($0[0], limit: 6_000) }
    if !others.isEmpty {
      let more = others.count - Self.mostOthers
      console.warn(
        "there are also backups of another home or network; to take one of them, name its file: "
          + others.prefix(Self.mostOthers).joined(separator: ", ")
          + (more > 0 ? ", and those of \(more) more" : ""))
    }
  }
}
