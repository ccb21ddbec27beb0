import Bytes
import Foundation
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

@Suite struct LabelCommandTests {
  private static let txid = String(repeating: "cd", count: 32)

  @Test func `labels are set as ever, exported, and imported by another home`() async throws {
    let desk = try await Desk.practising("0.1")
    let coin = try #require(
      await desk.run("coins", "savings", "--json").json[0]?["outpoint"]?.stringValue)
    let set = await desk.run("label", "savings", coin, "from the exchange", "--json")
    #expect(set.json["type"] == "output" && set.json["label"] == "from the exchange")
    #expect(await desk.run("label", "set", "savings", Self.txid, "rent").code == .done)
    let file = desk.path("labels.jsonl")
    let written = await desk.run("label", "export", "savings", "--out", file, "--json")
    #expect(written.json["lines"] == 2, "\(written.err)")
    await desk.fails(["label", "export", "savings", "--out", file], saying: "labels.jsonl")
    let text = await desk.run("label", "export", "savings", "--out", "-").out
    #expect(text == (try String(contentsOfFile: file, encoding: .utf8)))

    let other = try await Desk.practising()
    let read = await other.run("label", "import", "savings", "--from", file, "--json")
    #expect(read.json["added"] == 2 && read.json["unused"] == 0, "\(read.err)")
    #expect(await other.run("label", "export", "savings", "--out", "-").out == text)
  }

  @Test func `labels that differ are refused until one of the two is chosen`() async throws {
    let desk = try await Desk.practising()
    await desk.run("label", "savings", Self.txid, "mine")
    let file = try desk.write(
      "{\"type\":\"tx\",\"ref\":\"\(Self.txid)\",\"label\":\"theirs\"}\n", to: "labels.jsonl")
    let refused = await desk.fails(
      ["label", "import", "savings", "--from", file], saying: "from the labels here")
    #expect(refused.err.contains("--replace") && refused.err.contains("--keep"))
    await desk.fails(
      ["label", "import", "savings", "--from", file, "--keep", "--replace"], code: .wrongUsage)
    let kept = await desk.run("label", "import", "savings", "--from", file, "--keep")
    #expect(kept.code == .done && kept.err.contains(Self.txid))
    #expect(await desk.run("label", "export", "savings", "--out", "-").out.contains("mine"))
    await desk.run("label", "import", "savings", "--from", file, "--replace")
    #expect(await desk.run("label", "export", "savings", "--out", "-").out.contains("theirs"))
  }

  @Test func `a file with a secret in it is refused, and nothing of it repeated`() async throws {
    let desk = try await Desk.practising()
    let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
    let key =
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
    let share = "ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw"
    for line in [
      "{\"type\":\"tx\",\"ref\":\"\(Self.txid)\",\"label\":\"\(words)\"}",
      "{\"type\":\"xpub\",\"ref\":\"\(key)\",\"label\":\"my key\"}",
      "{\"type\":\"tx\",\"ref\":\"\(Self.txid)\",\"tag\":\"\(share)\"}",
      "{\"type\":\"output\",\"ref\":\"\(Self.txid):0\",\"tag\":\"\(share)\"}",
      "{\"type\":\"xpub\",\"ref\":\"x\",\"note\":{\"a\":[\"\(key)\"]}}",
      words,
    ] {
      let file = try desk.write(line, to: "labels.jsonl")
      let refused = await desk.fails(["label", "import", "savings", "--from", file], saying: "R22")
      #expect(
        !refused.err.contains("abandon") && !refused.err.contains("xprv9")
          && !refused.err.contains("ms10test"), "\(refused.err)")
    }
    #expect(await desk.run("label", "export", "savings", "--out", "-").out.isEmpty)
  }

  @Test func `controls in a label are shown as escapes, and exported as they were`() async throws {
    let desk = try await Desk.practising()
    let line = "{\"type\":\"tx\",\"ref\":\"\(Self.txid)\",\"label\":\"a\\u001b[2J\\nb\"}\n"
    let file = try desk.write(line, to: "labels.jsonl")
    #expect(await desk.run("label", "import", "savings", "--from", file).code == .done)
    #expect(await desk.run("label", "export", "savings", "--out", "-").out == line)
  }

  @Test func `labels of too many values or too many bytes for a backup are not imported`()
    async throws
  {
    let desk = try await Desk.practising()
    let values = Array(repeating: "1", count: 3_990).joined(separator: ",")
    let line = "{\"type\":\"x\",\"ref\":\"7\",\"a\":[\(values)]}\n"
    let many = try desk.write(String(repeating: line, count: 126), to: "many.jsonl")
    await desk.fails(["label", "import", "savings", "--from", many], saying: "500000 values")
    func lines(_ numbers: Range<Int>, _ value: String) -> String {
      numbers.map { "{\"type\":\"x\",\"ref\":\"\($0)\",\"a\":\(value)}\n" }.joined()
    }
    let long = "\"\(String(repeating: "x", count: 60_000))\""
    let fitting = try desk.write(lines(0..<69, long), to: "fitting.jsonl")
    let more = try desk.write(lines(69..<71, long), to: "more.jsonl")
    let fewer = try desk.write(lines(0..<2, "null"), to: "fewer.jsonl")
    #expect(await desk.run("label", "import", "savings", "--from", fitting).code == .done)
    await desk.fails(["label", "import", "savings", "--from", more], saying: "than 4 MiB")
    #expect(
      await desk.run("label", "import", "savings", "--from", fewer, "--replace").code == .done)
    #expect(await desk.run("label", "import", "savings", "--from", more).code == .done)
  }

  @Test func `a backup that could not be restored is not written`() async throws {
    let desk = try await Desk.practising()
    await desk.run("backup", "key", "--from", try BackupCommandTests.key(desk))
    do {
      let store = try Store(path: desk.path("home/coordinator.sqlite"))
      let long = String(repeating: "x", count: 10_001)
      try store.setLabel(long, on: .transaction, Self.txid, of: store.wallet(named: "savings"))
    }
    let backup = desk.path("home.backup")
    await desk.fails(["backup", "write", "--out", backup], saying: "could not be restored")
    #expect(!FileManager.default.fileExists(atPath: backup))
    await desk.run("label", "savings", Self.txid, "")
    #expect(await desk.run("backup", "write", "--out", backup).code == .done)
  }

  @Test func `all that a file of labels said is in a backup and comes back`() async throws {
    let desk = try await Desk.practising("0.1")
    let coin = try #require(
      await desk.run("coins", "savings", "--json").json[0]?["outpoint"]?.stringValue)
    let text = """
      {"type":"output","ref":"\(coin)","spendable":false}
      {"type":"tx","ref":"\(Self.txid)","label":"rent","height":7}
      {"type":"pubkey","ref":"0283409659355b6d1cc3c32decd5d561abaac86c37a353b52895a5e6c196d6f448","label":"k"}
      {"type":"tx","ref":"\(Self.txid)","label":"not ours","origin":"tr([d34db33f/86'/0'/0'])"}

      """
    let file = try desk.write(text, to: "labels.jsonl")
    #expect(await desk.run("label", "import", "savings", "--from", file).code == .done)
    let before = await desk.run("label", "export", "savings", "--out", "-").out
    await desk.run("backup", "key", "--from", try BackupCommandTests.key(desk))
    let backup = desk.path("home.backup")
    let wrote = await desk.run("backup", "write", "--out", backup)
    #expect(wrote.code == .done, "\(wrote.err)")
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try BackupCommandTests.key(fresh))
    let restored = await fresh.run("backup", "restore", backup, answers: ["yes"])
    #expect(restored.code == .done, "\(restored.err)")
    #expect(restored.terminal.contains("frozen") || restored.out.contains("frozen"))
    #expect(await fresh.run("label", "export", "savings", "--out", "-").out == before)
  }
}
