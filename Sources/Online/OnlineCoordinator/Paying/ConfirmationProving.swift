internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// Puts proofs into a payment that its coins are confirmed, for a signer that sees no chain (R02).
///
/// What the signer would refuse is not handed out: the proofs are verified with its own code first.
struct ConfirmationProving {
  /// The blocks on top of each coin, its own counted, that are asked for.
  let depth: Int
  let network: Network
  let source: any ChainSource
  let tip: ChainTip

  /// What came of it.
  struct Outcome {
    var psbt: PSBT
    /// Why inputs have no proof, by number.
    var reasons: [Int: String] = [:]

    /// The inputs that have one.
    var proved: [Int] { psbt.inputs.indices.filter { reasons[$0] == nil } }
  }

  /// An input whose coin is deep enough.
  private struct Candidate {
    let input: Int
    let coin: OutPoint
    let height: Int
  }

  /// Puts in what can be proved; `heights` are those of the coins' blocks, as far as they have one.
  func proving(_ psbt: PSBT, heights: [OutPoint: Int]) async throws(NodeError) -> Outcome {
    var outcome = Outcome(psbt: psbt.withoutConfirmationProofs)
    var candidates: [Candidate] = []
    for (input, spent) in psbt.unsignedTransaction.inputs.enumerated() {
      let coin = spent.previousOutput
      guard let height = heights[coin] else {
        outcome.reasons[input] = "not confirmed"
        continue
      }
      let blocks = tip.height - height + 1
      guard blocks >= depth else {
        outcome.reasons[input] = "only \(counted(max(0, blocks), "block")) deep"
        continue
      }
      candidates.append(Candidate(input: input, coin: coin, height: height))
    }
    candidates.sort { ($0.height, $0.input) < ($1.height, $1.input) }
    let room = inputsWithRoom(candidates)
    drop(&candidates, from: &outcome, "too many block headers for one payment") {
      !room.contains($0.input)
    }
    let headers = try await headers(of: candidates)
    drop(&candidates, from: &outcome, "the node gives no block headers") {
      headers[$0.height] == nil
    }
    let floor = WorkFloor(of: network)
    drop(
      &candidates, from: &outcome,
      "in a block from before June 2018, when blocks were too easy to prove anything"
    ) {
      ($0.height..<$0.height + depth).contains { headers[$0].map(floor.takes) != true }
    }
    let proofs = try await merkleProofs(of: candidates)
    drop(&candidates, from: &outcome, "not proved by the node (the block may be pruned)") {
      proofs[$0.coin.txid] == nil
    }
    try await addTransactions(to: &outcome, candidates)
    // Once more without those whose proof does not hold.
    for _ in 0..<2 {
      let assembled = assemble(candidates, headers, proofs)
      let carrying = outcome.psbt.carrying(assembled)
      guard let check = ConfirmationCheck(of: carrying, floor: floor), !check.holds else {
        outcome.psbt = carrying
        return outcome
      }
      guard check.headersFlaw == nil else { break }
      drop(&candidates, from: &outcome, "the node's proof does not hold") {
        if case .failure = check.inputs[$0.input] { true } else { false }
      }
    }
    throw .contradiction(method: "block headers", field: "the blocks of these coins")
  }

  private func drop(
    _ candidates: inout [Candidate], from outcome: inout Outcome, _ reason: String,
    where isDropped: (Candidate) -> Bool
  ) {
    for candidate in candidates where isDropped(candidate) {
      outcome.reasons[candidate.input] = reason
    }
    candidates.removeAll { outcome.reasons[$0.input] != nil }
  }

  // MARK: Headers

