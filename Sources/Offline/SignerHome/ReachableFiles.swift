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

  /// The most files of a folder of pictures, as its reader has it.
  private static let pictureLimit = 10_000

  /// The fence for a run.
  public static func fence(arguments: [String], home: String?) -> FileFence {
    var fence = FileFence.ofSystem(helpers: ["qr-reader", "sheet-drawer"])
    if let home { allow(home: home, in: &fence) }
    for (name, isOutput) in names(in: arguments) {
      if isOutput { allow(output: name, in: &fence) } else { allow(input: name, in: &fence) }
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
    if let home {
      fence.allow(trimmed(home), .list)
      for name in ownNames(inHome: trimmed(home)) {
        fence.allow(trimmed(home) + "/" + name, .never)
      }
    }
    let secrets = Set(KeeperCommands.files(in: arguments))
    for name in secrets { fence.allow(name, .never) }
    for (name, isOutput) in names(in: arguments) where !secrets.contains(name) {
      if isOutput {
        allow(output: name, as: .result, in: &fence)
      } else {
        allow(input: name, as: .input, in: &fence)
        for file in files(inFolder: name) { fence.allow(file, .input) }
      }
    }
    return fence
  }

  /// What is the home's own in it: the vault's files, and what a save that was killed left.
  private static func ownNames(inHome home: String) -> [String] {
    let left = (try? Folder.names(in: home)) ?? []
    return Vault.fileNames + left.filter(AtomicFile.isLeftover)
  }

  /// The regular files that lie in a folder themselves, but hidden ones; none where there are more than a folder of
  /// pictures may hold, which is then refused, and none of `/` and `/dev`.
  private static func files(inFolder name: String) -> [String] {
    guard FileFence.mayBeWritten(name) else { return [] }
    let names = (try? Folder.names(in: name, limit: pictureLimit)) ?? []
    return names.filter { !$0.hasPrefix(".") }.map { trimmed(name) + "/" + $0 }
      .filter { (try? Folder.kind(of: $0)) == .regular }
  }

  /// The fence for `key-keeper` while it answers the reviewer of a command: the home, and the files that passphrases are
  /// read from.
  ///
  /// None of the payment's files and no place for results: the reviewer reads and writes those.
  package static func keeperFence(arguments: [String], home: String?) -> FileFence {
    var fence = FileFence.ofKeeper()
    if let home { allow(home: home, in: &fence) }
    for name in KeeperCommands.files(in: arguments) { allow(input: name, in: &fence) }
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
    guard let home, access(home, F_OK) != 0, !FileFence.mayBeWritten(nearest(to: home)) else {
      return
    }
    throw ProgramError(
      "no home is made in \(ForeignText.shown(nearest(to: home)))", rule: .r25,
      hint: "set OFFLINE_SIGNER_HOME to a folder of your own, such as ~/.offline-signer")
  }

  /// The folder that a result lies in; nil where it is written to nothing that lies in a folder, or is
  /// there already and no regular file: then it is a device, or refused by what it is.
  private static func folder(ofResult output: String) -> String? {
    guard output != "-", output != "terminal", !output.isEmpty else { return nil }
    let name = trimmed(output)
    var status = stat()
    if stat(name, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    }
    return folder(of: name)
  }

  /// The places for results that arguments name.
  static func targets(in arguments: [String]) -> [String] {
    names(in: arguments).filter(\.isOutput).map(\.name)
  }

  /// What may be the name of a file, and whether an option calls it a place for results.
  private static func names(in arguments: [String]) -> [(name: String, isOutput: Bool)] {
    var names: [(name: String, isOutput: Bool)] = []
    var isOutput = false
    for argument in arguments {
      // A name of more bytes is a message itself; the kernel has no such path.
      guard argument.utf8.count < 4_096 else { continue }
      if outputs.contains(argument) {
        isOutput = true
      } else if argument.hasPrefix("--") {
        // The same word may be an option with a value in one command and a flag in another.
        isOutput = false
        guard let equals = argument.firstIndex(of: "=") else { continue }
        let value = String(argument[argument.index(after: equals)...])
        names.append((value, outputs.contains(String(argument[..<equals]))))
      } else {
        names.append((argument, isOutput))
        isOutput = false
      }
    }
    return names
  }

  private static func allow(home: String, in fence: inout FileFence) {
    // One that is still to be made needs the folder that it will lie in.
    fence.allow(nearest(to: home), .write)
    fence.allow(folder(of: trimmed(home)), .list)
  }

  /// The path itself where it is there, else the nearest folder above it that is.
  private static func nearest(to path: String) -> String {
    var nearest = trimmed(path)
    while access(nearest, F_OK) != 0, nearest != folder(of: nearest) {
      nearest = folder(of: nearest)
    }
    return nearest
  }

  /// A file, a folder or `camera:DEVICE`; listing the folder it lies in, whether it is there or not.
  private static func allow(
    input: String, as permission: FileFence.Access = .read, in fence: inout FileFence
  ) {
    var name = input
    if let colon = input.firstIndex(of: ":"), access(input, F_OK) != 0 {
      name = String(input[input.index(after: colon)...])
    }
    guard !name.isEmpty, !name.hasPrefix("-") else { return }
    fence.allow(trimmed(name), permission)
    fence.allow(folder(of: trimmed(name)), .list)
  }

  /// The folder that a result lies in: it is written beside its place and renamed.
  ///
  /// A device is written itself.
  private static func allow(
    output: String, as permission: FileFence.Access = .write, in fence: inout FileFence
  ) {
    guard output != "-", output != "terminal", !output.isEmpty else { return }
    let name = trimmed(output)
    var status = stat()
    let isThere = stat(name, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isThere, kind == S_IFCHR || kind == S_IFBLK { return fence.allow(name, .device) }
    fence.allow(folder(of: name), permission)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : trimmed(String(path[..<slash]))
  }

  private static func trimmed(_ path: String) -> String {
    var text = Substring(path)
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    return String(text)
  }
}
