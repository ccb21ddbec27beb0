internal import Bytes
internal import SecureMemory
internal import TerminalUI

/// The letters of an encrypted sheet as lines with checks, typed from paper; they are not secret.
struct SheetLetters {
  private var lines: [Int: CheckedLine] = [:]

  /// Whether a text is lines with checks, which no seed looks like: none has a `=`.
  static func isOne(_ text: UnsafeRawBufferPointer) -> Bool {
    text.contains(0x3d) && CheckedText.isOne(text)
  }

  /// How many lines there are.
  var count: Int { lines.count }

  /// The number that follows on the last line.
  var next: Int { (lines.keys.max() ?? 0) + 1 }

  /// Takes lines of a text, and says what was put right; `from` is the number that the first should have.
  mutating func take(
    _ text: some Collection<UInt8>, from first: Int, on console: Console
  ) throws(CheckedTextError) {
    let read = try CheckedText(typed: text, capitals: true, from: first)
    for line in read.lines {
      if let known = lines[line.number], known != line { throw .twice(line: line.number) }
      lines[line.number] = line
    }
    for change in read.changes { console.talk("Fixed \(change).") }
  }

  /// The letters of each QR code: the lines from one that begins as a part of BBQr to the next such.
  ///
  /// Throws: `missing` for a line that is not there.
  func parts() throws(CheckedTextError) -> [String] {
    var parts: [String] = []
    var before = 0
    for line in lines.values.sorted(by: { $0.number < $1.number }) {
      // The numbers go on over all QR codes, so the end of one may be what is missing.
      guard before == 0 || line.number == before + 1 else {
        throw .missing(line: line.number - 1)
      }
      if line.letters.hasPrefix("B$2B") {
        parts.append(line.letters)
      } else {
        guard !parts.isEmpty else { throw .missing(line: line.number - 1) }
        parts[parts.count - 1] += line.letters
      }
      before = line.number
    }
    return parts
  }
}
