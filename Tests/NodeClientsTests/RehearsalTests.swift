import BitcoinPrimitives
import ChainTypes
import Foundation
import ScriptVerification
import Testing

@testable import NodeClients

@Suite struct RehearsalTests {
  /// A chain in a fresh folder that is removed with it.
  private final class Practice {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearsal-\(UUID().uuidString)").path
    var source: Rehearsal { Rehearsal(folder: folder, now: { 1_800_000_000 }, pause: { _ in }) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Anyone can spend it by showing the script.
  private static let open = Script([0x51, 0x51, 0x87])
  private static var openOutput: Script { .p2wsh(open) }
  private static let other = Script.p2wpkh(hash: [UInt8](repeating: 7, count: 20))

  private func spend(
    _ coin: OutPoint, worth: Int64, fee: Int64, to script: Script = other, lockTime: UInt32 = 0,
    sequence: UInt32 = 0xffff_fffd, witness: [[UInt8]]? = nil
  ) -> Transaction {
    Transaction(
      inputs: [
        TxIn(
          previousOutput: coin, sequence: sequence, witness: witness ?? [Self.open.bytes])
      ],
      outputs: [TxOut(rawValue: worth - fee, scriptPubKey: script)],
      lockTime: LockTime(rawValue: lockTime))
  }

  private func verdict(_ source: Rehearsal, _ transaction: Transaction) async throws -> String {
    switch try await source.verdict(on: transaction) {
    case .accepted: "accepted"
    case .alreadyInMempool: "in mempool"
    case .untold: "untold"
    case .alreadyConfirmed: "confirmed"
    case .refused(let reason): reason
    }
  }

  /// A confirmed coin of 0.5 BTC that anyone can spend.
  private func fundedCoin(_ source: Rehearsal) async throws -> OutPoint {
    let txid = try await source.fund(Self.openOutput, try Amount(satoshis: 50_000_000))
    try await source.mine(1)
    return OutPoint(txid: txid, vout: 0)
  }

  @Test func `a new chain has blocks and a faucet`() async throws {
    let practice = Practice()
    let status = try await practice.source.status()
    #expect(status.network == .regtest && status.tip.height == 119)
    let txid = try await practice.source.fund(Self.other, try Amount(satoshis: 50_000_000))
    #expect(try await practice.source.sighting(of: txid) != nil)
    let tip = try await practice.source.status().tip
    let waiting = try await practice.source.activity(of: [Self.other], from: 0, through: tip) { _ in
    }
    #expect(waiting.receipts.map(\.amount.satoshis) == [50_000_000])
    #expect(waiting.receipts.first?.block == nil)
    try await practice.source.mine(2)
    let after = try await practice.source.status().tip
    let found = try await practice.source.activity(
      of: [Self.other], from: 0, through: after
    ) { _ in }
    #expect(found.receipts.map { $0.block?.height } == [120])
    #expect(try await practice.source.sighting(of: txid) == nil)
    await #expect(throws: NodeError.chainMoved) {
      _ = try await practice.source.activity(
        of: [], from: 0, through: ChainTip(height: 3, hash: after.hash, time: 0)
      ) { _ in }
    }
  }