  /// The heights that candidates need, merged where they touch; the lowest first.
  private func ranges(_ candidates: some Sequence<Candidate>) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for candidate in candidates {
      let end = candidate.height + depth - 1
      if let last = ranges.last, candidate.height <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(end, last.upperBound)
      } else {
        ranges.append(candidate.height...end)
      }
    }
    return ranges
  }

  /// The inputs of the lowest blocks whose headers are not too many together.
  private func inputsWithRoom(_ candidates: [Candidate]) -> Set<Int> {
    var inputs: Set<Int> = []
    var (end, count) = (0, 0)
    for candidate in candidates {
      let next = candidate.height + depth
      count += next - max(end, candidate.height)
      end = next
      guard count <= ConfirmationProofs.mostHeaders else { break }
      inputs.insert(candidate.input)
    }
    return inputs
  }

  private func headers(
    of candidates: [Candidate]
  ) async throws(NodeError) -> [Int: BlockHeader] {
    var found: [Int: BlockHeader] = [:]
    for range in ranges(candidates) {
      guard let headers = try await source.blockHeaders(at: range, through: tip) else { continue }
      guard headers.count == range.count else { throw .chainMoved }
      for (height, header) in zip(range, headers) {
        // Another chain may have taken over between two answers.
        if let before = found[height - 1], header.previous != before.hash { throw .chainMoved }
        found[height] = header
      }
    }
    return found
  }

  // MARK: Proofs

  private func merkleProofs(
    of candidates: [Candidate]
  ) async throws(NodeError) -> [Txid: MerkleProof] {
    var heights: [Txid: Int] = [:]
    for candidate in candidates { heights[candidate.coin.txid] = candidate.height }
    let wanted = heights.keys.sorted().map { (txid: $0, height: heights[$0] ?? 0) }
    guard !wanted.isEmpty else { return [:] }
    var found: [Txid: MerkleProof] = [:]
    for (one, proof) in zip(wanted, try await source.merkleProofs(of: wanted)) {
      found[one.txid] = proof
    }
    return found
  }

  private func assemble(
    _ candidates: [Candidate], _ headers: [Int: BlockHeader], _ proofs: [Txid: MerkleProof]
  ) -> ConfirmationProofs {
    let ranges = ranges(candidates)
    var positions: [Int: Int] = [:]
    for height in ranges.joined() { positions[height] = positions.count }
    var places: [Int: ConfirmationProofs.Place] = [:]
    for candidate in candidates {
      guard let merkle = proofs[candidate.coin.txid], let header = positions[candidate.height]
      else { continue }
      places[candidate.input] = .init(header: header, merkle: merkle)
    }
    return ConfirmationProofs(runs: ranges.map { $0.compactMap { headers[$0] } }, places: places)
  }

  // MARK: Transactions

  /// Puts the transactions in that made the coins, where a taproot payment has none.
  private func addTransactions(
    to outcome: inout Outcome, _ candidates: [Candidate]
  ) async throws(NodeError) {
    let lacking = candidates.filter { outcome.psbt.inputs[$0.input].nonWitnessUTXO == nil }
    guard !lacking.isEmpty else { return }
    var heights: [Txid: Int] = [:]
    for candidate in lacking { heights[candidate.coin.txid] = candidate.height }
    let txids = heights.keys.sorted()
    let blocks = try await source.blockHashes(at: txids.map { heights[$0] ?? 0 })
    let found = try await source.transactions(
      zip(txids, blocks).map { TransactionPlace(txid: $0, block: $1) })
    let known = PreviousTransaction.spent(
      by: outcome.psbt.unsignedTransaction, among: found.compactMap(\.self)
    ).mapValues(\.bare)
    var updater = Updater(outcome.psbt)
    for candidate in lacking {
      guard let previous = known[candidate.coin.txid] else { continue }
      // One that contradicts the coin proves nothing: the check says so.
      try? updater.addPreviousTransaction(previous, toInput: candidate.input)
    }
    outcome.psbt = updater.psbt
  }
}

extension ConfirmationProving.Outcome {
  /// Which inputs have no proof and why, one sentence for each reason.
  func sentences(about number: Int64) -> [String] {
    var inputs: [String: [Int]] = [:]
    for (input, reason) in reasons { inputs[reason, default: []].append(input) }
    let order = inputs.sorted { ($0.value.min() ?? 0) < ($1.value.min() ?? 0) }
    return order.map { reason, inputs in
      let all = inputs.sorted()
      let shown = all.prefix(12).map { "\($0)" }.joined(separator: ", ")
      let more = all.count > 12 ? " and \(all.count - 12) more" : ""
      return
        "payment \(number) has no proof for \(all.count == 1 ? "input" : "inputs") \(shown)\(more): \(reason)"
    }
  }
}

extension CoordinatorSession {
  /// The payment with proofs that its coins are confirmed, as far as the node gives them; what it does not is said.
  ///
  /// - Returns: the inputs that are proved, too.
  func proving(
    _ psbt: PSBT, of payment: PaymentRecord, depth: Int, _ record: WalletRecord, _ store: Store
  ) async throws -> (psbt: PSBT, inputs: [Int]) {
    let outPoints = psbt.unsignedTransaction.inputs.map(\.previousOutput)
    let heights = try store.coins(at: outPoints, of: record).compactMapValues(\.height)
    do {
      let source = try source(activeNode(store))
      let outcome = try await asked { () async throws(NodeError) in
        let status = try await source.status()
        guard status.network == record.network else {
          throw NodeError.wrongNetwork(node: status.network.name, wallet: record.network.name)
        }
        return try await ConfirmationProving(
          depth: depth, network: record.network, source: source, tip: status.tip
        ).proving(psbt, heights: heights)
      }
      let sentences = outcome.sentences(about: payment.number)
      for sentence in sentences { console.warn(sentence) }
      if !sentences.isEmpty { console.talk("It can be signed all the same.") }
      return (outcome.psbt, outcome.proved)
    } catch {
      // The payment is as good without them.
      console.warn(
        "payment \(payment.number) has no proof that its coins are confirmed, and can be signed all the same: \(error)"
      )
      return (psbt, [])
    }
  }
}

/// The option of `pay` and `payments` that puts proofs into a payment.
enum ProofDepth {
  /// A day of blocks.
  static let usual = 144
  /// The depths that may be asked for.
  static let range = 1...ConfirmationProofs.mostDepth

  /// Refuses a reader whose payments go without previous transactions, and so without proofs.
  static func requireReader(_ peer: Peer?) throws {
    guard let peer, peer.goesWithoutPrevious else { return }
    throw ValidationError(
      "payments for \(peer.name) go without previous transactions, which proofs need: leave --prove or --for out"
    )
  }
}
