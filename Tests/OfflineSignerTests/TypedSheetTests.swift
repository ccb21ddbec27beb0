import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

/// What is typed from paper, letter by letter: lines with checks.
@Suite struct `Sheets that are typed` {
  private static let secret = "six words that nobody would guess"

  /// The lines of letters of a sheet, in order.
  private static func lines(_ label: String, of text: SheetText) throws -> [String] {
    let numbered = text.facts.compactMap { fact -> (Int, String)? in
      guard fact.key.hasPrefix(label) else { return nil }
      return Int(fact.key.dropFirst(label.count)).map { ($0, fact.value) }
    }
    try #require(numbered.count > 1)
    return numbered.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static func encrypted() throws -> (lines: [String], words: String) {
    let desk = try Desk.withSeed()
    let words = try desk.write(secret, to: "sheet-words")
    let ran = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("first.txt"))
    try #require(ran.code == .done, "\(ran.err)")
    let text = try desk.text(
      ofSheet: ["first", "--kind", "encrypted", "--sheet-words-file", words])
    return (try lines("", of: text), secret)
  }

  /// Another letter in one place of a line; the place counts the letters without spaces.
  private static func changed(_ line: String, _ places: Int...) -> String {
    var left = Set(places)
    var count = 0
    return String(
      line.map { letter in
        guard letter != " " else { return letter }
        count += 1
        return left.remove(count) == nil ? letter : (letter == "Q" ? "K" : "Q")
      })
  }