  @Test func `spends are judged like a node would`() async throws {
    let practice = Practice()
    let source = practice.source
    let coin = try await fundedCoin(source)
    let worth: Int64 = 50_000_000
    #expect(try await verdict(source, spend(coin, worth: worth, fee: 1000)) == "accepted")
    let refusals: [(Transaction, String)] = [
      (spend(coin, worth: worth, fee: 1000, witness: [[0x52]]), "script-verify"),
      (spend(coin, worth: worth, fee: 1000, witness: []), "script-verify"),
      (spend(coin, worth: worth, fee: 0), "min relay fee"),
      (spend(coin, worth: worth, fee: -1), "belowout"),
      (spend(coin, worth: worth, fee: worth - 100), "dust"),
      (spend(coin, worth: worth, fee: 40_000_000), "max-fee"),
      (spend(coin, worth: worth, fee: 1000, to: Script([0x51])), "scriptpubkey"),
      (spend(coin, worth: worth, fee: 1000, lockTime: 121), "non-final"),
      (spend(coin, worth: worth, fee: 1000, lockTime: 1_900_000_000), "non-final"),
      (spend(coin, worth: worth, fee: 1000, sequence: 2), "BIP68"),
      (spend(coin, worth: worth, fee: 1000, sequence: 1 << 22 | 1), "BIP68"),
      (
        spend(OutPoint(txid: coin.txid, vout: 9), worth: worth, fee: 1000), "missingorspent"
      ),
    ]
    for (transaction, word) in refusals {
      let said = try await verdict(source, transaction)
      #expect(said.contains(word), "\(said)")
    }
    #expect(
      try await verdict(source, spend(coin, worth: worth, fee: 1000, lockTime: 120)) == "accepted")
    #expect(
      try await verdict(source, spend(coin, worth: worth, fee: 1000, sequence: 1)) == "accepted")
  }

  @Test func `a coinbase is spent only when it is of age`() async throws {
    let practice = Practice()
    let source = practice.source
    _ = try await source.status()
    let chain = try #require(try RehearsalFile(folder: practice.folder).load())
    for (height, word) in [(20, "accepted"), (21, "premature")] {
      let coinbase = chain.blocks[height].transactions[0]
      let transaction = spend(
        OutPoint(txid: coinbase.txid, vout: 0), worth: 5_000_000_000, fee: 1000,
        witness: [RehearsalChain.faucetWitness.bytes])
      #expect(try await verdict(source, transaction).contains(word))
    }
  }

  @Test func `sending, replacing and confirming`() async throws {
    let practice = Practice()
    let source = practice.source
    let coin = try await fundedCoin(source)
    let worth: Int64 = 50_000_000
    let first = spend(coin, worth: worth, fee: 1000, to: Self.openOutput)
    try await source.send(first)
    try await source.send(first)
    #expect(try await verdict(source, first) == "in mempool")
    #expect(try await source.sighting(of: first.txid) == first.wtxid)
    let child = spend(OutPoint(txid: first.txid, vout: 0), worth: worth - 1000, fee: 1000)
    try await source.send(child)
    #expect(
      try await verdict(source, spend(coin, worth: worth, fee: 2000)).contains("insufficient fee"))
    let better = spend(coin, worth: worth, fee: 5000)
    try await source.send(better)
    #expect(try await source.sighting(of: child.txid) == nil)
    try await source.mine(1)
    #expect(try await verdict(source, better) == "confirmed")
    #expect(try await verdict(source, first).contains("missingorspent"))
    #expect(
      try await source.transactions([TransactionPlace(txid: better.txid, block: nil)]) == [better])
    let tip = try await source.status().tip
    let found = try await source.activity(of: [Self.openOutput], from: tip.height, through: tip) {
      _ in
    }
    #expect(found.spends.map(\.spender) == [better.txid])
    #expect(found.receipts.isEmpty)
  }

  @Test func `a replacement pays a higher rate than what it replaces`() async throws {
    let practice = Practice()
    let source = practice.source
    let coin = try await fundedCoin(source)
    let first = spend(coin, worth: 50_000_000, fee: 1000)
    try await source.send(first)
    // More in all, and less for each byte.
    var large = spend(coin, worth: 50_000_000, fee: 1200)
    large.outputs = (0..<10).map { _ in
      TxOut(rawValue: (50_000_000 - 1200) / 10, scriptPubKey: Self.other)
    }
    #expect(try await verdict(source, large).contains("no higher rate"))
  }

  @Test func `a mempool says what waits in it, what it pays, and what goes with it`() async throws {
    let practice = Practice()
    let source = practice.source
    let coin = try await fundedCoin(source)
    let first = spend(coin, worth: 50_000_000, fee: 1000, to: Self.openOutput)
    try await source.send(first)
    let child = spend(OutPoint(txid: first.txid, vout: 0), worth: 49_999_000, fee: 700)
    try await source.send(child)
    let entry = try #require(try await source.mempoolEntry(of: first.txid))
    #expect(entry.fee?.satoshis == 1000 && entry.virtualSize == first.vsize)
    #expect(entry.parents.isEmpty && entry.children == [child.txid])
    #expect(entry.descendantFees?.satoshis == 1700)
    let last = try #require(try await source.mempoolEntry(of: child.txid))
    #expect(last.parents == [first.txid] && last.descendantFees?.satoshis == 700)
    // Whoever can only give transactions out tells the same, but for what builds on it.
    let plain = PlainSource(chain: source)
    let told = try #require(try await plain.mempoolEntry(of: child.txid))
    #expect(told.fee?.satoshis == 700 && told.parents == [first.txid] && told.children == nil)
    try await source.mine(1)
    #expect(try await source.mempoolEntry(of: first.txid) == nil)
    #expect(try await plain.mempoolEntry(of: first.txid) == nil)
  }

  @Test func `a package pays together what its parent does not pay alone`() async throws {
    let practice = Practice()
    let busy = Rehearsal(
      folder: practice.folder, now: { 1_800_000_000 },
      minimum: { try? FeeRate(satoshisPerKvB: 10_000) }, pause: { _ in })
    let coin = try await fundedCoin(practice.source)
    let parent = spend(coin, worth: 50_000_000, fee: 200, to: Self.openOutput)
    let child = spend(OutPoint(txid: parent.txid, vout: 0), worth: 49_999_800, fee: 5000)
    #expect(try await busy.status().minimumFeeRate.satoshisPerKvB == 10_000)
    #expect(try await verdict(busy, parent).contains("mempool min fee not met"))
    let poor = spend(OutPoint(txid: parent.txid, vout: 0), worth: 49_999_800, fee: 1500)
    await #expect {
      try await busy.send(package: [parent, poor])
    } throws: {
      "\($0)".contains("package mempool min fee not met")
    }
    #expect(try await busy.sighting(of: parent.txid) == nil)
    try await busy.send(package: [parent, child])
    #expect(try await busy.sighting(of: parent.txid) != nil)
    #expect(try await busy.sighting(of: child.txid) != nil)
    try await busy.send(package: [parent, child])
    // One after the other it does not go.
    let other = try await fundedCoin(practice.source)
    let second = spend(other, worth: 50_000_000, fee: 200, to: Self.openOutput)
    await #expect(throws: NodeError.self) {
      try await PlainSource(chain: busy).send(package: [second])
    }
  }

  @Test func `version 3 has one small child of version 3, which another may take the place of`()
    async throws
  {
    let practice = Practice()
    let source = practice.source
    let coin = try await fundedCoin(source)
    var parent = spend(coin, worth: 50_000_000, fee: 1000)
    parent.version = 3
    parent.outputs = [1, 2].map { _ in
      TxOut(rawValue: 24_999_500, scriptPubKey: Self.openOutput)
    }
    try await source.send(parent)
    func child(_ vout: UInt32, fee: Int64, version: Int32 = 3) -> Transaction {
      var child = spend(
        OutPoint(txid: parent.txid, vout: vout), worth: 24_999_500, fee: fee, to: Self.openOutput)
      child.version = version
      return child
    }
    #expect(try await verdict(source, child(0, fee: 1000, version: 2)).contains("TRUC-violation"))
    var large = child(0, fee: 10_000)
    large.outputs = (0..<30).map { _ in TxOut(rawValue: 832_983, scriptPubKey: Self.openOutput) }
    #expect(try await verdict(source, large).contains("too big"))
    let first = child(0, fee: 1000)
    try await source.send(first)
    #expect(try await verdict(source, child(1, fee: 900)).contains("insufficient fee"))
    let second = child(1, fee: 3000)
    try await source.send(second)
    #expect(try await source.sighting(of: first.txid) == nil)
    var grandchild = spend(OutPoint(txid: second.txid, vout: 0), worth: 24_996_500, fee: 1000)
    grandchild.version = 3
    #expect(try await verdict(source, grandchild).contains("too many ancestors"))
  }

  @Test func `the faucet says when it is empty and refuses dust`() async throws {
    let practice = Practice()
    await #expect {
      _ = try await practice.source.fund(Self.other, try Amount(satoshis: 2_000_000_000_000))
    } throws: {
      "\($0)".contains("mine")
    }
    await #expect(throws: NodeError.self) {
      _ = try await practice.source.fund(Self.other, try Amount(satoshis: 100))
    }
    for count in [0, -1, 1001] {
      await #expect(throws: NodeError.self) { try await practice.source.mine(count) }
    }
  }

  @Test func `a damaged file is refused at every byte, and nothing is written over it`()
    async throws
  {
    let practice = Practice()
    _ = try await practice.source.status()
    let url = URL(fileURLWithPath: practice.folder + "/chain")
    let good = try Data(contentsOf: url)
    for position in stride(from: 0, to: good.count, by: 997) {
      var bad = good
      bad[position] ^= 1
      try bad.write(to: url)
      await #expect(throws: NodeError.self) { try await practice.source.mine(1) }
      #expect(try Data(contentsOf: url) == bad)
      try good.prefix(position).write(to: url)
      await #expect(throws: NodeError.self) { try await practice.source.status() }
    }
    try good.write(to: url)
    #expect(try await practice.source.status().tip.height == 119)
  }

  @Test func `the chain survives being read back`() throws {
    var chain = try RehearsalChain.new(now: 1_800_000_000)
    _ = try chain.fund(Self.other, try Amount(satoshis: 1_000_000))
    try chain.mine(1, now: 1_800_000_600)
    _ = try chain.fund(Self.openOutput, try Amount(satoshis: 6_000_000_000))
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearsal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = RehearsalFile(folder: folder.path)
    try file.save(chain)
    let read = try #require(try file.load())
    #expect(read.hashes == chain.hashes && read.coins == chain.coins)
    #expect(read.mempool == chain.mempool && read.mempool.count == 1)
    #expect(read.mempool[0].inputs.count == 2)
  }
}

/// A source that answers no more than every source has to.
private struct PlainSource: ChainSource {
  let chain: Rehearsal

  func status() async throws(NodeError) -> NodeStatus { try await chain.status() }
  func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    try await chain.blockHash(at: height)
  }
  func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    try await chain.blockTimes(blocks)
  }
  func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    try await chain.activity(
      of: scripts, from: height, through: tip, reading: reading, progress: progress)
  }
  func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    try await chain.unspentOutputs(outPoints, at: tip)
  }
  func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    try await chain.confirmation(of: transaction, through: tip)
  }
  func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?] {
    try await chain.transactions(wanted)
  }
  func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? {
    try await chain.estimatedFeeRate(target: blocks)
  }
  func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    try await chain.verdict(on: transaction)
  }
  func send(_ transaction: Transaction) async throws(NodeError) {
    try await chain.send(transaction)
  }
  func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? {
    try await chain.sighting(of: txid)
  }
}
