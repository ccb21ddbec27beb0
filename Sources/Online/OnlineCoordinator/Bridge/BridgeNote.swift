internal import CommandLineInterface
internal import DurableFiles
internal import TerminalUI

/// A file beside the questions that says why there was no answer.
///
/// Bitcoin Core's window says only that the signer failed, and keeps the reason for its own log; of a signer that is not
/// listed it says nothing. No command takes a file of this name for a payment, and a person can open it.
struct BridgeNote {
  /// Nil where no folder was named.
  private let path: String?

  private init(_ name: String, in folder: String?) {
    path = folder.map { FolderWatch.path(of: name, in: $0) }
  }

  /// Why the last payment was not signed.
  static func payment(in folder: String?) -> BridgeNote {
    BridgeNote("core-not-signed.log", in: folder)
  }

  /// Why no signer is listed.
  static func listing(in folder: String?) -> BridgeNote {
    BridgeNote("core-no-signer.log", in: folder)
  }

  /// Writes the reason and what to do; where no file can be written, Bitcoin Core's log has them.
  func write(_ error: ProgramError) {
    guard let path else { return }
    try? AtomicFile.write(
      Array("\(error.message)\n\(error.hint)\n".utf8), to: path, replacing: .yes)
  }

  /// Removes what was said before.
  func remove() { if let path { try? AtomicFile.remove(path) } }
}
