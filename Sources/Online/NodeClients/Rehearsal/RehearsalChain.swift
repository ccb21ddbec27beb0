internal import BitcoinPrimitives
internal import Bytes
internal import Hashes

/// A small chain with the rules of regtest, for practice: blocks, coins and a mempool in memory.
///
/// Spends are judged by ScriptVerification with the rules of relay, lock times and maturity by
/// the rules of consensus. There is no network, no difficulty and nobody else.
struct RehearsalChain: Sendable {
  /// A coin and where it came from.
  struct Coin: Hashable, Sendable {
    let output: TxOut
    let height: Int
    let isCoinbase: Bool
  }

  private(set) var blocks: [RehearsalBlock] = []
  private(set) var hashes: [BlockHash] = []
  /// Transactions that wait for a block, parents before children.
  var mempool: [Transaction] = []
  /// The rate below which the mempool takes nothing now; it rises where a mempool is full.
  var mempoolMinimum = minimumFeeRate
  /// Whether the replay lock is no delay, as on the network that is rehearsed.
  var hasReplayLock = false
  private(set) var coins: [OutPoint: Coin] = [:]
  /// Where each transaction is.
  private(set) var places: [Txid: (height: Int, position: Int)] = [:]

  /// Blocks a new chain starts with, so that the faucet has mature coins.
  static let firstBlocks = 120
  /// Blocks a coinbase waits before it is spendable.
  static let maturity = 100
  /// The most blocks mined at once.
  static let mineLimit = 1000
  /// The most blocks of a chain.
  static let blockLimit = 100_000

  static let faucetWitness = Script([0x51])
  /// What the faucet's coins pay to: anyone may spend them by showing the script.
  static let faucetScript = Script.p2wsh(faucetWitness)

  /// The chain before its first block.
  init() {}

  /// A new chain whose faucet is ready.
  static func new(now: Int64) throws(NodeError) -> RehearsalChain {
    var chain = RehearsalChain()
    try chain.mine(firstBlocks, now: now)
    return chain
  }

  /// Height of the last block; the first one has 0.
  var height: Int { blocks.count - 1 }

  /// The median of the last eleven block times, by which lock times are judged (BIP-113).
  func medianTime(at height: Int) -> UInt32 {
    guard height >= 0, height < blocks.count else { return 0 }
    let times = blocks[max(0, height - 10)...height].map(\.time).sorted()
    return times[times.count / 2]
  }

  // MARK: Blocks

  /// Mines blocks; the first takes the mempool in.
  @discardableResult
  mutating func mine(_ count: Int, now: Int64) throws(NodeError) -> [BlockHash] {
    guard (1...Self.mineLimit).contains(count) else {
      throw .rehearsal(reason: "from 1 to \(Self.mineLimit) blocks can be mined at once")
    }
    guard blocks.count + count <= Self.blockLimit else {
      throw .rehearsal(
        reason: "this chain has \(blocks.count) blocks and may have \(Self.blockLimit) at most")
    }
    for _ in 0..<count {
      var taken: [Transaction] = []
      var units = 4000
      while let next = mempool.first, taken.count < RehearsalBlock.transactionLimit - 1,
        units + next.weight.units <= Weight.maxBlock.units
      {
        units += next.weight.units
        taken.append(mempool.removeFirst())
      }
      let fees = try fees(of: taken)
      let time = UInt32(clamping: max(now, Int64(medianTime(at: height)) + 1))
      let coinbase = Self.coinbase(height: blocks.count, fees: fees, transactions: taken)
      try append(
        RehearsalBlock(
          previous: hashes.last ?? BlockHash(.zero), time: time, transactions: [coinbase] + taken))
    }
    return Array(hashes.suffix(count))
  }

  private func fees(of transactions: [Transaction]) throws(NodeError) -> Int64 {
    var made: [OutPoint: TxOut] = [:]
    var fees: Int64 = 0
    for transaction in transactions {
      for input in transaction.inputs {
        guard let spent = coins[input.previousOutput]?.output ?? made[input.previousOutput] else {
          throw .rehearsalFile(reason: "a waiting payment spends a coin that does not exist")
        }
        fees += spent.rawValue
      }
      let txid = transaction.txid
      for (index, output) in transaction.outputs.enumerated() {
        fees -= output.rawValue
        made[OutPoint(txid: txid, vout: UInt32(index))] = output
      }
    }
    return fees
  }

