public import BitcoinPrimitives
internal import DurableFiles
internal import Refusals
public import SecureMemory
public import TerminalUI

/// Entries of networks in files and pictures (docs/networks.md).
public enum NetworkFile {
  /// How the file of a home's own networks is called, where a program has one.
  public static let name = "networks.json"

  /// Whether a text may be an entry, by its first byte.
  public static func isEntry(_ text: UnsafeRawBufferPointer) -> Bool {
    text.first == UInt8(ascii: "{")
  }

  /// Reads one entry, which came from `source`.
  ///
  /// Throws with the member that is wrong.
  public static func entry(
    reading text: borrowing SecretBytes, from source: String
  ) throws(ProgramError) -> NetworkEntry {
    let bytes = text.withUnsafeBytes { Array($0) }
    do throws(NetworkEntryError) {
      return try NetworkEntry(reading: bytes)
    } catch {
      throw ProgramError(error, during: ForeignText.shown(source))
    }
  }

  /// Writes one entry, for a person to correct or for the other program to read.
  public static func write(
    _ entry: NetworkEntry, to path: String, replacing: Bool
  ) throws(ProgramError) {
    let bytes = Array((entry.text + "\n").utf8)
    try hinted { () throws(FileError) in
      try AtomicFile.write(bytes, to: path, replacing: replacing ? .yes : .no, permissions: 0o644)
    }
  }

  /// The networks of a home that keeps its own in a file; those that are built in where there is none.
  ///
  /// Throws with the member that is wrong.
  public static func registry(inHome home: String) throws(ProgramError) -> NetworkRegistry {
    let path = home + "/" + name
    let bytes: [UInt8]
    do throws(FileError) {
      guard try Folder.kind(of: path) != nil else { return .builtIn }
      bytes = try BoundedFile.read(path, limit: NetworkRegistry.fileLimit)
    } catch {
      throw ProgramError(error)
    }
    do throws(NetworkEntryError) {
      return try NetworkRegistry(reading: bytes)
    } catch {
      throw ProgramError(error, during: ForeignText.shown(path))
    }
  }

  /// Writes the file of a home's own networks.
  public static func keep(
    _ networks: NetworkRegistry, inHome home: String
  ) throws(ProgramError) {
    let bytes = Array(networks.file.utf8)
    try hinted { () throws(FileError) in
      try Folder.makePrivate(home)
      try AtomicFile.write(bytes, to: home + "/" + name, replacing: .yes)
    }
  }
}
