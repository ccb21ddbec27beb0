import Bytes
import Foundation
import Mnemonics
import TerminalUI
import Testing

@testable import OfflineSigner

/// What stands under "To restore", typed whole: the lines of both programs, in the order of the sheet.
@Suite(
  .enabled(
    if: BuiltCoordinator.program != nil, "skipped: run Tests/run, which builds the programs"))
struct `Restoring with both programs as the sheet says` {
  typealias Steps = `Restoring as the sheet says`

  private static let sheets: [Steps.Sheet] = [
    Steps.Sheet(kind: "full"), Steps.Sheet(kind: "full", isLocked: true, hasWallet: true),
    Steps.Sheet(kind: "encrypted"), Steps.Sheet(kind: "encrypted", hasWallet: true),
    Steps.Sheet(kind: "public", hasWallet: true),
    .share("slip39"), .share("codex32"), .share("sskr", isLocked: true), .share("xor"),
  ]

  @Test(arguments: sheets)
  func `every line of every sheet ends at the coins`(_ sheet: Steps.Sheet) throws {
    let desk = try Steps.home(of: sheet)
    let printed = try Steps.printed(sheet, by: desk)
    if !sheet.hasWallet { try Steps.account(desk, sheet) }
    let online = try BuiltCoordinator(in: desk.folder)
    try online.fund(Self.address(of: "first-wpkh-0", on: desk))

    let other = try Desk()
    if sheet.kind == "public" {
      // The sheet goes with the seed's own, from which the seed is back already.
      try #require(other.run("init", "--network", "regtest", "--yes").code == .done)
      let words = try other.write(Steps.words(in: .english), to: "words")
      try #require(other.run("seed", "import", "first", "--from", words).code == .done)
    }
    let lines = printed.text.lines
    #expect(lines.contains { $0.program == "online-coordinator" }, "\(printed.text.steps)")
    // Of a practice wallet a coordinator without a node cannot know the network.
    for line in lines where line.words.starts(with: ["wallet", "import"]) {
      #expect("\(line.words)".contains(#""--network", "regtest""#), "\(line.words)")
    }
    for line in lines where !line.words.contains("sheet.txt") {
      if line.program == "offline-signer" {
        try Steps.type(line.words, on: other, printed, sheet)
      } else {
        try Self.type(line.words, on: online, of: other, page: printed.walletPage(of: sheet))
      }
    }
    #expect(try online.balance(of: "first-wpkh-0") == 50_000_000)
    #expect(
      try Self.address(of: "first-wpkh-0", on: desk)
        == Self.address(of: "first-wpkh-0", on: other))
  }

  @Test func `every line of the sheet of a private key ends at the coins`() throws {
    let desk = try Desk.fresh()
    // The key 1, which everybody knows.
    let key = try desk.write(
      "cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA", to: "key")
    try #require(desk.run("seed", "import", "first", "--from", key, "--yes").code == .done)
    let printed = try Steps.printed(Steps.Sheet(kind: "full"), by: desk)
    let online = try BuiltCoordinator(in: desk.folder)
    // Its wallet has an address of every kind.
    try online.fund("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")
    let other = try Desk()
    let lines = printed.text.lines
    #expect(Set(lines.map(\.program)) == ["offline-signer", "online-coordinator"])
    for line in lines {
      if line.program == "offline-signer" {
        try Steps.type(line.words, on: other, printed, Steps.Sheet(kind: "full"))
      } else {
        let page = printed.photos.last ?? ""
        try Self.type(line.words, on: online, of: other, page: page)
      }
    }
    #expect(try online.balance(of: "first-wpkh-0") == 50_000_000)
  }

  /// Types a line of the coordinator; for what only the reader knows stands what the line says.
  static func type(
    _ command: [String], on online: BuiltCoordinator, of signer: Desk, page: String
  ) throws {
    if command.prefix(2) == ["node", "add"] { return }
    var typed = command.map { word in
      switch word {
      case "camera": page
      case "NAME": command.prefix(2) == ["wallet", "discover"] ? "first" : "first-wpkh-0"
      case "first": command.prefix(2) == ["wallet", "import"] ? "first-wpkh-0" : "first"
      case let file where file.hasSuffix(".gif") || file.hasSuffix(".png"): signer.path(file)
      default: word
      }
    }
    // Nobody sits here who could answer.
    if typed.prefix(2) == ["wallet", "import"] { typed.append("--yes") }
    try online.run(typed)
  }

  static func address(of wallet: String, on desk: Desk) throws -> String {
    let shown = desk.run("address", "show", wallet, "0", "--json")
    return try #require(shown.json["address"]?.stringValue, "\(shown.err)")
  }
}

extension SheetText {
  /// The lines that are typed, of both programs in their order.
  var lines: [(program: String, words: [String])] {
    steps.flatMap { step in
      ["offline-signer", "online-coordinator"].flatMap { program in
        SheetText(steps: [step]).commands(of: program).map { (program, $0) }
      }
    }
  }
}
