import Testing

@testable import TerminalUI

@Suite struct NearestNameTests {
  private static let names = ["init", "seed", "wallet", "sign", "sheet", "review", "create", "qr"]

  @Test(arguments: [
    ("sing", ["sign"]), ("sgin", ["sign"]), ("wallte", ["wallet"]), ("walet", ["wallet"]),
    ("crate", ["create"]), ("seeed", ["seed"]), ("SIGN", ["sign"]), ("rev", ["review"]),
    ("sheed", ["seed", "sheet"]), ("balance", []), ("x", []), ("", []), ("abandon", []),
  ])
  func `a word mistyped by a letter or two leads to the name that was meant`(
    word: String, expected: [String]
  ) {
    #expect(NearestName.matches(of: word, among: Self.names) == expected)
  }

  private static let tree = CommandTree(
    "program",
    [
      CommandTree("sign"), CommandTree("wallet", [CommandTree("create"), CommandTree("list")]),
      CommandTree("seed", [CommandTree("create"), CommandTree("import")]),
    ])

  @Test(arguments: [
    ("sing payment.gif", "there is no such command", "did you mean `program sign`?"),
    ("wallet crate", "there is no such command", "did you mean `program wallet create`?"),
    (
      "create", "there is no such command",
      "did you mean `program wallet create` or `program seed create`?"
    ),
    ("wallet abandon", "there is no such command", "`program wallet` has create, list"),
    ("sign x --ot y", "`program sign` has no option --ot", "did you mean --out?"),
    ("sign x --seeds=abandon", "`program sign` has no option --seeds", "did you mean --seed?"),
    (
      "sign --colour x", "`program sign` has no option --colour",
      "`program help sign` lists its options"
    ),
  ])
  func `a mistyped command or option leads to the nearest one, and is not repeated`(
    line: String, message: String, hint: String
  ) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let spelling = try #require(
      CommandSpelling(arguments, in: Self.tree) { _ in "USAGE: [--out <out>] [--seed <seed>]" })
    #expect(spelling.message == message && spelling.hint == hint)
  }

  @Test(arguments: ["sign x --out y", "help sing", "wallet", "wallet --help", "sign -- --abc", ""])
  func `a line in which all is known is left to the parser`(line: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(CommandSpelling(arguments, in: Self.tree) { _ in "--out" } == nil)
  }

  @Test func `a word of any length costs little`() {
    #expect(
      NearestName.matches(of: String(repeating: "sign", count: 1_000_000), among: Self.names) == [])
  }
}
