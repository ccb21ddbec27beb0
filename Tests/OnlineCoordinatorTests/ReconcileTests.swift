import AirgapMessages
import AirgapTransfer
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import RecordingScreens
import TerminalUI
import TestSupport
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// `reconcile`: what a signer signed, held against the chain.
@Suite struct `Reconciling a log` {
  typealias Home = SentPaymentTests.Home
  typealias Entry = SigningLogExport.Entry

  // MARK: What the signer would say

  /// The entry that a signer has of a payment.
  private static func entry(
    _ number: String, _ home: Home, time: Int64 = 1_800_000_000
  ) throws -> Entry {
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    return try entry(try store.payment(Int64(number) ?? 0), time: time)
  }

  private static func entry(_ payment: PaymentRecord, time: Int64 = 1_800_000_000) throws -> Entry {
    Entry(
      time: time, wallet: "alone-there", txid: (payment.final ?? payment.unsigned).txid,
      unsignedTxid: payment.unsigned.txid, sent: 10_000_000, fee: payment.fee.satoshis,
      coins: payment.unsigned.inputs.map(\.previousOutput))
  }

  /// Writes an export of entries.
  private static func log(
    _ home: Home, _ entries: [Entry], leftOut: Int = 0, needsSigner: Bool = true,
    registered: Int64 = 0, network: String = "regtest", to name: String = "log.txt"
  ) throws -> String {
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    let count = entries.count + leftOut
    let head = try Bytes32(hex: String(repeating: "5a", count: 32))
    let log = SigningLogExport(
      network: network, head: count == 0 ? .zero : head, count: count, made: 1_800_000_500,
      wallets: try store.wallets().map {
        .init(
          name: "alone-there", mark: SigningLogExport.mark(of: $0.descriptor),
          registered: registered, needsSigner: needsSigner)
      }, entries: entries)
    let path = home.desk.path(name)
    let console = Console(screen: RecordingScreen(hasTerminal: false))
    try MessageOutput(path, overwriting: true).write(.signingLog(log), on: console)
    return path
  }

  /// Builds, signs and sends a payment.
  private static func sent(
    _ home: Home, _ amount: String = "0.1", mined: Bool = true
  ) async throws -> String {
    let number = try await home.complete("--fee-rate", "5", to: amount)
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    if mined { await home.desk.run("rehearse", "mine") }
    return number
  }

  private static func states(_ run: Desk.Run) -> [String?] {
    (run.json["signed"]?.arrayValue ?? []).map { $0["state"]?.stringValue }
  }

  private static func verdicts(_ run: Desk.Run) -> [String?] {
    (run.json["unsigned"]?.arrayValue ?? []).map { $0["verdict"]?.stringValue }
  }

  // MARK: What was signed

