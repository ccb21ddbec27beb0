import Bytes
import NodeClients
import PracticeServers
import TerminalUI
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// What `payments` says of a payment beside its number: when, to whom, how much, and how far it is.
@Suite struct PaymentsListTests {
  private static let payee = Desk.elsewhere

  /// The row of a payment, without the blanks between its cells.
  private func row(_ number: String, _ desk: Desk) async -> String {
    let lines = await desk.run("payments", "--offline").out.split(separator: "\n")
    let line = lines.first { $0.split(separator: " ").first.map(String.init) == number }
    return line?.split(separator: " ").joined(separator: " ") ?? ""
  }

  @Test func `a labelled payment shows its date, its recipient and its amount, too`() async throws {
    let home = try await SentPaymentTests.Home("0.5")
    _ = try await home.pay("--fee-rate", "5", "--label", "rent May")
    #expect(
      await row("1", home.desk)
        == "1 2027-01-15 08:00 alone exported 0/1 0.10000000 705 rent May \(Self.payee)")
    let shown = await home.desk.run("payments", "--payment", "1", "--offline").out
    for words in [
      "Payment 1 of alone, exported\n  rent May\n",
      "  built 2027-01-15 08:00 UTC, last exported 2027-01-15 08:00 UTC\n",
      "pays           0.10000000  \(Self.payee)\n", "back to alone  0.39999295", "\nfee 705 sat\n",
    ] {
      #expect(shown.contains(words), "\(words) in \(shown)")
    }
    for json in [
      await home.desk.run("payments", "--json").json[0],
      await home.desk.run("payments", "--payment", "1", "--json").json,
    ] {
      #expect(json?["paid"] == 10_000_000 && json?["written"] == 1_800_000_000)
      let outputs = json?["outputs"]?.arrayValue ?? []
      #expect(outputs.count == 2)
      #expect(
        outputs.contains { $0["address"]?.stringValue == Self.payee && $0["change"] == false })
      #expect(json?["height"] == .null && json?["confirmations"] == 0 && json?["second"] == .null)
    }
  }

  @Test func `one payment shows the coins that it spends, by number, tag and label`() async throws {
    let home = try await SentPaymentTests.Home("0.5", "0.3")
    let desk = home.desk
    let coins = await desk.run("coins", "alone", "--json").json.arrayValue ?? []
    let large = try #require(coins.first { $0["amount"] == 50_000_000 })
    let small = try #require(coins.first { $0["amount"] == 30_000_000 })
    func name(_ coin: JSONValue) -> String { "\(coin["number"]?.intValue ?? 0)" }
    // One by a label of its own, the other by that of its address.
    await desk.run("label", "alone", name(large), "from the fair")
    await desk.run("label", "alone", small["address"]?.stringValue ?? "", "from Carol")
    await desk.run("label", "alone", name(small), "--tag", "gift")
    _ = try await home.pay(
      "--coin", name(large), "--coin", name(small), "--mix-tags", "--fee-rate", "5")
    let shown = await desk.run("payments", "--payment", "1", "--offline").out
    let lines = shown.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    let head = try #require(lines.firstIndex(of: "It spends 2 coins:"), "\(shown)")
    #expect(lines[head + 1] == "coin BTC tag label")
    #expect(
      Set(lines[(head + 2)...(head + 3)]) == [
        "\(name(large)) 0.50000000 from the fair", "\(name(small)) 0.30000000 gift from Carol",
      ], "\(shown)")
    let json = await desk.run("payments", "--payment", "1", "--offline", "--json").json["coins"]
    #expect(json?.arrayValue?.count == 2)
    for (coin, label) in [(large, "from the fair"), (small, "from Carol")] {
      let found = json?.arrayValue?.first { $0["number"] == coin["number"] }
      #expect(found?["outpoint"] == coin["outpoint"] && found?["amount"] == coin["amount"])
      #expect(found?["label"]?.stringValue == label)
    }
  }

  @Test func `a summary that only lists recipients is no label, and several are counted`()
    async throws
  {
    let home = try await SentPaymentTests.Home("0.5")
    let own = await home.desk.run("receive", "alone", "--json").json["address"]?.stringValue
    _ = try await home.pay("--to", "\(try #require(own))=0.05", "--fee-rate", "5")
    #expect(await row("1", home.desk).hasSuffix(" 0/1 0.10000000 860 \(Self.payee)"))
    _ = await home.desk.run("cancel", "1", "--yes")
    let second = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"
    _ = try await home.pay("--to", "\(second)=0.05", "--fee-rate", "5", "--accept", "R33")
    let line = await row("2", home.desk)
    #expect(line.contains(" 0.15000000 ") && line.hasSuffix(" and 1 other"), "\(line)")
  }

  @Test func `a draft that was never written for a signer is told apart from one that was`()
    async throws
  {
    let home = try await SentPaymentTests.Home("0.5")
    _ = try await home.pay("--fee-rate", "5")
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    let payment = try store.payment(1)
    func words(_ isPartlySigned: Bool, written: Bool) -> String {
      let record = written ? payment : payment.neverWritten
      return PaymentStage(
        payment: record, block: nil, tip: 0, isPartlySigned: isPartlySigned, isReplaced: false
      ).words
    }
    #expect(words(false, written: false) == "draft" && words(false, written: true) == "exported")
    #expect(words(true, written: false) == "partly signed")
    // Written again, at another time.
    let again = ["payments", "--payment", "1", "--offline", "--out", home.desk.path("again.psbt")]
    #expect(await home.desk.execute(again, now: 1_800_000_060).code == .done)
    #expect(try store.payment(1).writtenAt == 1_800_000_060)
  }

  @Test func `the list says who has signed and who is missing`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay("--to", "\(Self.payee)=0.2")
    #expect(await row("1", family.desk).contains(" exported 0/2 "))
    await family.desk.run("collect", try family.file(packet, signedBy: 0))
    #expect(await row("1", family.desk).contains(" partly signed 1/2 "))
    let list = await family.desk.run("payments", "--offline").out
    #expect(list.contains("\nPayment 1: 2 of 3 needed. Signed: ["), "\(list)")
  }

  @Test func `a confirmed payment says in which block it is and how deep`() async throws {
    let home = try await SentPaymentTests.Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    #expect(await row("1", home.desk).contains(" complete 0.1"))
    await home.desk.run("broadcast", number, "--yes")
    #expect(await row("1", home.desk).contains(" sent 0.1"))
    await home.desk.run("rehearse", "mine", "3")
    await home.desk.run("sync", "alone")
    #expect(await row("1", home.desk).contains(" confirmed, 3 deep 0.1"))
    let json = await home.desk.run("payments", "--offline", "--json").json[0]
    let height = try #require(json?["height"]?.intValue)
    #expect(json?["confirmations"] == 3 && json?["time"]?.intValue != nil)
    let shown = await home.desk.run("payments", "--payment", "1", "--offline").out
    #expect(
      shown.contains("\n  in block \(height) of ") && shown.contains(" UTC, 3 deep\n"), "\(shown)")
  }

  @Test func `a payment whose replacement is in a block is called replaced`() async throws {
    let home = try await SentPaymentTests.Home("0.5")
    let first = try await home.complete("--fee-rate", "5")
    await home.desk.run("broadcast", first, "--yes")
    let second = try await home.complete(
      "--replace", first, "--fee-rate", "20", "--accept", "R33")
    await home.desk.run("broadcast", second, "--yes")
    #expect(await row(first, home.desk).contains(" sent 0.1"))
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await row(first, home.desk).contains(" replaced by \(second) 0.1"))
  }

  @Test func `what a second node said last is kept, also when it does not answer later`()
    async throws
  {
    let home = try await SentPaymentTests.Home("0.5")
    let server = try PracticeEsploraServer(folder: home.desk.path("home/rehearsal-practice"))
    let (source, chain) = (try server.source(), home.chain)
    home.desk.source = { $0.name == "other" ? source as any ChainSource : chain }
    await home.desk.run("node", "add", "other", "esplora+https://server.invalid/api")
    await home.desk.run("node", "second", "other")
    let number = try await home.complete("--fee-rate", "5")
    await home.desk.run("broadcast", number, "--yes")
    func second() async -> JSONValue? {
      await home.desk.run("payments", "--offline", "--json").json[0]?["second"]
    }
    let seen: JSONValue = [
      "node": "other", "seen": "mempool", "height": .null, "time": 1_800_000_000,
    ]
    #expect(await second() == seen)
    #expect(await row("1", home.desk).contains(" sent, seen by other 0.1"))
    server.lie("") { _ in .text("busy", status: 503) }
    await home.desk.run("sync", "alone")
    #expect(await second() == seen)
    let shown = await home.desk.run("payments", "--payment", "1", "--offline").out
    #expect(
      shown.contains("\n  seen by other in its mempool, 2027-01-15 08:00 UTC\n"), "\(shown)")
  }
}

extension PaymentRecord {
  /// The same as it is when a program is killed before the payment was written.
  fileprivate var neverWritten: PaymentRecord {
    PaymentRecord(
      number: number, wallet: wallet, walletName: walletName, state: state, standing: standing,
      wasHandedOver: wasHandedOver, wasRefused: wasRefused, isUncertain: isUncertain,
      isUnseen: isUnseen, replacedBy: replacedBy, unsigned: unsigned, final: final, fee: fee,
      summary: summary, created: created)
  }
}
