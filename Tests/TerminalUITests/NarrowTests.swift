import Bytes
import RecordingScreens
import Refusals
import SecureMemory
import Testing
import TextLayout

@testable import TerminalUI

@Suite struct `Tables on narrow terminals` {
  private static let payee = "bcrt1qkl4uv7wkxkwsyzkpxkczx45ym4hgrjwtjkpfn3"

  private static func payments() -> Table {
    var table = Table(
      .init("", .right), .init("wallet", leaves: 1), .init("state", leaves: 3),
      .init("signed", .right, leaves: 2), .init("fee sat", .right), .init("what", .left, .goesBelow)
    )
    table.add(["1", "family", "draft", "1/2", "1470", "roof"])
    table.add(["12", "family", "confirmed", "", "141", "0.12000000 to \(payee), 1 to \(payee)"])
    return table
  }

  @Test func `a table that fits is the same as everywhere`() {
    let table = Self.payments()
    #expect(table.text(columns: nil) == table.text)
    #expect(table.text(columns: 200) == table.text)
    let widest = table.text.split(separator: "\n").map(\.count).max() ?? 0
    #expect(table.text(columns: widest) == table.text)
    #expect(table.text(columns: widest - 1) != table.text)
  }

  @Test func `what is long goes below its row, before any column leaves`() {
    #expect(
      Self.payments().text(columns: 70) == """
            wallet  state      signed  fee sat  what
         1  family  draft         1/2     1470  roof
        12  family  confirmed              141
            0.12000000 to \(Self.payee), 1 to
              \(Self.payee)
        """)
  }

  @Test func `columns leave in their order, and a line says which`() {
    let table = Self.payments()
    let narrow = table.text(columns: 38)
    #expect(narrow.hasPrefix("    state      signed  fee sat  what\n"))
    #expect(
      narrow.hasSuffix("\nLeft out, to fit 38 columns: wallet.\n  Add --json to see everything."))
    let narrower = table.text(columns: 30)
    #expect(narrower.hasPrefix("    state      fee sat  what\n"))
    #expect(narrower.contains("wallet, signed."))
    #expect(table.text(columns: 20).hasPrefix("    fee sat  what\n"))
    for columns in 1...100 {
      let text = table.text(columns: columns)
      // A payee, an amount and a number are always there, whole.
      for kept in [Self.payee, "0.12000000", "1470", "141", "12"] { #expect(text.contains(kept)) }
      for line in text.split(separator: "\n") where columns >= 20 {
        #expect(
          line.count <= columns || line.split(separator: " ").count <= 1, "\(columns): \(line)")
      }
    }
  }

  @Test func `text is wrapped in its column, and no cell of it looks like a row`() {
    var table = Table("SETTING", .init("VALUE", .right), .init("MEANING", .left, .wraps))
    table.add(["gap", "20", "how many addresses are looked at behind the last used one"])
    #expect(
      table.text(columns: 46) == """
        SETTING  VALUE  MEANING
        gap         20  how many addresses are looked
                        at behind the last used one
        """)
  }

  @Test func `an id that has no room below either is left out`() {
    var table = Table(
      .init("coin", .left, .goesBelow, leaves: 1), .init("BTC", .right),
      .init("label", .left, .wraps))
    let coin = String(repeating: "a", count: 64) + ":0"
    table.add([coin, "0.50000000", "rent"])
    #expect(table.text(columns: 80) == "       BTC  label\n    coin\n0.50000000  rent\n    \(coin)")
    let narrow = table.text(columns: 60)
    #expect(!narrow.contains("aaaa"))
    #expect(narrow.contains("Left out, to fit 60 columns: coin."))
    #expect(narrow.contains("0.50000000  rent"))
  }

  @Test func `wide characters are measured as they are shown`() {
    var table = Table("name", .init("label", .left, .wraps))
    table.add(["支払い", "支払い 支払い 支払い 支払い"])
    for line in table.text(columns: 32).split(separator: "\n") {
      #expect(ColumnWidth.of(line) <= 32)
    }
    #expect(table.text(columns: 32).split(separator: "\n").count == 3)
  }
}