  @Test func `the lines of an encrypted sheet bring the seed back, one wrong letter in each`()
    throws
  {
    let (lines, words) = try Self.encrypted()
    let desk = try Desk.fresh()
    let file = try desk.write(words, to: "sheet-words")
    let wrong = lines.enumerated().map { Self.changed($1, $0 % 5 + 3).lowercased() }
    let right = try desk.write(wrong.joined(separator: "\n"), to: "typed.txt")
    let ran = desk.run("seed", "import", "a", "--from", right, "--sheet-words-file", file, "--yes")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.out.contains("fingerprint 73c5da0a"), "\(ran.out)")
    #expect(ran.err.contains("Fixed line 1: letter 3 (group 1) is 2, not Q."), "\(ran.err)")
    #expect(ran.err.matches(of: /Fixed line \d+: letter/).count == lines.count, "\(ran.err)")
  }

  @Test func `a line that is left out before the next QR code is named`() throws {
    let (lines, words) = try Self.encrypted()
    let desk = try Desk.fresh()
    let file = try desk.write(words, to: "sheet-words")
    let next = try #require(lines.dropFirst().firstIndex { $0.hasPrefix("B$2B") })
    var answers = lines.enumerated().map { "\($0 + 1) \($1)" }
    answers.remove(at: next - 1)
    let ran = desk.run(
      "seed", "import", "a", "--from", "terminal", "--sheet-words-file", file, "--yes",
      answers: answers + [""])
    #expect(ran.code == .failed)
    #expect(ran.err.contains("line \(next) is missing"), "\(ran.err)\n\(ran.terminal)")
  }

  @Test func `sheets printed before lines had checks are typed as before`() throws {
    let (lines, words) = try Self.encrypted()
    let desk = try Desk.fresh()
    let file = try desk.write(words, to: "sheet-words")
    // The letters of one QR code stood in one row, in groups of four.
    let letters = lines.map { $0.prefix { $0 != "=" }.filter { $0 != " " } }.joined()
    let parts = letters.replacing("B$2B", with: "\nB$2B").split(separator: "\n").map { part in
      CheckedLine.lines(of: String(part), letters: 400).map(\.groups).joined(separator: " ")
    }
    #expect(parts.count > 1)
    let old = try desk.write(parts.joined(separator: "\n"), to: "old.txt")
    let ran = desk.run("seed", "import", "a", "--from", old, "--sheet-words-file", file, "--yes")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.out.contains("fingerprint 73c5da0a"), "\(ran.out)")
  }

  @Test func `two wrong letters in a line are refused with the line named`() throws {
    let (lines, words) = try Self.encrypted()
    let desk = try Desk.fresh()
    let file = try desk.write(words, to: "sheet-words")
    var wrong = lines
    wrong[2] = Self.changed(lines[2], 5, 17)
    let typed = try desk.write(wrong.joined(separator: "\n"), to: "typed.txt")
    let ran = desk.run("seed", "import", "a", "--from", typed, "--sheet-words-file", file)
    #expect(ran.code == .failed)
    #expect(ran.err.contains("line 3 has more than one wrong letter"), "\(ran.err)")
    #expect(desk.seedCount == 0)
  }

  @Test func `on a terminal each line is asked for, and a wrong one again`() throws {
    let (lines, words) = try Self.encrypted()
    let desk = try Desk.fresh()
    let file = try desk.write(words, to: "sheet-words")
    var answers = lines
    answers.insert(Self.changed(lines[1], 2, 9), at: 1)
    answers[3] = Self.changed(lines[2], 4)
    let ran = desk.run(
      "seed", "import", "a", "--from", "terminal", "--sheet-words-file", file, "--yes",
      answers: answers + Array(repeating: "yes", count: 4))
    #expect(ran.code == .done, "\(ran.err)\n\(ran.terminal)")
    #expect(ran.out.contains("fingerprint 73c5da0a"), "\(ran.out)")
    #expect(ran.err.contains("line 2 has more than one wrong letter"), "\(ran.err)")
    #expect(ran.err.contains("Fixed line 3: letter 4"), "\(ran.err)")
  }

  @Test func `a wallet is registered from the lines of its descriptor`() throws {
    let desk = try Desk.withSeed()
    let ran = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("first.txt"))
    try #require(ran.code == .done, "\(ran.err)")
    let lines = try Self.lines(
      "Descriptor ", of: desk.text(ofSheet: "first", "--kind", "public"))
    let name = try #require(
      desk.run("wallet", "list", "--json").json.arrayValue?.first?["name"]?.stringValue)
    try #require(desk.run("wallet", "remove", name, "--yes", answers: [name, "yes"]).code == .done)
    var wrong = lines
    wrong[1] = Self.changed(lines[1], 7)
    let typed = try desk.write(
      wrong.enumerated().map { "\($0 + 1)  \($1)" }.joined(separator: "\n"), to: "typed.txt")
    let done = desk.run("wallet", "register", "again", "--from", typed, "--yes")
    #expect(done.code == .done, "\(done.err)")
    #expect(done.err.contains("Fixed line 2: letter 7 (group 2)"), "\(done.err)")
    wrong[0] = Self.changed(lines[0], 7, 8)
    let bad = try desk.write(wrong.joined(separator: "\n"), to: "bad.txt")
    let refused = desk.run("wallet", "register", "other", "--from", bad, "--yes")
    #expect(refused.code == .failed && refused.err.contains("line 1 has more than one"))
  }

  @Test func `a packet with bytes that look like a check is read as the packet that it is`() throws
  {
    let desk = try Desk.withSeed()
    let account = try desk.account()
    let honest = try PaymentFixture().psbt(from: account)
    var transaction = honest.unsignedTransaction
    let line = Array("\na=ABCDEF\n".utf8)
    transaction.outputs.append(
      TxOut(rawValue: 0, scriptPubKey: Script([0x6a, UInt8(line.count)] + line)))
    var updater = Updater(try Creator(transaction).created())
    try updater.addPreviousTransaction(
      try #require(honest.inputs[0].nonWitnessUTXO), toInput: 0)
    try updater.add(account, branch: 0, index: 3, toInput: 0)
    try updater.add(account, branch: 1, index: 0, toOutput: 1)
    let packet = updater.psbt.encoded()
    #expect(CheckedText.isOne(packet))
    try Data(packet).write(to: URL(filePath: desk.path("binary.psbt")))
    let ran = desk.run("review", desk.path("binary.psbt"))
    #expect(ran.code == .done, "\(ran.err)")
  }
}
