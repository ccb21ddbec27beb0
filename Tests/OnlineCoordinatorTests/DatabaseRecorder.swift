import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// Makes the records that `Tests/WalletStorageTests/Databases` keeps, with the commands of this commit.
///
/// `DRAWBRIDGE_RECORD_DATABASE=FILE swift test --filter DatabaseRecorder`, then
/// `sqlite3 FILE .dump > Tests/WalletStorageTests/Databases/NAME.sql`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DRAWBRIDGE_RECORD_DATABASE"] != nil))
struct DatabaseRecorder {
  private static let people = SharedPayment.people

  @Test func `records in every state are made and kept`() async throws {
    let desk = try await Desk.practising("0.5", "0.3", "0.2", "0.1")
    let keys = try Self.people.map { try $0.hex() }.joined(separator: ",")
    try await must(
      desk, "wallet", "create", "family", "wsh(sortedmulti(2,\(keys)))", "--accept", "R07")
    try await must(
      desk, "wallet", "create", "old", "pkh(\(try Self.people[0].hex()))", "--accept", "R07")
    for (number, name) in SharedPayment.names.enumerated() {
      try await must(desk, "wallet", "people", "family", "\(number + 1)=\(name)")
    }
    for (wallet, coins) in [
      ("family", ["0.5", "0.4", "0.3", "0.2", "0.15"]), ("old", ["0.6", "0.7"]),
    ] {
      let address = try #require(
        await desk.run("receive", wallet, "--json").json["address"]?.stringValue)
      for coin in coins { try await must(desk, "rehearse", "fund", address, coin) }
      try await must(desk, "label", wallet, address, "the address of \(wallet)")
    }
    try await must(desk, "rehearse", "mine")
    for wallet in ["savings", "family", "old"] { try await must(desk, "sync", wallet) }
    try await must(desk, "node", "add", "second", "rehearsal://")
    try await must(desk, "node", "second", "second")
    let entry = #"{"name":"lab","kind":"signet","challenge":"51","replayLock":true}"#
    try await must(desk, "network", "add", try desk.write(entry, to: "lab.json"), "--yes")
    let signet = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
    try await must(desk, "recipient", "add", "elsewhere", signet, "--network", "lab")

    // 1 a draft with a change place, 2 given up, 3 a draft with one signature of two.
    _ = try await pay(desk, "savings", "0.45", "--label", "rent May")
    _ = try await pay(desk, "savings", "0.25")
    try await must(desk, "cancel", "2", "--yes")
    let half = try await pay(desk, "family", "0.45")
    _ = await desk.run("collect", try signed(half, desk, "half", by: 1))
    // 4 complete, 5 confirmed, 6 complete and soon in conflict, 7 sent, 8 of a legacy wallet, sent.
    for (amount, count) in [("0.35", 2), ("0.25", 2), ("0.14", 2)] {
      let packet = try await pay(desk, "family", amount)
      try await must(desk, "collect", try signed(packet, desk, "a\(amount)", by: count))
    }
    try await must(desk, "broadcast", "5", "--yes")
    try await must(desk, "rehearse", "mine")
    try await must(desk, "sync", "family")
    try await conflict(desk)
    for (wallet, amount, people) in [("family", "0.05", 2), ("old", "0.55", 1)] {
      let packet = try await pay(desk, wallet, amount)
      try await must(desk, "collect", try signed(packet, desk, "b\(amount)", by: people))
    }
    try await must(desk, "broadcast", "7", "--yes")
    try await must(desk, "broadcast", "8", "--yes")
    for wallet in ["savings", "family", "old"] { try await must(desk, "sync", wallet) }
    let states = await desk.run("payments", "--json").json.arrayValue ?? []
    #expect(
      states.compactMap { $0["state"]?.stringValue } == [
        "draft", "cancelled", "draft", "complete", "confirmed", "conflicted", "sent", "sent",
      ])
    _ = try Store(path: desk.path("home/coordinator.sqlite"))
      .restore([], nodes: [], document: Array("{}".utf8), on: .regtest)
    let file = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_RECORD_DATABASE"])
    try FileManager.default.copyItem(atPath: desk.path("home/coordinator.sqlite"), toPath: file)
  }

  /// Lets a copy of the home spend the coin of payment 6, and shows this one the copy's chain.
  private func conflict(_ desk: Desk) async throws {
    let copy = try Desk()
    try FileManager.default.copyItem(atPath: desk.path("home"), toPath: copy.path("home"))
    try await must(copy, "cancel", "6", "--yes")
    let packet = try await pay(copy, "family", "0.149")
    try await must(copy, "collect", try signed(packet, copy, "c", by: 2))
    try await must(copy, "broadcast", "7", "--yes")
    try await must(copy, "rehearse", "mine")
    let chain = "home/rehearsal-practice"
    try FileManager.default.removeItem(atPath: desk.path(chain))
    try FileManager.default.copyItem(atPath: copy.path(chain), toPath: desk.path(chain))
    try await must(desk, "sync", "family")
  }

  private func must(_ desk: Desk, _ arguments: String...) async throws {
    let run = await desk.execute(arguments)
    try #require(run.code == .done, "\(arguments): \(run.err)")
  }

  private func pay(
    _ desk: Desk, _ wallet: String, _ amount: String, _ more: String...
  ) async throws -> PSBT {
    // The smallest coin that is enough, so that no draw decides what is left for the next.
    let wanted = try Amount(btcNumber: amount).satoshis
    let coins = await desk.run("coins", wallet, "--json").json.arrayValue ?? []
    let free = coins.filter {
      $0["state"] == "spendable" && ($0["amount"]?.integerValue ?? 0) > wanted
    }
    let least = free.min { ($0["amount"]?.integerValue ?? 0) < ($1["amount"]?.integerValue ?? 0) }
    let coin = try #require(least?["outpoint"]?.stringValue)
    let file = desk.path("\(wallet)-\(amount).psbt")
    let run = await desk.execute(
      // The same address is paid again and again.
      ["pay", wallet, "--to", "\(Desk.elsewhere)=\(amount)", "--fee-rate", "5", "--out", file]
        + ["--accept", "R33"]
        + ["--coin", coin] + more)
    try #require(run.code == .done, "\(run.err)")
    return try PSBT(decoding: [UInt8](Data(contentsOf: URL(filePath: file))))
  }

  /// The file that so many people's signers write, one after the other.
  private func signed(
    _ packet: PSBT, _ desk: Desk, _ name: String, by count: Int
  ) throws -> String {
    var packet = packet
    for person in Self.people.prefix(count) { packet = try person.sign(packet) }
    let path = desk.path("\(name).psbt")
    try Data(packet.encoded()).write(to: URL(filePath: path))
    return path
  }
}
