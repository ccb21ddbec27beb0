import ArgumentParser
import Bytes
import Descriptors
import Foundation
import QRDrawing
import TerminalUI
import Testing

@testable import OnlineCoordinator

@Suite struct WalletCommandTests {
  @Test(arguments: ["addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)", "raw(6a)"])
  func `a descriptor without keys is no wallet: nobody can check what it hands out`(
    text: String
  ) async throws {
    let desk = try await Desk.practising()
    let file = try desk.write(text, to: "address.txt")
    for command in [["import", "--from", file], ["create", file]] {
      await desk.fails(
        ["wallet", command[0], "far"] + command.dropFirst() + [
          "--accept", "R23", "--accept", "R07",
        ],
        saying: "R23")
    }
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
  }

  @Test func `a node's password is kept and never shown`() async throws {
    let desk = try Desk()
    let added = await desk.run("node", "add", "far", "http://alice:hunter2@127.0.0.1:1", "--json")
    #expect(added.code == .done)
    #expect(added.json["answers"] == false)
    let list = await desk.run("node", "list", "--json")
    #expect(list.json[0]?["url"]?.stringValue == "http://***@127.0.0.1:1")
    let status = await desk.fails(["node", "status"], saying: "cannot reach")
    for said in [added, list, status] {
      #expect(!(said.out + said.err).contains("hunter2"))
      #expect(!(said.out + said.err).contains("alice"))
    }
  }

  @Test func `a QuickConnect link is read as text, from a file and from a picture`() async throws {
    let desk = try Desk()
    let link = "btcstandup://alice:hunter2@127.0.0.1:1/?label=My%20node"
    let file = try desk.write(link + "\n", to: "link.txt")
    let picture = desk.path("link.png")
    try Data(QRPicture(QRSymbol(text: link)).png()).write(to: URL(fileURLWithPath: picture))
    for (number, source) in [link, file, picture].enumerated() {
      let added = await desk.run("node", "add", "n\(number)", source, "--json")
      #expect(added.code == .done, "\(added.err)")
      #expect(added.json["url"]?.stringValue == "http://***@127.0.0.1:1")
      #expect(added.json["label"]?.stringValue == "My node")
      #expect(!(added.out + added.err).contains("hunter2"))
    }
    let pasted = await desk.run("node", "add", "pasted", "paste", "--json", answers: [link])
    #expect(pasted.code == .done)
    #expect(!(pasted.out + pasted.err + pasted.terminal).contains("hunter2"))
    let missing = await desk.fails(["node", "add", "x", desk.path("nothing.png")])
    #expect(!missing.err.contains("hunter2"))
  }

  @Test func `a QuickConnect link out to the internet is refused, without its password`()
    async throws
  {
    let desk = try Desk()
    let far = await desk.fails(
      ["node", "add", "x", "btcrpc://alice:hunter2@node.example:8332/?"], saying: "no encryption")
    #expect(!(far.out + far.err).contains("hunter2") && !far.err.contains("alice"))
    let cut = await desk.fails(["node", "add", "y", "btcstandup://alice:hunter2@127.0.0.1/?"])
    #expect(!cut.err.contains("hunter2"))
  }

  @Test func `nodes that make no sense are refused`() async throws {
    let desk = try Desk()
    await desk.fails(["node", "status"], saying: "no node")
    await desk.fails(["node", "add", "x", "127.0.0.1:8332"])
    await desk.fails(["node", "add", "x", "esplora://host:1"], saying: "no node can be reached")
    await desk.fails(["node", "add", "x", "electrum://a:b@host:1"], saying: "no user")
    await desk.fails(
      ["node", "add", "x", "electrum://h:1", "--cookie", "c"], saying: "cookie", code: .wrongUsage)
    await desk.fails(
      ["node", "add", "x", "electrum://h:1", "--certificate", "c"], saying: "no TLS",
      code: .wrongUsage)
    // Nobody answers there: with TLS there is no key to pin, so it is not added for later.
    let gone = await desk.fails(
      ["node", "add", "x", "electrum+tls://127.0.0.1:1"], saying: "was not added")
    #expect(gone.err.contains("cannot reach"))
    await desk.fails(["node", "use", "nobody"])
    await desk.fails(
      ["node", "add", "x", "http://a:b@h:1", "--cookie", "c"], code: .wrongUsage)
    await desk.fails(["node", "add", "x", "http://h:1", "--proxy", "nowhere"], code: .wrongUsage)
  }

