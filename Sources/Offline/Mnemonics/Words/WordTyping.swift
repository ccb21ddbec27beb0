internal import SecretCodes
public import SecureMemory
internal import WordLists

/// Words that are being typed, letter by letter: of BIP-39 in any language, or of SLIP-39.
///
/// One of them is the one that is typed at, at its end; those behind it stay as they are when one has gone back to it.
///
/// What it says hints at a secret: for the terminal only. The text it ends as is read like any other.
public struct WordTyping: ~Copyable, Sendable {
  /// A finished word: where it stands in the text, and lists of words, a bit each.
  private struct Finished {
    let range: Range<Int>
    /// Those it is in.
    let whole: UInt16
    /// Those of which it is one word cut short.
    let cut: UInt16

    var lists: UInt16 { whole | cut }
  }

  private var text: SecretBytes
  private var filled = 0
  private var finished: [Finished] = []
  /// The words behind the one that is typed at, in ``laterText``; the next one is the last.
  private var later: [Finished] = []
  private var laterText: SecretBytes
  private let allowed: UInt16

  /// The longest text, in bytes; what is typed beyond it is dropped.
  public static let limit = SecretUnicode.limit

  /// Starts with nothing; all languages and SLIP-39 unless a language is named.
  public init(language: MnemonicLanguage? = nil) {
    text = SecretBytes(count: Self.limit)
    laterText = SecretBytes(count: Self.limit)
    allowed =
      language.flatMap { MnemonicLanguage.allCases.firstIndex(of: $0) }.map { 1 << $0 }
      ?? UInt16(1) << TypedList.all.count - 1
  }

  // MARK: What is there

  /// Whether nothing was typed.
  public var isEmpty: Bool { filled == 0 && later.isEmpty }

  /// The number of words before the one that is typed at.
  public var finishedCount: Int { finished.count }

  /// The number of words behind it.
  public var laterCount: Int { later.count }

  /// All that was typed, as UTF-8; words that were cut before their language was known are whole by
  /// now, where all lists that are left agree.
  public func revealingText() -> SecretBytes {
    let common = common
    var result = SecretBytes(count: 0)
    for word in finished {
      result = SecretBytes(joining: result, whole(word, text.slice(word.range), in: common))
      result = SecretBytes(joining: result, Self.blank)
    }
    result = SecretBytes(joining: result, text.slice(currentStart..<filled))
    var needsBlank = filled > currentStart
    for word in later.reversed() {
      if needsBlank { result = SecretBytes(joining: result, Self.blank) }
      result = SecretBytes(joining: result, whole(word, laterText.slice(word.range), in: common))
      needsBlank = true
    }
    return result
  }

  private static var blank: SecretBytes { SecretBytes(notSecret: [0x20]) }

  /// A finished word, which was typed as this: whole where all lists that are left agree what it is.
  private func whole(
    _ word: Finished, _ typed: borrowing SecretBytes, in lists: UInt16
  ) -> SecretBytes {
    guard let place = expansion(of: word, typed, in: lists) else {
      return typed.slice(0..<typed.count)
    }
    return TypedList.all[place.list].table.withWord(at: place.index) { SecretBytes(copying: $0) }
  }

  /// What a cut word is in all these lists; nil when it is whole in one, or not the same in all.
  private func expansion(
    of word: Finished, _ text: borrowing SecretBytes, in lists: UInt16
  ) -> (list: Int, index: Int)? {
    guard lists != 0, word.whole & lists == 0 else { return nil }
    let typed = Self.normalized(text)
    var found: (list: Int, index: Int)?
    for list in TypedList.all.indices where lists & 1 << list != 0 {
      let table = TypedList.all[list].table
      let only = typed.withUnsafeBytes { table.index(ofOnlyWordStartingWith: $0) }
      guard let index = only else { return nil }
      let isSame = found.map { place in
        TypedList.all[place.list].table.withWord(at: place.index) { first in
          table.withWord(at: index) { SecretBytes.constantTimeEquals(first, $0) }
        }
      }
      guard isSame != false else { return nil }
      if found == nil { found = (list, index) }
    }
    return found
  }

