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
      "group-5-moving",
    ] {
      let lines = try Page(named: page).lines
      #expect(lines.count >= 5, "\(page) has its commands")
      for line in lines { try table.type(line, on: page) }
    }
    let balance = try table.coordinator()("balance", "family2", "--json").json()
    // The coin of 50 less the fees: what the pages pay went to the wallets themselves.
    #expect(try #require(balance["confirmed"] as? Int) > 4_999_900_000)
  }

  @Test func `every command on the pages of one person works`() throws {
    var table = try Table(["laptop"])
    for page in [
      "set-up", "seed-with-dice", "paper", "receiving", "paying", "refused",
      "checking-a-backup", "recovering", "retiring",
    ] {
      let lines = try Page(named: page).lines
      #expect(lines.count >= 3, "\(page) has its commands")
      for line in lines { try table.type(line, on: page) }
    }
    // The coin of 50 less one fee, as the coordinator that was made of the sheet alone sees it.
    let balance = try table.coordinator("fresh")("balance", "savings", "--json").json()
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
  private let people: [String]
  /// Whose laptop is another one now: a new one's name begins with the person's (`carol-new`).
  private var laptops: [String: String] = [:]
  private var coordinators: [String: Side] = [:]
  private var signers: [String: Side] = [:]
  private var words: [String: String] = [:]
  /// The last address that was handed out.
  private var address: String?
  /// The last payment's, as `pay` said it.
  private var number = ""
  private var isFunded = false

  init(_ people: [String]) throws {
    scratch = try Scratch()
    node = try JourneyNode(in: scratch)
    self.people = people
  }

  /// The coordinator of a machine, made when it is first used.
  mutating func coordinator(_ machine: String = "coordinator") throws -> Side {
    if let known = coordinators[machine] { return known }
    let side = try Side.coordinator(in: scratch, home: "\(machine)-home")
    coordinators[machine] = side
    return side
  }

  /// The signer of a machine; all but the first page takes it as set up.
  private mutating func signer(_ machine: String, isNew: Bool) throws -> Side {
    if let known = signers[machine] { return known }
    let side = try Side.signer(
      in: scratch, home: "\(machine)-home", isTheOneOnLaptops: true)
    signers[machine] = side
    if !isNew { try side("init", "--network", "regtest", "--yes") }
    return side
  }

  /// Types a line as the page says; only what a person answers at a prompt is given by options.
  mutating func type(_ line: PageLine, on page: String) throws {
    switch line.machine {
    case "each":
      for person in people {
        let words = line.words.map { $0.replacingOccurrences(of: "NAME", with: person) }
        try type(PageLine(machine: laptops[person] ?? person, words: words), on: page)
      }
    default:
      let typed = Array(line.words.dropFirst())
      switch line.words.first {
      case "online-coordinator": try typeOnline(typed, line, page)
      case "offline-signer": try typeOffline(typed, line, page)
      default: Issue.record("\(page): \(line)")
      }
    }
  }

  private mutating func typeOnline(_ typed: [String], _ line: PageLine, _ page: String) throws {
    let side = try coordinator(line.machine)
    if typed.first == "cancel" {
      // The payment that was refused; the one of the page before is on the chain.
      let built = try side(
        "pay", "savings", "--to", "\(try #require(address))=0.2", "--fee-rate", "5", "--out",
        scratch.path("refused.psbt"), "--json"
      ).json()
      number = "\(try #require(built["payment"] as? Int))"
    }
    var arguments = typed.map(onStick)
    if typed.prefix(2) == ["node", "add"] {
      // Where the node is and its cookie lies; nothing is added to what the page says.
      arguments = arguments.map {
        $0.hasPrefix("http://") ? node.url : $0.hasSuffix(".cookie") ? node.cookie : $0
      }
    }
    if typed.first == "sync", !isFunded, let address {
      try node.mine(1, to: address)
      try node.mine(100)
      isFunded = true
    }
    // The recipient of the page's payment is somebody; here the wallet itself, at the last address.
    if ["broadcast", "cancel"].contains(typed.first) { arguments.append("--yes") }
    // The regtest node estimates no fees.
    if let place = arguments.firstIndex(of: "--target") {
      arguments.replaceSubrange(place...(place + 1), with: ["--fee-rate", "5"])
    }
    if typed.first == "receive" || typed.first == "pay" { arguments.append("--json") }
    let ran = try Programs.run(
      side.program, arguments, environment: side.environment, in: scratch.url)
    let isHalf = typed.first == "collect" && ran.status == 3
    try #require(
      ran.status == 0 || isHalf, "\(page): \(ran.command)\n\(ran.out)\n\(ran.err)")
    if typed.first == "pay" {
      number = "\(try #require(try ran.json()["payment"] as? Int))"
    }
    if typed.first == "receive" {
      address = try #require(try ran.json()["address"] as? String)
    }
    if typed.first == "broadcast" { try node.mine(1) }
  }

  private mutating func typeOffline(
    _ typed: [String], _ line: PageLine, _ page: String
  ) throws {
    let machine = line.machine
    // The doctor looks at a machine that has no vault yet.
    let side = try signer(machine, isNew: ["init", "doctor"].contains(typed.first))
    var arguments = typed.map(onStick)
    switch typed.prefix(2) {
    case ["init"]:
      if let person = people.first(where: { machine.hasPrefix("\($0)-") }) {
        laptops[person] = machine
      }
      arguments += ["--network", "regtest", "--yes"]
    case ["seed", "create"]:
      let dice = try scratch.write(
        String(repeating: "3162545136241", count: 8), to: "\(machine)-dice")
      arguments += ["--dice", dice, "--words", "12", "--yes"]
    case ["seed", "show"]: return try show(typed[2], side, arguments)
    case ["seed", "verify"] where typed.contains("--quiz"):
      try onTerminal(side, arguments, [], paper: #require(words[typed[2]]))
      return
    case ["sheet", "print"] where ["full", "encrypted", "share"].contains(where: typed.contains):
      if typed.contains("encrypted") {
        let words = try scratch.write("lamp orbit cheese north window seven\n", to: "sheet-words")
        arguments += ["--sheet-words-file", words]
      }
      try onTerminal(side, arguments, ["Anything else stops", typed[2]])
      return
    case ["seed", "verify"]:
      if typed.contains("--drill") { arguments.append("--yes") }
      let file = try scratch.write(try #require(words[typed[2]]) + "\n", to: "\(machine)-words")
      arguments += ["--from", file]
    case ["sheet", "check"]:
      // What the camera sees: photographs of the paper.
      arguments = arguments.map { $0 == "camera" ? scratch.path("scans") : $0 }
      try FileManager.default.createDirectory(
        at: scratch.url.appendingPathComponent("drawn"), withIntermediateDirectories: false)
      try onTerminal(
        side, ["sheet", "print", "savings", "--kind", "full", "--out", "drawn/page.png"],
        ["Anything else stops", "savings"])
      let photographs = try scratch.photographs(of: "drawn", longest: 2_000)
      try FileManager.default.moveItem(atPath: photographs, toPath: scratch.path("scans"))
    case ["seed", "import"]:
      let file = try scratch.write(try #require(words[typed[2]]) + "\n", to: "\(machine)-words")
      arguments =
        arguments.map { ["terminal": file, "camera": scratch.path("scans")][$0] ?? $0 } + ["--yes"]
    case ["wallet", "register"]:
      // The public sheet, which holds what the file does.
      arguments =
        arguments.map { $0 == "camera" ? scratch.path("family.txt") : $0 } + ["--yes"]
    default:
      if ["sign", "wipe"].contains(typed.first) { arguments += ["--yes"] }
      // The page says that R07 is typed: the new wallet belongs to several people as well.
      if typed.first == "sign", page == "group-5-moving" { arguments += ["--accept", "R07"] }
    }
    let ran = try Programs.run(
      side.program, arguments + side.always, environment: side.environment, in: scratch.url)
    try #require(ran.status == 0, "\(page): \(ran.command)\n\(ran.out)\n\(ran.err)")
  }

  /// Shows the words on a terminal, as they only do, and copies them by hand.
  private mutating func show(_ name: String, _ side: Side, _ arguments: [String]) throws {
    let ran = try onTerminal(side, arguments, ["Anything else stops", name, "Enter", ""])
    // Lines such as ` 1  abandon`.
    let list = ran.out.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let parts = line.split(separator: " ")
      return parts.count == 2 && Int(parts[0]) != nil ? String(parts[1]) : nil
    }
    #expect(list.count == 12)
    words[name] = list.joined(separator: " ")
  }

  /// Types what a person would, on a terminal of the program's own.
  @discardableResult
  private func onTerminal(
    _ side: Side, _ arguments: [String], _ script: [String], paper: String = ""
  ) throws -> Ran {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let terminal = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("terminal.py").path
    let ran = try Programs.run(
      URL(fileURLWithPath: python),
      [terminal] + script + ["--", side.program.path] + arguments + side.always,
      environment: side.environment.merging(["TERMINAL_WORDS": paper]) { $1 }, in: scratch.url)
    try #require(ran.status == 0, "\(ran.command)\n\(ran.out)\n\(ran.err)")
    return ran
  }

  private func onStick(_ word: String) -> String {
    word.replacingOccurrences(of: "ADDRESS", with: address ?? SingleKeyJourneys.elsewhere)
      .replacingOccurrences(of: "NUMBER", with: number)
      .replacingOccurrences(of: "AMOUNT", with: "0.1")
      .replacingOccurrences(of: "INDEX", with: "0")
      .replacingOccurrences(of: "HEIGHT", with: "1")
      .replacingOccurrences(of: "/dev/shm", with: scratch.url.path)
  }
}
