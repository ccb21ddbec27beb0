/// One measuring: the text in small letters, and as it was typed.
struct PassphraseMeasure {
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
  /// The most for up to ten letters that could be a word: no language has more such words in use.
  private static let ordinaryWord = 14.0
  /// The most for up to twelve letters that begin with a capital: a few thousand names are most people's.
  private static let name = 12.0
  /// Each letter more of what could be words: they are bound to each other.
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
        bits += isForeseen || wasThere(run) ? Self.foreseen : Self.listed
        lastWord = place
      } else if let count = joinedWords(in: run) {
        bits += Double(count) * Self.listed
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

  /// How many different words of the list a run is, written together; nil where it is anything else, or
  /// fewer than four: so few are in many a name.
  private func joinedWords(in run: Range<Int>) -> Int? {
    guard (12...96).contains(run.count) else { return nil }
    // The fewest words up to each place, and where the last of them begins.
    var best: [(count: Int, start: Int)?] = [(0, 0)] + run.map { _ in nil }
    for end in 1...run.count {
      for length in 3...8 where length <= end {
        guard let before = best[end - length], before.count < (best[end]?.count ?? .max) - 1 else {
          continue
        }
        let word = run.lowerBound + end - length..<run.lowerBound + end
        guard WordList.list(of: .english).index(of: slice(word)) != nil else { continue }
        best[end] = (before.count + 1, end - length)
      }
    }
    var places: Set<Int> = []
    var end = run.count
    while end > 0, let word = best[end] {
      let letters = run.lowerBound + word.start..<run.lowerBound + end
      guard let place = WordList.list(of: .english).index(of: slice(letters)) else { return nil }
      places.insert(place)
      end = word.start
    }
    // Words once more, and neighbours of the list, are no new ones.
    let new = places.filter { !places.contains($0 - 1) }.count
    return end == 0 && new >= 4 ? new : nil
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

  /// So many characters of other kinds may stand between two of a sequence: `abc123def456`.
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
