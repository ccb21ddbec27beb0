/// Something of several letters, digits and signs that others know or can find: a date, a telephone
/// number, an address of mail, the plate of a car.
///
/// Read where it stands: a copy of it would stay in memory after the measuring.
struct PassphraseThing {
  let length: Int
  /// The most bits that it counts.
  let most: Double

  /// What begins at a place of a text in small letters, behind nothing or something of another kind.
  init?(at index: Int, in text: UnsafeRawBufferPointer) {
    let reader = Reader(text: text)
    guard
      let found = reader.date(at: index) ?? reader.phone(at: index) ?? reader.mail(at: index)
        ?? reader.plate(at: index)
    else { return nil }
    self = found
  }

  fileprivate init(_ length: Int, most: Double) {
    self.length = length
    self.most = most
  }

  /// Whether four digits are a year.
  static func isYear(_ index: Int, in text: UnsafeRawBufferPointer) -> Bool {
    guard index + 4 <= text.count else { return false }
    let digits = text[index..<index + 4]
    return ["18", "19", "20"].contains { digits.starts(with: $0.utf8) }
      && digits.allSatisfy { PassphraseStrength.isDigit($0) }
  }
}

private struct Reader {
  let text: UnsafeRawBufferPointer

  private func isDigit(_ place: Int) -> Bool {
    text.indices.contains(place) && PassphraseStrength.isDigit(text[place])
  }

  private func isLetter(_ place: Int) -> Bool {
    text.indices.contains(place) && PassphraseStrength.isSmall(text[place])
  }

  private func isOne(of characters: StaticString, _ place: Int) -> Bool {
    text.indices.contains(place) && characters.withUTF8Buffer { $0.contains(text[place]) }
  }

  private func count(from index: Int, while isPart: (Int) -> Bool) -> Int {
    var end = index
    while isPart(end) { end += 1 }
    return end - index
  }

  // MARK: Dates

  /// A day of a century, and of one whose year has two digits.
  private static let (date, shortDate) = (14.0, 13.0)

  /// Eight or six digits in any order of day, month and year; or the three with the same sign between them.
  func date(at index: Int) -> PassphraseThing? {
    guard isDigit(index), !isDigit(index - 1) else { return nil }
    let first = count(from: index, while: isDigit)
    switch first {
    case 6 where isDay(index, index + 2) || isDay(index + 2, index + 4):
      return PassphraseThing(6, most: Self.shortDate)
    case 8:
      let isYearFirst = PassphraseThing.isYear(index, in: text) && isDay(index + 4, index + 6)
      let isYearLast = PassphraseThing.isYear(index + 4, in: text) && isDay(index, index + 2)
      return isYearFirst || isYearLast ? PassphraseThing(8, most: Self.date) : nil
    case 1, 2, 4:
      let second = index + first + 1
      let middle = count(from: second, while: isDigit)
      let third = second + middle + 1
      let last = count(from: third, while: isDigit)
      guard isOne(of: ".-/ ", second - 1), third <= text.count, text[third - 1] == text[second - 1],
        (1...2).contains(middle), first == 4 ? (1...2).contains(last) : last == 2 || last == 4
      else { return nil }
      return PassphraseThing(
        third + last - index, most: max(first, last) == 4 ? Self.date : Self.shortDate)
    default: return nil
    }
  }

  /// Whether two pairs of digits are a day and a month.
  private func isDay(_ one: Int, _ other: Int) -> Bool {
    let pair = { (place: Int) in (Int(text[place]) - 0x30) * 10 + Int(text[place + 1]) - 0x30 }
    let (one, other) = (pair(one), pair(other))
    return min(one, other) >= 1 && min(one, other) <= 12 && max(one, other) <= 31
  }

  // MARK: Telephone numbers

  private static let phone = 25.0

  /// Nine to thirteen digits in groups or behind `+` or `0`; nine to eleven without that.
  func phone(at index: Int) -> PassphraseThing? {
    guard isDigit(index) || isOne(of: "+(", index), !isDigit(index - 1) else { return nil }
    // The end of a longer number in groups is none.
    if isOne(of: "-/. ", index - 1), isDigit(index - 2) { return nil }
    var digits = 0
    var isMarked = !isDigit(index) || text[index] == UInt8(ascii: "0")
    var place = index
    var end = index
    while text.indices.contains(place), place - end <= 2, digits <= 13 {
      if isDigit(place) {
        digits += 1
        isMarked = isMarked || (end > index && place > end)
        end = place + 1
      } else if !isOne(of: "+()-/. ", place) {
        break
      }
      place += 1
    }
    guard (9...13).contains(digits), isMarked || digits <= 11 else { return nil }
    return PassphraseThing(end - index, most: Self.phone)
  }

  // MARK: Addresses of mail

  private static let mail = 28.0

  /// `name@host.tld`.
  func mail(at index: Int) -> PassphraseThing? {
    let isPart = { (place: Int) in isLetter(place) || isDigit(place) || isOne(of: "._-+", place) }
    guard isLetter(index) || isDigit(index), index == 0 || !isPart(index - 1) else { return nil }
    let at = index + count(from: index, while: isPart)
    guard isOne(of: "@", at) else { return nil }
    // Up to the last dot with two to six letters behind it.
    var end: Int?
    for place in at + 1..<at + 1 + count(from: at + 1, while: isPart) where isOne(of: ".", place) {
      let letters = count(from: place + 1, while: isLetter)
      if place > at + 1, (2...6).contains(letters) { end = place + 1 + letters }
    }
    return end.map { PassphraseThing($0 - index, most: Self.mail) }
  }

  // MARK: Plates of cars

  private static let plate = 20.0

  /// Up to three groups of at most three letters or five digits, four to nine in all, alone: `B-AB 1234`.
  func plate(at index: Int) -> PassphraseThing? {
    let isPart = { (place: Int) in isLetter(place) || isDigit(place) }
    guard isPart(index), !isPart(index - 1) else { return nil }
    var (letters, digits, groups) = (0, 0, 0)
    var place = index
    var end: Int?
    while groups < 3 {
      let (some, more) = (count(from: place, while: isLetter), count(from: place, while: isDigit))
      guard some + more > 0, some <= 3, more <= 5 else { break }
      letters += some
      digits += more
      groups += 1
      place += some + more
      if !isPart(place), letters > 0, digits > 0, (4...9).contains(letters + digits) { end = place }
      if isOne(of: "- ", place) { place += 1 }
    }
    return end.map { PassphraseThing($0 - index, most: Self.plate) }
  }
}
