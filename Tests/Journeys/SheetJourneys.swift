import Foundation
import Testing

/// The whole recovery from what was printed: sheets drawn by the signer, photographed page by page.
///
/// Both machines are gone each time; a journey ends when a coin of the lost wallet was spent.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct SheetJourneys {
  /// Prints a sheet as a picture of each page, and photographs the paper; gives the folder.
  static func printed(
    _ kind: String, of subject: String, by signer: Side, as name: String, in scratch: Scratch
  ) throws -> String {
    try FileManager.default.createDirectory(
      atPath: scratch.path(name), withIntermediateDirectories: true)
    let command = [
      "sheet", "print", subject, "--kind", kind, "--out", scratch.path("\(name)/page.png"),
    ]
    if kind == "full" {
      // A secret is written only after its name was typed on a terminal.
      let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("terminal.py").path
      let ran = try Programs.run(
        URL(fileURLWithPath: python),
        [script, "Anything else stops", subject, "--", signer.program.path] + command
          + signer.always,
        environment: signer.environment)
      try #require(ran.status == 0, "\(ran.out)\n\(ran.err)")
    } else {
      try signer.call(command)
    }
    return try scratch.photographs(of: name, longest: 2_000)
  }

  /// The photograph of the page that a wallet stands on: of several the one that can be read as one.
  static func register(_ wallet: String, from photos: String, on signer: Side) throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: photos).sorted()
    for page in pages.reversed() {
      let ran = try signer.run(
        "wallet", "register", wallet, "--from", "\(photos)/\(page)", "--yes")
      if ran.status == 0 { return }
    }
    Issue.record("no page of \(photos) has the wallet")
  }

  private static func made(_ name: String, in scratch: Scratch, home: String) throws -> Side {
    let signer = try Side.signer(in: scratch, home: home)
    try signer("init", "--network", "regtest", "--yes")
    try signer("seed", "create", name, "--words", "12", "--yes")
    return signer
  }

  private static func restored(
    _ name: String, from photos: String, in scratch: Scratch, home: String
  ) throws -> Side {
    let signer = try Side.signer(in: scratch, home: home)
    try signer("init", "--network", "regtest", "--yes")
    try signer("seed", "import", name, "--from", photos)
    return signer
  }

  @Test func `one seed, one sheet, both machines gone`() throws {
    let scratch = try Scratch()
    let node = try JourneyNode(in: scratch)
    try node.mine(20)
    let old = try Self.made("first", in: scratch, home: "old-signer")
    let before = try RecoveryJourneys.coordinator(node, in: scratch, home: "old-coordinator")
    for account in [0, 2] {
      let file = scratch.path("account-\(account).txt")
      try old(
        "account", "export", "first", "--script", "wpkh", "--account", "\(account)", "--out", file)
      try before("wallet", "create", "account-\(account)", file)
      let given = try before("receive", "account-\(account)", "--json").json()
      try node.mine(1, to: #require(given["address"] as? String))
    }
    try node.mine(100)
    let sheet = try Self.printed("full", of: "first", by: old, as: "sheet", in: scratch)
    let read = try old("sheet", "check", sheet, "--json").json()
    #expect(read["readBack"] as? String == "first")
    for home in ["old-signer", "old-coordinator"] {
      try FileManager.default.removeItem(atPath: scratch.path(home))
    }

    let offline = try Self.restored("first", from: sheet, in: scratch, home: "new-signer")
    let accounts = scratch.path("accounts.txt")
    try offline(
      "account", "export", "first", "--all", "--script", "wpkh", "--accounts", "4", "--out",
      accounts)
    let online = try RecoveryJourneys.coordinator(node, in: scratch, home: "new-coordinator")
    let found = try online(
      "wallet", "discover", "first", accounts, "--birth-height", "20", "--json"
    ).json()
    let wallets = try #require(found["wallets"] as? [[String: Any]])
    #expect(wallets.map { $0["used"] as? Bool } == [true, false, true])
    for name in ["first-wpkh-0", "first-wpkh-2"] {
      #expect(try RecoveryJourneys.balance(name, online) == 5_000_000_000)
    }
    try RecoveryJourneys.spend("first-wpkh-2", online, [offline], node, scratch)
  }

  @Test func `two of three people have their sheets, and the public one brings the wallet back`()
    throws
  {
    let scratch = try Scratch()
    let node = try JourneyNode(in: scratch)
    try node.mine(10)
    let names = ["alice", "bob", "carol"]
    let signers = try names.map { try Self.made($0, in: scratch, home: "\($0)-old") }
    let before = try RecoveryJourneys.coordinator(node, in: scratch, home: "old-coordinator")
    var keys: [String] = []
    for (name, signer) in zip(names, signers) {
      let file = scratch.path("\(name).png")
      try signer("account", "export", name, "--script", "wsh", "--out", file)
      keys.append("\(name)=\(file)")
    }
    try before.call(
      ["wallet", "create", "family", "--threshold", "2", "--birth-height", "10"] + keys)
    let file = scratch.path("family.txt")
    try before("wallet", "export", "family", "--out", file)
    for signer in signers { try signer("wallet", "register", "family", "--from", file, "--yes") }
    let given = try before("receive", "family", "--json").json()
    try node.mine(1, to: #require(given["address"] as? String))
    try node.mine(100)
    let paper = try Self.printed(
      "public", of: "family", by: signers[0], as: "family-sheet", in: scratch)
    let sheets = try [0, 2].map { person in
      try Self.printed(
        "full", of: names[person], by: signers[person], as: "\(names[person])-sheet", in: scratch)
    }
    for home in ["old-coordinator"] + names.map({ "\($0)-old" }) {
      try FileManager.default.removeItem(atPath: scratch.path(home))
    }

    let online = try RecoveryJourneys.coordinator(node, in: scratch, home: "new-coordinator")
    try online("wallet", "import", "family", "--from", paper, "--birth-height", "10", "--yes")
    try online("sync", "family")
    #expect(try RecoveryJourneys.balance("family", online) == 5_000_000_000)
    var restored: [Side] = []
    for (person, sheet) in zip([0, 2], sheets) {
      let signer = try Self.restored(
        names[person], from: sheet, in: scratch, home: "\(names[person])-new")
      try Self.register("family", from: paper, on: signer)
      restored.append(signer)
    }
    try RecoveryJourneys.spend("family", online, restored, node, scratch)
  }
}
