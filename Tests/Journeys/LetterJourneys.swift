import Foundation
import Testing

/// The letter to the heirs, followed to its end: nothing is left but the papers, and the coins move.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct LetterJourneys {
  private static let words = [
    "alice": String(repeating: "abandon ", count: 11) + "about",
    "bob": "legal winner thank year wave sausage worth useful legal winner thank yellow",
    "carol": "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
  ]

  /// The commands of the letter in their order, as its source has them: the case and what is typed.
  private static func commands() throws -> [(name: String, words: [String])] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Offline/RecoverySheets/LetterSteps.swift")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\"")
      guard parts.count == 2, parts[0].hasPrefix("  case "), parts[0].hasSuffix(" = ") else {
        return nil
      }
      return (
        String(parts[0].dropFirst(7).dropLast(3)), parts[1].split(separator: " ").map(String.init)
      )
    }
  }

  @Test func `whoever types the commands of the letter moves every coin`() throws {
    let commands = try Self.commands()
    try #require(commands.count == 10, "\(commands)")
    let scratch = try Scratch()
    let node = try JourneyNode(in: scratch)
    let letter = try Self.letter(about: node, in: scratch)
    let heir = Heir(scratch: scratch, node: node, letter: letter, words: Self.words)
    for command in commands where !["pay", "sign", "collect", "send"].contains(command.name) {
      try heir.type(command.words)
    }
    #expect(try RecoveryJourneys.balance("family", heir.online()) == 5_000_000_000)
    // A small amount first, then the rest: the same four commands twice.
    for amount in ["0.001", "all"] {
      for command in commands.suffix(4) {
        // As the letter says: `rest.gif` for the rest, and a name of its own for each signed file.
        let names =
          amount == "all" ? ["small.gif": "rest.gif", "signed-1.gif": "signed-2.gif"] : [:]
        try heir.type(command.words.map { names[$0] ?? $0 }, amount: amount)
      }
      try heir.online()("sync", "family")
    }
    #expect(try RecoveryJourneys.balance("family", heir.online()) == 0)
  }

  /// Makes a wallet of three keys with one coin, prints its letter, and destroys both machines.
  private static func letter(about node: JourneyNode, in scratch: Scratch) throws -> String {
    try node.mine(10)
    let signer = try Side.signer(in: scratch, home: "old-signer")
    try signer("init", "--network", "regtest", "--yes")
    let before = try RecoveryJourneys.coordinator(node, in: scratch, home: "old-coordinator")
    var keys: [String] = []
    for (name, text) in words.sorted(by: { $0.key < $1.key }) {
      try signer("seed", "import", name, "--from", scratch.write(text + "\n", to: name))
      let file = scratch.path("\(name)-key.txt")
      try signer("account", "export", name, "--script", "wsh", "--out", file)
      keys.append("\(name)=\(file)")
    }
    try before.call(
      ["wallet", "create", "family", "--threshold", "2", "--birth-height", "10"] + keys)
    let file = scratch.path("family.txt")
    try before("wallet", "export", "family", "--out", file)
    try signer("wallet", "register", "family", "--from", file, "--yes")
    let given = try before("receive", "family", "--json").json()
    try node.mine(1, to: #require(given["address"] as? String))
    try node.mine(100)
    let paper = try SheetJourneys.printed(
      "inheritance", of: "family", by: signer, as: "letter", in: scratch)
    for home in ["old-signer", "old-coordinator"] {
      try FileManager.default.removeItem(atPath: scratch.path(home))
    }
    return paper
  }
}

/// Two computers, the letter, and the sheets of two seeds of three.
private struct Heir {
  let scratch: Scratch
  let node: JourneyNode
  /// A folder with photographs of the letter's pages.
  let letter: String
  let words: [String: String]

  func online() throws -> Side { try Side.coordinator(in: scratch, home: "new-coordinator") }

  /// Types one command; what a person answers at a question is given by options.
  func type(_ command: [String], amount: String = "") throws {
    let isOffline = command.first == "offline-signer"
    let side =
      isOffline ? try Side.signer(in: scratch, home: "new-signer") : try online()
    let typed = try command.dropFirst().map { word in
      word == "NUMBER"
        ? try number()
        : word.replacingOccurrences(of: "SEED", with: "family")
          .replacingOccurrences(of: "WALLET", with: "family")
          .replacingOccurrences(of: "ADDRESS", with: SingleKeyJourneys.elsewhere)
          .replacingOccurrences(of: "AMOUNT", with: amount)
          .replacingOccurrences(of: "camera", with: letter)
    }
    switch typed.prefix(2) {
    case ["init"]: try run(side, typed + ["--network", "regtest", "--yes"])
    case ["seed", "import"]:
      // For each sheet, with a name of its own: here two of the three, as their words.
      for name in ["alice", "carol"] {
        let sheet = try scratch.write(try #require(words[name]) + "\n", to: "\(name)-sheet")
        try run(
          side, typed.map { ["family": name, letter: sheet][$0] ?? $0 })
      }
    case ["wallet", "register"]:
      try SheetJourneys.register("family", from: letter, on: side)
    case ["wallet", "import"]: try run(side, typed + ["--birth-height", "10", "--yes"])
    case ["node", "add"]: try run(side, typed + [node.url, "--cookie", node.cookie])
    default:
      // The regtest node estimates no fees; a second payment to one address asks what it is for.
      let options =
        ["pay": ["--fee-rate", "5", "--accept", "R33"], "sign": ["--accept", "R33", "--yes"]]
      try run(side, typed + (options[typed[0]] ?? (typed[0] == "broadcast" ? ["--yes"] : [])))
      if typed[0] == "broadcast" { try node.mine(1) }
    }
  }

  /// The number of the last payment.
  private func number() throws -> String {
    let list = try online()("payments", "--json").jsonArray()
    return "\(try #require(list.compactMap { $0["payment"] as? Int }.max()))"
  }

  private func run(_ side: Side, _ arguments: [String]) throws {
    let ran = try Programs.run(
      side.program, arguments + side.always, environment: side.environment, in: scratch.url)
    try #require(ran.status == 0, "\(ran.command)\n\(ran.out)\n\(ran.err)")
  }
}
