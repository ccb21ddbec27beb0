internal import BitcoinPrimitives
internal import NodeClients
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// A transaction that a payment builds on, that the node does not have, and that is sent again with the payment.
struct DroppedParent {
  let transaction: Transaction
  /// The payment of this home that it is; nil where somebody else made it.
  let payment: PaymentRecord?
}

extension CoordinatorSession {
  /// The most parents that are looked for; mempools allow no longer chains.
  private static let mostParents = 24

  /// The transactions that one builds on, that are not in a block, that the node does not have and that are here with their
  /// signatures: parents before children.
  ///
  /// A full mempool drops what pays least, also where somebody waits to pay for it.
  /// - Throws: `ProgramError` where one of them is a payment that is not sent again unless somebody asks for it: one that
  ///   was given up, that was never sent, or in whose place another is.
  func droppedParents(
    of final: Transaction, _ payment: PaymentRecord, _ source: any ChainSource, _ store: Store
  ) async throws -> [DroppedParent] {
    let wallet = try store.wallet(of: payment)
    let payments = try store.payments()
    var byTxid: [Txid: [PaymentRecord]] = [:]
    for payment in payments {
      for txid in Set([payment.unsigned.txid, payment.final?.txid].compactMap { $0 }) {
        byTxid[txid, default: []].append(payment)
      }
    }
    var found: [DroppedParent] = []
    var seen: Set<Txid> = []
    var open = Set(final.inputs.map(\.previousOutput.txid)).sorted()
    while let txid = open.popLast(), found.count < Self.mostParents {
      guard seen.insert(txid).inserted, try !isConfirmed(txid, of: wallet, store) else { continue }
      let own = byTxid[txid] ?? []
      guard !own.contains(where: { $0.state == .confirmed }) else { continue }
      // Of a payment of this home its records say whether it may be sent, whatever else was kept of it.
      let known = try own.compactMap(\.final).first ?? store.transaction(txid, of: wallet)
      guard let parent = known else { continue }
      let isThere = try await asked { () async throws(NodeError) -> Bool in
        if try await source.sighting(of: txid) != nil { return true }
        let tip = try await source.status().tip
        return try await source.confirmation(of: parent, through: tip) != nil
      }
      guard !isThere else { continue }
      // Where wallets that are twins both have it, it is enough that one of them gave it up.
      let one =
        own.first { $0.standing == .cancelled } ?? own.first { $0.wasHandedOver && $0.final != nil }
        ?? own.first
      if let one { try Self.requireWanted(one, for: payment, among: payments) }
      guard own.isEmpty || one?.final != nil else { continue }
      found.append(DroppedParent(transaction: one?.final ?? parent, payment: one))
      open += Set(parent.inputs.map(\.previousOutput.txid)).sorted()
    }
    return Self.parentsFirst(found)
  }

  /// Takes a payment that somebody still wants to confirm.
  private static func requireWanted(
    _ parent: PaymentRecord, for child: PaymentRecord, among payments: [PaymentRecord]
  ) throws(ProgramError) {
    let number = parent.number
    let builds = "payment \(child.number) builds on payment \(number), which the node does not have"
    guard parent.standing != .cancelled, parent.state != .cancelled, parent.state != .conflicted
    else {
      throw ProgramError(
        "\(builds) and which \(parent.state == .conflicted ? parent.state.words : "was cancelled")",
        hint:
          "sync, then run `payments`; what was cancelled is not sent again: to give up what builds on it as well, "
          + "run `cancel \(child.number)`")
    }
    if let other = parent.successor(among: payments) {
      throw ProgramError(
        "\(builds), and payment \(other.number) is in its place",
        hint:
          "only one of the two can confirm: sync, then run `payments`; if it is to be payment \(number) after all, "
          + "run `broadcast \(number)` first, else `cancel \(child.number)`")
    }
    guard parent.wasHandedOver else {
      throw ProgramError(
        "\(builds) and which was not sent", hint: "run `broadcast \(number)` first")
    }
  }

  private func isConfirmed(
    _ txid: Txid, of wallet: WalletRecord, _ store: Store
  ) throws -> Bool {
    try store.coins(of: wallet, madeBy: txid, includingSpent: true).contains { $0.height != nil }
  }

  /// In an order in which each stands behind what it spends.
  private static func parentsFirst(_ parents: [DroppedParent]) -> [DroppedParent] {
    var left = Dictionary(parents.map { ($0.transaction.txid, $0) }) { first, _ in first }
    var ordered: [DroppedParent] = []
    while !left.isEmpty {
      let ready = left.filter { _, parent in
        !parent.transaction.inputs.contains { left[$0.previousOutput.txid] != nil }
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

extension PaymentRecord {
  /// Another payment in the place of this one: a later one that spends a coin of it and holds its coins, was handed over
  /// or is confirmed.
  ///
  /// Not only the one that was built to replace it: who gives that up after it was sent may still meet it in a block.
  fileprivate func successor(among payments: [PaymentRecord]) -> PaymentRecord? {
    let coins = Set(unsigned.inputs.map(\.previousOutput))
    return payments.last { other in
      (other.number > number || other.number == replacedBy)
        && other.unsigned.txid != unsigned.txid && other.state != .conflicted
        && (other.state.holdsCoins || other.wasHandedOver || other.state == .confirmed)
        && other.unsigned.inputs.contains { coins.contains($0.previousOutput) }
    }
  }
}