  @Test func `a wallet is made from what the signer wrote, and shown`() async throws {
    let desk = try await Desk.practising()
    let shown = await desk.run("wallet", "show", "savings", "--json")
    #expect(shown.json["descriptor"]?.stringValue == Desk.account)
    // Worked out with Python's hashlib, by what docs/formats.md says.
    #expect(shown.json["words"]?.stringValue == "raise cave tortoise hair")
    #expect(shown.json["network"]?.stringValue == "regtest")
    let file = desk.path("savings.txt")
    #expect(await desk.run("wallet", "export", "savings", "--out", file).code == .done)
    await desk.fails(["wallet", "export", "savings", "--out", file], saying: "savings.txt")
    // Under any name, its own too, and in any spelling: it is here already.
    let bare = Desk.account.replacing(/\[[^\]]*\]/, with: "").prefix { $0 != "#" }
    for command in [
      ["wallet", "import", "copy", "--from", file],
      ["wallet", "import", "copy", "--from", try desk.write(String(bare), to: "bare.txt")],
      ["wallet", "create", "copy", Desk.account], ["wallet", "create", "savings", Desk.account],
    ] {
      let refused = await desk.fails(command, saying: "are already here, in savings")
      #expect(refused.err.contains("wallet remove savings"), "\(refused.err)")
    }
    let other = "wpkh(0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798)"
    await desk.fails(
      ["wallet", "create", "savings", other, "--accept", "R07"], saying: "already in use")
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
    _ = await desk.run("receive", "savings")
    #expect(await desk.run("wallet", "remove", "savings", answers: ["yes"]).code == .done)
    #expect(await desk.run("wallet", "import", "copy", "--from", file).code == .done)
    let next = await desk.run("receive", "copy", "--json")
    #expect(next.json["index"]?.intValue == 1, "\(next.err)")
    await desk.fails(["wallet", "remove", "copy"])
    #expect(await desk.run("wallet", "remove", "copy", answers: ["yes"]).code == .done)
    await desk.fails(["balance", "copy"], saying: "no wallet")
  }

  @Test(arguments: [
    ("/<0;7>/*", "sends its change to 7/*"), ("/<1;0>/*", "receives at 1/*"),
    ("/0/*", "sends its change there too"), ("", "one address only"),
  ])
  func `a wallet whose branches are not 0 and 1 is taken with R07 acknowledged only`(
    steps: String, expected: String
  ) async throws {
    let desk = try await Desk.practising()
    let text = String(Desk.account.dropLast(9)).replacingOccurrences(of: "/<0;1>/*", with: steps)
    // It has addresses of the wallet that is here.
    #expect(await desk.run("wallet", "remove", "savings", "--yes").code == .done)
    for command in ["import", "create"] {
      let input = command == "import" ? ["--from", text] : [text]
      await desk.fails(["wallet", command, "far"] + input, saying: "R07")
      await desk.fails(["wallet", command, "far"] + input + ["--accept", "R23"], saying: "R07")
    }
    let taken = await desk.run("wallet", "import", "far", "--from", text, "--accept", "R07")
    #expect(taken.code == .done, "\(taken.err)")
    #expect(taken.out.contains("UNUSUAL (R07): ") && taken.out.contains(expected), "\(taken.out)")
    if steps == "/<0;7>/*" { #expect(taken.out.contains("change  0  7/0: "), "\(taken.out)") }
    let shown = await desk.run("wallet", "show", "far", "--json")
    #expect(shown.json["branches"]?.stringValue?.contains(expected) == true)
  }

  @Test(arguments: [
    "wpkh(\(lone))", "pkh(\(lone))", "wpkh([73c5da0a/84h/1h/0h/0/5]\(lone))",
    "tr(\(lone.dropFirst(2)))", "tr([73c5da0a/86h/1h/0h/0/5]\(lone.dropFirst(2)))",
    "sh(multi(1,[73c5da0a/84h/1h/3h/0/5]\(lone),[73c5da0a/84h/1h/3h/0/6]\(other)))",
  ])
  func `a wallet of lone keys has one address and is taken with R07 acknowledged only`(
    text: String
  ) async throws {
    let desk = try await Desk.practising()
    await desk.fails(
      ["wallet", "import", "paper", "--from", text, "--accept", "stranger"], saying: "R07")
    await desk.fails(["balance", "paper"], saying: "no wallet")
    let taken = await desk.run(
      "wallet", "import", "paper", "--from", text, "--accept", "R07", "--accept", "stranger")
    #expect(taken.code == .done, "\(taken.err)")
    #expect(taken.out.contains("UNUSUAL (R07): it has one address only"), "\(taken.out)")
  }

  @Test(arguments: [
    ("wpkh([73c5da0a/84h/1h/0h/0/5000000]\(lone))", "0/5000000", true),
    ("wpkh([73c5da0a/84h/1h/0h]XPUB/0/1001)", "0/1001", true),
    ("wpkh([73c5da0a/84h/1h/0h/0/5]\(lone))", "", true),
    ("wpkh([73c5da0a/84h/1h/0h]XPUB/<0;7>/*)", "at 0/0 (R07): far is unusual", false),
    ("wpkh([73c5da0a/84h/1h/0h]XPUB/<0;1>/*)", "", false),
  ])
  func `what is unusual of a wallet is said whenever an address of it is handed out`(
    text: String, place: String, isOnly: Bool
  ) async throws {
    let desk = try await Desk.practising()
    let account = try Descriptor(parsing: Desk.account)
    guard case .extended(let xpub) = account.keys[0].material else { throw CancellationError() }
    let wallet = text.replacingOccurrences(of: "XPUB", with: "\(xpub)")
    // Two of them are, in whole or in part, the wallet that is here.
    #expect(await desk.run("wallet", "remove", "savings", "--yes").code == .done)
    let taken = await desk.run("wallet", "import", "far", "--from", wallet, "--accept", "R07")
    try #require(taken.code == .done, "\(taken.err)")
    for time in 0..<2 {
      let ran = await desk.run("receive", "far")
      #expect(ran.code == .done, "\(ran.err)")
      #expect(ran.err.contains("far has one address only") == (isOnly && time == 0), "\(ran.err)")
      let said = time == 0 ? place : place.replacingOccurrences(of: "at 0/0", with: "at 0/1")
      if place.isEmpty {
        #expect(!ran.err.contains("(R07)"), "\(ran.err)")
      } else {
        #expect(ran.err.contains(said) && ran.err.contains("(R07)"), "\(ran.err)")
      }
    }
  }

  @Test func `an address of a wallet that is here is not made a wallet of its own`() async throws {
    let desk = try await Desk.practising("0.5")
    let account = try Descriptor(parsing: Desk.account)
    guard case .extended(let xpub) = account.keys[0].material else { throw CancellationError() }
    let five = "wpkh([73c5da0a/84h/1h/0h]\(xpub)/0/5)"
    let refused = await desk.fails(
      ["wallet", "import", "five", "--from", five, "--accept", "R07"],
      saying: "the addresses of this wallet are already here, in savings")
    #expect(!refused.err.contains("accepted R07"))
    try #require(await desk.run("wallet", "remove", "savings", "--yes").code == .done)
    let made = await desk.run("wallet", "import", "five", "--from", five, "--accept", "R07")
    try #require(made.code == .done, "\(made.err)")
    await desk.fails(
      ["wallet", "create", "savings", Desk.account],
      saying: "this wallet contains the one address of the wallet five, which is already here")
  }

  @Test(arguments: ["XPUB/<0;1>/*", "XPUB/0/*", "XPUB/0/5", lone])
  func `what a combo wallet is, and what to do, is said when it is made and when it is to be paid`(
    key: String
  ) async throws {
    let desk = try Desk()
    try #require(await desk.run("node", "add", "practice", "rehearsal://").code == .done)
    let account = try Descriptor(parsing: Desk.account)
    guard case .extended(let xpub) = account.keys[0].material else { throw CancellationError() }
    let text = "combo(\(key.replacingOccurrences(of: "XPUB", with: "\(xpub)")))"
    let taken = await desk.run("wallet", "import", "old", "--from", text, "--accept", "R07")
    try #require(taken.code == .done, "\(taken.err)")
    #expect(taken.out.contains("A combo wallet: each of its keys stands for every kind"))
    #expect(taken.out.contains("hands out no address"))
    // The kinds are named, not numbered as if they were one after the other.
    #expect(taken.out.contains("pkh       m") && taken.out.contains("sh(wpkh)  2"), "\(taken.out)")
    #expect(!taken.out.contains("receive 1"))
    let failed = await desk.fails(["receive", "old"], saying: "old is a combo wallet: each of its")
    #expect(
      failed.err.contains(key.hasSuffix("*") ? "wpkh(KEY)" : "pay old --to ADDRESS=all"),
      "\(failed.err)")
  }

  @Test(arguments: [
    "combo(\(lone))", "sh(multi(1,\(lone),\(other)))",
    "sh(multi(1,[73c5da0a/44h/0h/3h]\(lone),[73c5da0a/44h/0h/4h]\(other)))",
  ])
  func `what is swept, a redeem script and Chance's keys are taken as they are`(
    text: String
  ) async throws {
    let desk = try await Desk.practising()
    // Either key of the multisig spends alone, which is asked about by itself.
    let taken = await desk.run(
      "wallet", "import", "paper", "--from", text, "--accept", "stranger")
    #expect(taken.code == .done, "\(taken.err)")
    #expect(!taken.out.contains("R07"), "\(taken.out)")
  }

  private static let lone = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
  private static let other = "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"

  @Test func `wallets that would lose money are refused`() async throws {
    let desk = try await Desk.practising()
    let wrong = Desk.account.replacingOccurrences(of: "#lxek0ef2", with: "#lxek0ef3")
    await desk.fails(["wallet", "create", "w", wrong])
    // Keys of another kind of network (R11).
    await desk.fails(["wallet", "create", "w", Desk.account, "--network", "mainnet"])
    let coinType = String(Desk.account.dropLast(9)).replacingOccurrences(of: "/1h/", with: "/0h/")
    await desk.fails(["wallet", "create", "w", coinType], saying: "R11")
    await desk.fails(["wallet", "create", "w", Desk.elsewhere], saying: "not an account")
    // Bare multisig has no address.
    let bare = "sortedmulti(1,\(ElsewhereKeys.first)/<0;1>/*,\(ElsewhereKeys.second)/<0;1>/*)"
    await desk.fails(["wallet", "import", "w", "--from", bare], saying: "has an address")
    let cosigners = [Desk.account, Desk.account]
    await desk.fails(["wallet", "create", "w"] + cosigners, saying: "how many", code: .wrongUsage)
    await desk.fails(
      ["wallet", "create", "w", "--threshold", "2"] + cosigners, saying: "not a signer's key")
    // A secret is refused and not repeated.
    let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
    let file = try desk.write(words, to: "words.txt")
    let said = await desk.fails(["wallet", "create", "w", file])
    #expect(!(said.out + said.err).contains("abandon"))
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
  }

  @Test func `addresses are handed out once, and labelled`() async throws {
    let desk = try await Desk.practising()
    var seen: Set<String> = []
    for index in 0..<21 {
      let given = await desk.run("receive", "savings", "--label", "rent", "--json")
      #expect(given.json["index"]?.intValue == index)
      #expect(seen.insert(try #require(given.json["address"]?.stringValue)).inserted)
      #expect(given.err.contains("were never paid to") == (index >= 20))
    }
  }

  @Test func `coins, history and labels`() async throws {
    let desk = try await Desk.practising("0.5", "20000sat")
    let balance = await desk.run("balance", "savings", "--json").json
    #expect(balance["confirmed"]?.intValue == 50_020_000)
    #expect(balance["pending"]?.intValue == 0)
    let coins = try #require(
      await desk.run("coins", "savings", "--json").json.arrayValue)
    #expect(Set(coins.compactMap { $0["amount"]?.intValue }) == [50_000_000, 20_000])
    #expect(coins[0]["confirmations"]?.intValue == 1)
    let outPoint = try #require(coins[0]["outpoint"]?.stringValue)
    await desk.run("label", "savings", outPoint, "from\u{1B}[2J Alice")
    let table = await desk.run("coins", "savings")
    #expect(!table.out.contains("\u{1B}") && table.out.contains("Alice"))
    #expect(
      await desk.run("history", "savings", "--json").json.arrayValue?.count == 2)
    await desk.fails(["label", "savings", "nonsense", "x"])
  }

  @Test func `the label of an address shows on its coins and in the history`() async throws {
    let desk = try await Desk.practising()
    var outPoints: [String] = []
    for (label, amount) in [("rent, May", "0.5"), ("books", "0.25")] {
      let given = await desk.run("receive", "savings", "--label", label, "--json").json
      await desk.run("rehearse", "fund", try #require(given["address"]?.stringValue), amount)
    }
    await desk.run("rehearse", "mine")
    await desk.run("sync", "savings")
    let coins = try #require(await desk.run("coins", "savings", "--json").json.arrayValue)
    #expect(Set(coins.compactMap { $0["label"]?.stringValue }) == ["rent, May", "books"])
    outPoints = coins.compactMap { $0["outpoint"]?.stringValue }
    let history = try #require(await desk.run("history", "savings", "--json").json.arrayValue)
    #expect(Set(history.compactMap { $0["label"]?.stringValue }) == ["rent, May", "books"])
    // A label of its own goes before that of the address, for the coin and for the transaction.
    await desk.run("label", "savings", outPoints[0], "landlord")
    #expect(await desk.run("coins", "savings").out.contains("landlord"))
    #expect(await desk.run("history", "savings").out.contains("landlord"))
    await desk.run("label", "savings", String(outPoints[0].prefix(64)), "spring")
    let table = await desk.run("history", "savings").out
    #expect(table.contains("spring") && !table.contains("landlord"))
  }

  /// The commands with those below them.
  private static func all(
    _ command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { all($0) }
  }

  @Test func `the texts of the helps fit into 80 columns`() {
    for command in Self.all(OnlineCoordinator.self) {
      // Broken at 200, so that lines are as long as they were written.
      let help = OnlineCoordinator.helpMessage(for: command, columns: 200)
      let written = help.prefix(upTo: help.range(of: "USAGE:")?.lowerBound ?? help.endIndex)
      let paragraphs = written.split(separator: "\n").dropFirst()
      // A text of one line is broken by the parser; one of several would be broken twice.
      guard paragraphs.count > 1 else { continue }
      for line in paragraphs { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test func `errors have an object under json, and usage its own code`() async throws {
    let desk = try Desk()
    let failed = await desk.fails(["balance", "nobody", "--json"])
    #expect(failed.json["error"]?.stringValue?.contains("nobody") == true)
    #expect(failed.json["hint"]?.stringValue?.isEmpty == false)
    await desk.fails(["balance"], code: .wrongUsage)
    let unknown = await desk.fails(["balance", "savings", "hunter2 secret"], code: .wrongUsage)
    #expect(!unknown.err.contains("hunter2"))
    #expect(await desk.run("--help").code == .done)
    #expect(await desk.run("help", "pay").out.contains("--fee-rate"))
  }
}

/// Keys of nobody here, on test networks.
private enum ElsewhereKeys {
  static let first =
    "[b317ec86/48h/1h/0h/2h]tpubDEToKMGFhyuP6kfwvjtYaf56khzS1cUcwc47C6aMH6bQ8sNVLMcCK6jr21YDCkU2QhTK5CAnddhfgZ8dD4EL1wGCaAKZaGFeVVdXHaJMTMn"
  static let second =
    "[f04828fe/48h/1h/0h/2h]tpubDFekS5zvPSdW6WWjH2p7vPRkxmeeNGnirmj36AUyoAYbJvfKBj6UARWR5gQ6FRrr98dzT1XFTi6rfGo9AAAeutY1S6SoWijQ8BKxDhYQzDR"
}
