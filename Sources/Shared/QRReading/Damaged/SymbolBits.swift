/// The content of a QR code from its data words, bit by bit (ISO/IEC 18004, 7.4).
struct SymbolBits {
  private let words: [UInt8]
  private var place = 0
  private var hasBytes = false

  private init(_ words: [UInt8]) { self.words = words }

  /// The bytes that the data words say, and whether any were written as bytes, not as digits or
  /// letters; nil for what is not read here (kanji, parts of a series) and
  /// for words that no encoder writes.
  static func content(
    _ words: [UInt8], version: Int
  ) -> (content: [UInt8], hasBytes: Bool)? {
    var bits = SymbolBits(words)
    guard let content = bits.content(version) else { return nil }
    return (content, bits.hasBytes)
  }

  private var left: Int { words.count * 8 - place }

  private mutating func take(_ count: Int) -> Int? {
    guard left >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(words[place / 8] >> UInt8(7 - place % 8) & 1)
      place += 1
    }
    return value
  }

  private mutating func content(_ version: Int) -> [UInt8]? {
    var content: [UInt8] = []
    let size = version < 10 ? 0 : version < 27 ? 1 : 2
    while left >= 4 {
      guard let mode = take(4) else { return nil }
      switch mode {
      case 0: return isPadded() ? content : nil
      case 1:
        guard let count = take([10, 12, 14][size]), let digits = digits(count) else { return nil }
        content += digits
      case 2:
        guard let count = take([9, 11, 13][size]), let text = letters(count) else { return nil }
        content += text
      case 4:
        hasBytes = true
        guard let count = take([8, 16, 16][size]) else { return nil }
        for _ in 0..<count {
          guard let byte = take(8) else { return nil }
          content.append(UInt8(byte))
        }
      case 7: guard skipCharacterSet() else { return nil }
      default: return nil
      }
    }
    return content.isEmpty ? nil : content
  }

  /// Which letters the bytes stand for: they are given as they are.
  private mutating func skipCharacterSet() -> Bool {
    guard let first = take(8) else { return false }
    if first < 0x80 { return true }
    return take(first < 0xC0 ? 8 : 16) != nil
  }

  private mutating func digits(_ count: Int) -> [UInt8]? {
    var text: [UInt8] = []
    while text.count < count {
      let group = min(3, count - text.count)
      guard let value = take([4, 7, 10][group - 1]), value < [10, 100, 1000][group - 1] else {
        return nil
      }
      let digits = [value / 100, value / 10 % 10, value % 10].suffix(group)
      text += digits.map { UInt8(0x30 + $0) }
    }
    return text
  }

  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  private mutating func letters(_ count: Int) -> [UInt8]? {
    var text: [UInt8] = []
    while text.count < count {
      if count - text.count == 1 {
        guard let value = take(6), value < 45 else { return nil }
        text.append(Self.alphabet[value])
      } else {
        guard let value = take(11), value < 45 * 45 else { return nil }
        text += [Self.alphabet[value / 45], Self.alphabet[value % 45]]
      }
    }
    return text
  }

  /// Whether what follows the end is what every encoder writes there: zeros to the next word, then
  /// 236 and 17 in turn.
  private mutating func isPadded() -> Bool {
    while place % 8 != 0 {
      guard take(1) == 0 else { return false }
    }
    var isFirst = true
    while left >= 8 {
      guard take(8) == (isFirst ? 236 : 17) else { return false }
      isFirst.toggle()
    }
    return true
  }
}