  /// The word that is being typed, as it was typed (UTF-8); empty between words.
  public func revealingWord() -> SecretBytes { text.slice(currentStart..<filled) }

  /// The lists that all words so far are in, by name; empty when there is none.
  public var listNames: [String] {
    TypedList.all.indices.filter { common & 1 << $0 != 0 }.map { TypedList.all[$0].name }
  }

  /// What is wrong with the finished words; nil when nothing is.
  public var problem: Problem? {
    var common = allowed
    let before = finished.enumerated().map { (position: $0 + 1, word: $1) }
    // Between them is the one that is typed at.
    let after = later.reversed().enumerated().map { (position: finished.count + $0 + 2, word: $1) }
    for (position, word) in before + after {
      if word.lists & allowed == 0 { return .unknown(position: position) }
      if word.lists & common == 0 {
        return .anotherList(
          position: position, list: Self.names(word.lists & allowed),
          before: Self.names(common))
      }
      common &= word.lists
    }
    return nil
  }

  /// What can be wrong with words.
  public enum Problem: Equatable, Sendable {
    /// A word is in no list.
    case unknown(position: Int)
    /// A word is in lists that those before it are not in.
    case anotherList(position: Int, list: [String], before: [String])
  }

  /// The words that the one being typed may become, `limit` at most, with two spaces between them
  /// (UTF-8, composed); empty between words.
  public func revealingCompletions(limit: Int = 8) -> SecretBytes {
    var words = SecretBytes(count: 0)
    for (list, index) in completions(limit: limit) {
      let word = TypedList.all[list].table.withWord(at: index) { word in
        (try? SecretUnicode.composed(word)) ?? SecretBytes(count: 0)
      }
      if !words.isEmpty {
        words = SecretBytes(joining: words, SecretBytes(notSecret: [0x20, 0x20]))
      }
      words = SecretBytes(joining: words, word)
    }
    return words
  }

  /// Whether what is typed is a word that longer ones begin with, as `act` is of `actor`.
  public var isWholeAndMore: Bool {
    listsOfWord() & common != 0 && completions(limit: 2).count > 1
  }

  // MARK: Typing

  /// Takes one byte of a letter; an ideographic space, which Japanese keyboards send, is a space.
  public mutating func type(_ byte: UInt8) {
    append(byte)
    let start = filled - 3
    guard start >= 0, text.withUnsafeBytes({ $0[start..<start + 3].elementsEqual(Self.wideSpace) })
    else { return }
    filled = start
    space()
  }

  /// U+3000 in UTF-8.
  private static let wideSpace: [UInt8] = [0xe3, 0x80, 0x80]

  /// Bytes that may still be typed; each word behind the cursor counts with its blank.
  private var room: Int { Self.limit - filled - laterFilled - later.count }

  private mutating func append(_ byte: UInt8) {
    guard room > 0 else { return }
    let place = filled
    text.withUnsafeMutableBytes { $0[place] = byte }
    filled += 1
  }

  /// Takes back one letter, or the space behind the last word.
  public mutating func erase() {
    var start = filled
    text.withUnsafeBytes { bytes in
      while start > 0 {
        start -= 1
        if bytes[start] & 0xc0 != 0x80 { break }
      }
    }
    filled = start
    finished.removeAll { $0.range.upperBound >= start }
  }

  /// Completes the word as far as all that it may become agree; goes on when that is one word.
  ///
  /// False when nothing could be done.
  @discardableResult
  public mutating func complete() -> Bool {
    let found = completions(limit: 64)
    guard let first = found.first else { return false }
    let whole = TypedList.all[first.list].table.withWord(at: first.index) {
      SecretBytes(copying: $0)
    }
    var count = whole.count
    for other in found.dropFirst() {
      TypedList.all[other.list].table.withWord(at: other.index) { word in
        whole.withUnsafeBytes { whole in
          count = zip(whole.prefix(count), word).prefix { $0 == $1 }.count
        }
      }
    }
    // Never the half of a letter.
    count = whole.withUnsafeBytes { bytes in
      var end = count
      while end > 0, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
      return end
    }
    guard found.count < 64 else { return false }
    let before = filled
    replaceWord(with: whole.slice(0..<count))
    if found.count == 1 {
      goOn()
      return true
    }
    return filled != before
  }

