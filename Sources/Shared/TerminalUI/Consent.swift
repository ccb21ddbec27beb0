public import SecureMemory

/// What a person consents to by reading characters of it: an address, a key.
public struct Stake: Equatable, Sendable {
  /// How it is called: `the address of output 1`.
  public let name: String
  /// The text itself, whole.
  public let text: String
  /// Whether capital letters are the same as small ones in it.
  public let ignoresCase: Bool

  /// Takes how it is called, the text, and whether capital letters matter.
  public init(name: String, text: String, ignoresCase: Bool) {
    self.name = name
    self.text = text
    self.ignoresCase = ignoresCase
  }

  /// Groups of four characters, as addresses and keys are shown; the last may be shorter.
  var groups: [String] {
    var groups: [String] = []
    for (index, character) in text.enumerated() {
      if index % 4 == 0 { groups.append("") }
      groups[groups.count - 1].append(character)
    }
    return groups
  }

  /// The numbers of the groups that may be asked for, from 1: whole ones, and not the first, which
  /// many addresses share.
  var numbers: [Int] {
    let groups = self.groups
    let whole = groups.indices.dropFirst().filter { groups[$0].count == 4 }
    return (whole.count > 1 ? whole : Array(groups.indices)).map { $0 + 1 }
  }

  /// Whether an answer could be known in advance: there is too little of it, or too many of its groups
  /// are alike, as in an address whose program is all zeros.
  public var isPredictable: Bool {
    let asked = numbers.map { groups[$0 - 1] }
    let most = Dictionary(grouping: asked, by: \.self).values.map(\.count).max() ?? 0
    return asked.count < 4 || most * 3 > asked.count
  }

  /// The groups with their numbers, in rows.
  func table(columns: Int) -> String {
    let perRow = max(1, (columns - 2) / 10)
    var text = ""
    for (index, group) in groups.enumerated() {
      text += index % perRow == 0 ? (index == 0 ? "  " : "\n  ") : "  "
      let number = "\(index + 1)"
      text += String(repeating: " ", count: max(0, 3 - number.count)) + number + " " + group
    }
    return text
  }
}

/// Consent to what moves money or decides where it goes.
extension Console {
  /// Asks for two groups of characters of what is at stake, in a random order, then for an amount, or for four
  /// words, where they are given.
  ///
  /// No answer can be known in advance: whoever gives it has looked. `action` is what is consented
  /// to, as in `sign`; `summary` is what the person consents to in a few lines. A wrong answer is
  /// asked for again with other groups, at most three times in all; `no` or nothing declines.
  ///
  /// - Throws: `ProgramError` without a terminal, when the answers are pasted, or when there is no
  ///   randomness.
  public func consents(
    to action: String, summary: String, stake: Stake, amount: String? = nil,
    words: String? = nil, random: any RandomSource, orElse instead: String
  ) throws(ProgramError) -> Bool {
    try require("characters of \(stake.name), to \(action)", instead)
    let groups = stake.groups
    let title = stake.name.prefix(1).uppercased() + stake.name.dropFirst()
    let shown =
      "\(summary)\n\(title), in groups of four:\n\(stake.table(columns: columns))\n"
    for tries in 1...Self.triesAtConsent {
      let asked = try Self.pair(of: stake.numbers, random)
      let numbers = asked.map { "\($0)" }.joined(separator: " and ")
      let prompt = "\(shown)To \(action), type groups \(numbers) (or no to stop): "
      guard let line = try answer(prompt, limit: Self.longestAnswer) else { return false }
      if Self.isNo(line) { return false }
      let expected = asked.map { groups[$0 - 1] }.joined()
      if Self.isSame(line, expected, stake.ignoresCase) {
        if let amount, try !typesAmount(amount, to: action) { return false }
        if let words, try !typesWords(words, to: action) { return false }
        return true
      }
      if tries < Self.triesAtConsent {
        writeToTerminal("That does not match. Look again, and type these other groups.\n")
      }
    }
    writeToTerminal("That does not match.\n")
    return false
  }

  private func typesAmount(_ amount: String, to action: String) throws(ProgramError) -> Bool {
    for _ in 0..<Self.triesAtConsent {
      let prompt =
        "To \(action), also type the amount leaving you in BTC, as shown above (or no to stop): "
      guard let line = try answer(prompt, limit: Self.longestAnswer) else { return false }
      if Self.isNo(line) { return false }
      if Self.plainAmount(line) == Self.plainAmount(amount) { return true }
      writeToTerminal("That is not the amount shown above.\n")
    }
    return false
  }

  /// Asks for words that do not stand in the question: they are read from elsewhere.
  private func typesWords(_ words: String, to action: String) throws(ProgramError) -> Bool {
    for _ in 0..<Self.triesAtConsent {
      let prompt =
        "To \(action), also type its four Words: read them from the coordinator or, if it shows none, "
        + "from above (or no to stop): "
      guard let line = try answer(prompt, limit: Self.longestAnswer) else { return false }
      if Self.isNo(line) { return false }
      let typed = line.lowercased().split { $0 == " " || $0 == "\t" }
      if typed == words.lowercased().split(separator: " ") { return true }
      writeToTerminal("Those are not its Words. If you typed them right, this is another wallet.\n")
    }
    return false
  }

  private static let triesAtConsent = 3
  /// In bytes: more than groups, an amount or four words have.
  private static let longestAnswer = 200

  private static func isNo(_ line: String) -> Bool {
    ["", "no", "n"].contains(trimmed(line).lowercased())
  }

