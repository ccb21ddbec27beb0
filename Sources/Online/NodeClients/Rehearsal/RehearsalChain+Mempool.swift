internal import BitcoinPrimitives
internal import ScriptVerification

extension RehearsalChain {
  /// The rate below which nothing is relayed: 0.1 sat/vB, as in Bitcoin Core 30.
  static let minimumFeeRate: Int64 = 100
  /// The fee rate above which `sendrawtransaction` thinks of a mistake: 0.1 BTC per 1,000 vB.
  private static let maximumFeeRate: Int64 = 10_000_000

  /// Takes a transaction into the mempool, replacing what it outbids; gives its fee.
  ///
  /// - Throws: `NodeError.rehearsal` with Bitcoin Core's word for the rule that is broken.
  @discardableResult
  mutating func accept(
    _ transaction: Transaction, inPackage: Bool = false
  ) throws(NodeError) -> Amount {
    let (fee, replaced) = try judge(transaction, inPackage: inPackage)
    mempool.removeAll { replaced.contains($0.txid) }
    mempool.append(transaction)
    return fee
  }

  /// Judges a transaction against the next block and the rules of relay.
  ///
  /// In a package only the package as a whole has to pay what the mempool asks for now.
  func judge(
    _ transaction: Transaction, inPackage: Bool = false
  ) throws(NodeError) -> (fee: Amount, replaced: Set<Txid>) {
    do { try TransactionCheck.verify(transaction) } catch {
      throw .rehearsal(reason: error.rawValue)
    }
    guard !transaction.isCoinbase else { throw .rehearsal(reason: "coinbase") }
    try judgeForm(transaction)
    let txid = transaction.txid
    if let twin = mempool.first(where: { $0.txid == txid }) {
      throw .rehearsal(
        reason: twin == transaction
          ? "txn-already-in-mempool" : "txn-same-nonwitness-data-in-mempool")
    }
    guard places[txid] == nil else { throw .rehearsal(reason: "txn-already-known") }

    let found = try spentCoins(transaction)
    try judgeTime(transaction, found)
    let fee: Amount
    do {
      fee = try TransactionVerifier.verify(
        transaction, spentOutputs: found.map(\.output), flags: .standard)
    } catch {
      throw .rehearsal(reason: Self.reason(error))
    }
    let size = Int64(transaction.vsize)
    let needed = (size * Self.minimumFeeRate + 999) / 1000
    guard fee.satoshis >= needed || transaction.version == 3 && inPackage else {
      throw .rehearsal(reason: "min relay fee not met, \(fee.satoshis) < \(needed)")
    }
    let asked = (size * mempoolMinimum + 999) / 1000
    guard fee.satoshis >= asked || inPackage else {
      throw .rehearsal(reason: "mempool min fee not met, \(fee.satoshis) < \(asked)")
    }
    guard fee.satoshis <= size * Self.maximumFeeRate / 1000 else {
      throw .rehearsal(reason: "max-fee-exceeded")
    }
    let sibling = try judgeTRUC(transaction)
    return (fee, try replaced(by: transaction, fee: fee, besides: sibling))
  }

  private static func reason(_ error: TransactionVerificationError) -> String {
    switch error {
    case .script(let input, let script):
      "mandatory-script-verify-flag-failed (\(script)), input \(input)"
    case .outputsExceedInputs: "bad-txns-in-belowout"
    default: "\(error)"
    }
  }

  /// The rules of relay that need no coins.
  private func judgeForm(_ transaction: Transaction) throws(NodeError) {
    guard (1...3).contains(transaction.version) else { throw .rehearsal(reason: "version") }
    guard transaction.weight <= .maxStandardTransaction else {
      throw .rehearsal(reason: "tx-size")
    }
    for output in transaction.outputs {
      if case .nonstandard = output.scriptPubKey.type {
        throw .rehearsal(reason: "scriptpubkey")
      }
      guard !output.isDust else {
        throw .rehearsal(reason: "dust, an output is not worth spending")
      }
    }
    for input in transaction.inputs where input.scriptSig.count > 1650 {
      throw .rehearsal(reason: "scriptsig-size")
    }
  }

