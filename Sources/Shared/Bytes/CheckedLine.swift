/// A line of letters with a check of its own, so that whoever types it from paper is told where one
/// letter is wrong, and which letter belongs there; docs/formats.md, "Lines with checks".
///
/// Three sums modulo 1021 over the line's number and its letters: any two lines that have the same
/// check differ in at least four places, so one wrong letter is found and put right, and two are
/// noticed. The sums need no table: they can be worked out on paper.
public struct CheckedLine: Hashable, Sendable {
  /// Which line it is, counted from 1.
  public let number: Int
  /// The letters, without spaces: printable ASCII.
  public let letters: String

  /// The largest number of letters in a line: places of it must stay below half of the modulus.
  public static let limit = 400
  /// How many letters of a text stand in a line where nothing else is asked for.
  public static let usual = 40
  /// The prime below 32 squared: a sum takes two letters of base32.
  static let modulus = 1_021
  /// What stands between the letters and their check.
  static let mark: UInt8 = 0x3d
  /// How many letters a check has.
  static let checkLength = 6

  /// Takes a line of a text; spaces in it are left out.
  ///
  /// `number` is at least 1, `letters` are at most ``limit``, printable ASCII.
  public init(_ number: Int, _ letters: String) {
    self.number = number
    self.letters = letters.filter { $0 != " " }
    precondition(number >= 1 && self.letters.utf8.count <= Self.limit, "no line with a check")
  }

  /// Cuts a text into lines, numbered from `first`; spaces in it are left out.
  ///
  /// Only the last line may be shorter than `letters` (1 to ``limit``, best a multiple of four).
  public static func lines(
    of text: String, letters: Int = usual, from first: Int = 1
  ) -> [CheckedLine] {
    var lines: [CheckedLine] = []
    var rest = text.filter { $0 != " " }[...]
    while !rest.isEmpty {
      lines.append(CheckedLine(first + lines.count, String(rest.prefix(letters))))
      rest = rest.dropFirst(letters)
    }
    return lines
  }

  /// The six letters behind the line, of the alphabet of base32: `A` to `Z` and `2` to `7`.
  public var check: String {
    let alphabet = Alphabet.base32.characters
    return Self.sums(number, Array(letters.utf8)).reduce(into: "") { text, sum in
      for value in [sum / 32, sum % 32] {
        text.unicodeScalars.append(Unicode.Scalar(alphabet[value]))
      }
    }
  }

  /// The letters in groups of four, one space between.
  public var groups: String {
    var result = ""
    for (index, letter) in letters.enumerated() {
      if index > 0, index % 4 == 0 { result.append(" ") }
      result.append(letter)
    }
    return result
  }

  /// The line as it is printed behind its number: groups of four, `=`, and the check.
  public var printed: String { "\(groups) = \(check)" }

  /// The three sums of a line.
  ///
  /// Of the values, of the values times their places, and of the values times the squares of these.
  /// The line's number is the value of place 1, the first letter has place 2.
  static func sums(_ number: Int, _ letters: some Sequence<UInt8>) -> [Int] {
    var sums = [0, 0, 0]
    func add(_ value: Int, at place: Int) {
      for (power, weight) in [1, place, place * place].enumerated() {
        sums[power] = (sums[power] + value % modulus * (weight % modulus)) % modulus
      }
    }
    add(number, at: 1)
    for (index, letter) in letters.enumerated() { add(Int(letter), at: index + 2) }
    return sums
  }
}
