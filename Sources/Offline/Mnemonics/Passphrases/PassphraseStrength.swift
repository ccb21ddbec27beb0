public import SecureMemory

/// About how many guesses, as a power of two, somebody needs who knows how people make passphrases.
///
/// In the spirit of zxcvbn without its dictionaries, and rather too low than too high; `docs/formats.md` ("How strong a
/// passphrase is") says what counts how much.
public struct PassphraseStrength: Sendable, Equatable {
  /// In bits, rounded down.
  public let bits: Int

  /// Below this no vault for real money is made: whoever has the file could open it.
  public static let hopelessBelow = 40
  /// Below this it is said to be weak.
  public static let weakBelow = 60

  /// Whether it has fewer than ``hopelessBelow`` bits.
  public var isHopeless: Bool { bits < Self.hopelessBelow }
  /// Whether it has fewer than ``weakBelow`` bits.
  public var isWeak: Bool { bits < Self.weakBelow }

  /// What every place that asks for a new passphrase recommends.
  public static let recommendation = "take six words drawn at random (66 bits), used nowhere else"

  /// Measures a passphrase; nothing of it is kept.
  public init(of passphrase: borrowing SecretBytes) {
    // As it was typed, and with letters for the signs that may stand for them: whoever guesses tries both.
    let guesses = [false, true].map { readsSigns in
      let text = passphrase.withUnsafeBytes { source in
        SecretBytes(count: source.count) { target in
          Self.writeSmallLetters(of: source, to: target)
          if readsSigns { Self.readSigns(in: target) }
        }
      }
      return passphrase.withUnsafeBytes { original in
        text.withUnsafeBytes { PassphraseMeasure(text: $0, original: original).total() }
      }
    }
    bits = Int(guesses.min() ?? 0)
  }

  private static func writeSmallLetters(
    of source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) {
    for (index, byte) in source.enumerated() {
      target[index] = isCapital(byte) ? byte | 0x20 : byte
    }
  }

  /// Writes letters for the signs that people write in their place: `4` for `a`, as in `p4ssw0rd` and `4nn4`.
  ///
  /// Inside of a word: behind a letter, and before one or another such sign. At its beginning before two of
  /// them, at its end behind two letters. Not between two words of the list: there it parts them.
  private static func readSigns(in text: UnsafeMutableRawBufferPointer) {
    for index in text.indices {
      guard let letter = meant(by: text[index]) else { continue }
      let isLetter = { (place: Int) in
        text.indices.contains(place) && (isSmall(text[place]) || meant(by: text[place]) != nil)
      }
      let isBlank = { (place: Int) in !text.indices.contains(place) || text[place] <= 0x20 }
      let isBehindLetter = index > 0 && isSmall(text[index - 1])
      let isRead =
        isBehindLetter && isLetter(index + 1)
        || isBlank(index - 1) && !isBlank(index + 1) && isSmall(text[index + 1])
          && isLetter(index + 2)
        || isBehindLetter && index > 1 && isSmall(text[index - 2]) && isBlank(index + 1)
      if isRead, !partsWords(at: index, text) { text[index] = letter }
    }
  }

  private static func partsWords(at index: Int, _ text: UnsafeMutableRawBufferPointer) -> Bool {
    let list = WordList.list(of: .english)
    let letters = UnsafeRawBufferPointer(text)
    let before = letters[..<index].reversed().prefix { isSmall($0) }.count
    let behind = letters[(index + 1)...].prefix { isSmall($0) }.count
    return [index - before..<index, index + 1..<index + 1 + behind].allSatisfy {
      list.index(of: UnsafeRawBufferPointer(rebasing: letters[$0])) != nil
    }
  }

  private static func meant(by sign: UInt8) -> UInt8? {
    switch sign {
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "1"), UInt8(ascii: "!"): UInt8(ascii: "i")
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
    case UInt8(ascii: "7"), UInt8(ascii: "+"): UInt8(ascii: "t")
    case UInt8(ascii: "2"): UInt8(ascii: "z")
    case UInt8(ascii: "6"), UInt8(ascii: "9"): UInt8(ascii: "g")
    case UInt8(ascii: "8"): UInt8(ascii: "b")
    default: nil
    }
  }

  static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  static func isSmall(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// A character that can be seen and is not a letter.
  static func isSign(_ byte: UInt8) -> Bool {
    (0x21...0x7e).contains(byte) && !isSmall(byte) && !isCapital(byte)
  }
}
