import Foundation
import Testing

/// One person, one seed, both programs, a node: from dice to a confirmed payment.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct SingleKeyJourneys {
  static let elsewhere = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

  /// A signer and a coordinator that share one account, the coordinator on a node.
  struct Pair {
    let scratch: Scratch
    let node: JourneyNode
    /// What stands between the coordinator and the node, where that was asked for.
    let badNode: BadNode?
    let offline: Side
    let online: Side
    let registered: String

    init(
      script: String, accountFile: String = "account.png", filterIndex: Bool = true,
      throughBadNode: Bool = false, forElectrumX: Bool = false
    ) throws {
      scratch = try Scratch()
      node = try JourneyNode(in: scratch, filterIndex: filterIndex, forElectrumX: forElectrumX)
      badNode = throughBadNode ? try BadNode(before: node) : nil
      offline = try Side.signer(in: scratch)
      online = try Side.coordinator(in: scratch)
      registered = "first-\(script)-0"
      let dice = try scratch.write(String(repeating: "2431665123416532", count: 4), to: "dice.txt")
      try offline("init", "--network", "regtest", "--yes")
      try offline("seed", "create", "first", "--words", "12", "--dice", dice, "--yes")
      try offline(
        "account", "export", "first", "--script", script, "--out", scratch.path(accountFile))
      try online("node", "add", "node", badNode?.url ?? node.url, "--cookie", node.cookie)
      try online("wallet", "create", "savings", scratch.path(accountFile))
      try Self.compareWords(
        offline("wallet", "show", registered, "--json"),
        online("wallet", "show", "savings", "--json"))
    }

    /// Sees that all of them name the same four words, and gives them.
    @discardableResult static func compareWords(_ results: Ran...) throws -> String {
      let words = try results.map { ran in
        let result = try ran.json()
        return try #require(result["words"] as? String, "\(ran.command) names none: \(ran.out)")
      }
      #expect(Set(words).count == 1, "\(words)")
      #expect(words[0].split(separator: " ").count == 4)
      return words[0]
    }

    /// Hands out an address and checks that the signer derives the same one.
    func receive() throws -> String {
      let given = try online("receive", "savings", "--json").json()
      let address = try #require(given["address"] as? String)
      let index = try #require(given["index"] as? Int)
      let derived = try offline("address", "show", registered, "\(index)", "--json").json()
      #expect(derived["address"] as? String == address)
      return address
    }

    /// Makes a mature coin: the block reward, 50 BTC at this height.
    func fund() throws {
      try node.mine(1, to: receive())
      try node.mine(100)
      try online("sync", "savings")
    }

    func balance() throws -> (confirmed: Int, pending: Int) {
      let balance = try online("balance", "savings", "--json").json()
      return (
        try #require(balance["confirmed"] as? Int), try #require(balance["pending"] as? Int)
      )
    }
  }

  /// Reviewer and key-keeper take turns on one screen, and pictures follow each other until Enter.
  @Test func `a payment is agreed to at a terminal, and its signature shown there`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    let unsigned = pair.scratch.path("unsigned.psbt")
    try pair.online(
      "pay", "savings", "--to", "\(Self.elsewhere)=0.12", "--fee-rate", "5", "--out", unsigned)
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("terminal.py").path
    let ran = try Programs.run(
      URL(fileURLWithPath: python),
      [
        script, "in groups of four", "{groups}", "Enter to stop", "", "--",
        pair.offline.program.path,
      ]
        + ["sign", unsigned, "--out", "terminal"] + pair.offline.always,
      environment: pair.offline.environment)
    #expect(ran.status == 0, "\(ran.out)\n\(ran.err)")
    let review = try #require(ran.out.range(of: "0.12000000"))
    let question = try #require(ran.out.range(of: "in groups of four"))
    #expect(review.lowerBound < question.lowerBound)
    // Nothing of the reviewer stands above the question of key-keeper.
    let own = try #require(
      ran.out.range(of: "REHEARSAL on regtest. key-keeper asks from here on."))
    #expect(review.lowerBound < own.lowerBound && own.upperBound < question.lowerBound)
    #expect(ran.out[..<own.lowerBound].hasSuffix("\u{1b}[H"))
    let blank = ran.out[..<own.lowerBound].dropLast(3).reversed().prefix { $0.isNewline }
    #expect(blank.count >= 24)
    // After the question nothing erases it, and the pictures come behind it.
    #expect(ran.out[question.upperBound...].contains("part 1 of "))
  }

  @Test(arguments: ["pkh", "sh-wpkh", "wpkh", "tr"])
  func `a coin goes through as pictures`(script: String) throws {
    let pair = try Pair(script: script)
    try pair.fund()
    #expect(try pair.balance().confirmed == 5_000_000_000)

    let unsigned = pair.scratch.path("unsigned.gif")
    let signed = pair.scratch.path("signed.gif")
    let built = try pair.online(
      "pay", "savings", "--to", "\(Self.elsewhere)=0.12", "--fee-rate", "5", "--out", unsigned,
      "--json")
    let pay = try built.json()
    let payment = "\(try #require(pay["payment"]))"
    let fee = try #require(pay["fee"] as? Int)
    #expect(try pair.online.run("collect", unsigned).status != 0)

    let reviewed = try pair.offline("review", unsigned, "--json")
    let review = try reviewed.json()
    #expect(review["fee"] as? Int == fee)
    #expect((review["refusals"] as? [Any])?.isEmpty == true)
    #expect((review["warnings"] as? [Any])?.isEmpty == true)
    #expect((review["outputs"] as? [Any])?.count == 2)

    let signer = try pair.offline("sign", unsigned, "--out", signed, "--yes", "--json")
    let signing = try signer.json()
    #expect(signing["signed"] as? Int == 1)
    #expect(signing["complete"] as? Bool == true)

    let taken = try pair.online("collect", signed, "--json")
    #expect(try taken.json()["complete"] as? Bool == true)
    let listed = try pair.online("payments", "--payment", payment, "--json")
    let broadcast = try pair.online("broadcast", payment, "--yes", "--json")
    let sent = try broadcast.json()
    // From building to broadcast the same four words, though a txid of pkh changes when it is signed.
    let words = try Pair.compareWords(built, reviewed, signer, taken, listed, broadcast)
    #expect(signer.err.contains("Words        \(words) (compare with the coordinator)"))
    let txid = try #require(sent["txid"] as? String)
    #expect(try pair.node.call("getrawmempool").contains(txid))
    try pair.node.mine(1)
    try pair.online("sync", "savings")
    #expect(try pair.balance().confirmed == 5_000_000_000 - 12_000_000 - fee)
    #expect(try pair.online("history", "savings").out.contains(txid))
  }

  /// Every picture crosses as a photograph: taken askew, from the side, with noise, as a JPEG.
  @Test func `a coin goes through as photographs of the screens`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    // The account, photographed as well: a second wallet of the same key gives the same addresses.
    let account = try pair.scratch.photograph("account.png", as: "account-photo.jpg")
    let second = try Side.coordinator(in: pair.scratch, home: "second-home")
    try second("node", "add", "node", pair.node.url, "--cookie", pair.node.cookie)
    try second("wallet", "create", "savings", account)
    let given = try second("receive", "savings", "--json").json()
    let derived = try pair.offline(
      "address", "show", pair.registered, "\(try #require(given["index"] as? Int))", "--json"
    ).json()
    #expect(derived["address"] as? String == given["address"] as? String)

    let pay = try pair.online(
      "pay", "savings", "--to", "\(Self.elsewhere)=0.12", "--fee-rate", "5", "--out",
      pair.scratch.path("unsigned") + "/", "--json"
    ).json()
    let unsigned = try pair.scratch.photographs(of: "unsigned")
    let review = try pair.offline("review", unsigned, "--json").json()
    #expect(review["fee"] as? Int == pay["fee"] as? Int)
    try pair.offline("sign", unsigned, "--out", pair.scratch.path("signed") + "/", "--yes")
    let collected = try pair.online(
      "collect", pair.scratch.photographs(of: "signed"), "--json"
    ).json()
    #expect(collected["complete"] as? Bool == true)
    try pair.online("broadcast", "\(try #require(pay["payment"]))", "--yes")
  }

  @Test(arguments: ["psbt", "txt", "png"])
  func `a payment crosses by file as well`(ending: String) throws {
    let pair = try Pair(script: "wpkh", accountFile: "account.txt")
    try pair.fund()
    let unsigned = pair.scratch.path("unsigned.psbt")
    let signed = pair.scratch.path("signed.\(ending)")
    let pay = try pair.online(
      "pay", "savings", "--to", "\(Self.elsewhere)=50000sat", "--fee-rate", "2.5", "--out",
      unsigned, "--json"
    ).json()
    try pair.offline("sign", unsigned, "--out", signed, "--yes")
    try pair.online("collect", signed)
    try pair.online("broadcast", "\(try #require(pay["payment"]))", "--yes")
  }

  @Test func `a wallet is emptied, and no address is handed out twice`() throws {
    let pair = try Pair(script: "wpkh", filterIndex: false)
    try pair.fund()
    var seen: Set<String> = []
    for _ in 0..<5 { #expect(seen.insert(try pair.receive()).inserted) }
    let pay = try pair.online(
      "pay", "savings", "--to", "\(Self.elsewhere)=all", "--fee-rate", "3", "--out",
      pair.scratch.path("all.psbt"), "--json"
    ).json()
    #expect(pay["outputs"].map { ($0 as? [Any])?.count ?? $0 as? Int } == 1)
    // The coin is locked until the payment is cancelled.
    try pair.online.fails(
      "pay", "savings", "--to", "\(Self.elsewhere)=0.1", "--fee-rate", "3", "--out",
      pair.scratch.path("twice.psbt"))
    try pair.online("cancel", "\(try #require(pay["payment"]))", "--yes")
    let again = try pair.online(
      "pay", "savings", "--to", "\(Self.elsewhere)=all", "--fee-rate", "3", "--out",
      pair.scratch.path("again.psbt"), "--json"
    ).json()
    try pair.offline(
      "sign", pair.scratch.path("again.psbt"), "--out", pair.scratch.path("signed.psbt"), "--yes")
    try pair.online("collect", pair.scratch.path("signed.psbt"))
    try pair.online("broadcast", "\(try #require(again["payment"]))", "--yes")
    try pair.node.mine(1)
    try pair.online("sync", "savings")
    #expect(try pair.balance().confirmed == 0)
  }

  @Test func `a second coordinator reuses no address`() throws {
    let pair = try Pair(script: "tr")
    try pair.fund()
    let first = try pair.online("receive", "savings", "--json").json()
    let second = try Side.coordinator(in: pair.scratch, home: "second-home")
    try second("node", "add", "node", pair.node.url, "--cookie", pair.node.cookie)
    try second("wallet", "create", "savings", pair.scratch.path("account.png"))
    try second("sync", "savings")
    let given = try second("receive", "savings", "--json").json()
    // The chain has seen index 0; the address handed out elsewhere and never used cannot be known.
    #expect(try #require(given["index"] as? Int) >= 1)
    #expect(try #require(first["index"] as? Int) >= 1)
  }
}
