internal import AirgapMessages
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// The payments of a fee ladder that somebody else built, as they came.
struct UnknownLadder {
  /// Each with all that came of it: the steps, the lowest fee first, then what takes the payment back.
  let payments: [ReturnedPayment]
  let shape: LadderShape

  /// Sorts what was given; nil for what is not a fee ladder that this home does not know.
  ///
  /// PSBTs that came one by one are a ladder where they are one payment at several fees.
  /// - Throws: ``CollectError`` for a message that calls itself a ladder, and is none or is known in part.
  init?(_ read: [Returned], _ store: Store) throws {
    var sources: [(txid: Txid, source: String)] = []
    var transactions: [Transaction] = []
    for item in read {
      guard case .packet(let packet) = item.content else { continue }
      let transaction = packet.unsignedTransaction
      let txid = transaction.txid
      guard !sources.contains(where: { $0.txid == txid }) else { continue }
      sources.append((txid, item.source))
      transactions.append(transaction)
    }
    guard (2...PaymentLadder.most).contains(sources.count) else { return nil }
    let isCalledOne = read.contains(where: \.isOfLadder)
    for (txid, _) in sources {
      guard let known = try store.payment(unsignedTxid: txid) else { continue }
      guard isCalledOne else { return nil }
      throw ProgramError(CollectError.partOfLadder(known.number))
    }
    do throws(LadderFault) {
      shape = try LadderShape(of: transactions)
    } catch {
      guard isCalledOne else { return nil }
      throw ProgramError(
        CollectError.noLadder(sources[error.place].source, reason: "it \(error.reason)"))
    }
    // What is of none of them proves amounts, for each of them.
    let txids = Set(sources.map(\.txid))
    let shared = read.filter { item in
      if case .receipt = item.content { return false }
      return item.unsigned.map { !txids.contains($0.txid) } ?? true
    }
    payments = try shape.all.map { place in
      let mine = read.filter { $0.unsigned?.txid == sources[place].txid }
      return try CollectCommand.returned(mine + shared, store)
    }
  }

  /// Whether the payment at a place is what takes the others back.
  func isCancel(_ position: Int) -> Bool { shape.cancel != nil && position == shape.steps.count }
  /// The output of it that comes back to the wallet.
  func change(_ position: Int) -> Int { isCancel(position) ? 0 : shape.change }
}

extension Adoption {
  /// Shows what the payments of a ladder do, asks once, and keeps them as a ladder.
  ///
  /// That they are one payment is found out here, from their transactions and from what this home knows: the change that
  /// differs has to come back to the wallet.
  /// - Returns: the steps, the lowest fee first, then what takes the payment back.
  /// - Throws: as ``adopt(_:)-swift.method`` does for any of them, and where they are not one payment.
  func adopt(_ ladder: UnknownLadder) throws -> [PaymentRecord] {
    let returned = ladder.payments
    let wallet = try owner(of: returned[0])
    session.remind(of: [wallet])
    let offered = try returned.map { try self.offered($0, of: wallet) }
    for (position, payment) in offered.enumerated()
    where !payment.isOwn(ladder.change(position)) {
      throw ProgramError(
        CollectError.noLadder(
          returned[position].items[0].source,
          reason: "its change does not come back to \(wallet.name)"))
    }
    try show(text(of: offered, ladder), refusing: offered.flatMap(\.review.refusals))
    warnOfNonces(of: returned)
    let fees = try offered.map { try $0.fee }
    var warnings: [Finding] = []
    for warning in try offered.flatMap({ try self.warnings(about: $0, of: wallet) })
    where !warnings.contains(warning) {
      warnings.append(warning)
    }
    try acceptance.acknowledge(warnings, on: session.console)
    let summary = label ?? Self.summary(offered[0], wallet)
    guard
      try consent.agrees(
        to: """
          \(try offered[0].contents(of: wallet).summary).
          The highest fee is \(fees.max()?.satoshis ?? 0) sat.
          Keep it as a fee ladder of \(wallet.name), with \(counted(offered.count, "payment"))?
          """, on: session.console)
    else { throw ProgramError("nothing was kept", hint: "answer yes to keep it") }
    let new = zip(offered, fees).enumerated().map { position, payment in
      newPayment(
        payment.0, fee: payment.1,
        called: ladder.isCancel(position) ? "takes it back: \(summary)" : summary)
    }
    let recorded = try store.record(
      NewLadder(
        steps: Array(new.prefix(ladder.shape.steps.count)),
        cancel: ladder.shape.cancel == nil ? nil : new.last), of: wallet)
    session.warnOfHandedOut(store)
    return recorded.payments
  }

  /// The first step whole, then a row for each payment, and what was found of the others alone.
  private func text(of offered: [Offered], _ ladder: UnknownLadder) -> String {
    let name = { (position: Int) in
      ladder.isCancel(position) ? "the cancel" : "step \(position + 1)"
    }
    var table = Table("step", .init("fee sat", .right), .init("back BTC", .right), "words")
    for (position, payment) in offered.enumerated() {
      let back = payment.unsigned.outputs[ladder.change(position)].amount
      table.add([
        ladder.isCancel(position) ? "cancel" : "\(position + 1)",
        payment.review.facts.fee.map { "\($0.satoshis)" } ?? "?", back?.btc ?? "?",
        "\(payment.unsigned.checkWords)",
      ])
    }
    var lines = [
      "This fee ladder was begun elsewhere: \(counted(ladder.shape.steps.count, "payment")) that differ in fee and change alone"
        + (ladder.shape.cancel == nil ? "" : ", and one that takes the money back")
        + ". They spend the same coins, so only one of them can confirm. What step 1 does:",
      "", text(of: offered[0]), "", session.console.laidOut(table),
    ]
    var said = Set(offered[0].review.findings)
    for (position, payment) in offered.enumerated().dropFirst() {
      for finding in payment.review.findings where said.insert(finding).inserted {
        let weight =
          switch finding.severity {
          case .warn: "WARNING "
          case .refuse: "REFUSED "
          case .show: ""
          }
        lines.append("\(weight)\(finding), of \(name(position)).")
      }
    }
    return lines.joined(separator: "\n")
  }
}