  /// Goes on to the next word; four letters or more that can be one word only become it.
  public mutating func space() {
    guard filled > currentStart else { return }
    makeWhole()
    goOn()
  }

  // MARK: Going to another word

  /// Goes to the word before, and leaves this one as it is; but one without letters is none any more.
  ///
  /// False where there is none.
  @discardableResult
  public mutating func goBack() -> Bool {
    guard let before = finished.last else { return false }
    putBehind()
    filled = before.range.upperBound
    finished.removeLast()
    return true
  }

  /// Goes to the next word, and behind the last one to an empty one.
  ///
  /// One without letters is none any more.
  ///
  /// False where there is none.
  @discardableResult
  public mutating func goForward() -> Bool {
    guard filled > currentStart else {
      guard !later.isEmpty else { return false }
      takeNext()
      return true
    }
    space()
    return true
  }

  /// Goes behind the last word.
  public mutating func goToEnd() {
    while !later.isEmpty { goForward() }
    space()
  }

  /// Puts an empty word before the one that is typed at, and goes there.
  public mutating func insertBefore() {
    if room > 0 { putBehind() }
  }

  /// Erases the word that is typed at.
  public mutating func eraseWord() { filled = currentStart }

  /// How much of the text of later words is filled.
  private var laterFilled: Int { later.last?.range.upperBound ?? 0 }

  /// Puts the word that is typed at behind the cursor, if it has letters.
  private mutating func putBehind() {
    guard filled > currentStart else { return }
    makeWhole()
    let word = text.slice(currentStart..<filled)
    let start = laterFilled
    let moved = finishedWord(start..<start + word.count)
    word.withUnsafeBytes { word in
      laterText.withUnsafeMutableBytes { memory in
        for index in word.indices { memory[start + index] = word[index] }
      }
    }
    later.append(moved)
    filled = currentStart
  }

  /// Types at the next word, in place of one without letters.
  private mutating func takeNext() {
    if let next = later.popLast() { type(next) }
  }

  /// Four letters or more that can be one word only become it.
  private mutating func makeWhole() {
    if listsOfWord() & common == 0, !staysAsTyped {
      let found = completions(limit: 2)
      let letters = normalizedWord().withUnsafeBytes { WordList.letters(in: $0) }
      if let only = found.first, found.count == 1, letters >= 4,
        TypedList.all[only.list].hasAbbreviations
      {
        replaceWord(
          with: TypedList.all[only.list].table.withWord(at: only.index) {
            SecretBytes(copying: $0)
          })
      }
    }
  }

  // MARK: Words

  private var currentStart: Int { (finished.last?.range.upperBound).map { $0 + 1 } ?? 0 }

  /// The lists that all words so far are in; all while they agree in none.
  private var common: UInt16 {
    (finished + later).reduce(allowed) { $0 & $1.lists }
  }

  private static func names(_ lists: UInt16) -> [String] {
    TypedList.all.indices.filter { lists & 1 << $0 != 0 }.map { TypedList.all[$0].name }
  }

  /// Whether groups of four letters are what they are, and not cut words of a list.
  ///
  /// The words of SSKR all begin with the same one; the letters of an encrypted sheet with `B$`.
  private var staysAsTyped: Bool {
    let dollar = UInt8(ascii: "$")
    let isBehind = laterText.withUnsafeBytes { $0[..<laterFilled].contains(dollar) }
    return text.withUnsafeBytes { bytes in
      isBehind
        || filled >= 4
          && (zip(bytes, "tuna".utf8).allSatisfy { $0 | 0x20 == $1 }
            || bytes[..<filled].contains(dollar))
    }
  }

