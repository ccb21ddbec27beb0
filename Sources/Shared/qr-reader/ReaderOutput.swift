internal import Glibc
internal import QRReading

/// The protocol on standard output (docs/formats.md): a letter, a length (32 bits, big-endian) and as many bytes.
enum ReaderOutput {
  /// The QR codes of one frame, what is to be said about it, and its end.
  ///
  /// False when nobody listens any more.
  static func frame(_ symbols: [[UInt8]], _ notes: PageNotes = PageNotes()) -> Bool {
    frame(symbols, with: notes.isPlain ? [] : record("N", notes.encoded))
  }

  /// The same with what else a person who aims is shown.
  static func frame(_ sight: CameraSight, _ preview: CameraPreview) -> Bool {
    frame(sight.contents, with: record("L", sight.encoded) + record("P", preview.encoded))
  }

  private static func frame(_ symbols: [[UInt8]], with more: [UInt8]) -> Bool {
    var bytes: [UInt8] = []
    for symbol in symbols { bytes += record("S", symbol) }
    return write(bytes + more + record("F", []))
  }

  /// A refusal in one word.
  static func refuse(_ word: String) { _ = write(record("E", Array(word.utf8))) }

  /// The end.
  static func done() { _ = write(record("D", [])) }

  private static func record(_ kind: Unicode.Scalar, _ content: [UInt8]) -> [UInt8] {
    let length = UInt32(truncatingIfNeeded: content.count)
    return [UInt8(ascii: kind)]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) } + content
  }

  private static func write(_ bytes: [UInt8]) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
