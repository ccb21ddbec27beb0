import Foundation
import Testing

/// Several people, one wallet: keys, registration, a payment signed by as many as it takes.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct GroupJourneys {
  @Test func `two of three sign in every order, by picture and by file`() throws {
    let group = try Group(["alice", "bob", "carol"], threshold: 2, script: "wsh")
    try group.fund()
    let unsigned = group.scratch.path("unsigned.gif")
    let payment = try group.pay(to: unsigned)
    let signed = try group.members.enumerated().map { number, member in
      let review = try member.offline("review", unsigned, "--json").json()
      #expect((review["warnings"] as? [Any])?.isEmpty == true)
      #expect((review["refusals"] as? [Any])?.isEmpty == true)
      let file = group.scratch.path("signed-\(member.name).\(number == 0 ? "gif" : "psbt")")
      let ran = try member.offline("sign", unsigned, "--out", file, "--yes", "--json").json()
      #expect(ran["signed"] as? Int == 1)
      #expect(ran["complete"] as? Bool == false)
      return file
    }
    for first in signed.indices {
      for second in signed.indices where second != first {
        let online = try group.copiedCoordinator("coordinator-\(first)-\(second)")
        let half = try online("collect", signed[first], "--json", exit: 3).json()
        #expect(half["complete"] as? Bool == false)
        #expect(half["missing"] as? Int == 1)
        let status = try online("payments", "--payment", payment).out
        for (number, member) in group.members.enumerated() {
          #expect(status.contains(member.name), "\(number): \(status)")
        }
        let whole = try online("collect", signed[second], "--json").json()
        #expect(whole["complete"] as? Bool == true)
      }
    }
    // All three at once: more signatures than needed finalize with the right ones.
    let all = try group.online.call(["collect"] + signed + ["--json"]).json()
    #expect(all["complete"] as? Bool == true)
    try group.finish(payment)
  }

  @Test func `a payment is passed on from signer to signer`() throws {
    let group = try Group(["alice", "bob", "carol"], threshold: 2, script: "wsh")
    try group.fund()
    let unsigned = group.scratch.path("unsigned.psbt")
    let payment = try group.pay(to: unsigned)
    let once = group.scratch.path("once.gif")
    try group.members[2].offline("sign", unsigned, "--out", once, "--yes")
    let twice = group.scratch.path("twice.psbt")
    let ran = try group.members[1].offline("sign", once, "--out", twice, "--yes", "--json").json()
    #expect(ran["complete"] as? Bool == true)
    let whole = try group.online("collect", twice, "--json").json()
    #expect(whole["complete"] as? Bool == true)
    try group.finish(payment)
  }

  @Test func `three of five with nested segwit, each account of another person`() throws {
    let group = try Group(
      ["alice", "bob", "carol", "dave", "erin"], threshold: 3, script: "sh-wsh")
    try group.fund()
    let unsigned = group.scratch.path("unsigned.psbt")
    let payment = try group.pay(to: unsigned)
    let signed = try [4, 0, 2].map { number in
      let member = group.members[number]
      let file = group.scratch.path("signed-\(member.name).\(number == 0 ? "gif" : "txt")")
      try member.offline("sign", unsigned, "--out", file, "--yes")
      return file
    }
    try group.online("collect", signed[0], signed[1], exit: 3)
    try group.online("collect", signed[2])
    try group.finish(payment)
  }

  @Test(arguments: ["multi_a", "sortedmulti_a"])
  func `two of two sign a leaf of taproot whose internal key nobody has`(form: String) throws {
    let group = try Group(
      ["alice", "bob"], threshold: 2, script: "tr", isSorted: form == "sortedmulti_a")
    let wallet = try group.online("wallet", "export", "family", "--as", "descriptor", "--out", "-")
    #expect(wallet.out.contains(",\(form)(2,"))
    try group.fund()
    let unsigned = group.scratch.path("unsigned.gif")
    let payment = try group.pay(to: unsigned)
    let signed = try group.members.map { member in
      let file = group.scratch.path("signed-\(member.name).gif")
      try member.offline("sign", unsigned, "--out", file, "--yes")
      return file
    }
    try group.online("collect", signed[1], exit: 3)
    try group.online("collect", signed[0])
    try group.finish(payment)
  }

  @Test(arguments: [("sh", 5, 8, 2), ("wsh", 4, 11, 3)])
  func `as many keys as a script holds, several in each vault`(
    script: String, accounts: Int, threshold: Int, signers: Int
  ) throws {
    // 15 keys in sh, 20 in wsh.
    let names =
      script == "sh" ? ["alice", "bob", "carol"] : ["alice", "bob", "carol", "dave", "erin"]
    let group = try Group(names, threshold: threshold, script: script, accounts: accounts)
    try group.fund()
    let unsigned = group.scratch.path("unsigned.psbt")
    let payment = try group.pay(to: unsigned)
    for (number, member) in group.members.prefix(signers).enumerated() {
      let file = group.scratch.path("signed-\(member.name).psbt")
      try member.offline("sign", unsigned, "--out", file, "--yes")
      try group.online("collect", file, exit: number == signers - 1 ? 0 : 3)
    }
    try group.finish(payment)
  }

  @Test func `embit is one of the cosigners`() throws {
    let words =
      "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let key = try Cosigner.run("key", words, "48h/1h/0h/2h")
    let group = try Group(
      ["alice", "bob"], threshold: 2, script: "wsh", others: [("embit", key)])
    let address = try group.receive()
    let text = group.scratch.path("family-alice.txt")
    let descriptor = try String(contentsOfFile: text, encoding: .utf8)
    #expect(
      try Cosigner.run(
        "address", descriptor.trimmingCharacters(in: .whitespacesAndNewlines), "0") == address)
    try group.node.mine(1, to: address)
    try group.node.mine(100)
    let unsigned = group.scratch.path("unsigned.psbt")
    let payment = try group.pay(to: unsigned)
    let theirs = group.scratch.path("embit.psbt")
    #expect(try Cosigner.run("sign", words, unsigned, theirs) == "1")
    // Ours reviews a PSBT that embit has signed, and adds to it.
    let both = group.scratch.path("both.psbt")
    try group.members[1].offline("sign", theirs, "--out", both, "--yes")
    let whole = try group.online("collect", both, "--json").json()
    #expect(whole["complete"] as? Bool == true)
    try group.finish(payment)
  }

  @Test func `legacy two of three as Chance has it, passed on as multisig: payloads`() throws {
    let scratch = try Scratch()
    let node = try JourneyNode(in: scratch)
    let online = try Side.coordinator(in: scratch)
    try online("node", "add", "node", node.url, "--cookie", node.cookie)
    let names = ["alice", "bob", "carol"]
    let signers = try names.map { try Side.signer(in: scratch, home: "\($0)-home") }
    var keys: [String] = []
    for (name, signer) in zip(names, signers) {
      try signer("init", "--network", "regtest", "--yes")
      try signer("seed", "create", name, "--words", "12", "--yes")
      let file = scratch.path("\(name).txt")
      try signer("account", "export", name, "--profile", "chance", "--out", file)
      keys.append("\(name)=\(file)")
    }
    try online.call(["wallet", "create", "club", "--threshold", "2", "--profile", "chance"] + keys)
    let script = scratch.path("script.png")
    try online("wallet", "export", "club", "--as", "redeem-script", "--out", script)
    for signer in signers {
      // The script names no origins, and each signer finds those of its own keys only.
      try SingleKeyJourneys.Pair.compareWords(
        signer(
          "wallet", "register", "club", "--from", script, "--yes", "--accept", "R23", "--json"),
        online("wallet", "show", "club", "--json"))
    }
    let given = try online("receive", "club", "--json").json()
    let address = try #require(given["address"] as? String)
    for signer in signers {
      let shown = try signer("address", "show", "club", "0", "--json").json()
      #expect(shown["address"] as? String == address)
    }
    try node.mine(1, to: address)
    try node.mine(100)
    try online("sync", "club")
    let payload = scratch.path("club.txt")
    let previous = scratch.path("previous.txt")
    let built = try online(
      "pay", "club", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "5", "--as",
      "multisig", "--out", payload, "--previous", previous, "--json")
    let payment = "\(try #require(built.json()["payment"]))"
    #expect(try String(contentsOfFile: payload, encoding: .utf8).hasPrefix("multisig:{"))
    // Without the previous transactions nobody can know the fee: that is acknowledged, or not signed.
    let once = scratch.path("once.txt")
    try signers[2].fails("sign", payload, "--out", once, "--yes", saying: "R21")
    // Chance's keys are the same on mainnet: that is acknowledged as well (R11).
    try signers[2].fails(
      "sign", payload, previous, "--out", once, "--yes", saying: "--accept real-coins")
    let real = ["--yes", "--accept", "real-coins"]
    // No yes in advance stands for what could be real money, unless the vault allows it.
    try signers[2].fails(
      "sign", payload, previous, "--out", once, "--yes", "--accept", "real-coins",
      saying: "unattended-signing")
    for signer in [signers[0], signers[2]] { try Self.allowUnattended(signer) }
    try signers[2].call(["sign", payload, previous, "--out", once] + real)
    #expect(try String(contentsOfFile: once, encoding: .utf8).hasPrefix("multisig:{"))
    let twice = scratch.path("twice.txt")
    let signed = try signers[0].call(
      ["sign", once, "--out", twice, "--accept", "unknown-fee", "--json"] + real)
    let half = try online("collect", once, "--json", exit: 3)
    #expect(try half.json()["complete"] as? Bool == false)
    let whole = try online("collect", twice, "--json")
    #expect(try whole.json()["complete"] as? Bool == true)
    let broadcast = try online("broadcast", payment, "--yes", "--json")
    try SingleKeyJourneys.Pair.compareWords(built, signed, half, whole, broadcast)
    let sent = try broadcast.json()
    let txid = try #require(sent["txid"] as? String)
    #expect(try node.call("getrawmempool").contains(txid))
  }

  /// Turns on, as a person at the terminal, that `--yes` answers for real money.
  private static func allowUnattended(_ side: Side) throws {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("terminal.py").path
    let setting = "unattended-signing"
    let ran = try Programs.run(
      URL(fileURLWithPath: python),
      [
        script, "Anything else stops", setting, "--", side.program.path, "vault", "settings",
        setting, "1",
      ] + side.always, environment: side.environment)
    #expect(ran.status == 0, "\(ran.out)")
  }

  @Test func `a signer hands its wallet to a coordinator that lost everything`() throws {
    let group = try Group(["alice", "bob"], threshold: 2, script: "wsh")
    try group.fund()
    let first = try group.members[0].offline("address", "show", "family", "0", "--json").json()
    for (number, name) in ["map.json", "family.bsms", "family.png"].enumerated() {
      let file = group.scratch.path(name)
      try group.members[1].offline.call(
        ["wallet", "export", "family", "--out", file]
          + (number == 0 ? ["--birth-height", "0"] : number == 1 ? ["--as", "bsms"] : []))
      let fresh = try Side.coordinator(in: group.scratch, home: "fresh-\(number)")
      try fresh("node", "add", "node", group.node.url, "--cookie", group.node.cookie)
      try fresh.call(
        ["wallet", "import", "family", "--from", file] + (number == 0 ? ["--yes"] : []))
      try fresh("sync", "family")
      let balance = try fresh("balance", "family", "--json").json()
      #expect(balance["confirmed"] as? Int == 5_000_000_000, "\(name)")
      let shown = try fresh("wallet", "show", "family", "--json").json()
      #expect(shown["firstAddress"] as? String == first["address"] as? String, "\(name)")
    }
  }

  @Test func `what does not belong to the wallet is refused by name`() throws {
    let group = try Group(["alice", "bob", "carol"], threshold: 2, script: "wsh")
    try group.fund()
    let unsigned = group.scratch.path("unsigned.psbt")
    _ = try group.pay(to: unsigned)
    // Somebody who is not a cosigner registers nothing and signs nothing.
    let stranger = try Side.signer(in: group.scratch, home: "stranger-home")
    try stranger("init", "--network", "regtest", "--yes")
    try stranger("seed", "create", "other", "--words", "12", "--yes")
    try stranger.fails(
      "wallet", "register", "family", "--from", group.scratch.path("family-alice.txt"), "--yes")
    try stranger.fails("sign", unsigned, "--out", group.scratch.path("x.psbt"), "--yes")
    // A cosigner's own key twice.
    try group.online.fails(
      "wallet", "create", "twice", "--threshold", "2", group.members[0].keys[0],
      group.members[0].keys[0])
    // An unsigned PSBT brings nothing; one without a signature of the wallet completes nothing.
    #expect(try group.online.run("collect", unsigned).status != 0)
    // A descriptor with one letter changed fails its checksum.
    let text = try String(contentsOfFile: group.scratch.path("family-alice.txt"), encoding: .utf8)
    let changed = text.replacingOccurrences(of: "sortedmulti(2", with: "sortedmulti(1")
    let file = try group.scratch.write(changed, to: "changed.txt")
    try group.members[0].offline.fails("wallet", "register", "weak", "--from", file, "--yes")
    try group.online.fails("wallet", "import", "weak", "--from", file)
  }
}

/// A cosigner's program that is not ours.
enum Cosigner {
  /// Runs `cosigner.py` and returns what it prints, without the line's end.
  static func run(_ arguments: String...) throws -> String {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("cosigner.py").path
    let ran = try Programs.run(
      URL(fileURLWithPath: python), ["-B", script] + arguments, environment: [:])
    try #require(ran.status == 0, "\(ran.err)")
    return ran.out.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
