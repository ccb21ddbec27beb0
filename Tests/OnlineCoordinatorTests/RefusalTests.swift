import Bytes
import Foundation
import QRTransport
import TerminalUI
import TestSupport
import Testing

/// Every refusal names its rule, what is wrong and where, and what to do about it; the rule once.
@Suite struct `What is refused says by which rule, what and where` {
  /// Runs a command for each sample and holds what is said against it.
  private func check(
    _ samples: [RefusalSample], as name: String, on desk: Desk,
    location: SourceLocation = #_sourceLocation, _ arguments: (RefusalSample) throws -> [String]
  ) async throws {
    var refusals: [Refusal] = []
    for sample in samples {
      let ran = await desk.execute(try arguments(sample))
      let refusal = Refusal(of: sample, in: ran.err)
      #expect(refusal.faults == [] && ran.code != .done, "\(refusal)", sourceLocation: location)
      refusals.append(refusal)
    }
    try Refusal.record(refusals, as: "coordinator-\(name)")
  }

  /// The bytes of a sample in a file, by its path.
  private func file(_ sample: RefusalSample, on desk: Desk) throws -> String {
    let path = desk.path("bad.txt")
    try Data(sample.content).write(to: URL(filePath: path))
    return path
  }

  @Test func `packets, payloads and resources given to collect`() async throws {
    let desk = try await Desk.practising()
    let resources = try RefusalSamples.resources { type, cbor in
      try UR(type: type, cbor: cbor).text
    }
    let samples = RefusalSamples.packets + RefusalSamples.payloads + resources
    #expect(samples.count >= 75)
    try await check(samples, as: "payments", on: desk) { ["collect", try file($0, on: desk)] }
    #expect(await desk.run("payments", "--json").json == .array([]))
  }

  @Test func `logs given to reconcile`() async throws {
    let desk = try await Desk.practising()
    #expect(RefusalSamples.logs.count >= 9)
    try await check(RefusalSamples.logs, as: "logs", on: desk) {
      ["reconcile", try file($0, on: desk)]
    }
  }

  @Test func `wallets given to wallet import`() async throws {
    let desk = try await Desk.practising()
    #expect(RefusalSamples.wallets.count >= 55)
    try await check(RefusalSamples.wallets, as: "wallets", on: desk) {
      ["wallet", "import", "family", "--from", try file($0, on: desk), "--yes"]
    }
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
  }

  @Test(arguments: ["R00", "R35", "R99", "R+1", "R1", "X04", "R٠٤", "all"])
  func `only a rule of the law can be accepted`(name: String) async throws {
    let desk = try await Desk.practising("0.5")
    let pay = ["pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--out", desk.path("a.psbt")]
    await desk.fails(pay + ["--accept", name], saying: "--accept", code: .wrongUsage)
    #expect(await desk.execute(pay + ["--accept", "r33"]).code == .done)
  }

  @Test func `recipients, amounts and coins given to pay`() async throws {
    let desk = try await Desk.practising("0.5")
    let good = Desk.elsewhere
    let samples: [RefusalSample] = [
      .init("no amount", good, nil, good, "no amount"),
      .init("no unit", "\(good)=5", nil, "unit"),
      .init("a comma", "\(good)=0,5", nil, "character 2"),
      .init("nine decimals", "\(good)=0.123456789", nil, "8 decimals"),
      .init("more than there is", "\(good)=21000001.0", "R03", "21 million"),
      .init("dust", "\(good)=100sat", "R15", good, "dust"),
      .init("more than the wallet has", "\(good)=20.0", nil, "insufficient", "50000000"),
      .init(
        "the main network", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4=0.1", "R11", "mainnet",
        "regtest"),
      .init("a wrong letter", "\(good.replacing("6qejx", with: "6qeqx"))=0.1", nil, "character 15"),
      .init("cut short", "\(good.dropLast(6))=0.1", nil, "BIP-173"),
      .init(
        "Base58 with a wrong letter", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfM=0.1", nil, "checksum"),
      .init("a word", "nowhere=0.1", nil, "nowhere", "address"),
      .init(
        "a URI with an amount that is none", "bitcoin:\(good)?amount=1e3", nil, "BIP-321", "amount"),
      .init(
        "a URI that demands what is not known", "bitcoin:\(good)?amount=0.1&req-x=1", nil,
        "BIP-321", "req-x"),
      .init("a URI of bad text", "bitcoin:\(good)?amount=0.1&label=%zz", nil, "BIP-321", "percent"),
      .init("a URI of lightning alone", "bitcoin:?lightning=lnbc1&amount=0.1", nil, "lightning"),
      .init(
        "a URI of the main network",
        "bitcoin:?bc=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4&amount=0.1", "R11", "regtest"),
      .init("a URI without an amount", "bitcoin:\(good)", nil, "no amount"),
    ]
    try await check(samples, as: "recipients", on: desk) {
      ["pay", "savings", "--to", $0.text, "--fee-rate", "5", "--out", desk.path("p.psbt")]
    }
    let txid = String(repeating: "ab", count: 32)
    let listed = await desk.run("coins", "savings", "--json").json
    let frozen = try #require(listed[0]?["outpoint"]?.stringValue)
    await desk.run("freeze", "savings", frozen)
    let coins: [RefusalSample] = [
      .init("an unknown one", "\(txid):0", nil, "\(txid):0"),
      .init("a frozen one", frozen, nil, frozen, "frozen"),
    ]
    try await check(coins, as: "coins", on: desk) {
      [
        "pay", "savings", "--to", "\(good)=0.1", "--coin", $0.text, "--fee-rate", "5", "--out",
        desk.path("p.psbt"),
      ]
    }
    #expect(!FileManager.default.fileExists(atPath: desk.path("p.psbt")))
  }

  @Test func `nodes given to node add`() async throws {
    let desk = try Desk()
    let samples: [RefusalSample] = [
      .init("no scheme", "localhost:8332", nil, "URL", "scheme"),
      .init("a scheme that is not known", "ftp://localhost:21", nil, "ftp"),
      .init("no host", "http://", nil, "URL"),
      .init("a port that is none", "http://localhost:99999", nil, "URL", "port"),
      .init(
        "a QuickConnect link across the internet", "btcstandup://u:p@example.com:8332/?label=x",
        nil,
        "example.com"),
    ]
    try await check(samples, as: "nodes", on: desk) { ["node", "add", "home", $0.text] }
  }

  @Test func `servers given to backup auto`() async throws {
    let desk = try Desk()
    let samples: [RefusalSample] = [
      .init("no scheme", "backups.example.org", nil, "backup server", "https://"),
      .init("a node", "electrum://127.0.0.1:50001", nil, "backup server", "https://"),
      .init("no encryption", "http://backups.example.org", nil, "encryption"),
      .init("a password", "https://me:sesame@backups.example.org", nil, "no password"),
      .init("a port that is none", "https://backups.example.org:99999", nil, "port"),
      .init("a question", "https://backups.example.org/a?b=c", nil, "path"),
    ]
    try await check(samples, as: "backup servers", on: desk) {
      ["backup", "auto", "--server", $0.text]
    }
  }
}
