internal import AirgapMessages
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

// The steps of a fee ladder, as they come back together.
extension CollectCommand {
  /// The ladder whose steps were given, where they are of more than one payment and all of one ladder of this home; empty
  /// for anything else.
  static func ladder(of read: [Returned], _ store: Store) throws -> [PaymentRecord] {
    var payments: [Txid: PaymentRecord?] = [:]
    for txid in Set(read.compactMap(\.unsigned?.txid)) {
      payments[txid] = .some(try store.payment(unsignedTxid: txid))
    }
    let known = payments.values.compactMap(\.self)
    guard known.count > 1, let first = known.first, let place = first.ladder,
      known.allSatisfy({ $0.walletName == first.walletName && $0.ladder?.ladder == place.ladder })
    else { return [] }
    // Whole transactions that prove amounts may be among them; PSBTs of another payment may not.
    let isOther = read.contains { item in
      if case .packet = item.content, let txid = item.unsigned?.txid {
        return payments[txid] == .some(nil)
      }
      return false
    }
    return isOther ? [] : try store.ladder(of: first)
  }

  /// Takes in each step of which something was given.
  func collect(
    _ read: [Returned], of ladder: [PaymentRecord], isAdopted: Bool = false,
    _ session: CoordinatorSession, _ store: Store
  ) throws {
    try requireNoOutput()
    let txids = Set(ladder.map(\.unsigned.txid))
    // What is of no step proves amounts, for each of them.
    let shared = read.filter { item in
      if case .receipt = item.content { return false }
      return item.unsigned.map { !txids.contains($0.txid) } ?? true
    }
    var taken: [Int64: Collected] = [:]
    for payment in ladder {
      let txid = payment.unsigned.txid
      let mine = read.filter { item in
        if case .receipt(let receipt) = item.content { return receipt.unsignedTxid == txid }
        return item.unsigned?.txid == txid
      }
      guard !mine.isEmpty else { continue }
      guard payment.state == .draft || payment.state == .complete else {
        session.console.talk("\(payment.stepWords ?? "") \(payment.state.words): left as it is.")
        continue
      }
      let returned = try Self.returned(mine + shared, store)
      taken[payment.number] = try self.taken(returned, writing: false, session, store).collected
    }
    try report(taken, store.ladder(of: ladder[0]), isAdopted: isAdopted, session)
  }

  func requireNoOutput() throws(ProgramError) {
    guard out == nil else {
      throw ProgramError(
        "--out writes one transaction, and these are the steps of a fee ladder",
        hint: "leave --out out; `payments --payment NUMBER --out FILE` writes a step by itself",
        exitCode: .wrongUsage)
    }
  }

  private func report(
    _ taken: [Int64: Collected], _ ladder: [PaymentRecord], isAdopted: Bool,
    _ session: CoordinatorSession
  ) throws {
    let console = session.console
    guard let first = ladder.first(where: { taken[$0.number] != nil }),
      let collected = taken[first.number]
    else {
      throw ProgramError(
        "nothing was collected: no step of this ladder waits for signatures",
        hint: "run `payments` to see the state of each")
    }
    let open = ladder.filter { $0.state == .draft }
    var table = Table("step", .init("payment", .right), "state", "signed", .init("new", .right))
    var list: [JSONValue] = []
    var mostMissing = 0
    for payment in ladder {
      let collected = taken[payment.number]
      let fraction = try session.status(of: payment, session.store()).fraction
      table.add([
        payment.ladder?.step.map { "\($0)" } ?? "cancel", "\(payment.number)",
        payment.state.rawValue, fraction, collected.map { "\($0.kept)" } ?? "",
      ])
      let missing = collected?.status.mostMissing ?? 0
      mostMissing = max(mostMissing, missing)
      list.append([
        "step": payment.ladder?.step.map { .integer($0) } ?? .null,
        "payment": .integer(payment.number), "complete": .bool(payment.final != nil),
        "missing": .integer(missing), "new": .integer(collected?.kept ?? 0),
        "txid": payment.final.map { .string("\($0.txid)") } ?? .null,
        "rejectedCount": .integer(collected?.rejectedCount ?? 0),
        "leftOutCount": .integer(collected?.leftOut.count ?? 0),
      ])
    }
    let rate = first.final.map { FeeRate(fee: first.fee, for: $0.weight) }
    var object = Self.object(first, collected, rate, adopted: isAdopted)
    object["complete"] = .bool(open.isEmpty)
    object["missing"] = .integer(mostMissing)
    object["ladder"] = .array(list)
    let number = ladder[0].number
    let words =
      open.isEmpty
      ? "Ladder \(number) is complete: the scripts of each step were run, and all of them agree.\n"
        + "Send step 1 with: `broadcast \(number)`"
      : "Ladder \(number): \(counted(open.count, "payment")) of \(ladder.count) still "
        + "\(open.count == 1 ? "needs" : "need") signatures. \(collected.status.words)"
    console.result(
      text: "\(console.shown(table))\n\(console.wrappedResult(words))", json: .object(object))
    if !open.isEmpty { session.ending.note(.needsSignatures) }
  }
}
