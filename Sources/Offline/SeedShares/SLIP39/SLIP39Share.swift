internal import Mnemonics
public import SecureMemory
internal import WordLists

/// One share of a secret in words (SLIP-39).
///
/// Enough shares of enough groups give the encrypted master secret, and the passphrase opens it.
public struct SLIP39Share: ~Copyable, Sendable {
  let header: ShareSetHeader
  let place: SharePlace
  let value: SecretBytes

  init(_ header: ShareSetHeader, _ place: SharePlace, _ value: consuming SecretBytes) {
    self.header = header
    self.place = place
    self.value = value
  }

  /// The number, of 15 bits, that all shares of a set have in common.
  public var identifier: UInt16 { header.identifier }
  /// Whether further sets may be made of the same secret with the same passphrase.
  public var isExtendable: Bool { header.isExtendable }
  /// How hard the passphrase is to guess: 10,000 iterations times two to this power, 0 to 15.
  public var iterationExponent: Int { header.iterationExponent }
  /// The number of groups that are needed.
  public var groupThreshold: Int { header.groupThreshold }
  /// The number of groups.
  public var groupCount: Int { header.groupCount }
  /// The number of this share's group, counted from 1.
  public var group: Int { place.group + 1 }
  /// The number of this share in its group, counted from 1.
  public var member: Int { place.member + 1 }
  /// The number of shares of this group that are needed.
  public var memberThreshold: Int { place.memberThreshold }
  /// The number of words: 20 for 16 bytes, 33 for 32 bytes.
  public var wordCount: Int { Self.headWords + Self.valueWords(value.count) + Self.checksumWords }

  static let headWords = 4
  static let checksumWords = 3
  /// The numbers of words that are read: 16 to 64 bytes.
  public static let wordCounts = 20...59

  static func valueWords(_ bytes: Int) -> Int { (bytes * 8 + 9) / 10 }

  /// Reads the words: any case, any spaces, whole or cut after four letters, at most 4,096 bytes.
  ///
  /// Throws when their number belongs to no share, a word is not in the list, the checksum does not
  /// match, or the share is malformed.
  public init(parsing text: borrowing SecretBytes) throws(SLIP39Error) {
    let words = try SLIP39Typing.words(of: text)
    var packed = TenBitWords(count: words.count)
    for position in 0..<words.count {
      guard let index = words.withWord(at: position, SLIP39Typing.index) else {
        throw .unknownWord(position: position + 1)
      }
      packed.set(index, at: position)
    }
    try self.init(packed)
  }

  init(_ words: borrowing TenBitWords) throws(SLIP39Error) {
    guard Self.wordCounts.contains(words.count) else { throw .wordCount(found: words.count) }
    let isExtendable = words.bit(15) == 1
    guard RS1024.residue(of: words, isExtendable: isExtendable) == 0 else { throw .checksum }
    let valueBits = (words.count - Self.headWords - Self.checksumWords) * 10
    let padding = valueBits % 16
    guard padding <= 8 else { throw .wordCount(found: words.count) }
    let start = Self.headWords * 10
    guard words.number(start..<(start + padding)) == 0 else { throw .padding }
    let header = ShareSetHeader(
      identifier: UInt16(words.number(0..<15)), isExtendable: isExtendable,
      iterationExponent: words.number(16..<20), groupThreshold: words.number(24..<28) + 1,
      groupCount: words.number(28..<32) + 1)
    let place = SharePlace(
      group: words.number(20..<24), member: words.number(32..<36),
      memberThreshold: words.number(36..<40) + 1)
    guard header.groupThreshold <= header.groupCount else {
      throw .groupThreshold(needed: header.groupThreshold, count: header.groupCount)
    }
    let value = SecretBytes(count: (valueBits - padding) / 8) { value in
      for index in value.indices {
        let bit = start + padding + index * 8
        value[index] = UInt8(truncatingIfNeeded: words.number(bit..<(bit + 8)))
      }
    }
    self.init(header, place, value)
  }

  private borrowing func packed() -> TenBitWords {
    var words = TenBitWords(count: wordCount)
    words.setNumber(0..<15, to: Int(header.identifier))
    words.setBit(15, to: header.isExtendable ? 1 : 0)
    words.setNumber(16..<20, to: header.iterationExponent)
    words.setNumber(20..<24, to: place.group)
    words.setNumber(24..<28, to: header.groupThreshold - 1)
    words.setNumber(28..<32, to: header.groupCount - 1)
    words.setNumber(32..<36, to: place.member)
    words.setNumber(36..<40, to: place.memberThreshold - 1)
    let end = (wordCount - Self.checksumWords) * 10
    let start = end - value.count * 8
    value.withUnsafeBytes { value in
      for (index, byte) in value.enumerated() {
        let bit = start + index * 8
        words.setNumber(bit..<(bit + 8), to: Int(byte))
      }
    }
    RS1024.close(&words, isExtendable: header.isExtendable)
    return words
  }

  /// Lends the words in order, each with its position counted from 1, as ASCII.
  public borrowing func revealWords(
    _ body: (_ position: Int, _ word: UnsafeRawBufferPointer) -> Void
  ) {
    let words = packed()
    for position in 0..<words.count {
      SLIP39Words.table.withWord(at: words.index(at: position)) { body(position + 1, $0) }
    }
  }

  /// The words of a share, each followed by its number in the list, counted from 1; single spaces between.
  ///
  /// Nil when a word is not in the list.
  public static func revealingNumbers(of text: borrowing SecretBytes) -> SecretBytes? {
    var numbered = SecretBuffer(capacity: text.count * 2 + 8)
    var isKnown = true
    text.withUnsafeBytes { text in
      for word in text.split(separator: 0x20) {
        let word = UnsafeRawBufferPointer(rebasing: word)
        guard let index = SLIP39Words.table.index(of: word) else {
          isKnown = false
          return
        }
        if numbered.count > 0 { numbered.append(" ") }
        numbered.append(word)
        numbered.append(" ")
        numbered.append(decimal: index + 1)
      }
    }
    return isKnown ? numbered.bytes() : nil
  }

  /// All words with single spaces, ASCII.
  public borrowing func revealingSentence() -> SecretBytes {
    let words = packed()
    // No word has more than eight letters.
    var sentence = SecretBytes(count: words.count * 9)
    var length = 0
    sentence.withUnsafeMutableBytes { sentence in
      for position in 0..<words.count {
        if position > 0 {
          sentence[length] = 0x20
          length += 1
        }
        SLIP39Words.table.withWord(at: words.index(at: position)) { word in
          for letter in word {
            sentence[length] = letter
            length += 1
          }
        }
      }
    }
    sentence.truncate(to: length)
    return sentence
  }
}
