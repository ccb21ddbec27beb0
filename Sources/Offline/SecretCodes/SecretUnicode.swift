internal import CUtf8proc
public import SecureMemory

/// Unicode normalization of secrets, in secret memory from beginning to end.
public enum SecretUnicode {
  /// The longest text that is normalized: bytes.
  public static let limit = 4096

  /// Whether a byte is an ASCII space, tab or line break.
  public static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  /// Where a text stands without the ASCII spaces and line breaks around it.
  public static func trimmed(_ text: UnsafeRawBufferPointer) -> Range<Int> {
    let start = text.prefix(while: isSpace).count
    let blank = text.dropFirst(start).reversed().prefix(while: isSpace).count
    return start..<(text.count - blank)
  }

  /// Whether a text begins with ASCII letters and signs, of whatever case.
  public static func begins(_ text: UnsafeRawBufferPointer, with prefix: String) -> Bool {
    text.count >= prefix.utf8.count && zip(text, prefix.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Compatibility decomposition (NFKD), as BIP-39 wants words and passphrases.
  ///
  /// Throws for text that is longer than ``limit`` or not UTF-8.
  public static func decomposed(_ text: borrowing SecretBytes) throws(SecretUnicodeError)
    -> SecretBytes
  {
    try text.withUnsafeBytes { text throws(SecretUnicodeError) in
      try normalized(text, [UTF8PROC_STABLE, UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT])
    }
  }

  /// Canonical composition (NFC): how words look best on a screen and on paper.
  ///
  /// Throws for text that is longer than ``limit`` or not UTF-8.
  public static func composed(_ text: UnsafeRawBufferPointer) throws(SecretUnicodeError)
    -> SecretBytes
  {
    try normalized(text, [UTF8PROC_STABLE, UTF8PROC_COMPOSE])
  }

  private static func normalized(
    _ text: UnsafeRawBufferPointer, _ options: [utf8proc_option_t]
  ) throws(SecretUnicodeError) -> SecretBytes {
    guard text.count <= limit else { throw .tooLong(limit: limit) }
    guard !text.isEmpty else { return SecretBytes(count: 0) }
    let options = utf8proc_option_t(rawValue: options.reduce(0) { $0 | $1.rawValue })
    let start = text.assumingMemoryBound(to: UInt8.self).baseAddress
    let count = utf8proc_decompose(start, text.count, nil, 0, options)
    guard count >= 0 else { throw .notUnicode }

    // Room for the code points and the zero that the library writes after the UTF-8.
    let size = MemoryLayout<utf8proc_int32_t>.size
    var buffer = SecretBytes(count: (count + 1) * size)
    let length = buffer.withUnsafeMutableBytes { memory -> Int in
      let points = memory.assumingMemoryBound(to: utf8proc_int32_t.self).baseAddress
      let written = utf8proc_decompose(start, text.count, points, count, options)
      return written < 0 || written > count ? -1 : utf8proc_reencode(points, written, options)
    }
    guard length >= 0 else { throw .notUnicode }
    buffer.truncate(to: length)
    return buffer
  }
}
