public import SecureMemory

/// About how many guesses, as a power of two, somebody needs who knows how people make passphrases.
///
/// In the spirit of zxcvbn without its dictionaries, and rather too low than too high; `docs/formats.md` ("How strong a
/// passphrase is") says what counts how much.
public struct PassphraseStrength: Sendable, Equatable {
  /// In bits, rounded down.
  public let bits: Int

  /// Below this no vault for real money is made: whoever has the file opens it.
  public static let hopelessBelow = 40
  /// Below this it is said to be weak.
  public static let weakBelow = 60

  public var isHopeless: Bool { bits < Self.hopelessBelow }
  public var isWeak: Bool { bits < Self.weakBelow }

  /// What every place that asks for a new passphrase recommends.
  public static let recommendation = "take six words drawn at random (66 bits), used nowhere else"

  /// Measures a passphrase; nothing of it is kept.
  public init(of passphrase: borrowing SecretBytes) {
    let plain = passphrase.withUnsafeBytes { source in
      SecretBytes(count: source.count) { Self.writeLetters(of: source, to: $0) }
    }
    let total = passphrase.withUnsafeBytes { original in
      plain.withUnsafeBytes { Measure(text: $0, original: original).total() }
    }
    bits = Int(total)
  }

  /// Writes small letters for capitals, and letters for the signs that people write in their place inside of a word: `4` for
  /// `a`, as in `p4ssw0rd`.
  private static func writeLetters(
    of source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) {
    for (index, byte) in source.enumerated() {
      var letter = isCapital(byte) ? byte | 0x20 : byte
      if index > 0, isSmall(target[index - 1]), index + 1 < source.count {
        let next = source[index + 1]
        if let meant = meant(by: byte), isSmall(next | 0x20) || self.meant(by: next) != nil {
          letter = meant
        }
      }
      target[index] = letter
    }
  }

  private static func meant(by sign: UInt8) -> UInt8? {
    switch sign {
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "1"), UInt8(ascii: "!"): UInt8(ascii: "i")
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
    case UInt8(ascii: "7"): UInt8(ascii: "t")
    default: nil
    }
  }

  static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  static func isSmall(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}

/// One measuring: the text in small letters, and as it was typed.
private struct Measure {
  let text: UnsafeRawBufferPointer
  let original: UnsafeRawBufferPointer

  /// What goes on as it began: the next letter, the next key, a word once more.
  private static let foreseen = 0.5
  /// What stood before, begun again.
  private static let again = 2.0
  private static let listed = 11.0
  private static let common = 5.0
  /// Where a walk over the keyboard begins, and which way it goes.
  private static let walk = 6.0
  /// A day of a century, and of one whose year has two digits.
  private static let date = 14.0
  private static let shortDate = 13.0
  /// The most for up to ten letters that could be a word: no language has more such words in use.
  private static let ordinaryWord = 16.0

  func total() -> Double {
    if KnownPasswords.isPhrase(text) { return 2 * Self.common }
    var bits = 0.0
    var lastWord: Int?
    var index = 0
    while index < text.count {
      if let length = KeyboardWalk.length(at: index, in: original), !isListed(index, length) {
        bits += Self.walk + Double(length - 1) * Self.foreseen
        index += length
        continue
      }
      guard PassphraseStrength.isSmall(text[index]) else {
        index = addSign(at: index, to: &bits)
        continue
      }
      let run = run(from: index)
      if let place = WordList.list(of: .english).index(of: slice(run)) {
        let isForeseen = lastWord.map { place == $0 + 1 || place == $0 - 1 } ?? false
        bits += isForeseen || wasThere(run) ? Self.foreseen : Self.listed
        lastWord = place
      } else {
        addLetters(run, to: &bits)
      }
      if run.contains(where: { PassphraseStrength.isCapital(original[$0]) }) { bits += 1 }
      if run.contains(where: { isSign(original[$0]) }) { bits += 1 }
      index = run.upperBound
    }
    return bits
  }

