/// Keys of the same column or the one beside it, pressed one after the other: along a row (`qwerty`), up and down between
/// rows (`1q2w3e4r`, `a1s2d3f4`), column by column (`1qaz2wsx`).
enum KeyboardWalk {
  /// The one table of keys: row by row, from the left, as they lie in English, German and French.
  private static let keyboards: [[StaticString]] = [
    ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"],
    ["1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"],
    ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"],
  ]
  /// What Shift makes of the digits.
  private static let shifted: StaticString = "!@#$%^&*()"
  /// Fewer keys lie side by side in ordinary words, too.
  static let least = 6

  /// How many keys the longest walk that begins at a place takes; nil when they are fewer than ``least``.
  ///
  /// `text` is what was typed; capitals lie where small letters do.
  static func length(at start: Int, in text: UnsafeRawBufferPointer) -> Int? {
    let longest = keyboards.map { length(at: start, in: text, on: $0) }.max() ?? 0
    return longest >= least ? longest : nil
  }

  private static func length(
    at start: Int, in text: UnsafeRawBufferPointer, on keyboard: [StaticString]
  ) -> Int {
    var end = start
    var last: (row: Int, column: Int)?
    while end < text.count, let key = place(of: text[end], on: keyboard) {
      if let last {
        guard abs(key.column - last.column) <= 1, key != last else { break }
      }
      last = key
      end += 1
    }
    return end - start
  }

  /// Whether two keys lie side by side in a row of letters, or of what Shift makes of the digits.
  static func areNeighbours(_ first: UInt8, _ second: UInt8) -> Bool {
    (keyboards.flatMap { $0.dropFirst() } + [shifted]).contains { row in
      guard let one = column(of: first, in: row), let other = column(of: second, in: row) else {
        return false
      }
      return abs(one - other) == 1
    }
  }

  private static func place(
    of byte: UInt8, on keyboard: [StaticString]
  ) -> (row: Int, column: Int)? {
    let small = PassphraseStrength.isCapital(byte) ? byte | 0x20 : byte
    for (row, keys) in keyboard.enumerated() {
      if let column = column(of: small, in: keys) { return (row, column) }
    }
    return column(of: small, in: shifted).map { (0, $0) }
  }

  private static func column(of byte: UInt8, in keys: StaticString) -> Int? {
    keys.withUTF8Buffer { $0.firstIndex(of: byte) }
  }
}
