import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ChainTypes
import Foundation
import NodeClients
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `pay --prove`: which coins are proved to the signer, and what is said of the others.
@Suite struct ConfirmationProvingTests {
  private func pay(_ desk: Desk, _ file: String, _ more: String...) -> [String] {
    ["pay", "savings", "--fee-rate", "5", "--json", "--out", desk.path(file)] + more
  }

  private func psbt(_ desk: Desk, _ file: String) throws -> PSBT {
    try PSBT(decoding: Array(Data(contentsOf: desk.folder.appending(path: file))))
  }

  private func blocks(_ psbt: PSBT) throws -> [Int?] {
    let check = try #require(ConfirmationCheck(of: psbt, floor: .none))
    #expect(check.holds)
    return check.inputs.map { try? $0?.get().blocks }
  }

  // MARK: Commands

  @Test func `a coin that is deep enough is proved to the signer`() async throws {
    let desk = try await Desk.practising("0.5")
    await desk.run("rehearse", "mine", "5")
    let ran = await desk.execute(
      pay(desk, "a.psbt", "--prove", "6", "--to", "\(Desk.elsewhere)=0.1"))
    #expect(ran.json["proved"]?.arrayValue == [.integer(0)], "\(ran.err)")
    #expect(!ran.err.contains("no proof"))
    let carrying = try psbt(desk, "a.psbt")
    #expect(try blocks(carrying) == [6])
    // The records hold the payment without them, and write it so unless they are asked for again.
    await desk.run("payments", "--payment", "1", "--out", desk.path("b.psbt"))
    #expect(try psbt(desk, "b.psbt") == carrying.withoutConfirmationProofs)
    await desk.run("rehearse", "mine", "3")
    await desk.run("payments", "--payment", "1", "--prove", "8", "--out", desk.path("c.psbt"))
    #expect(try blocks(psbt(desk, "c.psbt")) == [8])
    // What comes back with them, or without, is no news.
    let collected = await desk.run("collect", desk.path("a.psbt"))
    #expect(!collected.err.contains("PROPRIETARY"), "\(collected.err)")
  }

