import RecordingScreens
import SecureMemory
import TerminalUI
import Testing

/// Four bytes at a time: what ``Console/index(below:_:)`` makes of them is the fraction given.
private final class Fractions: RandomSource, @unchecked Sendable {
  private var left: [Double]

  init(_ fractions: Double...) { left = fractions }

  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    let fraction = left.isEmpty ? 0 : left.removeFirst()
    let value = UInt32(fraction * 4_294_967_296)
    for index in memory.indices {
      memory[index] = index < 4 ? UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) : 0
    }
  }
}

@Suite struct `Consent to money` {
  private static let address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
  private static let stake = Stake(
    name: "the address of output 0", text: address, ignoresCase: true)

  private static func consents(
    _ answers: [String], stake: Stake = stake, amount: String? = nil,
    words: String? = nil,
    random: any RandomSource = Fractions(0.5, 0.3, 0, 0.99, 0.99, 0)
  ) throws -> (Bool, RecordingScreen) {
    let screen = RecordingScreen(answers: answers)
    let agreed = try Console(screen: screen).consents(
      to: "sign", summary: "Leaving us 0.5 BTC, fee 0.0001 BTC.", stake: stake, amount: amount,
      words: words, random: random, orElse: "--yes")
    return (agreed, screen)
  }

  @Test func `asks for two groups of the address, in an order that nobody knows before`() throws {
    let (agreed, screen) = try Self.consents(["43ly xfkv"])
    #expect(agreed)
    #expect(
      screen.terminal == """
        Leaving us 0.5 BTC, fee 0.0001 BTC.
        The address of output 0, in groups of four:
            1 bc1q    2 ar0s    3 rrr7    4 xfkv    5 y5l6    6 43ly    7 dnw9
            8 re59    9 gtzz   10 wf5m   11 dq
        To sign, type groups 6 and 4 (or no to stop):\u{20}
        """)
  }

  @Test(arguments: ["43ly xfkv", "43lyxfkv", " 43LY  xfkv "])
  func `takes them with and without blanks, in capitals where that is no loss`(
    answer: String
  ) throws {
    #expect(try Self.consents([answer]).0)
    let legacy = Stake(name: "key 2", text: Self.address, ignoresCase: false)
    #expect(try Self.consents([answer], stake: legacy).0 == !answer.contains("LY"))
  }

  @Test func `asks for other groups after a wrong answer, three times in all`() throws {
    let (agreed, screen) = try Self.consents(["xfkv 43ly", "43ly xfkv", "ar0s wf5m", "wf5m ar0s"])
    #expect(!agreed && screen.answersLeft == 1)
    #expect(screen.terminal.contains("type groups 6 and 4 ("))
    #expect(screen.terminal.contains("type groups 2 and 10 ("))
    #expect(screen.terminal.contains("type groups 10 and 2 ("))
    #expect(try Self.consents(["wrong", "ar0s wf5m"]).0)
  }

  @Test(arguments: ["yes", "y", "no", "", "bc1q dq"])
  func `takes no yes, and stops at no`(answer: String) throws {
    let (agreed, screen) = try Self.consents([answer])
    #expect(!agreed && screen.answersLeft == 0)
  }

  @Test(arguments: [
    ("0.5", true), ("0.50000000 BTC", true), (".5", true), ("0.05", false), ("5", false),
    ("no", false),
  ])
  func `asks for the amount too, in whatever way it is written`(
    typed: String, agrees: Bool
  ) throws {
    let answers = ["43ly xfkv", typed, typed, typed]
    #expect(try Self.consents(answers, amount: "0.5").0 == agrees)
    #expect(try Self.consents(["43ly xfkv", "12"], amount: "12.0").0)
  }

  @Test(arguments: [
    ("apart trial obey seat", true), ("  Apart  TRIAL obey\tseat ", true),
    ("apart trial obey", false), ("apart trial obey seat seat", false),
    ("trial apart obey seat", false), ("aparttrialobeyseat", false), ("43ly xfkv", false),
    ("no", false),
  ])
  func `asks for four words too, which do not stand in the question`(
    typed: String, agrees: Bool
  ) throws {
    let (agreed, screen) = try Self.consents(
      ["43ly xfkv", typed, typed, typed], words: "apart trial obey seat")
    #expect(agreed == agrees)
    #expect(screen.terminal.contains("To sign, also type its four Words: "))
    #expect(!screen.terminal.contains("apart"))
    // The groups are wanted as well.
    let words = Array(repeating: typed, count: 3)
    #expect(try !Self.consents(words, words: "apart trial obey seat").0)
  }

  @Test(arguments: [
    ("12.50", "12.5", true), ("0012.5 btc", "12.5", true), ("\t12.5\tBTC", "12.5", true),
    ("12.", "12", true), ("0.0", "0", true), ("00", "0", true), ("0", "0.00000000", true),
    ("1", "100", false), ("100", "1", false), ("12.05", "12.5", false), ("BTC", "1", false),
  ])
  func `takes an amount without what does not change it`(
    typed: String, amount: String, agrees: Bool
  ) throws {
    let answers = ["43ly xfkv", typed, "no"]
    #expect(try Self.consents(answers, amount: amount).0 == agrees)
  }

  @Test func `asks three times for the amount and for the words, and no more`() throws {
    let groups = "43ly xfkv"
    #expect(try Self.consents([groups, "7", "8", "0.5"], amount: "0.5").0)
    var (agreed, screen) = try Self.consents([groups, "7", "8", "9", "0.5"], amount: "0.5")
    #expect(!agreed && screen.answersLeft == 1)
    let words = "apart trial obey seat"
    #expect(try Self.consents([groups, "a", "b", words], words: words).0)
    (agreed, screen) = try Self.consents([groups, "a", "b", "c", words], words: words)
    #expect(!agreed && screen.answersLeft == 1)
    (agreed, screen) = try Self.consents(["a", "b", "c", "d"])
    #expect(!agreed && screen.answersLeft == 1)
    #expect(screen.terminal.hasSuffix("That does not match.\n"))
    #expect(screen.terminal.split(separator: "Look again").count == 3)
    // The end of input is no answer.
    #expect(try !Self.consents([groups], amount: "0.5").0)
    for answers in [[], [groups], [groups, "0.5"]] {
      #expect(try !Self.consents(answers, amount: "0.5", words: words).0)
    }
    // Both are wanted where both are given.
    #expect(try Self.consents([groups, "0.5", words], amount: "0.5", words: words).0)
    #expect(try !Self.consents([groups, "0.5", "no"], amount: "0.5", words: words).0)
  }

  @Test func `takes an answer of 200 bytes, and no longer one`() throws {
    let long = String(repeating: "a", count: 200)
    #expect(try Self.consents([long, "ar0s wf5m"]).0)
    #expect(throws: ProgramError.self) { try Self.consents([long + "a"]) }
  }

  @Test func `never asks for the first group, which addresses share, nor for a cut one`() throws {
    for first in stride(from: 0.0, to: 1, by: 0.05) {
      for second in [0.0, 0.4, 0.99] {
        let (agreed, screen) = try Self.consents(
          [RecordingScreen.read], random: Fractions(first, second))
        #expect(agreed)
        #expect(!screen.terminal.contains("groups 1 ") && !screen.terminal.contains("and 1 of"))
        #expect(!screen.terminal.contains("groups 11 ") && !screen.terminal.contains("and 11 of"))
      }
    }
  }

  @Test func `is refused when it is pasted, whatever is pasted`() throws {
    let paste = RecordingScreen.pasted + "43ly xfkv"
    #expect(throws: ProgramError.self) { try Self.consents([paste, paste, paste, paste]) }
    #expect(try Self.consents([paste, "43ly xfkv"]).0)
  }

  @Test func `is drawn by amount, so that outputs without money draw nothing`() throws {
    let weights = [Int64](repeating: 0, count: 50) + [30, 330, 70] + [-5]
    for (fraction, index) in [
      (0.0, 50), (0.06, 50), (0.08, 51), (0.8, 51), (0.85, 52), (0.999, 52), (0.99999999, 52),
    ] {
      #expect(try Console.index(weights: weights, Fractions(fraction)) == index)
    }
    // A half is where the second begins.
    #expect(try Console.index(weights: [4, 4], Fractions(0.5)) == 1)
    #expect(try Console.index(weights: [4, 4], Fractions(0.49999999)) == 0)
    #expect(try Console.index(weights: [0, 1], Fractions(0)) == 1)
    #expect(try Console.index(weights: [0, 0], Fractions(0.5)) == nil)
    #expect(try Console.index(weights: [], Fractions(0.5)) == nil)
    // More than any amount of bitcoin: no trap.
    #expect(try Console.index(weights: [.max, .max, .max], Fractions(0.5)) == nil)
  }

  @Test func `what can be foreseen is no stake`() {
    let predictable = { Stake(name: "", text: $0, ignoresCase: true).isPredictable }
    #expect(!predictable(Self.address))
    #expect(!predictable("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"))
    #expect(predictable("bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqql4jf"))
    #expect(predictable("6a28" + String(repeating: "0", count: 80)))
    #expect(predictable("") && predictable("abcd"))
  }

  @Test func `needs a terminal`() {
    let console = Console(screen: RecordingScreen(hasTerminal: false))
    #expect(throws: ProgramError.self) {
      try console.consents(
        to: "sign", summary: "", stake: Self.stake, random: Fractions(), orElse: "--yes")
    }
  }
}

