internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// Where a payment goes that is built for the signer.
struct PaymentPlace {
  let out: String
  let target: MessageOutput
  let previous: PreviousOutput
  let format: PayloadFormat?
}

/// A payment that was built upon others, recorded and handed out.
struct MadePayment {
  let built: BuiltPayment
  let payment: PaymentRecord
  let contents: PaymentContents
  let place: PaymentPlace
  let isAntiExfil: Bool
  let late: ProgramError?

  /// Says what was built; `cost` is what it costs and against what, in sentences, `members` what results say of that.
  ///
  /// Of a fee ladder it is the lowest step that the rest is about.
  func report(
    _ cost: String, _ members: JSONObject, ladder: LadderReport? = nil, _ console: Console
  ) {
    let written = place.out == "-" ? "" : ", written to \(ForeignText.shown(place.out))"
    let head =
      (ladder?.head ?? "Payment \(payment.number)")
      + ": \(counted(built.inputs.count, "coin"))\(written)"
    let table = ladder.map { "\n\(console.shown($0.table))" } ?? ""
    let next =
      ladder.map { "\(cost)\n\($0.next)" }
      ?? "\(cost)\n\(built.unsigned.wordsToCompare)\n"
      + (place.previous.target == nil ? "" : "\(place.previous.line)\n")
      + (isAntiExfil
        ? "Next: round 1 of anti-exfil. Give it to `sign`, which signs nothing yet, then `collect --out` the answer."
        : "Next: review and sign it on the signer, collect what comes back, then broadcast it.")
    // Standard output has the payment itself then.
    guard place.out != "-" else {
      let steps = ladder.map { "\n\(console.laidOut($0.table))" } ?? ""
      return console.talk("\(head)\n\(console.laidOut(contents.table))\(steps)\n\(next)")
    }
    var object: JSONObject = [
      "payment": .integer(payment.number), "words": .string("\(built.unsigned.checkWords)"),
      "weight": .integer(built.weight.units),
      "inputs": .array(
        built.inputs.map {
          [
            "number": $0.number.map { .integer($0) } ?? .null,
            "outpoint": .string("\($0.outPoint)"), "amount": .integer($0.amount.satoshis),
          ]
        }), "antiExfil": .bool(isAntiExfil),
    ]
    contents.write(to: &object)
    object["feeRate"] = .number(built.feeRate.satPerVByte)
    for member in members.members { object[member.name] = member.value }
    if let ladder { object["ladder"] = ladder.json }
    console.result(
      text: [
        console.wrappedResult(head), console.shown(contents.table) + table,
        console.wrappedResult(next),
      ]
      .joined(separator: "\n"), json: .object(object))
  }
}

extension PaymentMakingCommand {
  /// Builds a payment upon others, records it and hands it out; with no recipients all of it goes back to the wallet.
  ///
  /// - Returns: nil where standard output lost it; how the command ends says so.
  func make(
    on basis: any PaymentBasis, paying recipients: [Recipient], at rate: FeeRate, summary: String,
    isTRUC: Bool = false, notBefore lock: LockTime? = nil, note keptNote: String? = nil,
    of record: WalletRecord, to place: PaymentPlace,
    _ session: CoordinatorSession, _ store: Store
  ) throws -> MadePayment? {
    guard let point = try store.lastSync(of: record) else {
      throw ProgramError(
        "\(record.name) was never synced", hint: "run `sync \(record.name)`")
    }
    try store.requireUnfrozen(basis.outPoints, of: record)
    let longTerm = try LongTermFeeRate(for: record, at: point.height, in: store)
    var request = PaymentRequest(
      recipients: recipients, feeRate: rate, longTermFeeRate: longTerm.rate,
      coins: basis.outPoints,
      tipHeight: point.height, tipTime: point.time, now: session.now)
    request.returnsAll = recipients.isEmpty
    request.isTRUC = isTRUC
    request.notBefore = lock
    if place.format == .multisig { request.form = .payload }
    try request.takeReplayLock(of: record.network)
    let limits = try ReviewLimits(of: store)
    request.feeRefusalPercent = limits.feeRefusalPercent
    let question = FeeQuestion(
      source: feeRate == nil ? "the node suggested this rate" : nil,
      own: try own(recipients, record, store), limits: limits)
    let twice = try SamePaymentTwice(of: record, in: store)
    let (built, recorded, _) = try build(
      request, question, twice, basis, nil, record, session.console, store, summary: summary,
      keptNote: keptNote)
    guard
      let delivered = try deliver(
        built.psbt, recorded, of: record, to: place.target, place.previous, as: place.format,
        session, store)
    else { return nil }
    return MadePayment(
      built: built, payment: recorded.payment,
      contents: try PaymentContents(recorded.payment, of: record, in: store), place: place,
      isAntiExfil: antiExfil, late: delivered.late)
  }

  /// Builds what takes the place of a payment, and says what it costs more; where it pays the same people, it confirms no
  /// sooner than the lock time of the payment lets it.
  func make(
    instead replacement: Replacement, keepsLockTime: Bool, paying recipients: [Recipient],
    at rate: FeeRate,
    summary: String, of record: WalletRecord, to place: PaymentPlace,
    _ session: CoordinatorSession, _ store: Store
  ) throws {
    let old = replacement.payment
    let lock =
      keepsLockTime
      ? try replacement.lockTime(in: store, now: session.now, as: place.format) : nil
    // It goes with a payment to the same people, and where it can: not with what takes the money back.
    let note =
      keepsLockTime && place.format != .multisig ? try replacement.note(in: store) : nil
    guard
      let made = try make(
        on: replacement, paying: recipients, at: rate, summary: summary,
        isTRUC: old.unsigned.isTRUC, notBefore: lock, note: note, of: record, to: place, session,
        store)
    else { return }
    session.console.warn(replacement.words())
    replacement.warnOfNonces(unless: antiExfil, session.console, store)
    let fee = try PaymentContents(old, of: record, in: store).fee ?? old.fee
    let more = made.built.fee.satoshis - fee.satoshis
    let before = "\(fee.satoshis) sat" + (old.final == nil ? "" : " (\(replacement.rate))")
    let difference = more >= 0 ? "\(more) sat more" : "\(-more) sat less"
    var cost =
      "Fee before: \(before). Fee now: \(made.built.fee.satoshis) sat (at least \(made.built.feeRate)). "
      + "It costs \(difference)."
    if let words = replacement.heardWords { cost += " \(words)" }
    if let lock { session.console.talk(lock.wordsOnConfirming) }
    let heard: JSONValue = replacement.heard.map { .integer($0) } ?? .null
    let oldRate: JSONValue = old.final == nil ? .null : .number(replacement.rate.satPerVByte)
    made.report(
      cost,
      [
        "way": "replacement", "replaces": .integer(old.number),
        "oldFee": .integer(fee.satoshis),
        "oldFeeRate": oldRate,
        "moreFee": .integer(more),
        "feesBuiltOnIt": heard,
        "lockTime": .integer(Int64(made.built.unsigned.lockTime.rawValue)),
      ], session.console)
    if let late = made.late { throw late }
  }
}
