internal import BitcoinPrimitives

// Packages and the limits of version 3, as Bitcoin Core has them.
extension RehearsalChain {
  /// Takes transactions that only together pay enough, parents before children; all that are missing, or none.
  mutating func accept(package transactions: [Transaction]) throws(NodeError) {
    var trial = self
    var deferred: [Transaction] = []
    for transaction in transactions where trial.transaction(transaction.txid) != transaction {
      guard deferred.isEmpty else {
        deferred.append(transaction)
        continue
      }
      do throws(NodeError) {
        try trial.accept(transaction)
      } catch {
        guard case .rehearsal(let reason) = error, reason.contains("fee not met") else {
          throw error
        }
        deferred.append(transaction)
      }
    }
    var fees: Int64 = 0
    var size: Int64 = 0
    for transaction in deferred {
      fees += try trial.accept(transaction, inPackage: true).satoshis
      size += Int64(transaction.vsize)
    }
    let asked = (size * mempoolMinimum + 999) / 1000
    guard fees >= asked else {
      throw .rehearsal(reason: "package mempool min fee not met, \(fees) < \(asked)")
    }
    self = trial
  }

  private static let mostBytesOfTRUC = 10_000
  private static let mostBytesOfTRUCChild = 1000

  /// Judges a transaction by the limits of version 3 (BIP-431); gives the other child of its parent, whose place it would
  /// have to take.
  func judgeTRUC(_ transaction: Transaction) throws(NodeError) -> Txid? {
    let isTRUC = transaction.version == 3
    let parents = mempool.filter { waiting in
      let txid = waiting.txid
      return transaction.inputs.contains { $0.previousOutput.txid == txid }
    }
    func violation(_ reason: String) -> NodeError {
      .rehearsal(reason: "TRUC-violation, \(reason)")
    }
    guard !isTRUC || transaction.vsize <= Self.mostBytesOfTRUC else {
      throw violation("a version 3 transaction is too big")
    }
    guard parents.allSatisfy({ ($0.version == 3) == isTRUC }) else {
      throw violation("only version 3 transactions may spend version 3 ones, and nothing else")
    }
    guard isTRUC, let parent = parents.first else { return nil }
    let grandparents = Set(parent.inputs.map(\.previousOutput.txid))
    guard parents.count == 1, !mempool.contains(where: { grandparents.contains($0.txid) }) else {
      throw violation("it would have too many ancestors")
    }
    guard transaction.vsize <= Self.mostBytesOfTRUCChild else {
      throw violation("a version 3 child is too big: \(transaction.vsize) > 1000 virtual bytes")
    }
    let txid = parent.txid
    return mempool.first { waiting in waiting.inputs.contains { $0.previousOutput.txid == txid } }?
      .txid
  }

  /// What the mempool says of a transaction.
  func mempoolEntry(of txid: Txid) -> MempoolEntry? {
    guard let transaction = mempool.first(where: { $0.txid == txid }) else { return nil }
    let spent = Set(transaction.inputs.map(\.previousOutput.txid))
    var gone: Set<Txid> = []
    var fees: Int64 = 0
    var children: Set<Txid> = []
    // Parents stand before children.
    for waiting in mempool {
      let makers = Set(waiting.inputs.map(\.previousOutput.txid))
      if makers.contains(txid) { children.insert(waiting.txid) }
      guard waiting.txid == txid || !gone.isDisjoint(with: makers) else { continue }
      gone.insert(waiting.txid)
      fees += feeOfWaiting(waiting)
    }
    return MempoolEntry(
      txid: txid, virtualSize: transaction.vsize,
      fee: try? Amount(satoshis: feeOfWaiting(transaction)),
      parents: Set(mempool.map(\.txid)).intersection(spent), children: children,
      descendantFees: try? Amount(satoshis: fees))
  }
}
