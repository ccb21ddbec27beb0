public import SecureMemory
internal import WordLists

/// What one mistake in bytewords was; positions count words from 1.
public enum BytewordsChange: Hashable, Sendable {
  /// The word at `position` is another one.
  case replaced(position: Int)
  /// A word was missing, and stands at `position`.
  case inserted(position: Int)
  /// The words at the two positions stood in each other's place.
  case swapped(first: Int, second: Int)
}

extension SecretBytewords {
  /// Calls `body` with each payload that a text of words with gaps gives by one change: another word, one
  /// word more, or two words in each other's place.
  ///
  /// 29 words have about 15,000 such texts and the checksum has 32 bits: a wrong one fits once in 290,000
  /// times. At most one word may be none of the list; nothing is called for other texts, for those
  /// without gaps, and for those that are right.
  public static func repairs(
    of text: UnsafeRawBufferPointer, _ body: (borrowing SecretBytes, BytewordsChange) -> Void
  ) {
    guard text.count <= limit, let typed = typed(text), typed.unknown.count <= 1 else { return }
    let count = typed.bytes.count
    var bytes = typed.bytes.duplicated()
    guard !typed.unknown.isEmpty || !endsWithChecksum(bytes) else { return }
    for position in typed.unknown.isEmpty ? Array(0..<count) : typed.unknown {
      consider(&bytes, at: position, .replaced(position: position + 1), body)
    }
    guard typed.unknown.isEmpty else { return }
    for first in 0..<count {
      for second in (first + 1)..<max(first + 1, count) {
        let isSame = bytes.withUnsafeBytes { $0[first] == $0[second] }
        guard !isSame else { continue }
        bytes.withUnsafeMutableBytes { $0.swapAt(first, second) }
        if endsWithChecksum(bytes) {
          body(
            bytes.slice(0..<(count - checksumLength)),
            .swapped(first: first + 1, second: second + 1))
        }
        bytes.withUnsafeMutableBytes { $0.swapAt(first, second) }
      }
    }
    for position in 0...count {
      var longer = SecretBytes(count: count + 1)
      longer.withUnsafeMutableBytes { longer in
        typed.bytes.withUnsafeBytes { typed in
          for old in typed.indices { longer[old < position ? old : old + 1] = typed[old] }
        }
      }
      consider(&longer, at: position, .inserted(position: position + 1), body)
    }
  }

  /// Whether all words of a text with gaps, but one at most, are bytewords.
  ///
  /// A guess for choosing a reader.
  public static func mostAreWords(of text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= limit, let typed = typed(text) else { return false }
    return typed.unknown.count <= 1
  }

  /// Tries every word at a position; the bytes stay as they are.
  private static func consider(
    _ bytes: inout SecretBytes, at position: Int, _ change: BytewordsChange,
    _ body: (borrowing SecretBytes, BytewordsChange) -> Void
  ) {
    let typed = bytes.withUnsafeBytes { $0[position] }
    for byte in UInt8.min...UInt8.max {
      bytes.withUnsafeMutableBytes { $0[position] = byte }
      if endsWithChecksum(bytes) { body(bytes.slice(0..<(bytes.count - checksumLength)), change) }
    }
    bytes.withUnsafeMutableBytes { $0[position] = typed }
  }

  private static func endsWithChecksum(_ bytes: borrowing SecretBytes) -> Bool {
    guard bytes.count > checksumLength else { return false }
    return bytes.withUnsafeBytes { bytes in
      let payload = UnsafeRawBufferPointer(rebasing: bytes.dropLast(checksumLength))
      let stated = bytes.suffix(checksumLength).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return remainder(payload) == stated
    }
  }

  /// The bytes of words with gaps between them, zero for those that are in no list; nil without gaps.
  private static func typed(_ text: UnsafeRawBufferPointer) -> TypedBytewords? {
    let words = text.split { SecretUnicode.isSpace($0) || $0 == 0x2d }
    guard words.count > 1 else { return nil }
    var bytes = SecretBytes(count: words.count)
    var unknown: [Int] = []
    for (position, word) in words.enumerated() {
      let small = SecretBytes(lowercasing: UnsafeRawBufferPointer(rebasing: word))
      if let index = small.withUnsafeBytes({ table.index(of: $0) }) {
        bytes.withUnsafeMutableBytes { $0[position] = UInt8(truncatingIfNeeded: index) }
      } else {
        unknown.append(position)
      }
    }
    return TypedBytewords(bytes: bytes, unknown: unknown)
  }
}

/// Words with gaps as their bytes, and which of them are in no list, counted from 0.
private struct TypedBytewords: ~Copyable {
  let bytes: SecretBytes
  let unknown: [Int]
}
