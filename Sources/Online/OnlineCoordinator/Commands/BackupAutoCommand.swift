internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import ExtendedKeys
internal import Glibc
internal import Isolation
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// The command `backup auto`.
struct BackupAutoCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "auto",
    abstract: "Lets backups write themselves, or shows whether they are current.",
    discussion: """
        online-coordinator backup auto --folder /media/stick
        online-coordinator backup auto --server https://backups.example.org
        online-coordinator backup auto
        online-coordinator backup auto --now
        online-coordinator backup auto --off

      From then on each command that changes a wallet, a label, a tag, a freeze, a
      name, a payment, a node or what was handed out writes a backup as it ends, and
      reads it back. Backups lie in a folder of their own beneath the one that you
      name. If it is not there (the stick is out), the backup waits: the next
      command that finds the folder writes it. For a second stick, name its folder
      as well: both are kept up to date, each when it is in.

      It keeps the newest 5, the last of each of the latest 5 days, and the last of
      each of the latest 4 months. `backup restore /media/stick` takes the newest
      that opens.

      With --server the same backup is uploaded as well, over https, or over http to
      an onion address or this machine, and read back. The server speaks the API of
      Automatic Encrypted Wallet Backups, and keeps only the newest backup of this
      key. A backup that this home did not send is replaced only with --replace;
      give each home a path of its own. To change an option, name the same server
      again: options that you leave out stay as they are.

      A server in your own network or at an onion address whose certificate no
      authority vouches for is pinned by its key; for any other give --certificate.

      At the end of a command all uploads together take at most 20 seconds, each
      proof of work at most 10 of them. If an upload fails, you are told; the next
      change or --now tries again. --now and --server wait up to 10 minutes for each
      network, and end with exit code 1 if an upload fails. The work grows with the
      square of the size of the backup; --rounds 0 is for a server that asks for
      none.

      The server learns an ID that names no wallet, the size in powers of two, when
      you change something, and your network address unless you go through Tor
      (--proxy 127.0.0.1:9050). It can withhold a backup or give an old one; it
      cannot read or forge one. Whoever restores needs the address: write it down.
      """)

  @Option(
    help: ArgumentHelp("Write backups beneath this folder from now on.", valueName: "folder"))
  var folder: String?

  @Option(
    help: ArgumentHelp("The seed whose key is used, where several fit.", valueName: "fingerprint"))
  var key: FingerprintArgument?

  @Option(
    help: ArgumentHelp("From now on, upload backups to this server as well.", valueName: "url"))
  var server: String?

  @Option(help: ArgumentHelp("A SOCKS5 proxy to the server.", valueName: "host:port"))
  var proxy: String?

  @Option(
    help: ArgumentHelp(
      "PEM file of the server's certificate: its key counts.", valueName: "path"))
  var certificate: String?

  @Flag(help: "Stop using a proxy for this server.")
  var noProxy = false

  @Flag(help: "Forget the pinned key of this server; a new one may be pinned.")
  var noCertificate = false

  @Option(help: "Hashes in one try of the server's proof of work, 0 to 1000000 (default: 1).")
  var rounds: Int?

  @Option(help: "Target of the proof of work for one byte (default: 2^64 - 1, the easiest).")
  var baseTarget: UInt64?

  @Flag(help: "Upload the backup now, whether or not anything changed.")
  var now = false

  @Flag(help: "Upload also in place of a backup that this home did not upload.")
  var replace = false

  @Flag(help: "Write to no folder any more; backups that are there stay.")
  var noFolder = false

  @Flag(help: "Upload to no server any more; the backup that is there stays.")
  var noServer = false

  @Flag(help: "Stop backups from writing themselves; those that are there stay.")
  var off = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    try requireSense()
    let store = try session.store()
    guard try !now || server != nil || store.backupServer() != nil else {
      throw ProgramError(
        "there is no server to upload to", hint: "name one: `backup auto --server URL`",
        exitCode: .wrongUsage)
    }
    if off || noFolder { try store.setBackupFolder(nil, key: nil) }
    if off || noServer { try store.setBackupServer(nil) }
    if let folder { try turnOn(folder, store, session) }
    if let server { try await upload(to: server, store, session) }
    AutomaticBackup(session: session, store: store).run()
    let uploading = BackupUploading(
      session: session, store: store, isForced: now || server != nil, isReplacing: replace)
    // A script must see that there is no backup where it asked for one.
    if await !uploading.run(), uploading.isForced { session.ending.note(.failed) }
    try await BackupStanding(store, session).show(on: session.console)
  }

  /// Refuses options that say nothing together.
  private func requireSense() throws(ProgramError) {
    func refuse(_ text: String, _ hint: String) -> ProgramError {
      ProgramError(text, hint: hint, exitCode: .wrongUsage)
    }
    guard folder == nil || !(off || noFolder) else {
      throw refuse(
        "--folder and \(off ? "--off" : "--no-folder") exclude each other", "give one of them")
    }
    guard server == nil || !(off || noServer) else {
      throw refuse(
        "--server and \(off ? "--off" : "--no-server") exclude each other", "give one of them")
    }
    guard key == nil || folder != nil || server != nil else {
      throw refuse(
        "--key needs --folder or --server",
        "name the folder as well: `backup auto --folder FOLDER`, or the server: --server URL")
    }
    let ofServer =
      [proxy, certificate].contains { $0 != nil } || rounds != nil || baseTarget != nil
      || noProxy || noCertificate
    guard server != nil || !ofServer else {
      throw refuse(
        "--proxy, --certificate, --rounds, --base-target, --no-proxy and --no-certificate need --server",
        "name the server as well: `backup auto --server URL`")
    }
    guard proxy == nil || !noProxy else {
      throw refuse("--proxy and --no-proxy exclude each other", "give one of them")
    }
    guard certificate == nil || !noCertificate else {
      throw refuse("--certificate and --no-certificate exclude each other", "give one of them")
    }
    guard !replace || now || server != nil else {
      throw refuse(
        "--replace needs --now or --server", "run `backup auto --now --replace` to upload it now")
    }
    guard !now || !(off || noServer) else {
      throw refuse(
        "--now and \(off ? "--off" : "--no-server") exclude each other", "give one of them")
    }
    guard (0...1_000_000).contains(rounds ?? 0), baseTarget != 0 else {
      throw refuse(
        "the proof of work has 0 to 1000000 rounds, and a target above 0",
        "give --rounds and --base-target as the server asks for them")
    }
  }

  /// Names the server, once it has answered.
  private func upload(
    to server: String, _ store: Store, _ session: CoordinatorSession
  ) async throws {
    let url = try hinted { () throws(BackupServerError) in try BackupServerURL(parsing: server) }
    let keys = try session.keyFolder()
    // Named again, with another path too, a server keeps what was not said anew: above all its proxy and the key that
    // was pinned.
    let known = try store.backupServer(at: url)
    let entries = try keys.entries()
    let named = key?.fingerprint ?? entries.first { "\($0.fingerprint)" == known?.key }?.fingerprint
    if named == nil, let lost = known?.key {
      throw ProgramError(
        "this server was set up with the backup key \(lost), which is not in this home",
        hint: "bring the key back: `backup key --from FILE`; or use another: --key FINGERPRINT")
    }
    try requireOneKey(keys, named)
    let record = BackupServerRecord(
      url: url.text, proxy: noProxy ? nil : proxy ?? known?.proxy,
      certificate: noCertificate
        ? nil : try BackupServerOptions.pem(certificate, for: url) ?? known?.certificate,
      key: named.map { "\($0)" }, rounds: rounds ?? known?.rounds ?? 1,
      baseTarget: baseTarget ?? known?.baseTarget ?? .max)
    let entry = entries.first { named == nil || $0.fingerprint == named }
    guard let entry else { return }
    let id = try keys.load(entry.path).uploadID
    let origin =
      record.proxy == nil ? "your network address" : "the network address that the proxy shows it"
    session.console.talk(
      """
      \(url.place) learns \(url.isOnion ? "" : "\(origin), ")an ID that names no wallet, how large the backup is (in \
      powers of two), and when you change something. It can withhold the backup or give an old one; it cannot read or \
      forge one. To restore you need the address of the server: write it down.
      """)
    let (_, reached) = try await session.backup(of: id, at: record, limit: BackupFile.limit)
    try store.setBackupServer(reached)
    if known?.certificate != nil, reached.certificate == nil {
      session.console.warn(
        "\(url.place) is no longer tied to its pinned key: from now on any certificate that this computer's "
          + "authorities vouch for is accepted")
    }
  }

  /// Refuses where no key fits, or where it is open which one is meant.
  private func requireOneKey(_ keys: KeyFolder, _ named: Fingerprint?) throws {
    let all = try keys.entries()
    guard all.contains(where: { named == nil || $0.fingerprint == named }) else {
      // Says which there are, and how one comes here.
      _ = try keys.chosen(named, on: nil)
      return
    }
    let networks = Set(all.map(\.network)).filter { network in
      named == nil && all.count { $0.network == network } > 1
    }
    if let network = networks.min(by: { $0.name < $1.name }) {
      _ = try keys.chosen(nil, on: network)
    }
  }

  private func turnOn(
    _ folder: String, _ store: Store, _ session: CoordinatorSession
  ) throws {
    let home = try session.home()
    try requireOneKey(session.keyFolder(), key?.fingerprint)
    let shelf = BackupShelf(
      try Self.place(folder, home: home) + "/" + BackupFolders.prefix + store.backupHome())
    try hinted { () throws(FileError) in try shelf.make() }
    try store.setBackupFolder(shelf.folder, key: key.map { "\($0.fingerprint)" })
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
