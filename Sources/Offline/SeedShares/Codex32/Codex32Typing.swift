internal import Bytes
internal import SecretCodes
internal import SecureMemory

/// A codex32 string as somebody typed it: values below 32, or ``unknown``, without spaces.
struct Codex32Typing: ~Copyable {
  /// What stands for a character that is not one of the 32.
  static let unknown: UInt8 = 0xff
  /// The longest string: a seed of 64 bytes.
  static let limit = 127
  static let prefix = Array("ms1".utf8)

  /// The values of the data part, after `ms1`.
  let values: SecretBytes
  /// The positions of the characters before the data that are not those of `ms1`, counted from 1.
  let wrongPrefix: [Int]
  /// Where case changes, counted from 1; nil when it does not.
  let mixedCase: Int?

  /// Throws when there are more characters than any string has, or fewer than the prefix.
  init(_ text: borrowing SecretBytes) throws(Codex32Error) {
    let count = text.withUnsafeBytes { $0.count { !SecretUnicode.isSpace($0) } }
    guard (Self.prefix.count...Self.limit).contains(count) else { throw .length(found: count) }
    var values = SecretBytes(count: count - Self.prefix.count)
    var wrongPrefix: [Int] = []
    var mixedCase: Int?
    text.withUnsafeBytes { text in
      values.withUnsafeMutableBytes { values in
        var position = 0
        var isUpper: Bool?
        for character in text where !SecretUnicode.isSpace(character) {
          let isCapital = (0x41...0x5a).contains(character)
          let small = isCapital ? character | 0x20 : character
          if (0x61...0x7a).contains(small) {
            if let isUpper, isUpper != isCapital, mixedCase == nil { mixedCase = position + 1 }
            isUpper = isUpper ?? isCapital
          }
          if position < Self.prefix.count {
            if small != Self.prefix[position] { wrongPrefix.append(position + 1) }
          } else {
            values[position - Self.prefix.count] =
              Alphabet.bech32.value(ofSecret: small) ?? Self.unknown
          }
          position += 1
        }
      }
    }
    self.values = values
    self.wrongPrefix = wrongPrefix
    self.mixedCase = mixedCase
  }
}
