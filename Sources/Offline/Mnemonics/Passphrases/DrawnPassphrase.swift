public import SecureMemory

/// A random passphrase: six words of BIP-39's English list, drawn by the system.
public enum DrawnPassphrase {
  /// How many words are drawn.
  public static let wordCount = 6
  /// 11 for each word.
  public static let bits = 66

  /// Draws one: the words with single spaces between them.
  ///
  /// A draw that would be called weak (a word twice, neighbours of the list) is drawn again, which costs a hundredth of a
  /// bit.
  ///
  /// - Throws: ``RandomnessError``.
  public static func drawn(
    from random: some RandomSource = SystemRandomSource()
  ) throws(RandomnessError) -> SecretBytes {
    var text = try once(from: random)
    // A source that always gives the same is refused where it is read; a few draws are plenty for any other.
    for _ in 0..<8 where PassphraseStrength(of: text).isWeak { text = try once(from: random) }
    return text
  }

  private static func once(
    from random: some RandomSource
  ) throws(RandomnessError) -> SecretBytes {
    // The words of the list are as many as 11 bits can say: none is drawn more often than another.
    let draw = try random.secret(count: 2 * wordCount)
    let list = WordList.list(of: .english)
    var text = SecretBytes(count: 0)
    for number in 0..<wordCount {
      let place = draw.withUnsafeBytes { bytes in
        (Int(bytes[2 * number]) << 8 | Int(bytes[2 * number + 1])) & 0x7ff
      }
      let word = list.withWord(at: place) { SecretBytes(copying: $0) }
      if number > 0 {
        text = SecretBytes(joining: text, SecretBytes(count: 1) { $0[0] = UInt8(ascii: " ") })
      }
      text = SecretBytes(joining: text, word)
    }
    return text
  }
}
