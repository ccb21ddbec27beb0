import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// What `pay` puts into a transaction beside who gets how much.
@Suite struct PaymentOptionsTests {
  private static let other = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"

  private func pay(_ desk: Desk, _ more: String...) -> [String] {
    [
      "pay", "savings", "--fee-rate", "5", "--json", "--out",
      desk.path("\(UUID().uuidString).psbt"),
    ]
      + more
  }

  /// What each address gets.
  private func paid(_ ran: Desk.Run) -> [String: Int64] {
    (ran.json["outputs"]?.arrayValue ?? []).reduce(into: [:]) {
      $0[$1["address"]?.stringValue ?? ""] = $1["amount"]?.integerValue
    }
  }

  @Test func `the fee is taken from all recipients, or from those that are named`() async throws {
    let desk = try await Desk.practising("0.5")
    let both = ["--to", "\(Desk.elsewhere)=0.1", "--to", "\(Self.other)=0.2"]
    let all = await desk.execute(pay(desk, "--subtract-fee") + both)
    let fee = try #require(all.json["fee"]?.integerValue, "\(all.err)")
    #expect(all.json["subtracted"]?.integerValue == fee)
    #expect(paid(all)[Desk.elsewhere] == 10_000_000 - fee / 2 - fee % 2)
    #expect(paid(all)[Self.other] == 20_000_000 - fee / 2)
    #expect(all.json["change"]?["amount"]?.integerValue == 20_000_000)
    await desk.run("cancel", "1", "--yes")

    let one = await desk.execute(pay(desk, "--subtract-fee-from", Self.other) + both)
    #expect(paid(one)[Desk.elsewhere] == 10_000_000, "\(one.err)")
    #expect(paid(one)[Self.other] == 20_000_000 - (one.json["fee"]?.integerValue ?? 0))
    await desk.run("cancel", "2", "--yes")

    // The whole coin, with nothing over: without the option it would not reach.
    let whole = ["--to", "\(Desk.elsewhere)=0.5"]
    await desk.fails(pay(desk) + whole, saying: "insufficient funds")
    let rest = await desk.execute(pay(desk, "--subtract-fee") + whole)
    #expect(rest.json["change"] == .null, "\(rest.err)")
    #expect(paid(rest)[Desk.elsewhere] == 50_000_000 - (rest.json["fee"]?.integerValue ?? 0))
    await desk.run("cancel", "3", "--yes")

    await desk.fails(
      pay(desk, "--subtract-fee", "--to", "\(Desk.elsewhere)=all"),
      saying: "already pays the fee")
    await desk.fails(
      pay(desk, "--subtract-fee", "--to", "\(Self.other)=0.1", "--to", "\(Desk.elsewhere)=400sat"),
      saying: "cannot be taken from the 400 sat")
    await desk.fails(
      pay(desk, "--subtract-fee-from", Desk.elsewhere, "--to", "\(Self.other)=0.1"),
      saying: "nothing is paid to", code: .wrongUsage)
    await desk.fails(
      pay(desk, "--subtract-fee", "--subtract-fee-from", Self.other) + both, code: .wrongUsage)
  }