  @Test func `says of each payment that was signed what became of it`() async throws {
    let home = try await Home("0.5", "0.5", "0.5")
    let first = try await Self.sent(home)
    let second = try await Self.sent(home, "0.2", mined: false)
    let third = try await home.complete("--fee-rate", "5", to: "0.3")
    let elsewhere = Entry(
      time: 1, wallet: "old\u{1b}[2J", txid: Txid(.zero), unsignedTxid: Txid(.zero), sent: nil,
      fee: nil, coins: [OutPoint(txid: Txid(.zero), vout: 7)])
    let entries = try [elsewhere] + [first, second, third].map { try Self.entry($0, home) }
    let file = try Self.log(home, entries)
    let ran = await home.desk.run("reconcile", file, "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(Self.states(ran) == ["not-compared", "confirmed", "pending", "unseen"], "\(ran.out)")
    #expect(ran.json["alarm"]?.boolValue == false && ran.json["found"]?.intValue == 2)
    #expect(ran.json["signed"]?[3]?["payment"]?.intValue == Int(third))
    let text = await home.desk.run("reconcile", file, "--no-sync").out
    for part in [
      "words: \(try #require(ran.json["logs"]?[0]?["words"]?.stringValue))", "confirmed in block",
      "in the mempool", "not seen", "old\\u{1b}[2J",
      "1 payment was signed and not seen", "1 payment could not be compared",
      "Every transaction that spent coins of these wallets is in the signer's log.",
    ] { #expect(text.replacing("\n", with: " ").contains(part), "\(part): \(text)") }
  }

  @Test func `names the transaction that took the place of one that was signed`() async throws {
    let home = try await Home("0.5")
    let first = try await home.complete("--fee-rate", "5")
    let second = try await home.complete("--replace", first, "--fee-rate", "20", to: nil)
    try #require(await home.desk.run("broadcast", second, "--yes").code == .done)
    let file = try Self.log(home, [Self.entry(first, home), Self.entry(second, home)])
    let pending = await home.desk.run("reconcile", file, "--json")
    #expect(Self.states(pending) == ["replaced", "pending"], "\(pending.out)\(pending.err)")
    await home.desk.run("rehearse", "mine")
    let ran = await home.desk.run("reconcile", file, "--json")
    #expect(ran.code == .done && Self.states(ran) == ["replaced", "confirmed"], "\(ran.out)")
    let txid = ran.json["signed"]?[1]?["txid"]?.stringValue
    #expect(ran.json["signed"]?[0]?["replacedBy"]?.stringValue == txid)
    for columns in [80, 60] {
      let text = await home.desk.run("reconcile", file, "--no-sync", columns: columns)
      #expect(linesTooWide(text.out, columns: columns) == [], "\(text.out)")
      #expect(text.out.contains("replaced in"), "\(text.out)")
      for name in ["txid", "replacedBy"] {
        let txid = try #require(ran.json["signed"]?[0]?[name]?.stringValue)
        #expect(text.out.contains(txid.prefix(40)), "\(text.out)")
      }
    }
  }

  @Test func `takes the rounds of one payment for one`() async throws {
    let home = try await Home("0.5")
    let number = try await Self.sent(home)
    let entry = try Self.entry(number, home)
    let ran = await home.desk.run("reconcile", try Self.log(home, [entry, entry]), "--json")
    #expect(Self.states(ran) == ["confirmed"], "\(ran.out)")
  }

  // MARK: What was not signed

  @Test func `gives an alarm for a transaction that is in no log`() async throws {
    let home = try await Home("0.5", "0.5")
    let first = try await Self.sent(home)
    let second = try await Self.sent(home, "0.2")
    let file = try Self.log(home, [Self.entry(first, home)])
    let ran = await home.desk.run("reconcile", file, "--json")
    #expect(ran.code == .failed && ran.json["alarm"]?.boolValue == true, "\(ran.out)")
    #expect(Self.verdicts(ran) == ["alarm"] && ran.json["found"]?.intValue == 1)
    let txid = "\(try Self.entry(second, home).txid)"
    #expect(ran.json["unsigned"]?[0]?["txid"]?.stringValue == txid)
    let text = await home.desk.fails(
      ["reconcile", file, "--no-sync"],
      saying: "1 transaction spent coins of alone and is not in the log of the signer")
    #expect(text.out.contains("NOT SIGNED HERE") && text.out.contains(txid), "\(text.out)")
    #expect(!text.out.contains("in the log of the signer."))
    // The log of the other vault that signed it is enough.
    let other = try Self.log(home, [Self.entry(second, home)], to: "other.txt")
    #expect(await home.desk.run("reconcile", file, other).code == .done)
  }

  @Test func `gives an alarm for what is in the mempool, too, and for an empty log`() async throws {
    let home = try await Home("0.5")
    _ = try await Self.sent(home, mined: false)
    let ran = await home.desk.run("reconcile", try Self.log(home, []), "--json")
    #expect(ran.code == .failed && Self.verdicts(ran) == ["alarm"], "\(ran.out)")
  }

  @Test func `gives an alarm for another payment than the one that was signed`() async throws {
    let home = try await Home("0.5")
    let first = try await home.complete("--fee-rate", "5")
    let entry = try Self.entry(first, home)
    let second = try await home.complete("--replace", first, "--fee-rate", "20", to: nil)
    try #require(await home.desk.run("broadcast", second, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    let ran = await home.desk.run("reconcile", try Self.log(home, [entry]), "--json")
    #expect(ran.code == .failed && Self.verdicts(ran) == ["alarm"], "\(ran.out)")
    #expect(Self.states(ran) == ["replaced"])
  }

  @Test func `judges nothing where others can spend, or before the wallet was registered`()
    async throws
  {
    let home = try await Home("0.5")
    _ = try await Self.sent(home)
    let shared = try Self.log(home, [], needsSigner: false)
    let ran = await home.desk.run("reconcile", shared, "--json")
    #expect(ran.code == .done && Self.verdicts(ran) == ["others"], "\(ran.out)")
    let text = await home.desk.run("reconcile", shared).out.replacing("\n", with: " ")
    #expect(text.contains("1 transaction without an entry needed no signature"), "\(text)")
    // A day after the block is not surely after it, two days are.
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    let time = try #require(try store.lastSync(of: store.wallets()[0])?.time)
    for (later, code, verdict) in [
      (86_400, .failed, "alarm"), (86_401, .done, "before"),
    ] as [(Int64, TerminalUI.ExitCode, String)] {
      let file = try Self.log(home, [], registered: time + later)
      let ran = await home.desk.run("reconcile", file, "--json", "--no-sync")
      #expect(ran.code == code && Self.verdicts(ran) == [verdict], "\(ran.out)")
    }
  }

  @Test func `says what may be among the entries that were left out`() async throws {
    let home = try await Home("0.5", "0.5")
    _ = try await Self.sent(home)
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    await home.desk.run("sync", "alone")
    let time = try #require(try store.lastSync(of: store.wallets()[0])?.time)
    let newest = Entry(
      time: time + 90_000, wallet: "alone-there", txid: Txid(.zero), unsignedTxid: Txid(.zero),
      sent: 1, fee: 1, coins: [])
    let ran = await home.desk.run(
      "reconcile", try Self.log(home, [newest], leftOut: 1), "--json")
    #expect(ran.code == .done && Self.verdicts(ran) == ["left-out"], "\(ran.out)\(ran.err)")
    // What is newer than the oldest entry would be here.
    let whole = await home.desk.run("reconcile", try Self.log(home, [newest]), "--json")
    #expect(whole.code == .failed && Self.verdicts(whole) == ["alarm"], "\(whole.out)")
  }

  // MARK: Bad input

  @Test func `takes nothing but a log, and says which wallets it does not compare`() async throws {
    let home = try await Home("0.5")
    let address = try home.desk.write(Desk.elsewhere + "\n", to: "address.txt")
    await home.desk.fails(["reconcile", address], saying: "is an address, not the log of a signer")
    await home.desk.fails(["reconcile"], code: .wrongUsage)
    let other = try Self.log(home, [], network: "signet")
    let ran = await home.desk.run("reconcile", other)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.out.contains("In the log, but not in this home"), "\(ran.out)")
    #expect(!ran.out.contains("in the log of the signer."))
    try #require(
      await home.desk.run("wallet", "create", "savings", Desk.account).code == .done)
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    let mark = SigningLogExport.mark(of: try store.wallet(named: "alone").descriptor)
    let log = SigningLogExport(
      network: "regtest", head: .zero, count: 0, made: 0,
      wallets: [.init(name: "alone", mark: mark, registered: 0, needsSigner: true)], entries: [])
    let path = home.desk.path("one.txt")
    try MessageOutput(path).write(
      .signingLog(log), on: Console(screen: RecordingScreen(hasTerminal: false)))
    let one = await home.desk.run("reconcile", path)
    #expect(one.out.contains("Not in the log, and not compared: savings."), "\(one.out)")
  }
}