  private mutating func goOn() {
    guard room > 0 || !later.isEmpty else { return }
    let word = finishedWord(currentStart..<filled)
    // First: it makes room for the blank.
    let next = later.popLast()
    finished.append(word)
    append(0x20)
    if let next { type(next) }
  }

  /// Types a word that stood behind the cursor.
  private mutating func type(_ next: Finished) {
    let word = laterText.slice(next.range)
    for index in 0..<word.count { append(word.withUnsafeBytes { $0[index] }) }
  }

  /// The word that is typed at as one that stands at `range`.
  private func finishedWord(_ range: Range<Int>) -> Finished {
    let whole = listsOfWord()
    return Finished(range: range, whole: whole, cut: listsOfCutWord(whole))
  }

  private mutating func replaceWord(with word: borrowing SecretBytes) {
    filled = currentStart
    for index in 0..<word.count { append(word.withUnsafeBytes { $0[index] }) }
  }

  /// The word being typed in NFKD and lower case; empty while a letter is not whole.
  private func normalizedWord() -> SecretBytes {
    Self.normalized(text.slice(currentStart..<filled))
  }

  private static func normalized(_ word: borrowing SecretBytes) -> SecretBytes {
    guard let words = try? TypedWords(word), words.count == 1 else {
      return SecretBytes(count: 0)
    }
    return words.withWord(at: 0) { SecretBytes(copying: $0) }
  }

  private func listsOfWord() -> UInt16 {
    let word = normalizedWord()
    guard !word.isEmpty else { return 0 }
    return word.withUnsafeBytes { word in
      TypedList.all.indices.reduce(0) { lists, index in
        TypedList.all[index].table.index(of: word) == nil ? lists : lists | 1 << index
      }
    }
  }

  /// The lists of which the word is one cut after four letters; after more only when it is in none.
  private func listsOfCutWord(_ whole: UInt16) -> UInt16 {
    let word = normalizedWord()
    let letters = word.withUnsafeBytes { WordList.letters(in: $0) }
    guard letters == 4 || (letters > 4 && whole == 0), !staysAsTyped else { return 0 }
    return word.withUnsafeBytes { word in
      TypedList.all.indices.reduce(0) { lists, index in
        let list = TypedList.all[index]
        guard whole & 1 << index == 0, list.hasAbbreviations,
          list.table.index(ofOnlyWordStartingWith: word) != nil
        else { return lists }
        return lists | 1 << index
      }
    }
  }

  /// The words of the lists that begin like the one being typed, each spelling once.
  private func completions(limit: Int) -> [(list: Int, index: Int)] {
    let typed = normalizedWord()
    guard !typed.isEmpty else { return [] }
    var found: [(list: Int, index: Int)] = []
    for list in TypedList.all.indices where common & 1 << list != 0 {
      let table = TypedList.all[list].table
      for index in 0..<table.count where found.count < limit {
        let begins = table.withWord(at: index) { word in
          word.count >= typed.count
            && typed.withUnsafeBytes { typed in
              SecretBytes.constantTimeEquals(
                UnsafeRawBufferPointer(rebasing: word[..<typed.count]), typed)
            }
        }
        guard begins else { continue }
        let isKnown = found.contains { other in
          TypedList.all[other.list].table.withWord(at: other.index) { first in
            table.withWord(at: index) { SecretBytes.constantTimeEquals(first, $0) }
          }
        }
        if !isKnown { found.append((list, index)) }
      }
    }
    return found
  }
}

/// A list of words that may be typed.
private struct TypedList: Sendable {
  let name: String
  let table: WordTable
  /// Whether four letters are enough.
  let hasAbbreviations: Bool

  /// The languages of BIP-39 in their order, then SLIP-39.
  static let all =
    MnemonicLanguage.allCases.map { language in
      TypedList(
        name: language.rawValue, table: WordList.list(of: language).table,
        hasAbbreviations: language.hasAbbreviations)
    } + [TypedList(name: "SLIP-39", table: SLIP39Words.table, hasAbbreviations: true)]
}