  @Test func `data is carried by an output without money, and shown`() async throws {
    let desk = try await Desk.practising("0.5")
    let to = ["--to", "\(Desk.elsewhere)=0.1"]
    let ran = await desk.execute(pay(desk, "--data-text", "hello world") + to)
    let outputs = ran.json["outputs"]?.arrayValue ?? []
    let carried = try #require(outputs.first { $0["data"] != .null }, "\(ran.err)")
    #expect(carried["data"]?.stringValue == "68656c6c6f20776f726c64")
    #expect(carried["amount"]?.intValue == 0 && outputs.count == 3)
    // Where it holds the only coin, what it does is said in a sentence.
    let held = await desk.fails(pay(desk, "--to", "\(Desk.elsewhere)=all"))
    #expect(held.err.contains("0.10000000 BTC to \(Desk.elsewhere), fee"), "\(held.err)")
    await desk.run("cancel", "1", "--yes")
    let text = await desk.execute(
      pay(desk, "--data-text", "hello world").filter { $0 != "--json" } + to)
    #expect(text.out.contains("carries  0.00000000  data 68656c6c6f20776f726c64 (hello world)"))
    await desk.run("cancel", "2", "--yes")
    let most = String(repeating: "ab", count: 80)
    let hex = await desk.execute(pay(desk, "--data", most) + to)
    #expect(
      hex.json["outputs"]?.arrayValue?.contains { $0["data"]?.stringValue == most } == true)
    await desk.run("cancel", "3", "--yes")
    await desk.fails(pay(desk, "--data", most + "ab") + to, saying: "81 bytes of data")
    await desk.fails(pay(desk, "--data", "") + to, saying: "0 bytes of data")
    await desk.fails(
      pay(desk, "--data", "hello") + to, saying: "two hexadecimal digits", code: .wrongUsage)
    await desk.fails(
      pay(desk, "--data", "ab", "--data-text", "a") + to, code: .wrongUsage)
    await desk.fails(
      pay(desk, "--data", "ab", "--as", "multisig") + to, saying: "no place for --data",
      code: .wrongUsage)
  }

  @Test(
    arguments: [
      ("900000", 900_000), ("2030-01-31", 1_896_048_000), ("2030-01-31T12:30", 1_896_093_000),
      ("2028-02-29", 1_835_395_200), ("1999-12-31", 946_598_400), ("2106-02-07", 4_294_944_000),
    ] as [(String, UInt32)])
  func `a lock time is a block, a day or a minute`(text: String, value: UInt32) {
    #expect(LockTimeArgument(argument: text)?.value.rawValue == value)
  }

  @Test(arguments: [
    "0", "500000000", "-1", "2027-02-29", "2030-13-01", "2030-00-10", "2030-1-31",
    "2030-01-31T24:00",
    "2030-01-31 12:00", "1970-01-01", "2200-01-01", "", "soon", "2030-01-31T", "99999999999",
  ])
  func `what is no lock time is refused`(text: String) {
    #expect(LockTimeArgument(argument: text) == nil)
  }

  @Test func `a lock time stands in the transaction, which says so`() async throws {
    let desk = try await Desk.practising("0.5")
    let ran = await desk.execute(
      pay(desk, "--to", "\(Desk.elsewhere)=0.1", "--lock-time", "900000"))
    #expect(ran.json["lockTime"]?.intValue == 900_000, "\(ran.err)")
    #expect(ran.err.contains("It can confirm only after block 900000"))
    await desk.fails(
      pay(desk, "--to", "\(Desk.elsewhere)=0.1", "--lock-time", "soon"), code: .wrongUsage)
  }

  @Test func `rates below 1 sat per vB are taken where the node relays them`() async throws {
    let desk = try await Desk.practising("0.5")
    let pay = { (rate: String) in
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", rate, "--json", "--out",
        desk.path("\(rate).psbt"),
      ]
    }
    let low = await desk.execute(pay("0.3"))
    // 141 vB at 0.3 sat/vB are 42.3 sat.
    #expect(low.json["fee"]?.intValue == 43, "\(low.err)")
    await desk.run("cancel", "1", "--yes")
    await desk.fails(pay("0.05"), saying: "the node relays nothing below 0.1 sat/vB")
  }

  @Test func `the recipients stand in any order`() async throws {
    let desk = try await Desk.practising("0.5")
    var orders: Set<[Int64]> = []
    for number in 1...24 where orders.count < 4 {
      let ran = await desk.execute(
        pay(desk, "--no-sync", "--to", "\(Desk.elsewhere)=0.1", "--to", "\(Self.other)=0.2"))
      orders.insert(
        (ran.json["outputs"]?.arrayValue ?? []).compactMap { $0["amount"]?.integerValue })
      await desk.run("cancel", "\(number)", "--yes")
    }
    #expect(orders.count >= 4)
    #expect(Set(orders.map { $0.firstIndex(of: 10_000_000) }).count > 1)
  }
}
