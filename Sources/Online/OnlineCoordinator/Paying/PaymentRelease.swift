internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import NodeClients
internal import Refusals
internal import SecureMemory
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// Sends a complete payment, once a person has looked at it: what `broadcast` does, and `cancel --on-chain` with what a
/// fee ladder was signed with.
struct PaymentRelease {
  let number: Int64
  let consent: CoordinatorConsentOptions

  func send(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try store.payment(number)
    let notNow = ProgramError(
      "payment \(number) \(record.state.words)", hint: Self.hint(record))
    guard let final = record.final,
      [.complete, .sending, .sent, .confirmed, .dead].contains(record.state)
    else { throw notNow }
    let wallet = try store.wallet(of: record)
    session.remind(of: [wallet])
    try consent.requireLeave(toMoveMoneyOn: wallet.network, store)
    let source = try session.source(session.activeNode(store))
    let status = try await session.asked { () async throws(NodeError) in try await source.status() }
    guard status.network == wallet.network else {
      throw ProgramError(
        NodeError.wrongNetwork(node: status.network.name, wallet: wallet.network.name))
    }
    let dropped =
      record.state == .confirmed
      ? [] : try await session.droppedParents(of: final, record, source, store)
    guard record.state != .dead || !dropped.isEmpty else { throw notNow }
    let again = try SentAgain(dropped, with: wallet, in: store)
    let contents = try PaymentContents(
      record, of: wallet, in: store, beside: again.transactions)
    let spent = try SpentCoins(of: record, of: wallet, in: store)
    var sentAgain = JSONValue.array([])
    if try await isKnown(final, record, source, session) == false {
      try store.requireUnfrozen(record.unsigned.inputs.map(\.previousOutput), of: wallet)
      try again.requireUnfrozen(of: wallet, in: store)
      guard contents.fee != nil else {
        throw ProgramError(
          "the fee of payment \(number) is unknown: its coins are not in the records",
          hint: "run `sync \(wallet.name)`, then broadcast again")
      }
      let waiting = try await session.waitingStep(beside: record, source, store)
      try waiting?.requireReplaceable(by: record, final)
      let said =
        again.said(session.console)
        + (waiting?.warning ?? "")
        + "Payment \(number) of \(wallet.name), called \(ForeignText.shown(record.summary)):\n"
        + "\(session.console.laidOut(contents.table))\n\(spent.heading)\n"
        + "\(session.console.laidOut(spent.table))\n\(final.wordsToCompare)"
      guard
        try agrees(
          to: contents, again, final, on: wallet.network, saying: said, session.console)
      else {
        throw ProgramError(
          "nothing was sent",
          hint: "to send it, run `broadcast \(number)` again and type the groups that it asks for")
      }
      // Before anybody else gets the signed bytes, even for a verdict: a program that ends here
      // forgets nothing, and a node that says no may keep them.
      try store.markSending(number)
      try await handOver(final, after: again.transactions, record, source, session, store)
      sentAgain = again.json
    }
    try store.markSent(number)
    let second = try await session.secondSighting(of: store.payment(number), of: wallet, store)
    var object: JSONObject = [
      "payment": .integer(number), "txid": .string("\(final.txid)"),
      "wtxid": .string("\(final.wtxid)"), "words": .string("\(final.checkWords)"),
    ]
    record.writeLadder(to: &object)
    if let second { object["second"] = second.json }
    object["parents"] = sentAgain
    object["coins"] = spent.json
    contents.write(to: &object)
    let sent = "\(final.txid) is on its way (wtxid \(final.wtxid))."
    if let second {
      session.console.talk(
        second.seen == "nowhere"
          ? "\(second.sentence) yet: `sync` asks again." : "\(second.sentence).")
    }
    session.console.result(
      text: "\(session.console.wrappedResult(sent))\n\(session.console.shown(contents.table))",
      json: .object(object))
  }

  /// Whether a person typed characters of an address that is paid, or said yes in advance.
  private func agrees(
    to contents: PaymentContents, _ again: SentAgain, _ final: Transaction, on network: Network,
    saying said: String, _ console: Console
  ) throws -> Bool {
    if consent.yes {
      console.talk(said)
      return true
    }
    try console.showBeforeQuestion(said)
    let payees = contents.payees.filter { $0.amount != .zero } + again.payees
    let paid = try Amount.sum(of: payees.map(\.amount))
    let random = SystemRandomSource()
    return try console.consents(
      to: "send it",
      summary: "\nPayment \(number): \(contents.summary).\n\(final.wordsToCompare)"
        + again.summary,
      stake: try Stake.ofPayment(
        contents.stakes + again.stakes, txid: "\(final.txid)", random: random),
      amount: payees.count > 1 ? paid.btc : nil, random: random,
      orElse: network.isWorthMoney
        ? "send it on a terminal; --yes works only if the setting unattended-broadcast is on"
        : "add --yes to answer in advance")
  }

