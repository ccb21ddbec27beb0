internal import SecureMemory

/// One measuring: the text in small letters, and as it was typed.
struct PassphraseMeasure {
  let text: UnsafeRawBufferPointer
  let original: UnsafeRawBufferPointer
  /// Whether it is made of words that everybody uses.
  private var isSentence = false

  init(text: UnsafeRawBufferPointer, original: UnsafeRawBufferPointer) {
    (self.text, self.original) = (text, original)
    isSentence = isMostlyCommon()
  }

  /// A sequence or a repetition: the next letter, the next key, a word once more.
  private static let foreseen = 0.5
  /// The start of something that occurred before.
  private static let again = 2.0
  private static let listed = 11.0
  private static let common = 5.0
  /// Where a walk over the keyboard begins, and which way it goes.
  private static let walk = 6.0
  /// The most for up to ten letters that could be a word: no language has more such words in use.
  private static let ordinaryWord = 14.0
  /// The most for up to twelve letters that begin with a capital: most people have one of a few
  /// thousand names.
  private static let name = 12.0
  /// Each further letter of what could be words: letters of words depend on each other.
  private static let bound = 1.3

  func total() -> Double {
    KnownPasswords.isPhrase(text) ? 2 * Self.common : bits(of: 0..<text.count)
  }

  /// The bits of a part; `whole` says whether things of several words and signs are looked for in it.
  private func bits(of range: Range<Int>, whole: Bool = true) -> Double {
    var bits = 0.0
    var lastWord: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      if whole, let thing = PassphraseThing(at: index, in: text) {
        let plain = self.bits(of: index..<index + thing.length, whole: false)
        bits += min(thing.most, plain)
        index += thing.length
        continue
      }
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
        let new = isSentence && isCommon(run) ? Self.common : Self.listed
        bits += isForeseen || wasThere(run) ? Self.foreseen : new
        lastWord = place
      } else if isSentence, isCommon(run) {
        var letters = 0.0
        addLetters(run, to: &letters)
        bits += wasThere(run) ? Self.foreseen : min(Self.common, letters)
      } else if let joined = joinedWords(in: run) {
        addJoined(joined, run, to: &bits)
      } else {
        addLetters(run, to: &bits)
      }
      if run.contains(where: { PassphraseStrength.isCapital(original[$0]) }) { bits += 1 }
      if run.contains(where: { PassphraseStrength.isSign(original[$0]) }) { bits += 1 }
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

  /// The words of the list that a run is, written together.
  private struct JoinedWords {
    /// All of them, and those that everybody uses.
    var (words, common) = (0, 0)
    /// Those that are neither there already nor neighbours of the list.
    var (new, newCommon) = (0, 0)
  }

  /// What a run is made of; nil where it is anything but words of the list, written together.
  private func joinedWords(in run: Range<Int>) -> JoinedWords? {
    guard (6...96).contains(run.count) else { return nil }
    let list = WordList.list(of: .english)
    // For each place the fewest words up to it, and how long the last of them is. Kept where secrets
    // are: it says where the words lie.
    var best = SecretBytes(count: 2 * (run.count + 1))
    return best.withUnsafeMutableBytes { best in
      for end in 1...run.count {
        for length in 3...8 where length <= end {
          let before = best[2 * (end - length)]
          guard end == length || before > 0, best[2 * end] == 0 || before + 1 < best[2 * end] else {
            continue
          }
          let word = run.lowerBound + end - length..<run.lowerBound + end
          guard list.index(of: slice(word)) != nil else { continue }
          (best[2 * end], best[2 * end + 1]) = (before + 1, UInt8(length))
        }
      }
      guard best[2 * run.count] > 1 else { return nil }
      return joinedWords(in: run) { Int(best[2 * $0 + 1]) }
    }
  }

