import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// `network`, and payments on a network of a home's own.
@Suite struct NetworkCommandTests {
  private static let lab =
    #"{"name":"lab","kind":"signet","challenge":"51","replayLock":true,"unit":"LAB"}"#
  /// BIP-173's example.
  private static let elsewhere = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"

  /// A home with a practice chain of a signet of its own, and half a coin.
  private func practising(_ entry: String = lab) async throws -> Desk {
    let desk = try Desk()
    let file = try desk.write(entry, to: "lab.json")
    for words in [
      ["network", "add", file, "--yes"], ["node", "add", "practice", "rehearsal://lab"],
      ["wallet", "create", "savings", Desk.account],
    ] {
      let ran = await desk.execute(words)
      try #require(ran.code == .done, "\(ran.err)")
    }
    let address = await desk.run("receive", "savings", "--json").json["address"]?.stringValue
    await desk.run("rehearse", "fund", try #require(address), "0.5")
    await desk.run("rehearse", "mine")
    try #require(await desk.run("sync", "savings").code == .done)
    return desk
  }

  @Test func `networks are listed, shown, written, corrected and forgotten`() async throws {
    let desk = try Desk()
    let listed = await desk.run("network", "list", "--json")
    let names = (listed.json.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    #expect(names.prefix(5) == ["mainnet", "testnet3", "testnet4", "signet", "regtest"])
    #expect(names.contains("ecash") && names.contains("l2l-signet"))
    let file = desk.path("ecash.json")
    let shown = await desk.run("network", "show", "ecash", "--out", file)
    #expect(shown.out.contains("964000") && shown.out.contains("worth money"), "\(shown.err)")
    // No entry of a network that everybody knows, and no file is overwritten unasked.
    await desk.fails(["network", "show", "mainnet", "--out", file], saying: "has no entry")
    await desk.fails(["network", "show", "ecash", "--out", file], saying: "exists")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let corrected = try desk.write(text.replacing("964000", with: "964001"), to: "corrected.json")
    let added = await desk.run("network", "add", corrected, answers: ["yes"])
    #expect(added.code == .done && added.err.contains("forkHeight: 964000 becomes 964001"))
    #expect(await desk.run("network", "show", "ecash").out.contains("964001"))
    #expect(await desk.run("network", "remove", "ecash").code == .done)
    #expect(await desk.run("network", "show", "ecash").out.contains("964000"))
    await desk.fails(["network", "remove", "ecash"], saying: "no network of your own")
    await desk.fails(
      ["network", "show", "nowhere"], saying: "there is no network called nowhere",
      code: .wrongUsage)
  }

  @Test func `a bad entry is refused with its member, and nothing is kept`() async throws {
    let desk = try Desk()
    for (good, bad, said) in [
      (#""challenge":"51""#, #""challenge":"02aa""#, "challenge is not a script"),
      (
        #""kind":"signet""#, #""kind":"signet","segwit":"bc""#,
        "segwit must be tb, as on every signet"
      ),
      (#""unit":"LAB""#, #""unit":"LAB","unit":"LAB""#, "not the JSON of a network"),
      (#""name":"lab""#, #""name":"mainnet""#, "a network that everybody knows"),
    ] {
      let file = try desk.write(Self.lab.replacing(good, with: bad), to: "bad.json")
      await desk.fails(["network", "add", file, "--yes"], saying: said)
    }
    let declined = await desk.run(
      "network", "add", try desk.write(Self.lab, to: "a"), answers: ["no"])
    #expect(declined.code == .failed)
    let listed = await desk.run("network", "list", "--json").json.arrayValue ?? []
    #expect(listed.allSatisfy { $0["from"]?.stringValue == "built in" })
  }

  @Test func `a payment has the replay lock of its chain and says which chain it is for`()
    async throws
  {
    let desk = try await practising()
    let out = desk.path("a.psbt")
    let pay = ["pay", "savings", "--to", "\(Self.elsewhere)=0.1", "--fee-rate", "5", "--out", out]
    let ran = await desk.execute(pay + ["--json"])
    try #require(ran.code == .done, "\(ran.err)")
    #expect(ran.json["lockTime"]?.intValue == 499_999_999)
    let packet = try PSBT(recognizing: [UInt8](Data(contentsOf: URL(filePath: out))))
    #expect(packet.global.chainTag == "signet:51")
    #expect(packet.unsignedTransaction.inputs.allSatisfy { $0.sequence != .max })
    for (words, said) in [
      (["--lock-time", "900000"], "there is no room for another"),
      (["--as", "multisig"], "no place for the replay lock"),
    ] {
      await desk.fails(pay + ["--force"] + words, saying: said)
    }
  }

  @Test func `on other chains nothing is tagged or locked`() async throws {
    let desk = try await practising(#"{"name":"lab","kind":"signet","challenge":"51"}"#)
    let out = desk.path("a.psbt")
    let ran = await desk.run(
      "pay", "savings", "--to", "\(Self.elsewhere)=0.1", "--fee-rate", "5", "--out", out)
    try #require(ran.code == .done, "\(ran.err)")
    let packet = try PSBT(recognizing: [UInt8](Data(contentsOf: URL(filePath: out))))
    #expect(packet.unsignedTransaction.lockTime != .replayLock)
    #expect(packet.global.chainTag == "signet:51")
    let regtest = try await Desk.practising("0.5")
    let plain = regtest.path("a.psbt")
    await regtest.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out", plain)
    let untagged = try PSBT(recognizing: [UInt8](Data(contentsOf: URL(filePath: plain))))
    #expect(untagged.global.chainTag == nil)
  }

  @Test func `a network with a wallet on it stays`() async throws {
    let desk = try await practising()
    #expect(await desk.run("wallet", "show", "savings").out.contains("is a wallet on lab"))
    // A signet is known by its challenge: only its name goes.
    #expect(await desk.run("network", "remove", "lab").code == .done)
    #expect(await desk.run("wallet", "show", "savings").out.contains("is a wallet on signet:51"))
    let fork = try desk.write(
      #"{"name":"mine","kind":"fork","forkHeight":9,"unit":"MINE","replayLock":true}"#, to: "fork")
    #expect(await desk.run("network", "add", fork, "--yes").code == .done)
    let key =
      "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
    let made = await desk.run(
      "wallet", "create", "forked", key, "--network", "mine", "--script", "wpkh")
    #expect(made.code == .done, "\(made.err)")
    await desk.fails(["network", "remove", "mine"], saying: "in use by the wallet forked")
    // It has the keys and addresses of bitcoin, and never its coins.
    #expect(await desk.run("wallet", "list").out.contains("mine"))
  }

  @Test func `a rehearsal is of practice networks alone`() async throws {
    let desk = try Desk()
    await desk.fails(
      ["node", "add", "x", "rehearsal://ecash"], saying: "no practice network is called ecash")
    await desk.fails(["node", "add", "x", "rehearsal://a/b"], saying: "rehearsal://")
  }
}
