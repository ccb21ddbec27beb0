internal import BitcoinPrimitives
internal import NodeClients
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

extension CoordinatorSession {
  /// The most parents that are looked for; mempools allow no longer chains.
  private static let mostParents = 24

  /// The transactions that one builds on, that are not in a block, that the node does not have and that are here with their
  /// signatures: parents before children.
  ///
  /// A full mempool drops what pays least, also where somebody waits to pay for it.
  func droppedParents(
    of final: Transaction, _ payment: PaymentRecord, _ source: any ChainSource, _ store: Store
  ) async throws -> [Transaction] {
    let wallet = try store.wallet(of: payment)
    // What was given up is not sent again without being asked for.
    let payments = try store.payments(of: wallet)
      .filter { $0.wasHandedOver && $0.standing != .cancelled }.compactMap(\.final)
    let signed = Dictionary(payments.map { ($0.txid, $0) }) { first, _ in first }
    var found: [Transaction] = []
    var seen: Set<Txid> = []
    var open = Set(final.inputs.map(\.previousOutput.txid)).sorted()
    while let txid = open.popLast(), found.count < Self.mostParents {
      guard seen.insert(txid).inserted, try !isConfirmed(txid, of: wallet, store) else { continue }
      guard let parent = try signed[txid] ?? store.transaction(txid, of: wallet) else { continue }
      let isThere = try await asked { () async throws(NodeError) -> Bool in
        if try await source.sighting(of: txid) != nil { return true }
        let tip = try await source.status().tip
        return try await source.confirmation(of: parent, through: tip) != nil
      }
      guard !isThere else { continue }
      found.append(parent)
      open += Set(parent.inputs.map(\.previousOutput.txid)).sorted()
    }
    return Self.parentsFirst(found)
  }

  private func isConfirmed(
    _ txid: Txid, of wallet: WalletRecord, _ store: Store
  ) throws -> Bool {
    try store.coins(of: wallet, includingSpent: true)
      .contains { $0.outPoint.txid == txid && $0.height != nil }
  }

  /// In an order in which each stands behind what it spends.
  private static func parentsFirst(_ transactions: [Transaction]) -> [Transaction] {
    var left = Dictionary(transactions.map { ($0.txid, $0) }) { first, _ in first }
    var ordered: [Transaction] = []
    while !left.isEmpty {
      let ready = left.filter { _, transaction in
        !transaction.inputs.contains { left[$0.previousOutput.txid] != nil }
      }
      // No transaction spends itself, over however many others: the hash of one is in the next.
      guard !ready.isEmpty else { break }
      for txid in ready.keys.sorted() {
        ordered += [left.removeValue(forKey: txid)].compactMap(\.self)
      }
    }
    return ordered
  }
}
