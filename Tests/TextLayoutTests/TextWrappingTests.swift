import Testing
import TextLayout

@Suite struct `Wrapped text` {
  private static let sentence =
    "The fee of 705 sat comes to 5 sat/vB at most 141 vB, which is 0.01 % of what leaves; run "
    + "`wallet register savings` or add --to bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080 then look at "
    + "/media/stick/payment-1.psbt and at m/84h/0h/0h, please."

  @Test(arguments: 20...120)
  func `keeps numbers with their units, options with their values, and every word`(columns: Int) {
    let wrapped = TextWrapping(columns: columns).text(Self.sentence)
    let lines = wrapped.split(separator: "\n").map(String.init)
    for kept in ["705 sat", "5 sat/vB", "141 vB,", "0.01 %", "m/84h/0h/0h,"] {
      #expect(lines.contains { $0.contains(kept) }, "\(kept) is broken at \(columns): \(wrapped)")
    }
    #expect(lines.contains { $0.contains("/media/stick/payment-1.psbt") })
    if columns >= 28 { #expect(lines.contains { $0.contains("`wallet register savings`") }) }
    if columns >= 52 { #expect(lines.contains { $0.contains("--to bcrt1q") }) }
    #expect(
      wrapped.split { $0 == " " || $0 == "\n" } == Self.sentence.split(separator: " "))
    for line in lines where line.contains(" ") {
      let isOneWord = line.drop { $0 == " " }.contains(" ") == false
      #expect(isOneWord || line.count <= columns, "too wide at \(columns): \(line)")
    }
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") && !$0.hasPrefix("   ") })
  }

  /// Looked at as a whole for each line, a chain of this length would take an hour.
  @Test(arguments: ["/a/b", "`a", "`a`", "--to", "1"])
  func `a chain of words that belong together is taken a line at a time`(word: String) {
    let text = Array(repeating: word, count: 20_000).joined(separator: " ")
    let lines = TextWrapping(columns: 80).text(text).split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    #expect(lines.joined(separator: " ").split(separator: " ").count == 20_000)
  }

  @Test func `a marked line goes on marked`() {
    let line = "       | a text from outside that says 0.1 BTC payment to somebody"
    let lines = TextWrapping(columns: 30).text(line).split(separator: "\n")
    #expect(lines.count > 2 && lines.allSatisfy { $0.hasPrefix("       | ") })
  }

  private static let foreign = [
    "\u{ff9e}" + String(repeating: "\u{ff9e} ", count: 90) + "End of the text.",
    String(repeating: "a", count: 4_000), "a" + String(repeating: "\u{ff9e}", count: 300),
    String(repeating: " \u{2d7f}", count: 300) + "End of the text.",
    String(repeating: "\u{1100}", count: 200), "x" + String(repeating: " ", count: 400) + "y  z",
    String(repeating: "支e\u{301} word  ", count: 40), String(repeating: "1 BTC `a ", count: 60),
    String(repeating: "\u{d4e}", count: 100) + " b",
  ]

  @Test(arguments: [20, 33, 80], foreign)
  func `every row of a marked line has the mark, and behind the marks stands the line`(
    columns: Int, line: String
  ) {
    for indent in ["", "       "] {
      let before = Array((indent + TextWrapping.mark).utf8)
      let text = TextWrapping(columns: columns).text(indent + TextWrapping.mark + line)
      var behind: [UInt8] = []
      for row in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        #expect(row.starts(with: before), "\(columns): \(text)")
        #expect(ColumnWidth.of(String(decoding: row, as: UTF8.self)) <= columns)
        behind += row.dropFirst(before.count)
      }
      #expect(behind == Array(line.utf8))
    }
  }

  @Test func `a marked line breaks behind a blank where it has one`() {
    #expect(
      TextWrapping(columns: 20).text("| four words stand here and go on")
        == "| four words stand \n| here and go on")
  }

  @Test func `what goes on stands deeper than its line`() {
    let wrapping = TextWrapping(columns: 20)
    #expect(
      wrapping.text("    four words stand here and go on") == """
            four words stand
              here and go on
        """)
    #expect(
      wrapping.lines("two words and more", first: "Label  ", hanging: "       ")
        == ["Label  two words and", "       more"])
    // An indent that leaves no room is none.
    #expect(
      wrapping.lines("two words and more", first: "A long label  ", hanging: "              ")
        == ["A long label  two", "  words and more"])
  }

  @Test func `foreign text begins no line of its own`() {
    let name = String(repeating: "a ", count: 39) + "error: the vault is lost"
    let lines = TextWrapping(columns: 80).text("warning: \(name)").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.filter { !$0.hasPrefix(" ") } == [lines[0]])
  }

  @Test func `a word longer than the line stands alone, unbroken`() {
    let word = String(repeating: "x", count: 90)
    #expect(TextWrapping().text("Wrote \(word) today.") == "Wrote\n  \(word)\n  today.")
    #expect(TextWrapping().text(word) == word)
    // But for what nobody copies, and what must not reach the edge of the screen.
    #expect(
      TextWrapping(columns: 20, longestWord: 0)
        .lines(String(repeating: "x", count: 41), first: "  ", hanging: "  | ")
        == [
          "  " + String(repeating: "x", count: 18), "  | " + String(repeating: "x", count: 16),
          "  | xxxxxxx",
        ])
  }

  @Test func `columns are what the terminal shows`() {
    let wrapping = TextWrapping(columns: 20)
    // Twelve wide characters take 24 columns; combining marks take none.
    #expect(wrapping.text("支払い支払 い支払い支払") == "支払い支払\n  い支払い支払")
    let marked =
      "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301} e\u{301}e\u{301}e\u{301}e\u{301} 123456789"
    #expect(wrapping.text(marked) == marked)
    #expect(
      TextWrapping(columns: 20, longestWord: 0)
        .lines("支払い支払い支払い支払い", first: "", hanging: "")
        == ["支払い支払い支払い支", "払い"])
    #expect(ColumnWidth.of("支e\u{301}") == 3)
  }

  @Test func `lines that fit, blanks at the end and empty lines stay`() {
    #expect(TextWrapping().text("") == "")
    #expect(TextWrapping().text("a\n\n  b  c \n") == "a\n\n  b  c \n")
    let question = String(repeating: "word ", count: 18) + "[yes/no] "
    #expect(TextWrapping().text(question).hasSuffix("\n  word word [yes/no] "))
    #expect(TextWrapping(columns: 3).columns == 20)
  }

  @Test func `backticks that never close and a path with blanks`() {
    #expect(
      TextWrapping(columns: 20).text("the ` is odd and nothing is kept")
        == "the ` is odd and\n  nothing is kept")
    #expect(
      TextWrapping(columns: 40).text("it was written to a file: /media/my stick/payment.psbt")
        == "it was written to a file:\n  /media/my stick/payment.psbt")
  }
}
