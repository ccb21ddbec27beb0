internal import CommandLineInterface
internal import DurableFiles
internal import Refusals
internal import TerminalUI

/// A file beside the questions that says why there was no answer.
///
/// Bitcoin Core's window says only that the signer failed, and keeps the reason for its own log; of a signer that is not
/// listed it says nothing. No command takes a file of this name for a payment, and a person can open it. The same
/// stands in the home, where `doctor` finds it: it reads no folder that nobody named.
struct BridgeNote {
  /// In the folder, where one was named, and in the home.
  private let paths: [String]
  private let kept: String?

  private init(_ name: String, in folder: String?, home: String?) {
    let places = [folder, home].map { place in place.map { FolderWatch.path(of: name, in: $0) } }
    paths = places.compactMap(\.self)
    kept = places[1]
  }

  /// Why the last payment was not signed.
  static func payment(in folder: String? = nil, home: String?) -> BridgeNote {
    BridgeNote("core-not-signed.log", in: folder, home: home)
  }

  /// Why no signer is listed.
  static func listing(in folder: String? = nil, home: String?) -> BridgeNote {
    BridgeNote("core-no-signer.log", in: folder, home: home)
  }

  private static let limit = 2_000

  /// What stands in the home, on one line: the reason, and what to do; nil where nothing does.
  var text: String? {
    guard let kept, let bytes = try? BoundedFile.read(kept, limit: 16 * Self.limit) else {
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.isEmpty
      ? nil : lines.map { ForeignText.again($0, limit: Self.limit) }.joined(separator: "; ")
  }

  /// Writes the reason and what to do; where no file can be written, Bitcoin Core's log has them.
  func write(_ error: ProgramError) {
    // The gate for whoever forgot it: this may be read on a terminal.
    let lines = [error.message, error.hint].map { ForeignText.linesAgain($0, limit: Self.limit) }
    for path in paths {
      try? AtomicFile.write(
        Array("\(lines[0])\n\(lines[1])\n".utf8), to: path, replacing: .yes)
    }
  }

  /// Removes what was said before.
  func remove() { for path in paths { try? AtomicFile.remove(path) } }
}
