/// Keys of the same column or the one beside it, pressed one after the other: along a row (`qwerty`), up and down between
/// rows (`1q2w3e4r`, `a1s2d3f4`), column by column (`1qaz2wsx`).
enum KeyboardWalk {
  private static let rows: [StaticString] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]
  /// What Shift makes of the digits.
  private static let shifted: StaticString = "!@#$%^&*()"
  /// Fewer keys lie side by side in ordinary words, too.
  static let least = 6

  /// How many keys the walk that begins at a place takes; nil when they are fewer than ``least``.
  ///
  /// `text` is what was typed; capitals lie where small letters do.
  static func length(at start: Int, in text: UnsafeRawBufferPointer) -> Int? {
    var end = start
    var last: (row: Int, column: Int)?
    while end < text.count, let key = place(of: text[end]) {
      if let last {
        guard abs(key.column - last.column) <= 1, key != last else { break }
      }
      last = key
      end += 1
    }
    return end - start >= least ? end - start : nil
  }

  private static func place(of byte: UInt8) -> (row: Int, column: Int)? {
    let small = PassphraseStrength.isCapital(byte) ? byte | 0x20 : byte
    for (row, keys) in rows.enumerated() {
      if let column = column(of: small, in: keys) { return (row, column) }
    }
    return column(of: small, in: shifted).map { (0, $0) }
  }

  private static func column(of byte: UInt8, in keys: StaticString) -> Int? {
    keys.withUTF8Buffer { $0.firstIndex(of: byte) }
  }
}
