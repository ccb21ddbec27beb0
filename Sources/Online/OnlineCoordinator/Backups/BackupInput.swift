internal import AirgapMessages
internal import BitcoinPrimitives
internal import DurableFiles
internal import ExtendedKeys
internal import TerminalUI
internal import WalletBackups
internal import WalletFiles

/// A backup named on the command line, opened with whichever key of this home fits.
struct BackupInput {
  let file: BackupFile
  let document: BackupDocument
  let key: KeyFolder.Entry

  init(_ path: String, _ session: CoordinatorSession) throws {
    let bytes = try BoundedFile.read(path, limit: BackupFile.limit)
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
    let folder = KeyFolder(home: try session.home())
    let (contents, key) = try folder.opened(file)
    let document = try BackupDocument(parsing: contents)
    self.file = file
    self.document = document
    // An AEWB container opens with the key of any test network: the document says which one it is of.
    self.key =
      try folder.entries().first {
        $0.fingerprint == key.fingerprint && $0.network.name == document.records?.network
      } ?? key
  }
}
