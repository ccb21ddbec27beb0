internal import BitcoinPrimitives
internal import DurableFiles
internal import TerminalUI
internal import WalletBackups

/// A file that the coordinator wrote, or the plain document.
enum BackupSource {
  /// Reads a file whole, whatever it holds.
  static func bytes(_ path: String) throws(ProgramError) -> [UInt8] {
    try hinted { () throws(FileError) in
      path == "-"
        ? try BoundedFile.read(descriptor: 0, limit: BackupFile.limit, named: "standard input")
        : try BoundedFile.read(path, limit: BackupFile.limit)
    }
  }

  /// The document in either container; with `plain` also one that is not encrypted.
  ///
  /// Gives the bytes as they stand in it and what they say.
  static func document(
    in bytes: [UInt8], key: borrowing BackupKey, plain: Bool = false
  ) throws(ProgramError) -> (contents: [UInt8], document: BackupDocument, kind: String) {
    do throws(BackupError) {
      if plain, bytes.first == UInt8(ascii: "{") {
        return (bytes, try BackupDocument(parsing: bytes), "plain")
      }
      let file = try BackupFile(decoding: bytes)
      let contents = try file.opened(with: key)
      return (contents, try BackupDocument(parsing: contents), file.kind)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Refuses a document of another network than this home's.
  static func require(
    _ document: BackupDocument, on network: Network
  ) throws(ProgramError) {
    guard document.isMainnet == network.isMainnet,
      document.records.map({ $0.network == network.identity }) ?? true
    else {
      throw ProgramError(
        BackupError.otherNetwork(
          found: document.records?.network ?? (document.isMainnet ? "mainnet" : "a test network"),
          key: network.name))
    }
  }
}
