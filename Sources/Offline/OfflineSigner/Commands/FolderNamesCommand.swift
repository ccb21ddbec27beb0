internal import ArgumentParser
internal import CommandLineInterface
internal import DurableFiles
internal import Glibc
internal import SignerDesk
internal import SignerHome
internal import TerminalUI

/// The command `folder-names`: what lies in a folder, for the desk.
///
/// A stick that stalls holds whoever looks into it, and not always can that be ended: so it is another process, which the
/// desk leaves alone after a while. It is not `key-keeper`, opens no file, and behind its fence it could not.
struct FolderNamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ReachableFiles.listing,
    abstract: "Writes what lies in a folder: names alone, for the desk.",
    shouldDisplay: false)

  /// The most names of a folder that are shown.
  private static let limit = 2_000
  private static let (folderMark, fileMark) = (UInt8(ascii: "d"), UInt8(ascii: "f"))

  @Argument(help: "The folder.")
  var folder: String

  func run() throws {
    let names = try hinted { () throws(FileError) in
      try Folder.names(in: folder, limit: Self.limit)
    }
    CommandConsole.current.result(
      bytes: names.flatMap { name -> [UInt8] in
        guard let mark = Self.mark(of: "\(folder)/\(name)") else { return [] }
        return [mark] + name.utf8 + [0]
      })
  }

  /// Nil for what is neither a folder nor a file.
  private static func mark(of path: String) -> UInt8? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: folderMark
    case S_IFREG: fileMark
    default: nil
    }
  }

  /// The names in what a run wrote.
  static func entries(in output: [UInt8]) -> [DeskEntry] {
    output.split(separator: 0).compactMap { entry in
      guard let mark = entry.first, entry.count > 1 else { return nil }
      return DeskEntry(
        name: String(decoding: entry.dropFirst(), as: UTF8.self), isFolder: mark == folderMark)
    }
  }
}
