public import BitcoinPrimitives
internal import ChainTypes

/// What a mempool says of a transaction that waits in it.
public struct MempoolEntry: Hashable, Sendable {
  /// The transaction.
  public let txid: Txid
  /// Its size as fees count it, in virtual bytes.
  public let virtualSize: Int
  /// What it pays; nil where the source cannot tell.
  public let fee: Amount?
  /// Those of the transactions that it spends which wait too.
  public let parents: Set<Txid>
  /// Those that wait and spend it; nil where the source cannot tell.
  public let children: Set<Txid>?
  /// What it and all that builds on it pay together, which is lost when it is replaced; nil where the source cannot tell.
  public let descendantFees: Amount?

  /// Takes all that a source says of it.
  public init(
    txid: Txid, virtualSize: Int, fee: Amount?, parents: Set<Txid>, children: Set<Txid>?,
    descendantFees: Amount?
  ) {
    self.txid = txid
    self.virtualSize = virtualSize
    self.fee = fee
    self.parents = parents
    self.children = children
    self.descendantFees = descendantFees
  }
}

extension ChainSource {
  /// What can be told from the transactions themselves, which is nothing of what builds on it.
  ///
  /// Its size, what it pays where the source has all that it spends, and which of these wait.
  public func mempoolEntry(of txid: Txid) async throws(NodeError) -> MempoolEntry? {
    guard try await sighting(of: txid) != nil,
      let transaction = try await transactions([TransactionPlace(txid: txid, block: nil)]).first
        ?? nil
    else { return nil }
    let spent = Set(transaction.inputs.map(\.previousOutput.txid)).sorted()
    let previous = try await transactions(spent.map { TransactionPlace(txid: $0, block: nil) })
    var known: [Txid: Transaction] = [:]
    var parents: Set<Txid> = []
    for (txid, previous) in zip(spent, previous) {
      known[txid] = previous
      if try await sighting(of: txid) != nil { parents.insert(txid) }
    }
    return MempoolEntry(
      txid: txid, virtualSize: transaction.vsize, fee: Self.fee(of: transaction, known),
      parents: parents, children: nil, descendantFees: nil)
  }

  private static func fee(of transaction: Transaction, _ known: [Txid: Transaction]) -> Amount? {
    var coins: [Amount] = []
    for input in transaction.inputs {
      let outPoint = input.previousOutput
      guard let outputs = known[outPoint.txid]?.outputs, Int(outPoint.vout) < outputs.count,
        let amount = outputs[Int(outPoint.vout)].amount
      else { return nil }
      coins.append(amount)
    }
    let outputs = transaction.outputs.compactMap(\.amount)
    guard outputs.count == transaction.outputs.count else { return nil }
    return try? Amount.sum(of: coins).subtracting(Amount.sum(of: outputs))
  }

  /// One after the other, parents first: what pays too little alone is refused by itself then.
  public func send(package transactions: [Transaction]) async throws(NodeError) {
    for transaction in transactions { try await send(transaction) }
  }
}