  /// The coins that it spends, confirmed ones and those of the mempool.
  func spentCoins(_ transaction: Transaction) throws(NodeError) -> [Coin] {
    var found: [Coin] = []
    for input in transaction.inputs {
      let outPoint = input.previousOutput
      if let coin = coins[outPoint] {
        guard !coin.isCoinbase || blocks.count - coin.height >= Self.maturity else {
          throw .rehearsal(reason: "bad-txns-premature-spend-of-coinbase")
        }
        found.append(coin)
      } else if let parent = mempool.first(where: { $0.txid == outPoint.txid }),
        Int(outPoint.vout) < parent.outputs.count
      {
        found.append(
          Coin(
            output: parent.outputs[Int(outPoint.vout)], height: blocks.count, isCoinbase: false))
      } else {
        throw .rehearsal(reason: "bad-txns-inputs-missingorspent")
      }
    }
    return found
  }

  /// Lock times (by the median time of BIP-113) and relative ones (BIP-68), for the next block.
  private func judgeTime(_ transaction: Transaction, _ coins: [Coin]) throws(NodeError) {
    let now = medianTime(at: height)
    let isFinal =
      transaction.inputs.allSatisfy { $0.sequence == TxIn.finalSequence }
      || transaction.lockTime.rawValue == 0
      || (hasReplayLock && transaction.lockTime == .replayLock)
      || (transaction.lockTime.height.map { Int($0) < blocks.count } ?? false)
      || (transaction.lockTime.time.map { $0 < now } ?? false)
    guard isFinal else { throw .rehearsal(reason: "non-final") }
    guard transaction.version >= 2 else { return }
    for (input, coin) in zip(transaction.inputs, coins) where input.sequence & (1 << 31) == 0 {
      let wait = Int(input.sequence & 0xffff)
      let isOver: Bool
      if input.sequence & (1 << 22) != 0 {
        isOver = Int(medianTime(at: max(0, coin.height - 1))) + wait * 512 - 1 < Int(now)
      } else {
        isOver = coin.height + wait - 1 < blocks.count
      }
      guard isOver else { throw .rehearsal(reason: "non-BIP68-final") }
    }
  }

  /// What it replaces in the mempool, with everything that builds on it (full replacement).
  private func replaced(
    by transaction: Transaction, fee: Amount, besides sibling: Txid?
  ) throws(NodeError) -> Set<Txid> {
    let spends = Set(transaction.inputs.map(\.previousOutput))
    var gone: Set<Txid> = []
    var lost: Int64 = 0
    for waiting in mempool {
      let conflicts = waiting.inputs.contains {
        spends.contains($0.previousOutput) || gone.contains($0.previousOutput.txid)
      }
      guard conflicts || waiting.txid == sibling else { continue }
      gone.insert(waiting.txid)
      let old = feeOfWaiting(waiting)
      lost += old
      let isDirect = waiting.inputs.contains { spends.contains($0.previousOutput) }
      let rates = (fee.satoshis * Int64(waiting.vsize), old * Int64(transaction.vsize))
      guard !isDirect || rates.0 > rates.1 else {
        throw .rehearsal(
          reason:
            "insufficient fee, rejecting replacement; it pays no higher rate than \(waiting.txid)")
      }
    }
    guard !gone.isEmpty else { return [] }
    guard gone.count <= Self.mostReplaced else {
      throw .rehearsal(reason: "too many potential replacements, \(gone.count)")
    }
    guard !spends.contains(where: { gone.contains($0.txid) }) else {
      throw .rehearsal(reason: "bad-txns-spends-conflicting-tx")
    }
    let more = (Int64(transaction.vsize) * Self.minimumFeeRate + 999) / 1000
    guard fee.satoshis >= lost + more else {
      throw .rehearsal(
        reason: "insufficient fee, rejecting replacement; \(fee.satoshis) < \(lost + more)")
    }
    return gone
  }

  /// How many transactions one may replace.
  private static let mostReplaced = 100

  func feeOfWaiting(_ transaction: Transaction) -> Int64 {
    let paid = (try? spentCoins(transaction))?.reduce(Int64(0)) { $0 + $1.output.rawValue } ?? 0
    return max(0, paid - transaction.outputs.reduce(Int64(0)) { $0 + $1.rawValue })
  }
}
