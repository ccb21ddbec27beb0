internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import ExtendedKeys
internal import Hashes
internal import Refusals
internal import SecureMemory
internal import TerminalUI
internal import WalletBackups

/// The backup keys that signers handed over, one file each, readable by this user alone.
struct KeyFolder {
  /// A key that is kept, without the key.
  struct Entry: Hashable {
    let path: String
    let network: Network
    let fingerprint: Fingerprint
  }

  private let folder: String
  private let networks: NetworkRegistry

  init(home: String, networks: NetworkRegistry = .builtIn) {
    folder = home + "/backup-keys"
    self.networks = networks
  }

  /// Held by whoever uploads backups of this home, and by nothing else: others do not wait for a server.
  func uploadLock() throws(FileError) -> HomeLock {
    try Folder.makePrivate(folder)
    return try HomeLock(home: folder)
  }

  /// Keeps a key; one that is here already is written again with the same bytes.
  func keep(_ key: borrowing BackupKey) throws(ProgramError) {
    let text: SecretBytes
    do throws(BackupError) { text = try key.text() } catch { throw ProgramError(error) }
    var bytes = text.withUnsafeBytes { Array($0) }
    defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
    let path = "\(folder)/\(Self.name(of: key.network, key.fingerprint))"
    let (folder, wanted) = (folder, bytes)
    try hinted { () throws(FileError) in
      try Folder.makePrivate(folder)
      try AtomicFile.write(wanted, to: path, replacing: .yes)
    }
  }

  /// The keys that are kept, in the order of their names.
  func entries() throws(ProgramError) -> [Entry] {
    let folder = folder
    let names = try hinted { () throws(FileError) in
      try Folder.kind(of: folder) == nil ? [] : try Folder.names(in: folder, limit: 1_000)
    }
    var entries: [Entry] = []
    for name in names.sorted() where name.hasSuffix(".key") {
      let path = "\(folder)/\(name)"
      let key = try load(path)
      entries.append(Entry(path: path, network: key.network, fingerprint: key.fingerprint))
    }
    return entries
  }

  /// Reads a key.
  func load(_ path: String) throws(ProgramError) -> BackupKey {
    var text = SecretBytes(count: BackupKey.textLimit)
    let count: Int
    do throws(FileError) {
      count = try text.withUnsafeMutableBytes { (buffer) throws(FileError) in
        try BoundedFile.read(path, into: buffer)
      }
    } catch {
      throw ProgramError(error)
    }
    text.truncate(to: count)
    do throws(BackupError) {
      return try BackupKey(parsing: text, among: networks)
    } catch {
      throw ProgramError(error, during: ForeignText.shown(path))
    }
  }

  /// The key to write with: the only one that fits, or the one that was named.
  func chosen(
    _ fingerprint: Fingerprint?, on network: Network?
  ) throws(ProgramError) -> BackupKey {
    let all = try entries()
    let fitting = all.filter {
      (network == nil || $0.network == network)
        && (fingerprint == nil || $0.fingerprint == fingerprint)
    }
    guard let first = fitting.first else {
      throw ProgramError(
        all.isEmpty
          ? "no signer has handed over a backup key yet" : "there is no such backup key here",
        hint: all.isEmpty
          ? "on the signer: `backup key SEED --out key.png`; here: `backup key --from key.png`"
          : "choose one of: \(Self.list(all))")
    }
    guard fitting.count == 1 else {
      throw ProgramError(
        "several backup keys match", hint: "choose one with --key or --network: \(Self.list(all))",
        exitCode: .wrongUsage)
    }
    return try load(first.path)
  }

  /// Opens a backup with whichever key fits.
  ///
  /// The error is that of the nearest key: one that is right and finds the file altered goes before
  /// one of another seed, and that before one of another network.
  func opened(
    _ file: BackupFile
  ) throws(ProgramError) -> (contents: [UInt8], key: Entry) {
    let all = try entries()
    guard !all.isEmpty else {
      throw ProgramError(
        "no signer has handed over a backup key yet",
        hint: "on the signer: `backup key SEED --out key.png`; here: `backup key --from key.png`")
    }
    var nearest: BackupError?
    for entry in all {
      let key = try load(entry.path)
      do throws(BackupError) {
        return (try file.opened(with: key), entry)
      } catch {
        switch (error, nearest) {
        case (.wrongKey, .altered), (.otherNetwork, .some): break
        case (.altered, _), (.wrongKey, _), (_, nil), (_, .otherNetwork): nearest = error
        default: break
        }
      }
    }
    if case .otherNetwork(let found, _) = nearest {
      nearest = .otherNetwork(
        found: found, key: Set(all.map(\.network.name)).sorted().joined(separator: ", "))
    }
    throw ProgramError(nearest ?? .wrongKey)
  }

  private static func list(_ entries: [Entry]) -> String {
    entries.map { "\($0.fingerprint) on \($0.network.name)" }.joined(separator: ", ")
  }

  /// The name of a key's file.
  private static func name(of network: Network, _ fingerprint: Fingerprint) -> String {
    "\(fileName(of: network))-\(fingerprint).key"
  }

  /// A network in the name of a file; what stands for a custom signet is its challenge, which may be long.
  static func fileName(of network: Network) -> String {
    network.challenge == nil || network == .signet
      ? network.identity
      : "signet-" + SHA256.hash(Array(network.identity.utf8)).hex.prefix(16)
  }
}

extension CoordinatorSession {
  /// The backup keys of this home.
  func keyFolder() throws -> KeyFolder {
    KeyFolder(home: try home(), networks: try networks())
  }
}