  private static func isSame(_ line: String, _ expected: String, _ ignoresCase: Bool) -> Bool {
    let typed = line.filter { $0 != " " && $0 != "\t" }
    return ignoresCase ? typed.lowercased() == expected.lowercased() : typed == expected
  }

  /// An amount without what does not change it: blanks, the unit, zeros at its ends.
  private static func plainAmount(_ text: String) -> String {
    var digits = text.filter { $0 != " " && $0 != "\t" }
    if digits.lowercased().hasSuffix("btc") { digits = String(digits.dropLast(3)) }
    if digits.contains(".") {
      while digits.hasSuffix("0") { digits.removeLast() }
      if digits.hasSuffix(".") { digits.removeLast() }
    }
    let whole = digits.drop { $0 == "0" }
    return whole.isEmpty || whole.hasPrefix(".") ? "0" + whole : String(whole)
  }

  /// Two different numbers of these, in random order.
  private static func pair(
    of numbers: [Int], _ random: any RandomSource
  ) throws(ProgramError) -> [Int] {
    var left = numbers
    var pair: [Int] = []
    while pair.count < 2, !left.isEmpty {
      pair.append(left.remove(at: try index(below: left.count, random)))
    }
    return pair
  }

  /// The position of one of several, each as likely as its weight is large.
  ///
  /// - Parameters:
  ///   - weights: amounts in satoshis; those that are not above zero are never chosen.
  ///   - random: where chance comes from.
  /// - Returns: nil when nothing has a weight, or the sum is 2^64 or more.
  /// - Throws: `ProgramError` when there is no randomness.
  public static func index(
    weights: [Int64], _ random: any RandomSource
  ) throws(ProgramError) -> Int? {
    var total: UInt64 = 0
    for weight in weights {
      let (sum, overflow) = total.addingReportingOverflow(UInt64(max(0, weight)))
      guard !overflow else { return nil }
      total = sum
    }
    guard total > 0 else { return nil }
    let bytes: [UInt8]
    do throws(RandomnessError) {
      bytes = try random.bytes(count: 8)
    } catch {
      throw ProgramError(any: error)
    }
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var left = value.multipliedFullWidth(by: total).high
    for (index, weight) in weights.enumerated() where weight > 0 {
      if left < UInt64(weight) { return index }
      left -= UInt64(weight)
    }
    return nil
  }

  /// A number below `count`, each as likely as any other.
  public static func index(
    below count: Int, _ random: any RandomSource
  ) throws(ProgramError) -> Int {
    let bytes: [UInt8]
    do throws(RandomnessError) {
      bytes = try random.bytes(count: 4)
    } catch {
      throw ProgramError(any: error)
    }
    // 32 bits for a few dozen: the first are likelier by less than one in a million.
    let value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    return Int((value * UInt64(count)) >> 32)
  }
}

/// What must be read before a question is asked.
extension Console {
  /// Shows what must be read before the next question, where that question is asked.
  ///
  /// Talk may go to a file: then the text goes to the terminal as well. Longer than the terminal leaves
  /// room for beside a question of `questionRows`, it is paged and its end must be reached.
  ///
  /// - Throws: `ProgramError` when it is left before its end.
  public func showBeforeQuestion(
    _ text: String, questionRows: Int = 10
  ) throws(ProgramError) {
    let text = Self.gated(text)
    // Counted for 80 columns: on a narrow terminal the question's lines wrap.
    let columns = max(1, min(80, screen.size.columns))
    let rows = (questionRows * 80 + columns - 1) / columns
    let isShort = fits(wrapped(text), questionRows: rows)
    // What is read in pages stands above the question to be scrolled back to; where nobody can, it would only be read
    // twice.
    let isReadTwice =
      screen.canAsk && screen.talkIsWhereQuestionsAre && !isShort && !screen.canScrollBack
    if !isReadTwice { screen.writeTalk(wrappedTalk(text) + "\n") }
    guard screen.canAsk else { return }
    try showUnheard()
    if isShort, screen.talkIsWhereQuestionsAre { return }
    _ = try showOnTerminal(text, questionRows: rows)
  }

  /// Shows a text as ``showBeforeQuestion(_:questionRows:)`` does, then asks whether to go on.
  ///
  /// Where an option gave the answer (`isAnswered`), the text is talk and nothing is asked.
  ///
  /// - Throws: `ProgramError` without a terminal, or when the text is left before its end.
  public func agrees(
    to question: String, showing text: String, isAnswered: Bool,
    orElse instead: String = "add --yes to answer in advance"
  ) throws(ProgramError) -> Bool {
    if isAnswered {
      talk(text)
      return true
    }
    try showBeforeQuestion(text)
    return try agrees(to: question, orElse: instead)
  }

  private func fits(_ text: String, questionRows: Int) -> Bool {
    let size = screen.size
    return Pager.rows(of: text, columns: size.columns) + questionRows <= size.rows
  }

  /// Writes a text where questions are asked, in pages when it leaves no room for the question; whether it
  /// did.
  func showOnTerminal(_ text: String, questionRows: Int) throws(ProgramError) -> Bool {
    try showUnheard()
    let text = wrapped(text)
    guard !fits(text, questionRows: questionRows) else {
      writeToTerminal(text + "\n")
      return false
    }
    do throws(ScreenError) {
      try screen.showPages(text)
      return true
    } catch {
      throw ProgramError(error)
    }
  }
}
