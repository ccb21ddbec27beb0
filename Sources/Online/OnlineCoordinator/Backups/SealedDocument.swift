internal import BitcoinPrimitives
internal import Bytes
internal import Hashes
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage

/// What this home keeps of a network, sealed under a key: the bytes of a backup.
struct SealedDocument {
  let snapshot: StoreSnapshot
  let document: BackupDocument
  /// The document as it is sealed.
  let contents: [UInt8]
  /// The file.
  let bytes: [UInt8]

  /// SHA-256 of what it says, but for when it was written.
  var digest: [UInt8] {
    var undated = document
    undated.records?.written = 0
    return SHA256.hash(undated.encoded()).bytes
  }

  /// Refuses what `backup restore` would refuse: it is no backup, however well sealed.
  init(
    of store: Store, under key: borrowing BackupKey, at time: Int64
  ) throws {
    let network = key.network
    snapshot = try store.snapshot(on: network)
    document = try BackupWriting.document(snapshot, on: network, now: time)
    let contents = document.encoded()
    do throws(BackupError) {
      _ = try BackupDocument(parsing: contents)
    } catch {
      throw ProgramError(
        "this backup could not be restored, so it is not written: \(error)", rule: .r18,
        hint: "remove what is too long or too much here: a label with `label WALLET REF \"\"`, "
          + "imported members with `label import --replace` and a line that sets them to null")
    }
    do throws(BackupError) {
      let sealed = try SealedBackup(sealing: contents, key: key)
      // Read back before it is written: what cannot be opened is not a backup.
      guard try SealedBackup(decoding: sealed.encoded()).opened(with: key) == contents else {
        throw .libraryFailed("sealing the backup")
      }
      bytes = sealed.encoded()
    } catch {
      throw ProgramError(error)
    }
    self.contents = contents
  }
}
