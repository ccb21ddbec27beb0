import BitcoinPrimitives
import CoinSelection
import Descriptors
import Foundation
import Measurement
import PaymentBuilding
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

  /// What is known of one wallet: its keys, how many coins it has, and at how many addresses.
  private struct Case {
    let name: String
    let descriptor: String
    let coins: Int
    let addresses: Int
  }

  static func report(isQuick: Bool) async throws -> Report {
    var report = Report(
      "A wallet with many coins, CPU and the most memory",
      columns: [
        "wallet", "coins", "addresses", "load", "choose and build", "`wallet list`", "memory",
        "`balance`", "memory", "`coins`", "memory", "`coins --json`", "memory", "`pay`", "memory",
        "inputs", "PSBT", "target",
      ])
    let wpkh = "wpkh(\(keys[0])/<0;1>/*)"
    let multisig = "wsh(sortedmulti(2,\(keys.map { "\($0)/<0;1>/*" }.joined(separator: ","))))"
    var cases: [Case] = []
    for count in isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000] {
      cases.append(Case(name: "wpkh", descriptor: wpkh, coins: count, addresses: 40))
      cases.append(Case(name: "wpkh", descriptor: wpkh, coins: count, addresses: 2 * count))
    }
    let most = isQuick ? 1_000 : 100_000
    cases.append(
      Case(name: "wsh 2 of 3", descriptor: multisig, coins: most, addresses: 2 * most))
    for one in cases { try await measure(one, &report) }
    report.note(
      "Each command is a process of its own: the program started, the database opened, the result written. "
        + "Memory is the most that was resident (VmHWM), the program with its libraries included; "
        + "`wallet list` looks at no coin. PSBT: that of the same payment, written by `pay`.")
    return report
  }

  private static func measure(_ one: Case, _ report: inout Report) async throws {
    let home = try BenchmarkHome.make()
    defer { BenchmarkHome.remove(home) }
    let store = try Store(path: home + "/coordinator.sqlite")
    let wallet = try store.addWallet(
      name: "big", network: .regtest, descriptor: Descriptor(parsing: one.descriptor),
      birthHeight: 0)
    let chain = try BigChain(
      coins: one.coins, for: wallet.descriptor, addresses: one.addresses)
    _ = try await Synchronizer(store: store, source: chain).sync(wallet)
    guard try store.scripts(of: wallet).count >= min(one.addresses, 2 * one.coins) - 4 else {
      throw BenchmarkError("the wallet does not know its addresses")
    }

    var load: Spent?
    var build: Spent?
    var inputs = 0
    for round in 0..<3 {
      let (coins, loading) = try Spent.by { try store.coins(of: wallet) }
      guard coins.count == one.coins else {
        throw BenchmarkError("\(coins.count) coins came back")
      }
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
    guard let load, let build else { throw BenchmarkError("no rounds") }
    let start = try least(["wallet", "list"], home)
    let balance = try least(["balance", "big", "--offline"], home)
    let listing = try least(["coins", "big", "--offline"], home)
    let json = try least(["coins", "big", "--offline", "--json"], home)
    // Once: it holds the coins that it spends.
    let file = home + "/payment.psbt"
    let pay = try MeasuredProcess.command(
      [
        "pay", "big", "--to", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080=1.0", "--fee-rate",
        "12.3", "--no-sync", "--out", file,
      ], home: home)
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    report.add(
      [
        one.name, "\(one.coins)", "\(one.addresses)", load.cpu.milliseconds,
        build.cpu.milliseconds,
      ]
        + [start, balance, listing, json, pay].flatMap {
          [$0.cpu.milliseconds, Double($0.peak).megabytes]
        } + [
          "\(inputs)", Double(size).megabytes,
          one.coins == 100_000 ? "below 1,000 ms, 40 MB" : "",
        ])
  }

  /// The least of three runs of a command, each in a process of its own.
  private static func least(_ arguments: [String], _ home: String) throws -> MeasuredProcess {
    let runs = try (0..<3).map { _ in try MeasuredProcess.command(arguments, home: home) }
    return MeasuredProcess(
      peak: runs.map(\.peak).min() ?? 0, cpu: runs.map(\.cpu).min() ?? 0)
  }
}
