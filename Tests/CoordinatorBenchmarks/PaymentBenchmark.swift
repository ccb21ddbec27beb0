import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import DurableFiles
import ExtendedKeys
import Foundation
import Measurement
import Mnemonics
import Secp256k1
import Secp256k1Signing
import SecretKeys
import SecureMemory
import WalletStorage
import WalletSync

/// The largest payment that a standard transaction holds: the memory that its steps take, each in a process
/// of its own, and the room that it takes in the records.
enum PaymentBenchmark {
  /// As many p2wpkh inputs as 400,000 weight units hold when each signature has 72 bytes; of 71 bytes, which
  /// signers that grind write, they would be one more.
  private static let inputs = 1_469
  private static let target = "200 MiB"

  static func report(isQuick: Bool) async throws -> Report {
    var report = Report(
      "A payment of \(isQuick ? 100 : inputs) inputs: the most that is resident",
      columns: [
        "its coins come out of", "packet", "`balance`", "`pay`", "`sync`", "`payments`",
        "`collect`", "`sync` after", "in a block", "100 blocks later", "its CPU",
        "`payments` then", "records before", "after", "target",
      ])
    let cases: [(String, BigChain.Form)] = [
      ("15 transactions of 100 outputs", .shared(100)),
      ("one transaction of all of them", .shared(isQuick ? 100 : inputs)),
      ("a transaction of 100 outputs each", .apart(others: 99)),
      ("a transaction of 2,000 outputs each", .apart(others: 1_999)),
    ]
    for (name, form) in cases {
      try await measure(name, form, isQuick ? 100 : inputs, &report)
    }
    report.note(
      "Each cell is a process of its own (VmHWM), the program with its libraries included; `sync` finds "
        + "nothing new, but the payment in a block, and then a hundred blocks on top of it. The packet holds each input's previous transaction whole, as BIP-174 has it."
    )
    return report
  }

  private static func measure(
    _ name: String, _ form: BigChain.Form, _ count: Int, _ report: inout Report
  ) async throws {
    let home = try BenchmarkHome.make()
    defer { BenchmarkHome.remove(home) }
    let account = try Self.master().accountKey(for: .wpkh, account: 0)
    guard let descriptor = Descriptor(account: account, script: .wpkh) else {
      throw BenchmarkError("no descriptor of the account")
    }
    do {
      let store = try Store(path: home + "/coordinator.sqlite")
      let wallet = try store.addWallet(
        name: "big", network: .regtest, descriptor: descriptor, birthHeight: 0)
      let chain = try BigChain(coins: count, form, for: descriptor)
      _ = try await Synchronizer(store: store, source: chain).sync(wallet)
    }
    let before = try size(home)
    let (unsigned, signed) = (home + "/unsigned.psbt", home + "/signed.psbt")
    let balance = try MeasuredProcess.command(["balance", "big", "--offline"], home: home)
    let pay = try MeasuredProcess.command(
      [
        "pay", "big", "--to", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080=all", "--fee-rate",
        "1", "--no-sync", "--out", unsigned,
      ], home: home)
    let packet = try FileManager.default.attributesOfItem(atPath: unsigned)[.size] as? Int ?? 0
    let sync = try MeasuredProcess.sync(home: home, coins: count, form)
    let list = try MeasuredProcess.command(["payments", "--payment", "1", "--offline"], home: home)
    try sign(unsigned, to: signed)
    let collect = try MeasuredProcess.command(["collect", signed], home: home)
    let again = try MeasuredProcess.sync(home: home, coins: count, form)
    let confirmed = try MeasuredProcess.sync(home: home, coins: count, form, height: 101)
    let later = try MeasuredProcess.sync(home: home, coins: count, form, height: 201)
    let listed = try MeasuredProcess.command(["payments", "big", "--offline"], home: home)
    let memory = { (one: MeasuredProcess) in (Double(one.peak) / 1_048_576).digits(0) + " MiB" }
    report.add(
      [name, Double(packet).megabytes]
        + [balance, pay, sync, list, collect, again, confirmed, later].map(memory)
        + [later.cpu.milliseconds, memory(listed)] + [
          Double(before).megabytes, Double(try size(home)).megabytes, target,
        ])
  }

  private static func size(_ home: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: home).filter {
      $0.hasPrefix("coordinator.sqlite")
    }.reduce(0) {
      try $0
        + (FileManager.default.attributesOfItem(atPath: home + "/" + $1)[.size] as? Int ?? 0)
    }
  }

  /// The master key of these payments: nobody's.
  private static func master() throws -> Xpriv {
    var bytes = (0..<64).map { UInt8($0) }
    return try Xpriv(seed: Seed(SecretBytes(moving: &bytes)), network: KeyNetwork(.regtest))
  }

  /// What a signer does, as far as it matters here; in this process, which nobody measures.
  private static func sign(_ source: String, to target: String) throws {
    var packet = try PSBT(
      decoding: BoundedFile.read(source, limit: PSBTLimits.file.bytes))
    let coins = packet.inputs.compactMap(\.witnessUTXO)
    let cache = try SighashCache(packet.unsignedTransaction, spentOutputs: coins)
    let master = try master()
    for (index, coin) in coins.enumerated() {
      guard let key = packet.inputs[index].bip32Derivations.first,
        case .p2wpkh(let hash) = coin.scriptPubKey.type
      else { throw BenchmarkError("input \(index) is not one of the wallet") }
      let digest = try cache.segwitV0(
        input: index, scriptCode: .p2pkh(hash: hash), amount: coin.rawValue, type: .all)
      let child = try master.derived(along: key.origin.path)
      let signature = try child.privateKey.ecdsaSignature(of: digest).der + [1]
      let publicKey = child.publicKey.compressed
      packet.updateInput(index) { $0.setPartialSig(signature, publicKey: publicKey) }
    }
    try AtomicFile.write(packet.encoded(), to: target)
  }
}
