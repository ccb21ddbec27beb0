extension SecretDetector {
  /// What kind of secret was typed where another one was asked for; nil for none.
  ///
  /// Nothing of it is copied: what was typed lies in locked memory, and stays there alone. So it knows lists of words,
  /// digits of a SeedQR and extended private keys by their shape, and no checksum.
  public static func kind(ofTyped bytes: UnsafeRawBufferPointer) -> String? {
    var (isWords, words, isDigits, digits) = (true, 0, true, 0)
    // Letters of the word that has begun, and whether all are ASCII; those of other scripts may be several code points.
    var (letters, isASCII) = (0, true)
    func endWord() {
      if letters > 0 {
        words += 1
        if !(isASCII ? 3...8 : 1...24).contains(letters) { isWords = false }
      }
      (letters, isASCII) = (0, true)
    }
    var place = 0
    while place < bytes.count {
      if bytes[place...].starts(with: ideographicSpace) {
        endWord()
        place += ideographicSpace.count
        continue
      }
      switch bytes[place] {
      case 0x09...0x0d, 0x20, UInt8(ascii: ","): endWord()
      case 0x30...0x39: (digits, isWords) = (digits + 1, false)
      case 0x41...0x5a, 0x61...0x7a: (letters, isDigits) = (letters + 1, false)
      // The rest of a letter.
      case 0x80...0xbf: isDigits = false
      case 0xc0...: (letters, isASCII, isDigits) = (letters + 1, false, false)
      default: (isWords, isDigits) = (false, false)
      }
      place += 1
    }
    endWord()
    if isWords, [12, 15, 18, 21, 24].contains(words) { return "a list of seed words" }
    if isWords, [20, 23, 27, 30, 33].contains(words) { return "a SLIP-39 share" }
    if isDigits, [48, 60, 72, 84, 96].contains(digits) { return "a SeedQR" }
    let key = bytes.drop { $0 <= 0x20 }
    if key.count >= 90, key.dropFirst().starts(with: "prv".utf8),
      let first = key.first, "xtyzuvYZUV".utf8.contains(first)
    {
      return "an extended private key"
    }
    return nil
  }

  private static let ideographicSpace: [UInt8] = [0xe3, 0x80, 0x80]
}