@Suite struct `What must be read before a question` {
  private static let long = (1...40).map { "line \($0)" }.joined(separator: "\n")

  @Test func `stands on the terminal too when talk goes elsewhere`() throws {
    let screen = RecordingScreen(answers: [], talkIsWhereQuestionsAre: false)
    try Console(screen: screen).showBeforeQuestion("what leaves us")
    #expect(screen.talk == "what leaves us\n" && screen.terminal == "what leaves us\n")
    let window = RecordingScreen(answers: [])
    try Console(screen: window).showBeforeQuestion("what leaves us")
    #expect(window.talk == "what leaves us\n" && window.terminal.isEmpty)
  }

  @Test func `is paged where the terminal and its question leave no room`() throws {
    let screen = RecordingScreen(answers: [])
    try Console(screen: screen).showBeforeQuestion(Self.long)
    #expect(screen.pages == [Self.long])
    let tall = RecordingScreen(answers: [], size: (80, 50))
    try Console(screen: tall).showBeforeQuestion(Self.long)
    #expect(tall.pages.isEmpty)
    // Lines that wrap take more than one row.
    let narrow = RecordingScreen(answers: [], size: (4, 50))
    try Console(screen: narrow).showBeforeQuestion(Self.long)
    #expect(narrow.pages == [Self.long])
  }

