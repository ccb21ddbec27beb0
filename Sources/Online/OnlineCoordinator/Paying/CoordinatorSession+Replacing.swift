internal import BitcoinPrimitives
internal import NodeClients
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

extension CoordinatorSession {
  /// What takes the place of a payment, knowing what the node would drop for it.
  ///
  /// - Throws: `ProgramError` for a payment that cannot be replaced, or that another is to replace already.
  func replacement(
    of number: Int64, of wallet: WalletRecord, _ store: Store
  ) async throws -> Replacement {
    let payment = try store.payment(number)
    // Behind the highest step stands what was built to replace any of them.
    let last =
      payment.isReplacedByStep
      ? try store.ladder(of: payment).last { $0.ladder?.step != nil } ?? payment : payment
    if let other = last.replacedBy, try store.payment(other).state.holdsCoins {
      let new = try store.payment(other)
      if let place = new.ladder,
        let top = try store.ladder(of: new).last(where: { $0.ladder?.step != nil })
      {
        throw ProgramError(
          "ladder \(place.ladder) was built to replace payment \(number), and holds its coins",
          hint:
            "once it is signed: `broadcast \(place.ladder)`, or `bump \(top.number)`; to build another in its place: "
            + "`cancel \(place.ladder)` first")
      }
      throw ProgramError(
        "payment \(other) was built to replace payment \(number), and holds its coins",
        hint:
          "once it is signed: `bump \(other)`; to build another in its place: `cancel \(other)` first"
      )
    }
    var replacement = try Replacement(number, of: wallet, in: store)
    replacement.asksBeforeAddingCoins = true
    guard let final = payment.final else { return replacement }
    let source = try source(activeNode(store))
    let entry = try await asked { () async throws(NodeError) in
      try await source.mempoolEntry(of: final.txid)
    }
    if let entry { replacement.hear(entry) }
    // What builds on a lower step of its ladder is lost with that step.
    for step in try store.ladder(of: payment) where step.number != number && step.wasHandedOver {
      guard let final = step.final else { continue }
      let entry = try await asked { () async throws(NodeError) in
        try await source.mempoolEntry(of: final.txid)
      }
      if let entry { replacement.hear(entry) }
    }
    return replacement
  }
}
