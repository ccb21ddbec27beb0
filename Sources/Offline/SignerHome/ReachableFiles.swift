internal import DurableFiles
internal import EncryptedVault
internal import Glibc
public import Isolation
internal import KeeperProcess
internal import Refusals
package import TerminalUI

/// What of the file system a run of the program may reach, from its home and its command line.
///
/// The fence is raised once the arguments are known to be a command and before the command begins: no vault is open
/// then and no question was asked. What is named is allowed whatever the option is called: a person who names a
/// file means it. Only what is named as a place for results is opened for writing.
public enum ReachableFiles {
  /// The options that name where something is written.
  static let outputs: Set<String> = ["--out", "--receipt", "--transcript", "--account-map"]

  /// The command that lists a folder for the desk.
  package static let listing = "folder-names"

  /// The fence for a run that lists a folder: its names, and nothing else.
  package static func listingFence(arguments: [String]) -> FileFence {
    var fence = FileFence()
    for folder in arguments.dropFirst() { fence.allow(folder, .list) }
    return fence
  }

  /// The fence for the desk, which holds the passphrase and starts nothing itself: no file of a person and not the vault;
  /// `paths` besides.
  package static func deskFence(reading paths: [String] = []) -> FileFence {
    var fence = FileFence.ofDesk()
    for path in paths { fence.allow(path, .read) }
    return fence
  }

  /// The fence for a run.
  public static func fence(arguments: [String], home: String?) -> FileFence {
    var fence = FileFence.ofSystem(helpers: ["qr-reader", "sheet-drawer"])
    if let home { fence.allow(home: home) }
    for (name, isOutput) in names(in: arguments) {
      if isOutput { fence.allow(output: name) } else { fence.allow(input: name) }
    }
    return fence
  }

  /// The fence for a run of which `key-keeper` has the vault: of the home only the names in it, to see whether there is a
  /// vault; no file that a passphrase is read from.
  ///
  /// What lies beside the payment or the result may be the home, or such a file: a result's folder is written and
  /// not read, and a folder of pictures gives its own files, none of the folders in it. Sheets are drawn nowhere in
  /// it, and no second keeper can be started from behind it. `doctor` has the fence of other commands: it reads
  /// nothing from outside, draws a sheet, and looks at the vault's file.
  package static func reviewerFence(arguments: [String], home: String?) -> FileFence {
    guard arguments.first != "doctor" else { return fence(arguments: arguments, home: home) }
    var fence = FileFence.ofSystem(helpers: ["qr-reader"])
    if let home = home.map(NamedFiles.trimmed) {
      fence.allow(home, .list)
      for name in ownNames(inHome: home) { fence.allow(home + "/" + name, .never) }
    }
    let secrets = Set(KeeperCommands.files(in: arguments) + KeeperCommands.seeds(in: arguments))
    for name in secrets { fence.allow(name, .never) }
    fence.allowNarrowly(
      names(in: arguments).filter { !secrets.contains($0.name) && !isTerminal($0.name) })
    return fence
  }

  /// Whether a command reads what came from outside and needs no vault, so that nobody keeps one for it.
  static func opensNoVault(_ arguments: [String]) -> Bool {
    arguments.first == "qr" || arguments.starts(with: ["message", "verify"])
  }

  /// Whether a name is of a terminal other than the reviewer's own: key-keeper asks at one of these.
  private static func isTerminal(_ name: String) -> Bool {
    var status = stat()
    guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
    // The kernel's devices.txt: consoles and serial lines, /dev/console, pseudo-terminals; 5, 0 is /dev/tty.
    let (major, minor) = (status.st_rdev >> 8 & 0xfff, status.st_rdev & 0xff)
    return major == 4 || (major == 5 && minor != 0) || (136...143).contains(major)
  }

  /// What is the home's own in it: the vault's files, and what a save that was killed left.
  private static func ownNames(inHome home: String) -> [String] {
    let left = (try? Folder.names(in: home)) ?? []
    return Vault.fileNames + left.filter(AtomicFile.isLeftover)
  }

  /// The fence for `key-keeper` while it answers the reviewer of a command: the home, and the files that passphrases are
  /// read from.
  ///
  /// None of the payment's files and no place for results: the reviewer reads and writes those.
  package static func keeperFence(arguments: [String], home: String?) -> FileFence {
    var fence = FileFence.ofKeeper()
    if let home { fence.allow(home: home) }
    for name in KeeperCommands.files(in: arguments) { fence.allow(input: name) }
    return fence
  }

  /// The fence for `key-keeper` while it reads a seed for one run, before its reviewer is answered: the seed, the camera,
  /// the files that passphrases are read from, and the helper that reads pictures.
  package static func seedFence(arguments: [String]) -> FileFence {
    var fence = FileFence.ofSystem(helpers: ["qr-reader"])
    for name in KeeperCommands.files(in: arguments) + KeeperCommands.seeds(in: arguments) {
      fence.allow(input: name)
    }
    return fence
  }

  /// Refuses places for results that no fence allows: beneath `/` and `/dev` themselves and in `/proc` lie
  /// other programs' memory and the disks.
  ///
  /// - Throws: `ProgramError` with the option's place and what to do.
  package static func requireWritable(_ arguments: [String], home: String?) throws(ProgramError) {
    for output in targets(in: arguments) {
      guard let folder = folder(ofResult: output), !FileFence.mayBeWritten(folder) else { continue }
      throw ProgramError(
        "\(ForeignText.shown(output)): nothing is written into \(ForeignText.shown(folder)), where a "
          + "file may be another program's memory or a whole disk", rule: .r25,
        hint: "name a file in a folder of your own, on this machine or on a memory stick")
    }
    guard let home, access(home, F_OK) != 0, !FileFence.mayBeWritten(NamedFiles.nearest(to: home))
    else {
      return
    }
    throw ProgramError(
      "no home is made in \(ForeignText.shown(NamedFiles.nearest(to: home)))", rule: .r25,
      hint: "set OFFLINE_SIGNER_HOME to a folder of your own, such as ~/.offline-signer")
  }

  /// The folder that a result lies in; nil where it is written to nothing that lies in a folder, or is
  /// there already and no regular file: then it is a device, or refused by what it is.
  private static func folder(ofResult output: String) -> String? {
    guard output != "-", output != "terminal", !output.isEmpty else { return nil }
    let name = NamedFiles.trimmed(output)
    var status = stat()
    if stat(name, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    }
    return NamedFiles.folder(of: name)
  }

  /// The places for results that arguments name.
  static func targets(in arguments: [String]) -> [String] {
    names(in: arguments).filter(\.isOutput).map(\.name)
  }

  private static func names(in arguments: [String]) -> [(name: String, isOutput: Bool)] {
    NamedFiles.names(in: arguments, outputs: outputs)
  }
}