  @Test func `counts the rows of a narrow question, and of 80 columns at most`() throws {
    func isPaged(_ size: (Int, Int), _ questionRows: Int) throws -> Bool {
      let screen = RecordingScreen(answers: [], size: size)
      try Console(screen: screen).showBeforeQuestion("one line", questionRows: questionRows)
      return !screen.pages.isEmpty
    }
    // Ten rows of 80 columns are 48 of 17.
    #expect(try isPaged((17, 48), 10))
    #expect(try !isPaged((17, 49), 10))
    #expect(try isPaged((1, 500), 10))
    #expect(try isPaged((200, 100), 100))
    #expect(try !isPaged((200, 101), 100))
  }

  @Test func `is asked for again behind a list that was paged`() throws {
    for count in [3, 30] {
      let screen = RecordingScreen(answers: ["2"])
      let choices = (0..<count).map { "choice \($0)" }
      #expect(try Console(screen: screen).choose("Which?", from: choices, orElse: "") == 1)
      #expect(screen.pages.isEmpty == (count == 3))
      #expect(screen.terminal.hasSuffix(count == 3 ? "\n1 to 3: " : "Which? 1 to 30: "))
    }
  }

  @Test func `is not read twice where the pages cannot be scrolled back to`() throws {
    func talk(_ text: String, scrolls: Bool, together: Bool = true, asks: Bool = true) throws
      -> String
    {
      let screen = RecordingScreen(
        answers: [], hasTerminal: asks, talkIsWhereQuestionsAre: together, canScrollBack: scrolls)
      try Console(screen: screen).showBeforeQuestion(text)
      return screen.talk
    }
    #expect(try talk(Self.long, scrolls: false).isEmpty)
    #expect(try talk(Self.long, scrolls: true) == Self.long + "\n")
    #expect(try talk("short", scrolls: false) == "short\n")
    #expect(try talk(Self.long, scrolls: false, together: false) == Self.long + "\n")
    #expect(try talk(Self.long, scrolls: false, asks: false) == Self.long + "\n")
  }

  @Test func `is talk, and nothing is asked, where an option gave the answer`() throws {
    for (isAnswered, answer) in [(true, "no"), (false, "yes"), (false, "no")] {
      let screen = RecordingScreen(answers: [answer])
      let agreed = try Console(screen: screen).agrees(
        to: "Go on?", showing: "what it does", isAnswered: isAnswered)
      #expect(agreed == (isAnswered || answer == "yes"))
      #expect(screen.answersLeft == (isAnswered ? 1 : 0) && screen.talk == "what it does\n")
    }
  }

  @Test func `is talk alone where nobody can be asked`() throws {
    let screen = RecordingScreen(hasTerminal: false)
    try Console(screen: screen).showBeforeQuestion(Self.long)
    #expect(screen.pages.isEmpty && screen.talk == Self.long + "\n" && screen.terminal.isEmpty)
  }
}
