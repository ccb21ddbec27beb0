/// The text of files that people edit and mail: trimmed, its line ends made one.
enum FileText {
  /// The text of UTF-8 bytes without blanks and a byte order mark around it; nil for anything else.
  ///
  /// Control characters other than tabs and line ends are refused.
  static func text(of bytes: [UInt8]) -> String? {
    let withoutMark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    guard withoutMark.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || isBlank($0) }),
      let first = withoutMark.firstIndex(where: { !isBlank($0) }),
      let last = withoutMark.lastIndex(where: { !isBlank($0) })
    else { return nil }
    return String(validating: withoutMark[first...last], as: UTF8.self)
  }

  /// The lines of a text, trimmed, empty ones kept.
  static func lines(_ text: String) -> [Substring] {
    // "\r\n" is one Character, so it ends one line.
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(trimmed)
  }

  /// Without blanks at both ends.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// A name as formats of ASCII lines take it: other characters become `_`, so that no line ends.
  static func plainName(_ name: String?, limit: Int) -> String {
    let plain = (name ?? "").unicodeScalars.map { scalar in
      (0x20...0x7e).contains(scalar.value) && scalar != "&" ? Character(scalar) : "_"
    }
    let text = String(trimmed(Substring(String(plain.prefix(limit)))))
    return text.isEmpty ? "wallet" : text
  }

  /// A path with the hardened marker that older formats know: `m/48'/0'/0'/2'`.
  static func apostrophes(_ text: some CustomStringConvertible) -> String {
    String("\(text)".map { $0 == "h" ? "'" : $0 })
  }
}
