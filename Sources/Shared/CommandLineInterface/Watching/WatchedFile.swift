internal import Glibc

/// A file in a watched folder, told from others by what the folder says of it; nobody has looked into it.
package struct WatchedFile: Hashable, Sendable {
  /// Its name in the folder.
  package let name: String
  /// Its size in bytes.
  let size: Int64
  /// When it was last changed, in nanoseconds.
  let changed: Int64
  /// Its number on its file system.
  let number: UInt64

  /// The endings of files that may hold a payment.
  static let endings = [".psbt", ".txt", ".txn", ".gif", ".png", ".jpg", ".jpeg", ".pdf"]
  /// The largest file that any command reads, in bytes.
  static let sizeLimit: Int64 = 100_000_000

  package init(name: String, size: Int64, changed: Int64, number: UInt64) {
    self.name = name
    self.size = size
    self.changed = changed
    self.number = number
  }

  /// What has this name in a folder; nil for anything but a regular file, and for what is gone.
  init?(_ name: String, in folder: String) {
    var status = stat()
    guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(
      name: name, size: Int64(status.st_size),
      changed: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      number: UInt64(status.st_ino))
  }

  /// Whether it is another one under whatever name, unchanged: it was renamed, not copied.
  package func isSame(as other: WatchedFile) -> Bool {
    number == other.number && size == other.size && changed == other.changed
  }

  /// Whether it may be a payment, by its name and size alone.
  ///
  /// Names with a control character, and such as are no text, are left alone: they would stand on a command line.
  var mayBePayment: Bool {
    let lower = name.lowercased()
    return !name.hasPrefix(".") && Self.endings.contains(where: lower.hasSuffix)
      && (1...Self.sizeLimit).contains(size)
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0 != "\u{FFFD}" }
  }

  /// The name for what answers this file: `pay-signed.psbt` for `pay.psbt`, `pay-signed-2.psbt` for that one.
  ///
  /// Text is answered by text, everything else by a PSBT: a picture might not hold the answer.
  package var answerName: String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var stem = String(name[..<dot])
    let ending = name[dot...].lowercased() == ".txt" ? ".txt" : ".psbt"
    var number = 1
    if let mark = stem.ranges(of: "-signed").last {
      let rest = stem[mark.upperBound...]
      if rest.isEmpty {
        number = 2
      } else if rest.first == "-", let before = Int(rest.dropFirst()), (2...99).contains(before) {
        number = before + 1
      }
      if number > 1 { stem = String(stem[..<mark.lowerBound]) }
    }
    return stem + "-signed" + (number == 1 ? "" : "-\(number)") + ending
  }
}