  /// The reward of a block: 50 bitcoin, halved every 150 blocks as on regtest, and its fees.
  private static func coinbase(
    height: Int, fees: Int64, transactions: [Transaction]
  ) -> Transaction {
    let halvings = height / 150
    let subsidy: Int64 = halvings < 63 ? 5_000_000_000 >> Int64(halvings) : 0
    var script = ScriptBuilder()
    script.append(number: Int64(height))
    script.append(.op0)
    let reserved = [UInt8](repeating: 0, count: 32)
    let root = RehearsalBlock.merkleRoot([.zero] + transactions.map(\.wtxid.bytes))
    let commitment: [UInt8] =
      [0xaa, 0x21, 0xa9, 0xed] + SHA256.doubleHash(root.bytes + reserved).bytes
    return Transaction(
      inputs: [
        TxIn(
          previousOutput: OutPoint(txid: Txid(.zero), vout: .max), scriptSig: script.script,
          sequence: TxIn.finalSequence, witness: [reserved])
      ],
      outputs: [
        TxOut(rawValue: subsidy + fees, scriptPubKey: faucetScript),
        TxOut(rawValue: 0, scriptPubKey: .opReturn(commitment)),
      ])
  }

  /// Connects a block: spends its inputs, makes its outputs.
  mutating func append(_ block: RehearsalBlock) throws(NodeError) {
    guard block.previous == hashes.last ?? BlockHash(.zero) else {
      throw .rehearsalFile(reason: "block \(blocks.count) does not follow the one before")
    }
    let height = blocks.count
    for (position, transaction) in block.transactions.enumerated() {
      guard transaction.isCoinbase == (position == 0) else {
        throw .rehearsalFile(reason: "block \(height) has no reward, or two")
      }
      for input in transaction.inputs where position > 0 {
        guard coins.removeValue(forKey: input.previousOutput) != nil else {
          throw .rehearsalFile(reason: "block \(height) spends a coin that does not exist")
        }
      }
      let txid = transaction.txid
      places[txid] = (height, position)
      for (index, output) in transaction.outputs.enumerated()
      where !output.scriptPubKey.isUnspendable {
        coins[OutPoint(txid: txid, vout: UInt32(index))] = Coin(
          output: output, height: height, isCoinbase: position == 0)
      }
    }
    blocks.append(block)
    hashes.append(block.hash)
  }

  /// The transaction with this txid, confirmed or waiting.
  func transaction(_ txid: Txid) -> Transaction? {
    if let place = places[txid] { return blocks[place.height].transactions[place.position] }
    return mempool.first { $0.txid == txid }
  }

  // MARK: Faucet

  /// Puts a payment from the faucet into the mempool.
  mutating func fund(_ script: Script, _ amount: Amount) throws(NodeError) -> Transaction {
    guard !TxOut(amount: amount, scriptPubKey: script).isDust, amount > .zero else {
      throw .rehearsal(reason: "the amount is too small to be relayed (dust)")
    }
    let waiting = Set(mempool.flatMap { $0.inputs.map(\.previousOutput) })
    let ripe = coins.filter {
      $0.value.output.scriptPubKey == Self.faucetScript && !waiting.contains($0.key)
        && (!$0.value.isCoinbase || blocks.count - $0.value.height >= Self.maturity)
    }.sorted { ($0.value.height, $0.key) < ($1.value.height, $1.key) }
    var inputs: [TxIn] = []
    var sum: Int64 = 0
    for (outPoint, coin) in ripe.prefix(1000) {
      inputs.append(
        TxIn(
          previousOutput: outPoint, sequence: 0xffff_fffd, witness: [Self.faucetWitness.bytes]))
      sum += coin.output.rawValue
      // 1 sat/vB: 150 for the outputs and 50 for each input are more than enough.
      let fee = Int64(150 + 50 * inputs.count)
      let rest = sum - amount.satoshis - fee
      guard rest >= 1000 else { continue }
      let payment = Transaction(
        inputs: inputs,
        outputs: [
          TxOut(amount: amount, scriptPubKey: script),
          TxOut(rawValue: rest, scriptPubKey: Self.faucetScript),
        ])
      try accept(payment)
      return payment
    }
    let available = (try? Amount(satoshis: sum).btc) ?? "0"
    throw .rehearsal(reason: "the faucet has \(available) BTC now; mine some blocks to fill it")
  }
}