@Suite struct `Sentences on the terminal` {
  private static let sentence =
    "the payment to the roofer takes 141 vB and pays 705 sat; it is written to "
    + "/media/stick/payments/the-roof/payment-1.psbt, for the signer"

  private static func screen(
    _ columns: Int, terminal: Bool = true, answers: [String] = []
  ) -> RecordingScreen {
    RecordingScreen(
      answers: answers, talkIsOnTerminal: terminal, resultIsOnTerminal: terminal,
      size: (columns, 24))
  }

  @Test(arguments: [60, 80, 200])
  func `talk, warnings, errors, results and questions are wrapped at most at 80`(
    columns: Int
  ) throws {
    let screen = Self.screen(columns, answers: ["yes"])
    let console = Console(screen: screen)
    console.talk(Self.sentence)
    console.warn(Self.sentence)
    console.report(ProgramError(Self.sentence, rule: .r24, hint: Self.sentence))
    console.result(sentences: Self.sentence, json: .null)
    #expect(try console.agrees(to: Self.sentence))
    for said in [screen.talk, screen.result, screen.terminal] {
      for line in said.split(separator: "\n") {
        #expect(line.count <= min(80, columns), "too wide: \(line)")
      }
      #expect(said.contains("141 vB") && said.contains("705 sat"))
    }
    // Whatever begins a line is ours.
    let starts = screen.talk.split(separator: "\n").filter { !$0.hasPrefix("  ") }
      .map { $0.prefix(6) }
    #expect(starts == ["the pa", "warnin", "error:", "hint: "])
    #expect(screen.terminal.hasSuffix("[yes/no] "))
  }

  @Test func `what goes to a pipe or a file is not wrapped`() {
    let screen = Self.screen(40, terminal: false)
    let console = Console(screen: screen)
    console.talk(Self.sentence)
    console.result(sentences: Self.sentence, json: .null)
    console.report(ProgramError(Self.sentence, hint: "h"))
    #expect(screen.talk == "\(Self.sentence)\nerror: \(Self.sentence)\nhint: h\n")
    #expect(screen.result == Self.sentence + "\n")
  }

  @Test func `what is copied and JSON are never wrapped`() {
    let screen = Self.screen(40)
    let descriptor = "wpkh(" + String(repeating: "x", count: 111) + "/<0;1>/*)#8clpt92m"
    let console = Console(screen: screen)
    console.result(descriptor)
    console.result(text: descriptor + " " + descriptor, json: .null)
    console.result(sentences: descriptor + "\nWrote it.", json: .null)
    #expect(
      screen.result == "\(descriptor)\n\(descriptor) \(descriptor)\n\(descriptor)\nWrote it.\n")
    let json = Self.screen(40)
    Console(screen: json, json: true).result(sentences: "", json: .string(Self.sentence))
    #expect(json.result.contains(Self.sentence))
  }

  @Test func `foreign text is gated before it is wrapped, and begins no line`() {
    let screen = Self.screen(40)
    Console(screen: screen).talk(
      "label: " + String(repeating: "a ", count: 16) + "error: \u{202e}\u{1b}[2Jlost")
    #expect(screen.talk.contains("\n  error: \\u{202e}\\u{1b}[2Jlost"))
    #expect(!screen.talk.contains("\u{1b}"))
  }

  @Test func `rows are counted after wrapping before a question`() throws {
    // Twenty words of 15 columns: at 40 columns two stand on a row, not two and a half.
    let text = Array(repeating: "fifteen-columns", count: 20).joined(separator: " ")
    let screen = RecordingScreen(
      talkIsOnTerminal: true, size: (40, 19), talkIsWhereQuestionsAre: true)
    try Console(screen: screen).showBeforeQuestion(text, questionRows: 5)
    let rows = TextWrapping(columns: 40).text(text).split(separator: "\n").count
    #expect(rows == 10)
    #expect(screen.pages.count == 1)
    #expect(screen.pages.first?.split(separator: "\n").allSatisfy { $0.count <= 40 } == true)
  }
}
