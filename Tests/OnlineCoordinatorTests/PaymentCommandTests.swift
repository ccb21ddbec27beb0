import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import RecordingScreens
import TerminalUI
import Testing
import TransactionReview

@testable import OnlineCoordinator

@Suite struct PaymentCommandTests {
  @Test func `a payment is built, listed and given up`() async throws {
    let desk = try await Desk.practising("0.5")
    let file = desk.path("unsigned.psbt")
    let built = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.12", "--fee-rate", "5", "--out", file,
      "--json"
    ).json
    #expect(built["payment"]?.intValue == 1)
    #expect(built["fee"]?.intValue == 705 && built["feeRate"]?.numberText == "5")
    #expect(built["inputs"]?.arrayValue?.count == 1)
    #expect(built["outputs"]?.arrayValue?.count == 2)
    #expect(built["change"]?["amount"]?.intValue == 50_000_000 - 12_000_000 - 705)
    let packet = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    #expect(packet.unsignedTransaction.lockTime.rawValue <= 120)
    // The words that a signer shows: its review makes them in the same way, of the same bytes.
    let words = "\(packet.unsignedTransaction.checkWords)"
    #expect(built["words"]?.stringValue == words)
    let listed = await desk.run("payments", "--payment", "1", "--json").json
    #expect(listed["words"]?.stringValue == words)
    #expect(await desk.run("payments", "--payment", "1").out.contains("\n  Words: \(words) ("))
    // Its only coin is held now.
    await desk.fails(
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("other.psbt"),
      ], saying: "no coin")
    #expect(!FileManager.default.fileExists(atPath: desk.path("other.psbt")))
    #expect(await desk.run("balance", "savings", "--json").json["locked"]?.intValue == 50_000_000)
    let unsigned = await desk.run("collect", file, "--json")
    #expect(unsigned.code == .needsSignatures)
    #expect(unsigned.json["complete"] == false && unsigned.json["missing"]?.intValue == 1)
    #expect(unsigned.json["words"]?.stringValue == words)
    #expect(await desk.run("collect", file).out.contains("Words: \(words) (compare with each"))
    await desk.fails(["broadcast", "1"], saying: "still needs signatures")
    await desk.fails(["cancel", "1"])
    #expect(await desk.run("cancel", "1", answers: ["no"]).code == .failed)
    #expect(await desk.run("cancel", "1", "--yes").code == .done)
    await desk.fails(["collect", file], saying: "cancelled")
    let states = await desk.run("payments", "--json").json.arrayValue ?? []
    #expect(states.map { $0["state"]?.stringValue } == ["cancelled"])
  }

  @Test func `whatever shows a payment on the terminal can watch the other screen meanwhile`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let film = try desk.write(
      "YUV4MPEG2 W16 H16 F10:1 Cmono\nFRAME\n" + String(repeating: " ", count: 256), to: "film.y4m")
    let looks = [String](repeating: RecordingScreen.keys, count: 3)
    let pay = [
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.12", "--fee-rate", "5", "--both-ways",
    ]
    // Before anything is recorded.
    await desk.fails(
      pay + ["camera:/dev/video-none", "--out", "terminal"], saying: "there is no such device")
    await desk.fails(
      pay + [film, "--out", desk.path("a.psbt")], saying: "only with QR codes on the terminal",
      code: .wrongUsage)
    #expect(await desk.run("payments").out.contains("No payments."))
    let payments = ["payments", "--payment", "1", "--both-ways", film]
    #expect(await desk.execute(pay + [film, "--out", "terminal"], answers: looks).watched)
    #expect(await desk.execute(payments + ["--out", "terminal"], answers: looks).watched)
    let alone = await desk.execute(
      Array(payments.prefix(3)) + ["--out", "terminal"], answers: looks)
    #expect(alone.terminal.contains("Enter to stop") && !alone.watched)
    for command in [payments, ["collect", film, "--both-ways", film]] {
      await desk.fails(command, saying: "--both-ways needs --out terminal", code: .wrongUsage)
    }
    await desk.fails(
      ["collect", film, "--both-ways", film, "--out", desk.path("b.txn")],
      saying: "only with QR codes on the terminal", code: .wrongUsage)
  }

  @Test func `all that is left goes out, and change indices are not used twice`() async throws {
    let desk = try await Desk.practising("0.5")
    var changes: Set<String> = []
    for number in 1...3 {
      let built = await desk.run(
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "2", "--out",
        desk.path("\(number).psbt"), "--json"
      ).json
      changes.insert(try #require(built["change"]?["address"]?.stringValue))
      await desk.run("cancel", "\(number)", "--yes")
    }
    #expect(changes.count == 3)
    let all = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=all", "--fee-rate", "3", "--out", "-")
    #expect(all.out.hasPrefix("cHNidP"))
    let packet = try PSBT(recognizing: Array(all.out.utf8))
    #expect(packet.unsignedTransaction.outputs.count == 1)
  }

  /// A wallet of two coins, one of them held by payment 1, which is called rent.
  private static func halfHeld() async throws -> Desk {
    let desk = try await Desk.practising("0.5", "0.3")
    let coins = await desk.run("coins", "savings", "--json").json.arrayValue ?? []
    let large = coins.first { $0["amount"]?.intValue == 50_000_000 }?["outpoint"]?.stringValue
    let built = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.4", "--fee-rate", "5", "--label", "rent",
      "--coin", try #require(large), "--out", desk.path("first.psbt"))
    try #require(built.code == .done, "\(built.err)")
    return desk
  }

  private static func payAll(_ desk: Desk, _ name: String) -> [String] {
    [
      "pay", "savings", "--to", "\(Desk.elsewhere)=all", "--fee-rate", "5", "--out",
      desk.path(name),
    ]
  }

  @Test func `all names the payment that holds coins, and goes on only when told to`() async throws
  {
    let desk = try await Self.halfHeld()
    let refused = await desk.fails(
      Self.payAll(desk, "all.psbt"), saying: "`all` does not cover every coin of savings")
    #expect(
      refused.err.contains("0.50000000 BTC in 1 coin, held by payment 1 (draft, called rent)"))
    #expect(refused.err.contains("0.40000000 BTC to \(Desk.elsewhere), fee 705 sat"))
    #expect(refused.err.contains("Spendable now: 0.30000000 BTC in 1 coin."))
    #expect(refused.err.contains("to pay all of it: run `cancel 1`; or add --without-held"))
    #expect(!FileManager.default.fileExists(atPath: desk.path("all.psbt")))
    // A person is asked, and `no` is not consent.
    let declined = await desk.execute(Self.payAll(desk, "all.psbt"), answers: ["no"])
    #expect(declined.code == .failed && declined.err.contains("held by payment 1"))
    #expect(declined.terminal.contains("Pay only the 0.30000000 BTC that can be spent now?"))
    // What is left out stands where the question is, also when the talk goes to a file.
    let hidden = await desk.execute(
      Self.payAll(desk, "all.psbt"), answers: ["no"], talkIsSeen: false)
    #expect(hidden.terminal.contains("0.50000000 BTC in 1 coin, held by payment 1"))
    let told = await desk.execute(Self.payAll(desk, "all.psbt") + ["--without-held", "--json"])
    #expect(told.code == .done, "\(told.err)")
    #expect(told.json["inputs"]?[0]?["amount"]?.intValue == 30_000_000)
    #expect(told.json["leftOut"]?[0]?["payment"]?.intValue == 1)
    #expect(told.json["leftOut"]?[0]?["amount"]?.intValue == 50_000_000)
    // Nothing is free any more: the option cannot help, the payments are named.
    let none = await desk.fails(
      Self.payAll(desk, "none.psbt") + ["--without-held"], saying: "held by payment 2")
    #expect(none.err.contains("`cancel 1` and run `cancel 2`"))
  }

  @Test func `all is all once nothing is held, and of coins that are named`()
    async throws
  {
    let desk = try await Self.halfHeld()
    let coins = await desk.run("coins", "savings", "--json").json.arrayValue ?? []
    let free = try #require(
      coins.first { $0["amount"]?.intValue == 30_000_000 }?["outpoint"]?.stringValue)
    let named = await desk.execute(Self.payAll(desk, "named.psbt") + ["--coin", free])
    #expect(named.code == .done, "\(named.err)")
    await desk.run("cancel", "1", "--yes")
    await desk.run("cancel", "2", "--yes")
    let all = await desk.execute(Self.payAll(desk, "all.psbt") + ["--json"])
    #expect(all.code == .done, "\(all.err)")
    #expect(all.json["inputs"]?.arrayValue?.count == 2 && all.json["leftOut"] == [])
  }

  @Test func `all says what is not confirmed yet`() async throws {
    let desk = try await Desk.practising("0.5")
    let address = await desk.run("receive", "savings", "--json").json["address"]?.stringValue
    await desk.run("rehearse", "fund", try #require(address), "0.2")
    await desk.fails(
      Self.payAll(desk, "all.psbt"), saying: "0.20000000 BTC in 1 coin, not confirmed yet")
  }

  @Test func `a fee that is out of proportion is asked about before anything is built`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let pay = { (amount: String, rate: String) in
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=\(amount)", "--fee-rate", rate, "--out",
        desk.path("\(amount)-\(rate).psbt"),
      ]
    }
    let high = await desk.fails(
      pay("0.4", "501"), saying: "the fee rate of 501 sat/vB is above 500 sat/vB (R04)")
    #expect(high.err.contains("--accept R04"))
    await desk.fails(
      pay("0.001", "100"), saying: "the fee of 0.00014100 BTC is more than 10 % of the money")
    await desk.fails(pay("0.01", "100000"), saying: "more than 25 % of the")
    // What is typed is the rule, and a yes is none.
    let habit = await desk.execute(pay("0.4", "501"), answers: ["yes"])
    #expect(habit.code == .failed)
    #expect(await desk.run("payments", "--json").json == [])
    // Nothing was handed out for a payment that did not come about.
    let accepted = await desk.execute(pay("0.4", "501") + ["--accept", "R04", "--json"])
    #expect(accepted.code == .done, "\(accepted.err)")
    let change = await desk.run("wallet", "show", "savings", "--json").json["next"]?[1]?.intValue
    #expect(change == 1)
    await desk.run("cancel", "1", "--yes")
    let typed = await desk.execute(pay("0.4", "600"), answers: ["R04"])
    #expect(typed.code == .done, "\(typed.err)")
  }

  @Test func `the limits of fees are settings of the home, changed with typed consent`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let pay = { (amount: String, rate: String) in
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=\(amount)", "--fee-rate", rate, "--out",
        desk.path("\(amount)-\(rate).psbt"),
      ]
    }
    let change = { (name: String, value: String) in
      await desk.run("settings", name, value, answers: [name])
    }
    #expect(await change("fee-rate-warning", "600").code == .done)
    #expect(await desk.execute(pay("0.4", "501")).code == .done)
    await desk.run("cancel", "1", "--yes")
    await desk.fails(pay("0.4", "601"), saying: "is above 600 sat/vB")
    #expect(await change("fee-warning-percent", "20").code == .done)
    #expect(await desk.execute(pay("0.001", "100")).code == .done)
    await desk.run("cancel", "2", "--yes")
    await desk.fails(pay("0.001", "150"), saying: "is more than 20 % of the money")
    #expect(await change("fee-refusal-percent", "1").code == .done)
    await desk.fails(pay("0.4", "5000"), saying: "is more than 1 % of the 50000000 sat spent")
    let shown = await desk.run("settings", "--json").json
    #expect(shown["fee-rate-warning"] == 600 && shown["fee-refusal-percent"] == 1)
    // Where nothing was set they are those of docs/rules.md.
    let fresh = await (try Desk()).run("settings", "--json").json
    #expect(fresh["fee-warning-percent"] == 10 && fresh["fee-rate-warning"] == 500)
    #expect(fresh["fee-refusal-percent"] == 25)
  }

  @Test func `a payment written to standard output is described beside it`() async throws {
    let desk = try await Desk.practising("0.5")
    let ran = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out", "-")
    #expect(ran.out.hasPrefix("cHNidP") && !ran.out.contains("Payment"))
    #expect(ran.err.contains("Payment 1: 1 coin ("))
    #expect(ran.err.contains("0.10000000  \(Desk.elsewhere)") && ran.err.contains("0.00000705"))
    let packet = try PSBT(recognizing: Array(ran.out.utf8))
    #expect(
      ran.err.contains(
        "\nWords: \(packet.unsignedTransaction.checkWords) (compare with each signer)\nNext: review"
      ))
  }

  @Test func `a payment that standard output did not take holds no coins`() async throws {
    let desk = try await Desk.practising("0.5")
    let pay = ["pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out", "-"]
    // The disk is full (28, ENOSPC).
    let lost = await desk.execute(pay, lossOfResults: 28)
    #expect(lost.code == .failed && !lost.err.contains("Next: review"), "\(lost.err)")
    #expect(await desk.run("payments", "--json").json[0]?["state"] == "cancelled")
    #expect(
      await desk.run("balance", "savings", "--json").json["spendable"]?.intValue == 50_000_000)
  }

  @Test func `an address that reached nobody is handed out to the next who asks`() async throws {
    let desk = try await Desk.practising()
    await desk.fails(
      ["receive", "savings", "--label", "lost", "--out", desk.path("no/such/address.txt")])
    // Standard output that takes nothing: a full device, a closed pipe.
    for options in [[], ["--out", "-"], ["--label", "lost", "--json"]] {
      let screen = RecordingScreen(hasTerminal: false, lossOfResults: ENOSPC)
      let environment = CoordinatorEnvironment(
        home: desk.path("home"), screen: screen, now: { 1_800_000_000 })
      let code = await CoordinatorProgram.run(["receive", "savings"] + options, in: environment)
      #expect(code == .failed, "\(screen.talk)")
    }
    // A file that was written is kept, whatever became of standard output.
    let lost = await desk.execute(
      ["receive", "savings", "--out", desk.path("kept.txt")], lossOfResults: ENOSPC)
    #expect(lost.code == .failed)
    let file = desk.path("address.txt")
    let first = await desk.run("receive", "savings", "--out", file, "--json")
    #expect(first.json["index"]?.intValue == 1, "\(first.err)")
    // What was kept by somebody stays used up.
    await desk.fails(["receive", "savings", "--out", file], saying: "already exists")
    #expect(await desk.run("receive", "savings", "--json").json["index"]?.intValue == 2)
  }

  @Test func `payments that make no sense are refused and hold nothing`() async throws {
    let desk = try await Desk.practising("0.5")
    let out = desk.path("x.psbt")
    func refuse(_ more: String..., saying: String = "", code: TerminalUI.ExitCode = .failed) async {
      await desk.fails(["pay", "savings", "--out", out] + more, saying: saying, code: code)
    }
    await refuse(
      "--to", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4=0.1", "--fee-rate", "5",
      saying: "network")
    await refuse("--to", "\(Desk.elsewhere)=1000.0", "--fee-rate", "5", saying: "insufficient")
    await refuse("--to", "\(Desk.elsewhere)=100sat", "--fee-rate", "5", saying: "dust")
    await refuse("--to", "\(Desk.elsewhere)=1", "--fee-rate", "5")
    await refuse("--to", Desk.elsewhere, "--fee-rate", "5", code: .wrongUsage)
    await refuse(
      "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--target", "3", code: .wrongUsage)
    await refuse("--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "0.01", saying: "relays")
    await refuse("--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "-5", code: .wrongUsage)
    await refuse("--to", "\(Desk.elsewhere)=0.1", "--target", "9999", code: .wrongUsage)
    // Of several the wrong one is named.
    await refuse(
      "--to", "\(Desk.elsewhere)=0.1", "--to", "\(Desk.elsewhere)=1", "--fee-rate", "5",
      saying: "--to \(Desk.elsewhere)=1: ")
    await refuse(code: .wrongUsage)
    await desk.fails(
      ["pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out", "x.bmp"],
      code: .wrongUsage)
    // A folder that is not there: the payment is taken back, its coins are free.
    await desk.fails(
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("no/such/x.psbt"),
      ])
    #expect(
      await desk.run("balance", "savings", "--json").json["spendable"]?.intValue == 50_000_000)
  }

  @Test func `what is no payment of this home is not collected`() async throws {
    let desk = try await Desk.practising("0.5")
    let file = desk.path("unsigned.psbt")
    await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.12", "--fee-rate", "5", "--out", file)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    let other = try await Desk.practising()
    await other.fails(["collect", file], saying: "no coin that is known here")
    await other.fails(["collect", Desk.elsewhere], saying: "not a payment")
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let cut = desk.path("cut")
      try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: cut))
      await desk.fails(["collect", cut])
    }
  }
}

extension Desk.Run {
  /// Whether QR codes were shown while the other screen was watched.
  fileprivate var watched: Bool { terminal.contains(", no report, Enter to stop") }
}