  /// Counts the words of a run; `length` says how long the one is that ends at a place of it.
  private func joinedWords(in run: Range<Int>, endingAt length: (Int) -> Int) -> JoinedWords {
    let list = WordList.list(of: .english)
    var found = JoinedWords()
    // A bit for each word of the list: the numbers of the words are the passphrase.
    var isThere = SecretBytes(count: WordList.count / 8)
    isThere.withUnsafeMutableBytes { isThere in
      var end = run.count
      while end > 0 {
        let word = run.lowerBound + end - length(end)..<run.lowerBound + end
        found.words += 1
        if CommonWords.contains(slice(word)) { found.common += 1 }
        if let place = list.index(of: slice(word)) { isThere[place / 8] |= 1 << (place % 8) }
        end -= length(end)
      }
      for place in 0..<WordList.count where isThere[place / 8] & 1 << (place % 8) != 0 {
        if place > 0, isThere[(place - 1) / 8] & 1 << ((place - 1) % 8) != 0 { continue }
        found.new += 1
        if list.withWord(at: place, CommonWords.contains) { found.newCommon += 1 }
      }
    }
    return found
  }

  /// From this many words on they were drawn, or chosen with care; fewer may be a sentence or a
  /// name.
  private static let joinedAtLeast = 6

  private func addJoined(_ joined: JoinedWords, _ run: Range<Int>, to bits: inout Double) {
    let each = isSentence ? Self.common : Self.listed
    let sum = Double(joined.new - joined.newCommon) * Self.listed + Double(joined.newCommon) * each
    guard joined.words < Self.joinedAtLeast else {
      bits += sum
      return
    }
    var letters = 0.0
    addLetters(run, to: &letters)
    bits += min(sum, letters)
  }

  // MARK: Sentences

  /// Whether more than half of the words are those that everybody uses: nobody drew them.
  private func isMostlyCommon() -> Bool {
    var (words, common) = (0, 0)
    var index = 0
    while index < text.count {
      guard PassphraseStrength.isSmall(text[index]) else {
        index += 1
        continue
      }
      let run = run(from: index)
      index = run.upperBound
      if isCommon(run) {
        (words, common) = (words + 1, common + 1)
      } else if WordList.list(of: .english).index(of: slice(run)) == nil,
        let joined = joinedWords(in: run)
      {
        (words, common) = (words + joined.words, common + joined.common)
      } else {
        words += 1
      }
    }
    return common > 1 && 2 * common > words
  }

  /// Whether a run is a word that everybody uses.
  ///
  /// Up to three letters beside digits and signs may as well be drawn, but for what ends a part of a
  /// sentence.
  private func isCommon(_ run: Range<Int>) -> Bool {
    guard CommonWords.contains(slice(run)) else { return false }
    let isBesideSign = [run.lowerBound - 1, run.upperBound].contains { place in
      text.indices.contains(place) && PassphraseStrength.isSign(text[place])
        && !",.!?;:'-".utf8.contains(text[place])
    }
    return run.count > 3 || !isBesideSign
  }