  @Test func `a coin that is less deep is named, and the payment is written all the same`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    // 144 unless something else is said.
    let ran = await desk.execute(pay(desk, "a.psbt", "--to", "\(Desk.elsewhere)=0.1", "--prove"))
    #expect(ran.json["proved"]?.arrayValue == [], "\(ran.err)")
    #expect(
      ran.err.contains(
        "payment 1 has no proof for input 0: only 1 block deep"),
      "\(ran.err)")
    #expect(try !psbt(desk, "a.psbt").carriesConfirmationProofs)
    let plain = await desk.run("cancel", "1", "--yes")
    #expect(plain.code == .done)
    let without = await desk.execute(pay(desk, "b.psbt", "--to", "\(Desk.elsewhere)=0.1"))
    #expect(without.json["proved"]?.arrayValue == [] && !without.err.contains("proof"))
  }

  @Test func `what cannot carry proofs is refused before anything is built`() async throws {
    let desk = try await Desk.practising("0.5")
    let to = ["--to", "\(Desk.elsewhere)=0.1"]
    for (more, words) in [
      (["--prove", "0"], "1 to 2016"), (["--prove", "2017"], "1 to 2016"),
      (["--prove", "6", "--without-previous"], "previous transactions"),
      (["--prove", "6", "--as", "multisig"], "no place for --prove"),
      (["--prove", "6", "--ladder", "2,5"], "--ladder works without --prove"),
    ] {
      let ran = await desk.execute(
        ["pay", "savings", "--out", desk.path("x.txt")] + more + to)
      #expect(ran.code == .wrongUsage && ran.err.contains(words), "\(more): \(ran.err)")
    }
    for more in [["--prove"], ["--prove", "6", "--as", "multisig", "--out", "x.txt"]] {
      let ran = await desk.execute(["payments", "--payment", "1"] + more)
      #expect(ran.code == .wrongUsage && ran.err.contains("--prove"), "\(more): \(ran.err)")
    }
  }

  @Test func `a reader whose payments go without previous transactions gets no proofs`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let ran = await desk.execute(
      pay(desk, "a.psbt", "--prove", "1", "--for", "seedsigner", "--to", "\(Desk.elsewhere)=0.1"))
    #expect(
      ran.code == .wrongUsage && ran.err.contains("go without previous transactions"), "\(ran.err)")
    #expect(await desk.run("payments", "--json").json == [])
  }

  @Test func `what comes back in the form of proofs and proves nothing is named`() async throws {
    let desk = try await Desk.practising("0.5")
    _ = await desk.execute(
      pay(desk, "a.psbt", "--prove", "1", "--to", "\(Desk.elsewhere)=0.1"))
    var bent = try psbt(desk, "a.psbt")
    let field = try #require(bent.global.map.fields.first(where: ConfirmationProofs.isHeaders))
    bent.global.setUnchecked(
      PSBTField(
        type: field.type, keyData: Array(field.keyData) + [1],
        value: [UInt8](repeating: 0x5e, count: 32)[...]))
    try Data(bent.encoded()).write(to: desk.folder.appending(path: "bent.psbt"))
    let collected = await desk.run("collect", desk.path("bent.psbt"))
    #expect(collected.err.contains("PROPRIETARY"), "\(collected.err)")
  }

  // MARK: Each reason

  /// A chain of easy blocks with a coin in each of some, and what it is asked.
  private struct Chain: ChainSource {
    let rehearsal: Rehearsal
    var tells = true
    var proves: @Sendable (Txid) -> Bool = { _ in true }
    var bends = false

    func status() async throws(NodeError) -> NodeStatus { try await rehearsal.status() }
    func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
      try await rehearsal.blockHash(at: height)
    }
    func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] { [] }
    func activity(
      of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
      progress: @escaping @Sendable (Double) -> Void
    ) async throws(NodeError) -> ScriptActivity { ScriptActivity() }
    func unspentOutputs(
      _ outPoints: [OutPoint], at tip: ChainTip
    ) async throws(NodeError) -> [UnspentOutput?] { [] }
    func blockHeaders(
      at heights: ClosedRange<Int>, through tip: ChainTip
    ) async throws(NodeError) -> [BlockHeader]? {
      tells ? try await rehearsal.blockHeaders(at: heights, through: tip) : nil
    }
    func merkleProofs(
      of confirmed: [(txid: Txid, height: Int)]
    ) async throws(NodeError) -> [MerkleProof?] {
      let proofs = try await rehearsal.merkleProofs(of: confirmed)
      return zip(confirmed, proofs).map { one, proof in
        guard proves(one.txid), let proof else { return nil }
        return bends
          ? MerkleProof(branch: proof.branch, position: proof.position ^ 1) : proof
      }
    }
    func confirmation(
      of transaction: Transaction, through tip: ChainTip
    ) async throws(NodeError) -> BlockPosition? { nil }
    func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?] {
      try await rehearsal.transactions(wanted)
    }
    func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? { nil }
    func fees(ofBlocksAt heights: [Int]) async throws(NodeError) -> [BlockFees?]? { nil }
    func mempoolDepth() async throws(NodeError) -> MempoolDepth {
      try await rehearsal.mempoolDepth()
    }
    func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict { .untold }
    func send(_ transaction: Transaction) async throws(NodeError) {}
    func send(package transactions: [Transaction]) async throws(NodeError) {}
    func mempoolEntry(of txid: Txid) async throws(NodeError) -> MempoolEntry? { nil }
    func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? { nil }
  }

  /// Coins at heights of a rehearsal chain that ends at a height, spent together by taproot-like inputs without
  /// their transactions.
  private func scene(
    _ body: (_ chain: Chain, _ psbt: PSBT, _ heights: [OutPoint: Int], _ tip: ChainTip)
      async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("proving-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let chain = Rehearsal(folder: folder, now: { 1_800_000_000 }, pause: { _ in })
    let script = Script.p2tr(outputKey: Bytes32([UInt8](repeating: 5, count: 32)) ?? .zero)
    var heights: [OutPoint: Int] = [:]
    var coins: [OutPoint] = []
    // Blocks 120, 121, 124 and 140; the chain ends at 144.
    for between in [0, 0, 2, 15] {
      if between > 0 { try await chain.mine(between) }
      let txid = try await chain.fund(script, try Amount(satoshis: 1_000_000))
      try await chain.mine(1)
      let coin = OutPoint(txid: txid, vout: 0)
      coins.append(coin)
      heights[coin] = try await chain.status().tip.height
    }
    try await chain.mine(4)
    let transaction = Transaction(
      inputs: coins.map { TxIn(previousOutput: $0, sequence: 0xffff_fffd) },
      outputs: [TxOut(rawValue: 3_000_000, scriptPubKey: script)])
    var updater = Updater(try Creator(transaction).created())
    for index in coins.indices {
      try updater.addCoin(TxOut(rawValue: 1_000_000, scriptPubKey: script), toInput: index)
    }
    let tip = try await chain.status().tip
    try await body(Chain(rehearsal: chain), updater.psbt, heights, tip)
  }

  @Test func `runs that touch are merged, and each block is carried once`() async throws {
    try await scene { chain, psbt, heights, tip in
      for depth in 1...5 {
        let proving = ConfirmationProving(
          depth: depth, network: .regtest, source: chain, tip: tip)
        let outcome = try await proving.proving(psbt, heights: heights)
        #expect(outcome.proved == [0, 1, 2, 3] && outcome.reasons.isEmpty)
        let blocks = try blocks(outcome.psbt)
        #expect(blocks.allSatisfy { ($0 ?? 0) >= depth } && blocks.last == depth, "\(depth)")
        // The transactions that made the coins came along.
        #expect(outcome.psbt.inputs.allSatisfy { $0.nonWitnessUTXO != nil })
        // Proofs that were there are replaced.
        #expect(
          try await proving.proving(outcome.psbt, heights: heights).psbt == outcome.psbt)
      }
    }
  }

  @Test func `each reason why a coin is not proved is said`() async throws {
    try await scene { chain, psbt, heights, tip in
      func outcome(
        _ depth: Int, _ heights: [OutPoint: Int], on network: Network = .regtest,
        _ change: (inout Chain) -> Void = { _ in }
      ) async throws -> ConfirmationProving.Outcome {
        var chain = chain
        change(&chain)
        return try await ConfirmationProving(
          depth: depth, network: network, source: chain, tip: tip
        ).proving(psbt, heights: heights)
      }
      let coins = psbt.unsignedTransaction.inputs.map(\.previousOutput)
      let deep = try await outcome(6, heights)
      #expect(deep.proved == [0, 1, 2] && deep.reasons == [3: "only 5 blocks deep"])
      #expect(try blocks(deep.psbt)[3] == nil)
      var waiting = heights
      waiting[coins[1]] = nil
      #expect(try await outcome(2, waiting).reasons == [1: "not confirmed"])
      let silent = try await outcome(2, heights) { $0.tells = false }
      #expect(silent.proved.isEmpty && !silent.psbt.carriesConfirmationProofs)
      #expect(Set(silent.reasons.values) == ["the node gives no block headers"])
      let pruned = try await outcome(2, heights) { $0.proves = { $0 != coins[2].txid } }
      #expect(pruned.proved == [0, 1, 3])
      #expect(pruned.reasons[2]?.contains("pruned") == true)
      // On mainnet such blocks cost next to nothing.
      let easy = try await outcome(2, heights, on: .mainnet)
      #expect(easy.proved.isEmpty && easy.reasons[0]?.contains("before June 2018") == true)
      let lie = try await outcome(2, heights) { $0.bends = true }
      #expect(lie.proved.isEmpty)
      #expect(Set(lie.reasons.values) == ["the node's proof does not hold"])
      #expect(
        lie.sentences(about: 7) == [
          "payment 7 has no proof for inputs 0, 1, 2, 3: the node's proof does not hold"
        ])
      // In another block than the node says: no proof of it there.
      var elsewhere = heights
      elsewhere[coins[0]] = 130
      #expect(try await outcome(2, elsewhere).proved == [1, 2, 3])
    }
  }
}