  /// Whether it is in a block or in the mempool already; nobody is shown the signed bytes for that.
  private func isKnown(
    _ final: Transaction, _ record: PaymentRecord, _ source: any ChainSource,
    _ session: CoordinatorSession
  ) async throws -> Bool {
    if record.state == .confirmed {
      session.console.talk("It is already confirmed.")
      return true
    }
    guard record.wasHandedOver else { return false }
    let seen = try await session.asked { () async throws(NodeError) in
      try await source.sighting(of: final.txid)
    }
    guard seen != nil else { return false }
    session.console.talk("It was already sent.")
    try await confirmSighting(final, source, session)
    return true
  }

  /// Asks the node whether it would take it, then gives it to the node.
  private func handOver(
    _ final: Transaction, after parents: [Transaction], _ record: PaymentRecord,
    _ source: any ChainSource, _ session: CoordinatorSession, _ store: Store
  ) async throws {
    guard parents.isEmpty else {
      session.console.talk(
        """
        The node does not have \(counted(parents.count, "transaction")) that payment \(number) builds on: they are \
        sent with it, as one package where the node takes packages.
        """)
      return try await send(
        parents + [final], number, of: record.walletName, source, session, store)
    }
    let verdict = try await session.asked { () async throws(NodeError) in
      try await source.verdict(on: final)
    }
    switch verdict {
    case .refused(let reason):
      try store.markRefused(number)
      throw ProgramError(
        "the node refused payment \(number): \(ForeignText.shown(reason))",
        hint: Self.hint(reason, number, of: record.walletName))
    case .alreadyConfirmed: session.console.talk("It is already confirmed.")
    case .alreadyInMempool:
      session.console.talk("It was already sent.")
      try await confirmSighting(final, source, session)
    case .accepted, .untold:
      try await send([final], number, of: record.walletName, source, session, store)
    }
  }

  /// Sends a payment, with the parents that it needs before it.
  private func send(
    _ package: [Transaction], _ number: Int64, of wallet: String, _ source: any ChainSource,
    _ session: CoordinatorSession, _ store: Store
  ) async throws {
    guard let final = package.last else { return }
    do throws(NodeError) {
      if package.count == 1 {
        try await source.send(final)
      } else {
        try await source.send(package: package)
      }
    } catch {
      // A failure may have come after the node took it, and a no may be a lie.
      let seen: Wtxid?
      do throws(NodeError) { seen = try await source.sighting(of: final.txid) } catch let second {
        throw ProgramError(
          "\(error); it is not known whether the node has payment \(number) (\(second))",
          hint: "run `broadcast \(number)` again when the node answers: it first asks whether the "
            + "node has the payment already")
      }
      guard seen == nil else { return try await confirmSighting(final, source, session) }
      guard error.isRefusal else {
        throw ProgramError(
          "\(error); the node did not have payment \(number) just now",
          hint: "run `broadcast \(number)` again, or `cancel \(number)`; its coins stay held until "
            + "you do one of the two")
      }
      try store.markRefused(number)
      // Of an Electrum or Esplora server this is the first that is heard of its node's rules.
      guard case .refused(_, _, let message) = error else { throw ProgramError(error) }
      throw ProgramError("\(error)", hint: Self.hint(message, number, of: wallet))
    }
    try await confirmSighting(final, source, session)
  }

  /// A node calls a transaction by its txid, whatever its witness; the wtxid tells them apart.
  private func confirmSighting(
    _ final: Transaction, _ source: any ChainSource, _ session: CoordinatorSession
  ) async throws {
    let seen = try await session.asked { () async throws(NodeError) in
      try await source.sighting(of: final.txid)
    }
    // None: it may be in a block by now.
    guard let seen, seen != final.wtxid else { return }
    throw ProgramError(
      "the node has \(final.txid) with another witness, wtxid \(seen)",
      hint: "sync later: somebody sent another copy, and the payment itself is the same")
  }

  private static func hint(_ record: PaymentRecord) -> String {
    switch record.state {
    case .draft: "sign it, then collect what the signer wrote"
    case .cancelled: "build it again with `pay`"
    case .dead:
      "broadcast the payment that made the coin, sync, and try again; if it stays dead, run "
        + "`payments` to see what to do"
    default: "run `payments` to see the state of each"
    }
  }

  private static func hint(
    _ reason: String, _ number: Int64, of wallet: String
  ) -> String {
    switch reason {
    case _ where reason.contains("missing-inputs") || reason.contains("missingorspent"):
      "sync, then run `payments`: one of its coins is already spent, or no longer exists"
    case _ where reason.contains("mempool-chain") || reason.contains("too-large-cluster"):
      "broadcast again after the next block: too many linked transactions are unconfirmed"
    case _ where reason.contains("insufficient fee"):
      "another transaction in the mempool spends the same coins at as high a fee: if "
        + "`payments` lists it, replace it with `bump NUMBER --out FILE`"
    case _ where reason.contains("TRUC"):
      "an unconfirmed transaction of version 3 takes only one child, of version 3 and at most 1,000 vB: wait "
        + "until it is confirmed, then run `pay \(wallet)`"
    case _ where reason.contains("fee"):
      "build it again with the same coins at a higher fee rate: `bump \(number) --fee-rate RATE --out FILE`"
    case _ where reason.contains("non-final"):
      "broadcast again after the block or time of its lock time; without --lock-time, after the next block"
    default: "sync, and build the payment again"
    }
  }
}
