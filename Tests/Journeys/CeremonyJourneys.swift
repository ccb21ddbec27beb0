import Foundation
import Testing

/// The pages that people print: every command on them is typed here, in the order of the pages.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct CeremonyJourneys {
  @Test func `every command on the pages of the group works`() throws {
    var table = try Table(["alice", "bob", "carol"])
    for page in [
      "group-1-wallet", "group-2-receiving", "group-3-paying", "group-4-replacing",
    ] {
      let lines = try Page(named: page).lines
      #expect(lines.count >= 5, "\(page) has its commands")
      for line in lines { try table.type(line, on: page) }
    }
    let balance = try table.online("balance", "family2", "--json").json()
    // The coin of 50 less two fees: the page's payment went back to the wallet itself.
    #expect(try #require(balance["confirmed"] as? Int) > 4_999_900_000)
  }
}

/// One line of a page: whose machine, and what is typed.
struct PageLine {
  let machine: String
  let words: [String]
}

/// The commands of a page, in order: the lines of its `console` blocks.
struct Page {
  let lines: [PageLine]

  init(named name: String) throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Airgap/ceremonies")
    let text = try String(
      contentsOf: folder.appendingPathComponent("\(name).md"), encoding: .utf8)
    var isCommand = false
    var lines: [PageLine] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCommand = line == "```console"
      } else if isCommand {
        let parts = line.split(separator: "$ ", maxSplits: 1)
        try #require(parts.count == 2, "\(name): \(line) names no machine")
        lines.append(
          PageLine(
            machine: String(parts[0]), words: parts[1].split(separator: " ").map(String.init)))
      }
    }
    self.lines = lines
  }
}

/// The machines on the table, and the stick that goes around.
private struct Table {
  private let scratch: Scratch
  private let node: JourneyNode
  let online: Side
  private let people: [String]
  private var signers: [String: Side] = [:]
  private var words: [String: String] = [:]
  private var address = SingleKeyJourneys.elsewhere
  private var isFunded = false

  init(_ people: [String]) throws {
    scratch = try Scratch()
    node = try JourneyNode(in: scratch)
    online = try Side.coordinator(in: scratch)
    self.people = people
  }

  /// Types a line as the page says; only what a person answers at a prompt is given by options.
  mutating func type(_ line: PageLine, on page: String) throws {
    switch line.machine {
    case "each":
      for person in people {
        let words = line.words.map { $0.replacingOccurrences(of: "NAME", with: person) }
        try type(PageLine(machine: person, words: words), on: page)
      }
    case "coordinator": try typeOnline(Array(line.words.dropFirst()), line, page)
    default: try typeOffline(line.machine, Array(line.words.dropFirst()), line, page)
    }
  }

  private mutating func typeOnline(_ typed: [String], _ line: PageLine, _ page: String) throws {
    try #require(line.words.first == "online-coordinator", "\(page): \(line)")
    var arguments = typed.map(onStick)
    switch typed.prefix(2) {
    case ["node", "add"]:
      arguments = [
        "node", "add", typed[2], node.url, "--cookie", node.cookie,
      ]
    case ["sync", "family"] where !isFunded:
      try node.mine(1, to: address)
      try node.mine(100)
      isFunded = true
    default: break
    }
    // The recipient of the page's payment is somebody; here the wallet itself, at the last address.
    if typed.first == "broadcast" { arguments.append("--yes") }
    // The regtest node estimates no fees.
    if let place = arguments.firstIndex(of: "--target") {
      arguments.replaceSubrange(place...(place + 1), with: ["--fee-rate", "5"])
    }
    if typed.first == "receive" { arguments.append("--json") }
    let ran = try Programs.run(
      online.program, arguments, environment: online.environment, in: scratch.url)
    let isHalf = typed.first == "collect" && ran.status == 3
    try #require(
      ran.status == 0 || isHalf, "\(page): \(ran.command)\n\(ran.out)\n\(ran.err)")
    if typed.first == "receive" {
      address = try #require(try ran.json()["address"] as? String)
    }
    if typed.first == "broadcast" { try node.mine(1) }
  }

  private mutating func typeOffline(
    _ machine: String, _ typed: [String], _ line: PageLine, _ page: String
  ) throws {
    try #require(line.words.first == "offline-signer", "\(page): \(line)")
    let known = signers[machine]
    let side = try known ?? Side.signer(in: scratch, home: "\(machine)-home")
    signers[machine] = side
    var arguments = typed.map(onStick)
    switch typed.prefix(2) {
    case ["init"]: arguments += ["--network", "regtest", "--yes"]
    case ["seed", "create"]:
      let dice = try scratch.write(
        String(repeating: "3162545136241", count: 8), to: "\(machine)-dice")
      arguments += ["--dice", dice, "--words", "12", "--yes"]
    case ["seed", "show"]: return try show(typed[2], side, arguments)
    case ["seed", "verify"]:
      let file = try scratch.write(try #require(words[typed[2]]) + "\n", to: "\(machine)-words")
      arguments += ["--from", file]
    case ["seed", "import"]:
      let file = try scratch.write(try #require(words[typed[2]]) + "\n", to: "\(machine)-words")
      arguments = arguments.map { $0 == "terminal" ? file : $0 } + ["--yes"]
    case ["wallet", "register"]: arguments += ["--yes"]
    default: if typed.first == "sign" { arguments += ["--yes"] }
    }
    let ran = try Programs.run(
      side.program, arguments + side.always, environment: side.environment, in: scratch.url)
    try #require(ran.status == 0, "\(page): \(ran.command)\n\(ran.out)\n\(ran.err)")
  }

  /// Shows the words on a terminal, as they only do, and copies them by hand.
  private mutating func show(_ name: String, _ side: Side, _ arguments: [String]) throws {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("terminal.py").path
    let ran = try Programs.run(
      URL(fileURLWithPath: python),
      [script, "looking?", name, "Enter", "", "--", side.program.path] + arguments + side.always,
      environment: side.environment)
    try #require(ran.status == 0, "\(ran.out)\n\(ran.err)")
    // Lines such as ` 1  abandon`.
    let list = ran.out.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let parts = line.split(separator: " ")
      return parts.count == 2 && Int(parts[0]) != nil ? String(parts[1]) : nil
    }
    #expect(list.count == 12)
    words[name] = list.joined(separator: " ")
  }

  private func onStick(_ word: String) -> String {
    word.replacingOccurrences(of: "ADDRESS", with: address)
  }
}