  private func addLetters(_ run: Range<Int>, to bits: inout Double) {
    var lastPlace: Int?
    for part in parts(of: run) {
      let each = eachLetter(of: part, in: run)
      let most = each < Self.drawn ? most(for: part) : .infinity
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
          sum += isInSequence(index) ? Self.foreseen : each
          index += 1
        }
      }
      bits += min(sum, most)
    }
  }

  private func most(for part: Range<Int>) -> Double {
    let isName = capitals(of: part) == [part.lowerBound]
    let (most, length) = isName ? (Self.name, 12) : (Self.ordinaryWord, 10)
    return most + Double(max(0, part.count - length)) * Self.bound
  }

  /// A run of letters, or the names that it is made of: each begins with a capital and can be spoken.
  private func parts(of run: Range<Int>) -> [Range<Int>] {
    let capitals = capitals(of: run)
    guard capitals.first == run.lowerBound, (2...6).contains(capitals.count) else { return [run] }
    let parts = zip(capitals, capitals.dropFirst() + [run.upperBound]).map { $0..<$1 }
    return parts.allSatisfy { $0.count >= 3 && hasVowel($0) } ? parts : [run]
  }

  private func capitals(of range: Range<Int>) -> [Int] {
    range.filter { PassphraseStrength.isCapital(original[$0]) }
  }

  private func hasVowel(_ part: Range<Int>) -> Bool {
    part.contains { SpokenLetters.isVowel(text[$0]) }
  }

  /// A drawn letter, and one of what can be spoken.
  private static let drawn = 4.5
  private static let spoken = 2.2

  /// A letter of what can be spoken counts as one of a word, any other as drawn.
  ///
  /// A capital at the start alone says that it is a name. Else as many letters may stand together that no
  /// word has together as where words meet; fewer where capitals and signs are strewn, as in what is drawn.
  private func eachLetter(of part: Range<Int>, in run: Range<Int>) -> Double {
    let isBesideSign =
      (run.lowerBound > 0 && PassphraseStrength.isSign(text[run.lowerBound - 1]))
      || (run.upperBound < text.count && PassphraseStrength.isSign(text[run.upperBound]))
    if part == run, run.count <= 3 { return isBesideSign ? Self.drawn : Self.spoken }
    guard hasVowel(part) else { return Self.drawn }
    let capitals = capitals(of: part)
    if capitals == [part.lowerBound] { return Self.spoken }
    let strewn =
      (capitals.count == part.count ? 0 : capitals.count)
      + part.count { PassphraseStrength.isSign(original[$0]) }
    let odd = part.dropFirst().count { !SpokenLetters.mayFollow(text[$0 - 1], text[$0]) }
    let room = part.count - 2 * strewn
    return room >= 0 && odd <= max(part.count >= 5 && strewn == 0 ? 1 : 0, room / 9)
      ? Self.spoken : Self.drawn
  }

  // MARK: Digits, signs, other scripts

  /// Counts what begins at a place and is not a letter; gives the place behind it.
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
      if PassphraseThing.isYear(index, in: text) {
        bits += 7
        return index + 4
      }
      bits += isInSequence(index) ? Self.foreseen : 3.3
    default:
      if text[..<index].contains(byte) {
        bits += 1
      } else if isInSequence(index) {
        bits += Self.foreseen
      } else {
        // The one at the end is mostly `!`, `.` or `?`.
        bits += index == text.count - 1 ? 2 : 5
      }
    }
    return index + 1
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

  // MARK: Sequences

  private enum Kind { case letter, digit, sign }

  private func kind(_ index: Int) -> Kind? {
    let byte = text[index]
    if PassphraseStrength.isSmall(byte) { return .letter }
    if PassphraseStrength.isDigit(byte) { return .digit }
    return PassphraseStrength.isSign(byte) ? .sign : nil
  }

  /// How many characters of other kinds may stand between two of a sequence: `abc123def456`.
  private static let gap = 4

  /// The next character of the same kind in a direction (1 or -1), beyond others but not beyond a blank.
  private func neighbour(of index: Int, _ direction: Int) -> Int? {
    for distance in 1...(Self.gap + 1) {
      let place = index + direction * distance
      guard text.indices.contains(place), let found = kind(place) else { return nil }
      if found == kind(index) { return place }
    }
    return nil
  }

  /// Whether a character goes on from the one of its kind before it, in a sequence of three or more:
  /// `abcd`, `7777`, `asdf`, also one kind between another, as in `1a2b3c4d`.
  private func isInSequence(_ index: Int) -> Bool {
    guard follows(index), let before = neighbour(of: index, -1) else { return false }
    return follows(before) || neighbour(of: index, 1).map(follows) == true
  }

  /// Whether a character is the one before it, or its neighbour in the alphabet or on the keyboard, or as
  /// far from it as that one from its own.
  private func follows(_ index: Int) -> Bool {
    guard let before = neighbour(of: index, -1) else { return false }
    let step = Int(text[index]) - Int(text[before])
    if abs(step) <= 1 || KeyboardWalk.areNeighbours(text[before], text[index]) { return true }
    guard abs(step) <= 5, let earlier = neighbour(of: before, -1) else { return false }
    return Int(text[before]) - Int(text[earlier]) == step
  }
}
