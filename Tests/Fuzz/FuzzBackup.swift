import SecureMemory
import WalletBackups

/// Files, documents and keys of backups are read or refused; what is read is written and read again.
func fuzzBackup(_ bytes: [UInt8]) {
  switch try? BackupFile(decoding: bytes) {
  case .sealed(let backup): precondition(backup.encoded() == bytes, "another file came back")
  case .archive(let archive):
    guard let again = try? AEWBArchive(decoding: archive.encoded()) else {
      preconditionFailure("a container is not read again")
    }
    precondition(again == archive, "another container came back")
  case nil: break
  }
  if let document = try? BackupDocument(parsing: bytes) {
    let written = document.encoded()
    guard let again = try? BackupDocument(parsing: written) else {
      preconditionFailure("a document is not read again")
    }
    precondition(again == document && again.encoded() == written, "another document came back")
  }
  var copy = bytes
  let secret = SecretBytes(moving: &copy)
  if let key = try? BackupKey(parsing: secret) {
    guard let text = try? key.text() else { preconditionFailure("a key has no text") }
    precondition((try? BackupKey(parsing: text)) != nil, "a key is not read again")
  }
}
