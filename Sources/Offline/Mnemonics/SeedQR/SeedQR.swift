internal import SecretCodes
public import SecureMemory

/// SeedQR: English words as four decimal digits each, 0000 to 2047 (SeedSigner).
///
/// In a QR code: numeric mode, level L; 12 words take version 2 (25 by 25), 24 words version 3
/// (29 by 29).
extension Mnemonic {
  /// Reads the digits of a SeedQR; spaces and line breaks around them are ignored.
  ///
  /// Throws when their number belongs to no words, when four of them are above 2047, or when the
  /// checksum of the words does not match.
  public init(seedQR digits: borrowing SecretBytes) throws(SeedQRError) {
    let packed = try digits.withUnsafeBytes { text throws(SeedQRError) in
      let place = SecretUnicode.trimmed(text)
      let (start, count) = (place.lowerBound, place.count)
      guard count % 4 == 0, Mnemonic.wordCounts.contains(count / 4) else {
        throw .digitCount(found: count)
      }
      var packed = PackedWords(count: count / 4)
      for word in 0..<(count / 4) {
        var index = 0
        for digit in 0..<4 {
          let character = text[start + word * 4 + digit]
          guard (0x30...0x39).contains(character) else {
            throw .notDigit(position: word * 4 + digit + 1)
          }
          index = index * 10 + Int(character - 0x30)
        }
        guard index < WordList.count else { throw .indexTooLarge(word: word + 1) }
        packed.set(index, at: word)
      }
      return packed
    }
    do {
      try self.init(entropy: packed.checkedEntropy(.english))
    } catch {
      throw .checksum
    }
  }

  /// The digits of a SeedQR as ASCII: 48 for 12 words, 96 for 24.
  ///
  /// Throws for words of another language than English.
  public borrowing func revealingSeedQR() throws(SeedQRError) -> SecretBytes {
    guard language == .english else { throw .notEnglish(language) }
    return SecretBytes(count: wordCount * 4) { digits in
      for position in 0..<wordCount {
        var index = index(at: position)
        for place in (0..<4).reversed() {
          // Division by a constant: a multiplication, whose time does not depend on the word.
          digits[position * 4 + place] = 0x30 + UInt8(truncatingIfNeeded: index % 10)
          index /= 10
        }
      }
    }
  }

  /// Reads the bytes of a CompactSeedQR: the entropy of English words.
  ///
  /// There is no checksum, and every text of 16 or 32 characters looks like one: ask for it or have
  /// the person confirm it. Throws for other lengths than 16, 20, 24, 28 and 32 bytes.
  public init(compactSeedQR bytes: borrowing SecretBytes) throws(SeedQRError) {
    let count = bytes.count
    do {
      try self.init(entropy: bytes)
    } catch {
      throw .byteCount(found: count)
    }
  }

  /// The bytes of a CompactSeedQR: 16 for 12 words, 32 for 24.
  ///
  /// In a QR code: byte mode, level L; version 1 (21 by 21) or 2 (25 by 25). Throws for words of
  /// another language or another number of words, which other readers would not take for a seed.
  public borrowing func revealingCompactSeedQR() throws(SeedQRError) -> SecretBytes {
    guard language == .english else { throw .notEnglish(language) }
    let wordCount = wordCount
    guard wordCount == 12 || wordCount == 24 else { throw .compactWordCount(wordCount) }
    return withEntropy { SecretBytes(copying: $0) }
  }
}
