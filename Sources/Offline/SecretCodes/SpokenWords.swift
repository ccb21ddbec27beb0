public import SecureMemory

/// Words that a person remembers, in one canonical form: NFKD, letters A to Z small, one space
/// between words and none around them.
public enum SpokenWords {
  /// The words as bytes of UTF-8; throws when they are too long (4,096 bytes) or not UTF-8.
  public static func canonical(
    _ typed: borrowing SecretBytes
  ) throws(SecretUnicodeError) -> SecretBytes {
    var text = try SecretUnicode.decomposed(typed)
    var length = 0
    text.withUnsafeMutableBytes { bytes in
      var isPending = false
      for index in bytes.indices {
        guard !SecretUnicode.isSpace(bytes[index]) else {
          isPending = length > 0
          continue
        }
        // A space was there before, so this never overtakes what is read.
        if isPending {
          bytes[length] = 0x20
          length += 1
          isPending = false
        }
        let isCapital = (0x41...0x5a).contains(bytes[index])
        bytes[length] = isCapital ? bytes[index] | 0x20 : bytes[index]
        length += 1
      }
    }
    text.truncate(to: length)
    return text
  }

  /// The number of words in text that is canonical.
  public static func count(_ canonical: borrowing SecretBytes) -> Int {
    canonical.withUnsafeBytes { text in text.split(separator: 0x20).count }
  }
}