  // MARK: Letters

  /// Whether a word of the list stands at a place, at least so long.
  private func isListed(_ index: Int, _ length: Int) -> Bool {
    guard PassphraseStrength.isSmall(text[index]) else { return false }
    let run = run(from: index)
    return run.count >= length && WordList.list(of: .english).index(of: slice(run)) != nil
  }

  private func addLetters(_ run: Range<Int>, to bits: inout Double) {
    var lastPlace: Int?
    for part in parts(of: run) {
      let each = eachLetter(of: part, in: run)
      let most = each < Self.drawn && part.count <= 10 ? Self.ordinaryWord : .infinity
      var sum = 0.0
      var index = part.lowerBound
      while index < part.upperBound {
        let length = matchBefore(index, upTo: part.upperBound)
        if length >= 3 {
          sum += Self.again
          index += length
        } else if let word = KnownPasswords.word(at: index, in: slice(0..<part.upperBound)) {
          let isForeseen = lastPlace.flatMap { last in word.place.map { abs($0 - last) == 1 } }
          sum += isForeseen == true ? Self.foreseen : Self.common
          lastPlace = word.place
          index += word.length
        } else {
          sum += isInSequence(index, of: run) ? Self.foreseen : each
          index += 1
        }
      }
      bits += min(sum, most)
    }
  }

  /// A run of letters, or the names that it is made of: each begins with a capital and can be spoken.
  private func parts(of run: Range<Int>) -> [Range<Int>] {
    let capitals = run.filter { PassphraseStrength.isCapital(original[$0]) }
    guard capitals.first == run.lowerBound, (2...4).contains(capitals.count) else { return [run] }
    let parts = zip(capitals, capitals.dropFirst() + [run.upperBound]).map { $0..<$1 }
    return parts.allSatisfy { $0.count >= 3 && hasVowel($0) } ? parts : [run]
  }

  private func hasVowel(_ part: Range<Int>) -> Bool { part.contains { Self.isVowel(text[$0]) } }

  /// A drawn letter, and one of what can be spoken.
  private static let drawn = 4.5
  private static let spoken = 2.2

  /// A letter of what can be spoken counts as one of a word, any other as drawn.
  ///
  /// A capital at the start alone says that it is a name; up to ten small letters may have four
  /// consonants in a row, as in `schmidt`.
  private func eachLetter(of part: Range<Int>, in run: Range<Int>) -> Double {
    let isBesideSign =
      (run.lowerBound > 0 && isSign(text[run.lowerBound - 1]))
      || (run.upperBound < text.count && isSign(text[run.upperBound]))
    if part == run, run.count <= 3 { return isBesideSign ? Self.drawn : Self.spoken }
    let capitals = part.filter { PassphraseStrength.isCapital(original[$0]) }
    if capitals == [part.lowerBound], hasVowel(part) { return Self.spoken }
    let isPlain = part.allSatisfy { PassphraseStrength.isSmall(original[$0]) } && hasVowel(part)
    let most = isPlain && part.count <= 10 ? 4 : 3
    var consonants = 0
    for index in part {
      consonants = Self.isVowel(text[index]) ? 0 : consonants + 1
      if consonants > most { return Self.drawn }
    }
    return Self.spoken
  }

  private static func isVowel(_ byte: UInt8) -> Bool {
    "aeiouy".utf8.contains(byte)
  }

  // MARK: Digits, signs, other scripts

