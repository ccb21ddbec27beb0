extension CheckedLine {
  /// What was put right in a line.
  public enum Change: Hashable, Sendable {
    /// A letter was another one.
    case wrong(line: Int, letter: Int, typed: Character, right: Character)
    /// A letter had been left out.
    case missing(line: Int, letter: Int, right: Character)
    /// A letter was there that does not belong to the line.
    case extra(line: Int, letter: Int, typed: Character)
    /// A letter and the next one stood in the other order.
    case swapped(line: Int, letter: Int)
    /// One of the six letters of the check was wrong, none of the line.
    case check(line: Int)
  }

  /// Reads a line as a person typed it: letters, `=`, and the check; spaces do not count.
  ///
  /// `number` is which line it should be. A line that has another number comes back with that one;
  /// so does a line in which one letter was wrong, was missing, was too many, or two neighbours
  /// were swapped, with the change. Nil when more is wrong than that, or when two such changes
  /// would do. Without a check at its end it is no such line: `split` tells.
  static func read(
    _ letters: [UInt8], check: [UInt8], as number: Int
  ) -> (line: CheckedLine, change: Change?)? {
    guard letters.count <= limit, check.count == checkLength else { return nil }
    let right = expected(check)
    let sums = sums(number, letters)
    // What is missing in each sum; nil where the check itself cannot be right.
    let lacks = zip(right, sums).map { right, sum in right.map { ($0 - sum + modulus) % modulus } }
    let wrong = lacks.indices.filter { lacks[$0] != 0 }
    if wrong.isEmpty { return line(number, letters, nil) }
    if wrong.count == 1 { return line(number, letters, .check(line: number)) }
    guard let a = lacks[0], let b = lacks[1], let c = lacks[2] else { return nil }
    // One wrong value e at place x lacks e, e x and e x².
    if wrong.count == 3, (a * c - b * b) % modulus == 0,
      let mended = oneWrong(letters, number, lack: a, place: b * inverse(a) % modulus)
    {
      return mended
    }
    return moved(letters, number, right.compactMap(\.self))
  }

  /// A typed line in letters and check, without spaces; nil when it has no check.
  static func split(_ typed: some Sequence<UInt8>) -> (letters: [UInt8], check: [UInt8])? {
    let letters = typed.filter { $0 > 0x20 }
    // The check may lack a letter or have one too many: it is still one.
    guard let mark = letters.lastIndex(of: Self.mark),
      (checkLength - 1...checkLength + 1).contains(letters.count - mark - 1)
    else { return nil }
    let check = letters[(mark + 1)...].map { (0x61...0x7a).contains($0) ? $0 & 0xdf : $0 }
    // What no check contains, a descriptor behind an annotation does: `=1234#abcd`.
    guard check.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }) else {
      return nil
    }
    return (Array(letters[..<mark]), check)
  }

  // MARK: What a difference of the sums means

  private static func oneWrong(
    _ letters: [UInt8], _ number: Int, lack: Int, place: Int
  ) -> (line: CheckedLine, change: Change?)? {
    if place == 1 {
      let other = (number + lack) % modulus
      return other >= 1 ? line(other, letters, nil) : nil
    }
    guard letters.indices.contains(place - 2) else { return nil }
    let (index, typed) = (place - 2, letters[place - 2])
    let value = (Int(typed) + lack) % modulus
    guard isLetter(value) else { return nil }
    var mended = letters
    mended[index] = UInt8(value)
    return line(
      number, mended,
      .wrong(
        line: number, letter: place - 1, typed: character(typed), right: character(mended[index])))
  }

  /// A letter too few, too many, or two that changed places: each way is tried, and one must be left.
  private static func moved(
    _ letters: [UInt8], _ number: Int, _ right: [Int]
  ) -> (line: CheckedLine, change: Change?)? {
    var found: [[UInt8]: Change] = [:]
    func tryOut(_ mended: [UInt8], _ change: Change) {
      // The same letters may be had in two ways, such as one of two equal neighbours left out.
      if found[mended] == nil, sums(number, mended) == right { found[mended] = change }
    }
    for index in letters.indices {
      var shorter = letters
      let typed = shorter.remove(at: index)
      tryOut(shorter, .extra(line: number, letter: index + 1, typed: character(typed)))
      if index > 0, letters[index] != letters[index - 1] {
        var swapped = letters
        swapped.swapAt(index, index - 1)
        tryOut(swapped, .swapped(line: number, letter: index))
      }
    }
    guard letters.count < limit else { return only(found, number) }
    for index in 0...letters.count {
      var longer = letters
      longer.insert(0, at: index)
      // The first sum says which letter it must be.
      let value = (right[0] - sums(number, longer)[0] + modulus) % modulus
      guard isLetter(value) else { continue }
      longer[index] = UInt8(value)
      tryOut(
        longer, .missing(line: number, letter: index + 1, right: character(longer[index])))
    }
    return only(found, number)
  }

  private static func only(
    _ found: [[UInt8]: Change], _ number: Int
  ) -> (line: CheckedLine, change: Change?)? {
    guard found.count == 1, let (letters, change) = found.first else { return nil }
    return line(number, letters, change)
  }

  private static func line(
    _ number: Int, _ letters: [UInt8], _ change: Change?
  ) -> (line: CheckedLine, change: Change?)? {
    guard letters.allSatisfy({ isLetter(Int($0)) }) else { return nil }
    return (CheckedLine(number, String(decoding: letters, as: UTF8.self)), change)
  }

  // MARK: Numbers

  /// The three sums that a check says; nil for one that no check says.
  private static func expected(_ check: [UInt8]) -> [Int?] {
    stride(from: 0, to: checkLength, by: 2).map { index in
      let (high, low) = (
        Alphabet.base32.values[Int(check[index])], Alphabet.base32.values[Int(check[index + 1])]
      )
      guard high != 255, low != 255 else { return nil }
      let value = Int(high) * 32 + Int(low)
      return value < modulus ? value : nil
    }
  }

  /// Printable ASCII but the space.
  private static func isLetter(_ value: Int) -> Bool { (0x21...0x7e).contains(value) }

  private static func character(_ letter: UInt8) -> Character {
    Character(Unicode.Scalar(letter))
  }

  /// The number that makes 1 of another one (Fermat).
  private static func inverse(_ value: Int) -> Int {
    var (result, power, left) = (1, value, modulus - 2)
    while left > 0 {
      if left & 1 == 1 { result = result * power % modulus }
      power = power * power % modulus
      left >>= 1
    }
    return result
  }
}

extension CheckedLine.Change: CustomStringConvertible {
  /// What was put right, as a sentence without its full stop.
  public var description: String {
    switch self {
    case .wrong(let line, let letter, let typed, let right):
      "line \(line): \(Self.place(letter)) is \(right), not \(typed)"
    case .missing(let line, let letter, let right):
      "line \(line): \(Self.place(letter)), \(right), was missing"
    case .extra(let line, let letter, let typed):
      "line \(line): \(Self.place(letter)), \(typed), is not on the paper"
    case .swapped(let line, let letter):
      "line \(line): \(Self.place(letter)) and the next one were swapped"
    case .check(let line):
      "line \(line): a letter behind the = was wrong; the line itself is right"
    }
  }

  private static func place(_ letter: Int) -> String {
    "letter \(letter) (group \((letter + 3) / 4))"
  }
}
