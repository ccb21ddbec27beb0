import BitcoinPrimitives
import Bytes
import ChainTypes
import Descriptors
import NodeClients

/// A chain with one block whose transactions pay a wallet; they are made when somebody asks for them, so
/// that the chain itself takes next to no memory.
///
/// A payment out of it may stand in the next block.
struct BigChain: ChainSource {
  /// How the coins lie in transactions.
  enum Form {
    /// All outputs of a transaction are coins of the wallet, so many of them.
    case shared(Int)
    /// One output of each transaction is a coin; so many others are somebody else's.
    case apart(others: Int)
  }

  private let wanted: Int
  private let own: Int
  private let others: Int
  /// The scripts to which the coins go, in turns.
  private let scripts: [Script]
  /// Which transaction it is, by txid.
  private let numbers: [Txid: Int]
  /// What spends coins in block 101.
  private let payment: Transaction?
  private let spent: Set<OutPoint>
  private let height: Int

  /// A chain with so many coins for a wallet.
  ///
  /// With a payment it is in block 101, and `height` is that of the last block.
  /// The coins go to every so many of the first addresses of both branches that none is skipped for long: of
  /// 200,000 addresses and 100,000 coins each second one is used.
  init(
    coins: Int, _ form: Form = .shared(100), for descriptor: Descriptor, addresses: Int = 40,
    paying payment: Transaction? = nil, height: Int = 100
  ) throws {
    wanted = coins
    self.payment = payment
    spent = Set((payment?.inputs ?? []).map(\.previousOutput))
    self.height = height
    switch form {
    case .shared(let count): (own, others) = (count, 0)
    case .apart(let count): (own, others) = (1, count)
    }
    let step = max(1, addresses / max(1, coins))
    let branches = try (0..<2).map { try descriptor.branch($0) }
    scripts = try (0..<min(coins, addresses)).map { number in
      let index = addresses > coins ? number / 2 * step : number / 2
      return try branches[number % 2].script(at: UInt32(index)).scriptPubKey
    }
    var numbers: [Txid: Int] = [:]
    let count = (coins + own - 1) / own
    for number in 0..<count {
      let transaction = Self.transaction(number, own, others, of: coins, scripts)
      numbers[transaction.txid] = number
    }
    self.numbers = numbers
  }

  private static let block = position(100)
  private static let paid = position(101)

  private static func position(_ height: Int) -> BlockPosition {
    let hash = [UInt8](repeating: 7, count: 31) + [UInt8(height & 255)]
    return BlockPosition(height: height, hash: BlockHash(Bytes32(hash) ?? .zero))
  }

  private static let foreign = TxOut(
    rawValue: 10_000, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 9, count: 20)))

  private static func transaction(
    _ number: Int, _ own: Int, _ others: Int, of coins: Int, _ scripts: [Script]
  ) -> Transaction {
    let first = number * own
    let outputs = (first..<min(first + own, coins)).map { coin in
      let seed =
        (UInt64(coin) &+ 1) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return TxOut(
        rawValue: Int64(10_000 + seed >> 33 % 5_000_000),
        scriptPubKey: scripts[coin % scripts.count])
    }
    var name = [UInt8](repeating: 1, count: 32)
    name[0] = UInt8(number & 255)
    name[1] = UInt8(number >> 8)
    return Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(Bytes32(name) ?? .zero), vout: 0))],
      outputs: outputs + Array(repeating: foreign, count: others))
  }

  private func transaction(_ txid: Txid) -> Transaction? {
    if let payment, payment.txid == txid { return payment }
    return numbers[txid].map { Self.transaction($0, own, others, of: wanted, scripts) }
  }

  func status() async throws(NodeError) -> NodeStatus {
    NodeStatus(
      network: .regtest,
      tip: ChainTip(
        height: height, hash: Self.position(height).hash, time: 1_800_000_000),
      software: "benchmark", isCatchingUp: false, firstBlock: 0, scanning: .wholeChain,
      minimumFeeRate: .zero)
  }

  func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    height <= self.height ? Self.position(height).hash : nil
  }

  func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    blocks.map { _ in 1_700_000_000 }
  }

  func activity(
    of asked: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    var activity = ScriptActivity()
    let sought = Set(asked)
    guard scripts.contains(where: sought.contains) else { return activity }
    if height <= Self.paid.height, let payment {
      let txid = payment.txid
      activity.spends = payment.inputs.map {
        ScriptActivity.Spend(outPoint: $0.previousOutput, spender: txid, block: Self.paid)
      }
    }
    guard height <= Self.block.height else { return activity }
    for (txid, number) in numbers.sorted(by: { $0.value < $1.value }) {
      let transaction = Self.transaction(number, own, others, of: wanted, scripts)
      for (vout, output) in transaction.outputs.enumerated().prefix(own)
      where sought.contains(output.scriptPubKey) {
        activity.receipts.append(
          ScriptActivity.Receipt(
            outPoint: OutPoint(txid: txid, vout: UInt32(vout)), script: output.scriptPubKey,
            amount: output.amount ?? .zero, block: Self.block))
      }
    }
    return activity
  }

  func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    var made: [Txid: Transaction] = [:]
    return outPoints.map { outPoint in
      if spent.contains(outPoint) { return nil }
      // Those of one transaction are asked for together.
      if made[outPoint.txid] == nil {
        made = transaction(outPoint.txid).map { [outPoint.txid: $0] } ?? [:]
      }
      return made[outPoint.txid].map {
        UnspentOutput(
          output: $0.outputs[Int(outPoint.vout)], height: Self.block.height, isCoinbase: false)
      }
    }
  }

  func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? { nil }

  func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?] {
    wanted.map { transaction($0.txid) }
  }

  func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? { nil }
  func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    .refused(reason: "no mempool")
  }
  func send(_ transaction: Transaction) async throws(NodeError) {}
  func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? { nil }
}