  /// Counts what begins at a place and is no letter; gives the place behind it.
  private func addSign(at index: Int, to bits: inout Double) -> Int {
    let byte = text[index]
    let length = matchBefore(index, upTo: text.count)
    if byte > 0x20, length >= 3 {
      bits += Self.again
      return index + length
    }
    switch byte {
    case 0...0x20, 0x80...0xbf: break
    case 0xc0...0xdf: bits += 2.5
    case 0xe0...0xef: bits += 5
    case 0xf0...: bits += 6
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if let date = date(at: index) {
        bits += date.bits
        return index + date.length
      }
      if isYear(index) {
        bits += 7
        return index + 4
      }
      bits += isInSequence(index, of: 0..<text.count) ? Self.foreseen : 3.3
    default:
      bits += text[..<index].contains(byte) ? 1 : 5
    }
    return index + 1
  }

  private func isYear(_ index: Int) -> Bool {
    guard index + 4 <= text.count else { return false }
    let digits = slice(index..<index + 4)
    return ["18", "19", "20"].contains { digits.starts(with: $0.utf8) }
      && digits.allSatisfy { isDigit($0) }
  }

  /// A date of eight or six digits that stand alone, in any order of day, month and year.
  private func date(at index: Int) -> (bits: Double, length: Int)? {
    guard index == 0 || !isDigit(text[index - 1]) else { return nil }
    var count = 0
    while index + count < text.count, isDigit(text[index + count]), count < 9 { count += 1 }
    // Read where they stand: a copy of them would outlive the measuring.
    let digit = { (place: Int) in Int(text[index + place]) - 0x30 }
    let pair = { (place: Int) in digit(place) * 10 + digit(place + 1) }
    let isDay = { (one: Int, other: Int) in
      let (one, other) = (pair(one), pair(other))
      return min(one, other) >= 1 && min(one, other) <= 12 && max(one, other) <= 31
    }
    switch count {
    case 6 where isDay(0, 2) || isDay(2, 4): return (Self.shortDate, 6)
    case 8:
      let isYearFirst = isYear(index) && isDay(4, 6)
      let isYearLast = isYear(index + 4) && isDay(0, 2)
      return isYearFirst || isYearLast ? (Self.date, 8) : nil
    default: return nil
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isSign(_ byte: UInt8) -> Bool {
    (0x21...0x7e).contains(byte) && !PassphraseStrength.isSmall(byte)
      && !PassphraseStrength.isCapital(byte)
  }

  // MARK: What stood before

  private func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[range])
  }

  private func run(from start: Int) -> Range<Int> {
    var end = start
    while end < text.count, PassphraseStrength.isSmall(text[end]) { end += 1 }
    return start..<end
  }

  /// Whether the same word stands before this one.
  private func wasThere(_ run: Range<Int>) -> Bool {
    var index = 0
    while index < run.lowerBound {
      guard PassphraseStrength.isSmall(text[index]) else {
        index += 1
        continue
      }
      let earlier = self.run(from: index)
      if earlier != run, text[earlier].elementsEqual(text[run]) { return true }
      index = earlier.upperBound
    }
    return false
  }

  /// How many bytes from a place on, at most up to `end`, stood somewhere before; `aaaa` repeats its first.
  private func matchBefore(_ index: Int, upTo end: Int) -> Int {
    var longest = 0
    // Far enough back for what a person repeats; a passphrase of 4,000 bytes must not take long.
    for start in max(0, index - 256)..<index {
      var length = 0
      while index + length < end, text[start + length] == text[index + length] { length += 1 }
      longest = max(longest, length)
    }
    return longest
  }

  /// Whether a character goes on from the one before it, in a sequence of three or more.
  private func isInSequence(_ index: Int, of run: Range<Int>) -> Bool {
    follows(index, in: run) && (follows(index - 1, in: run) || follows(index + 1, in: run))
  }

  /// Whether a character is the one before it, or its neighbour in the alphabet or on the keyboard.
  private func follows(_ index: Int, in run: Range<Int>) -> Bool {
    guard index > run.lowerBound, index < run.upperBound else { return false }
    let (first, second) = (text[index - 1], text[index])
    return abs(Int(second) - Int(first)) <= 1 || KnownPasswords.areNeighbours(first, second)
  }
}
