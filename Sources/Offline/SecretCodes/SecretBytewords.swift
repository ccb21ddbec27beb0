internal import QRTransport
public import SecureMemory
internal import WordLists

/// Bytewords (BCR-2020-012) of secrets, in secret memory from beginning to end and without tables.
public enum SecretBytewords {
  static let table = WordTable(BytewordsTable.words)
  /// The bytes of the CRC-32 at the end.
  static let checksumLength = 4
  /// The longest text that is read, in bytes.
  public static let limit = 1024

  /// Reads words of four letters with spaces, line breaks or hyphens between them, or the first and
  /// last letter of each without anything between.
  ///
  /// Any case. The CRC-32 at the end is compared and dropped. Throws when the text is longer than
  /// `limit`, a word is unknown, or the checksum does not match.
  public static func decode(
    _ text: UnsafeRawBufferPointer, limit: Int = limit
  ) throws(SecretBytewordsError) -> SecretBytes {
    guard text.count <= limit else { throw .tooLong(limit: limit) }
    let isGap: (UInt8) -> Bool = { SecretUnicode.isSpace($0) || $0 == 0x2d }
    var letters = SecretBytes(count: text.count)
    var bounds: [Range<Int>] = []
    letters.withUnsafeMutableBytes { letters in
      var start = 0
      for (index, character) in text.enumerated() {
        letters[index] = (0x41...0x5a).contains(character) ? character | 0x20 : character
        if isGap(character) {
          if index > start { bounds.append(start..<index) }
          start = index + 1
        }
      }
      if text.count > start { bounds.append(start..<text.count) }
    }
    let stride = bounds.count == 1 ? 2 : 4
    if bounds.count == 1 {
      let all = bounds[0]
      guard all.count % 2 == 0 else { throw .word(position: all.count / 2 + 1) }
      bounds = (0..<(all.count / 2)).map {
        (all.lowerBound + $0 * 2)..<(all.lowerBound + $0 * 2 + 2)
      }
    }
    var bytes = SecretBytes(count: bounds.count)
    for (position, range) in bounds.enumerated() {
      let byte = letters.withUnsafeBytes { letters in
        let word = UnsafeRawBufferPointer(rebasing: letters[range])
        return stride == 4 ? table.index(of: word) : index(ofFirst: word[0], last: word[1])
      }
      guard let byte else { throw .word(position: position + 1) }
      bytes.withUnsafeMutableBytes { $0[position] = UInt8(truncatingIfNeeded: byte) }
    }
    guard bytes.count > checksumLength else { throw .tooShort }
    let count = bytes.count - checksumLength
    let payload = bytes.slice(0..<count)
    guard checksum(payload).constantTimeEquals(bytes.slice(count..<bytes.count)) else {
      throw .checksum
    }
    return payload
  }

  /// Writes a payload and its CRC-32: four letters a word with spaces, or two without.
  public static func encode(_ payload: borrowing SecretBytes, isMinimal: Bool) -> SecretBytes {
    let bytes = SecretBytes(joining: payload, checksum(payload))
    return SecretBytes(count: isMinimal ? bytes.count * 2 : bytes.count * 5 - 1) { text in
      bytes.withUnsafeBytes { bytes in
        for (position, byte) in bytes.enumerated() {
          // Looks at every word, because the place of the one that is wanted is a secret.
          for index in 0..<table.count {
            let mask = equalityMask(UInt8(truncatingIfNeeded: index), byte)
            table.withWord(at: index) { word in
              if isMinimal {
                text[position * 2] |= word[0] & mask
                text[position * 2 + 1] |= word[3] & mask
              } else {
                for letter in 0..<4 { text[position * 5 + letter] |= word[letter] & mask }
              }
            }
          }
          if !isMinimal, position + 1 < bytes.count { text[position * 5 + 4] = 0x20 }
        }
      }
    }
  }

  private static func index(ofFirst first: UInt8, last: UInt8) -> Int? {
    var found = -1
    for index in 0..<table.count {
      let mask = table.withWord(at: index) {
        equalityMask($0[0], first) & equalityMask($0[3], last)
      }
      let wide = Int(truncatingIfNeeded: Int8(bitPattern: mask))
      found = found & ~wide | index & wide
    }
    return found < 0 ? nil : found
  }

  /// All ones when the numbers are equal, else zero; no branch.
  private static func equalityMask(_ first: UInt8, _ second: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int(first ^ second) &- 1) >> 8)
  }

  /// CRC-32, big-endian: four bytes.
  private static func checksum(_ payload: borrowing SecretBytes) -> SecretBytes {
    let remainder = payload.withUnsafeBytes(remainder)
    return SecretBytes(count: checksumLength) {
      $0.storeBytes(of: remainder.bigEndian, as: UInt32.self)
    }
  }

  /// CRC-32.
  static func remainder(_ payload: UnsafeRawBufferPointer) -> UInt32 {
    var state: UInt32 = 0xffff_ffff
    for byte in payload {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state >> 1 ^ (0xedb8_8320 & (0 &- (state & 1))) }
    }
    return ~state
  }
}
