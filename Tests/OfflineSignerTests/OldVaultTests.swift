import Bytes
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

@Suite struct `A vault that an earlier version wrote` {
  @Test func `opens with all that it holds, and signs`() throws {
    let desk = try Self.desk("version-4")
    let log = desk.run("log", "--json")
    #expect(log.code == .done, "\(log.err)")
    #expect(log.json[0]?["sent"]?.intValue == 10_000_000)
    let descriptor = try desk.account()
    let signed = desk.run(
      "sign", try desk.write(PaymentFixture().psbt(from: descriptor)), "--out", desk.path("a.psbt"),
      "--yes")
    #expect(signed.code == .done, "\(signed.err)")
    let after = desk.run("log", "--json")
    #expect(after.json.arrayValue?.count == 2)
    #expect(after.json.arrayValue?.contains { $0["fee"]?.intValue == 705 } == true)
  }

  @Test func `without a chain has its log linked when it is opened, with the same words each time`()
    throws
  {
    let desk = try Self.desk("version-5")
    let first = desk.run("log", "verify", "--json")
    #expect(first.code == .done, "\(first.err)")
    #expect(first.json["entries"]?.intValue == 2 && first.json["older"]?.intValue == 2)
    // Pinned: whoever noted them before the first save must find them afterwards.
    #expect(first.json["words"]?.stringValue == "plate talent health across", "\(first.out)")
    let text = desk.run("log", "verify").out
    #expect(text.contains("The first 2 were written by an earlier version"), "\(text)")
    let answers = desk.run("log", "--json").json[1]?["answers"]?[0]
    #expect(answers?["name"]?.stringValue == "R33" && answers?["by"]?.stringValue == "not kept")
    let descriptor = try desk.account()
    let signed = desk.run(
      "sign", try desk.write(PaymentFixture().psbt(from: descriptor)), "--out", desk.path("a.psbt"),
      "--yes")
    #expect(signed.code == .done, "\(signed.err)")
    let then = desk.run("log", "verify", "--entries", "2", "--json")
    #expect(then.json["words"] == first.json["words"] && then.json["all"]?.intValue == 3)
    #expect(desk.run("log", "verify", "--json").json["words"] != first.json["words"])
  }

  @Test func `with seeds in the open opens each of them, and is saved with all of them sealed`()
    throws
  {
    let desk = try Self.desk("version-6")
    let seeds = desk.run("seed", "list", "--json").json
    #expect(seeds.arrayValue?.map { $0["words"]?.intValue } == [12, 12, nil], "\(seeds)")
    let words = desk.run("log", "verify", "--json").json["words"]?.stringValue
    #expect(words == "talent track among walk")
    // Before and after the first save that seals them.
    for round in 0..<2 {
      for (name, text) in [
        ("first", "abandon abandon abandon"), ("second", "legal winner thank year"),
      ] {
        let shown = desk.run("seed", "show", name, answers: [name, ""])
        #expect(shown.code == .done, "\(shown.err)")
        let found = shown.terminal.split { !$0.isLetter }.joined(separator: " ")
        #expect(found.contains(text), "\(round)")
      }
      let kept = desk.run(
        "account", "export", "second", "--script", "tr", "--out", desk.path("\(round).txt"))
      #expect(kept.code == .done, "\(kept.err)")
      #expect(kept.err.contains("is kept in the vault; its fingerprint is"), "\(kept.err)")
      let lone = desk.run("seed", "show", "paper", answers: ["paper", ""])
      #expect(lone.code == .done && lone.terminal.contains("c"), "\(lone.err)")
      let signed = desk.run(
        "sign",
        try desk.write(
          PaymentFixture(payment: 9_000_000 + Int64(round), coinIndex: UInt32(round))
            .psbt(from: desk.account())), "--out", desk.path("\(round).psbt"), "--yes",
        "--accept", "R33")
      #expect(signed.code == .done, "\(signed.err)")
    }
    #expect(desk.run("log", "verify", "--json").json["entries"]?.intValue == 4)
  }

  @Test func `whose log knows payments alone keeps its words, and a text comes behind them`() throws
  {
    let desk = try Self.desk("version-7")
    let first = desk.run("log", "verify", "--json")
    #expect(first.json["entries"]?.intValue == 2, "\(first.err)")
    #expect(first.json["words"]?.stringValue == "scale message gauge boss", "\(first.out)")
    let request = try desk.write("signmessage m/84h/1h/0h/0/0 ascii:Hello World", to: "request.txt")
    let signed = desk.run(
      "message", "sign", request, "--wallet", "first-wpkh-0", "--out", desk.path("signed.txt"),
      "--yes")
    #expect(signed.code == .done, "\(signed.err)")
    let then = desk.run("log", "verify", "--entries", "2", "--json")
    #expect(then.json["words"] == first.json["words"] && then.json["all"]?.intValue == 3)
    let log = desk.run("log", "--json").json
    #expect(log[1]?["sent"]?.intValue == 1_000_000)
    #expect(log[2]?["beginning"]?.stringValue == "Hello World")
  }

  /// A home with a vault that an earlier version wrote.
  private static func desk(_ version: String) throws -> Desk {
    let desk = try Desk()
    _ = try desk.write("velvet orbit claim dune tuna lamp\n", to: "passphrase")
    let source = Vectors.packageRoot.appending(path: "Tests/OldVaults/\(version)").path
    let home = desk.path("home")
    let files = FileManager.default
    try files.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try files.copyItem(atPath: source, toPath: "\(home)/vault")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(home)/vault")
    return desk
  }
}
