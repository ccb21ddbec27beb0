internal import Isolation
internal import NodeClients
internal import WalletStorage

/// What a run of the coordinator may reach: the network, its home, what all homes of this user share, the cookies of its
/// nodes, the folder of its backups, and the files that its command line names.
///
/// It reads what strangers wrote and talks to the network. Whoever takes it over reads no other file of this user, and
/// writes none.
enum CoordinatorFence {
  /// The options that name where something is written.
  static let outputs: Set<String> = ["--folder", "--out", "--previous"]

  /// The fence for a run; `cookies` are files that hold the password of a node.
  static func fence(
    arguments: [String], home: String?, shared: String?, cookies: [String],
    backups: String? = nil
  ) -> FileFence {
    var fence = FileFence.ofTalkingSystem(helpers: ["qr-reader"])
    for folder in [home, shared].compactMap(\.self) { fence.allow(home: folder) }
    for cookie in cookies { fence.allow(input: cookie, as: .input) }
    // An earlier run that was taken over may have written into the records which folder it is: no other is allowed,
    // and where it is not there, nothing above it in its place.
    if let backups, BackupFolders.isOne(backups) { fence.allow(backups, .write) }
    var names = NamedFiles.names(in: arguments, outputs: outputs)
    switch arguments.prefix(arguments.first == "signer-bridge" ? 1 : 2) {
    case ["backup", "auto"], ["signer-bridge"]:
      // Nothing is put beside the folder that is named; what is written in it is read back.
      for (folder, isOutput) in names where isOutput {
        fence.allow(NamedFiles.trimmed(folder), .write)
      }
      names.removeAll(where: \.isOutput)
    case ["backup", "show"], ["backup", "restore"]:
      // The folders of backups lie beneath the one that was named.
      names += names.filter { !$0.isOutput }.flatMap { folder in
        BackupFolders(in: folder.name).paths.map { ($0, false) }
      }
    default: break
    }
    fence.allowNarrowly(names)
    return fence
  }

  /// Isolates this process for good, before anything but its own records was read.
  ///
  /// - Throws: `IsolationError`.
  static func raise(
    for arguments: [String], in environment: CoordinatorEnvironment
  ) throws(IsolationError) {
    try Isolation.raiseBesideNetwork()
    // `watch` opens no file, and the runs that it starts, each with a fence of its own, would inherit this one.
    // The desk's own is raised when what starts commands for it is split off.
    guard arguments.first != "watch", arguments.first != "desk" else { return }
    let known = environment.home.map { Store.cookies(inRecords: Store.path(inHome: $0)) } ?? []
    _ = try fence(
      arguments: arguments, home: environment.home, shared: environment.shared,
      cookies: known + usualCookies(arguments, environment),
      backups: environment.home.flatMap { Store.backupFolder(inRecords: Store.path(inHome: $0)) }
    ).raise()
  }

  /// The cookies that `node add` looks for where its command line names none.
  static func usualCookies(
    _ arguments: [String], _ environment: CoordinatorEnvironment
  ) -> [String] {
    guard arguments.first == "node", let folder = environment.userFolder else { return [] }
    return arguments.compactMap { argument in
      (try? NodeURL(parsing: argument)).flatMap { UsualCookie.path(for: $0, inHomeFolder: folder) }
    }
  }
}
