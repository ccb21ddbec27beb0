import BitcoinPrimitives
import CoinSelection
import Descriptors
import Foundation
import Measurement
import OnlineCoordinator
import PaymentBuilding
import RecordingScreens
import TerminalUI
import WalletStorage
import WalletSync
import WalletTypes

/// A wallet with many coins: loading them, listing them, choosing among them, building a payment.
enum WalletBenchmark {
  private static let keys = [
    "tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M",
    "tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B",
    "tpubD6NzVbkrYhZ4XJDrzRvuxHEyQaPd1mwwdDofEJwekX18tAdsqeKfxss79AJzg1431FybXg5rfpTrJF4iAhyR7RubberdzEQXiRmXGADH2eA",
  ]

  static func report(isQuick: Bool) async throws -> Report {
    var report = Report(
      "A wallet with many coins, CPU",
      columns: [
        "wallet", "coins", "load", "choose and build", "`coins`", "its memory", "`balance`",
        "`pay`",
        "its memory", "inputs", "target",
      ])
    let wallets = [
      ("wpkh", "wpkh(\(keys[0])/<0;1>/*)"),
      ("wsh 2 of 3", "wsh(sortedmulti(2,\(keys.map { "\($0)/<0;1>/*" }.joined(separator: ","))))"),
    ]
    for (name, text) in wallets {
      for count in isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000] {
        try await measure(name, Descriptor(parsing: text), count, &report)
      }
    }
    report.note(
      "The three commands are whole runs in this process: the database opened, the result written. "
        + "Memory is the peak of what is resident, less what was before.")
    return report
  }

  private static func measure(
    _ name: String, _ descriptor: Descriptor, _ count: Int, _ report: inout Report
  ) async throws {
    let home = try BenchmarkHome.make()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let store = try Store(path: home + "/coordinator.sqlite")
    let wallet = try store.addWallet(
      name: "big", network: .regtest, descriptor: descriptor, birthHeight: 0)
    _ = try await Synchronizer(store: store, source: BigChain(coins: count, for: descriptor)).sync(
      wallet)

    var load: Spent?
    var build: Spent?
    var inputs = 0
    for round in 0..<3 {
      let (coins, loading) = try Spent.by { try store.coins(of: wallet) }
      guard coins.count == count else { throw BenchmarkError("\(coins.count) coins came back") }
      load = loading.least(load)
      let request = PaymentRequest(
        recipients: [
          Recipient(
            address: try Address(
              parsing: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", on: .regtest),
            share: .exactly(try Amount(satoshis: 100_000_000)))
        ], feeRate: try FeeRate(satoshisPerKvB: 12_300),
        longTermFeeRate: try FeeRate(satoshisPerKvB: 10_000), coins: nil, tipHeight: 100,
        tipTime: 1_800_000_000, now: 1_800_000_000)
      var random = SteadyNumbers(seed: UInt64(round))
      let (payment, building) = try Spent.by {
        let plan = try PaymentBuilder(wallet).plan(request, from: coins, using: &random)
        return try plan.payment(
          previous: try store.previousTransactions(plan.neededTransactions, of: wallet),
          change: ScriptPlace(branch: wallet.changeBranch, index: 7), using: &random)
      }
      inputs = payment.inputs.count
      build = building.least(build)
    }
    let (listing, listed) = try await command(["coins", "big", "--offline"], home)
    let (balance, _) = try await command(["balance", "big", "--offline"], home)
    let (pay, paid) = try await command(
      [
        "pay", "big", "--to", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080=1.0", "--fee-rate",
        "12.3", "--no-sync", "--out", home + "/payment.psbt",
      ], home)
    guard let load, let build else { throw BenchmarkError("no rounds") }
    report.add(
      name, "\(count)", load.cpu.milliseconds, build.cpu.milliseconds, listing.cpu.milliseconds,
      Double(listed).megabytes, balance.cpu.milliseconds, pay.cpu.milliseconds,
      Double(paid).megabytes,
      "\(inputs)", count == 100_000 ? "each below 1,000 ms" : "")
  }

  /// What a command takes, and the memory it needs on top of what was there.
  private static func command(
    _ arguments: [String], _ home: String
  ) async throws -> (Spent, memory: Int) {
    let screen = RecordingScreen(hasTerminal: false)
    let environment = CoordinatorEnvironment(home: home, screen: screen, now: { 1_800_000_000 })
    let before = try ResidentMemory.beginPeak()
    let start = Spent.now()
    let code = await CoordinatorProgram.run(arguments, in: environment)
    let spent = Spent.since(start)
    guard code == .done else { throw BenchmarkError("\(arguments[0]): \(screen.talk)") }
    return (spent, try ResidentMemory.peak() - before)
  }
}
