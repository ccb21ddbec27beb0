internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import PaymentBuilding
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

// A payment that waits, again at several fee rates.
extension BumpCommand {
  func validateLadder() throws {
    guard ladder.ladder != nil else { return }
    let others = [
      (byChild, "--by-child"), (coin != nil, "--coin"), (feeRate != nil, "--fee-rate"),
      (target != nil, "--target"), (feePlace != nil, "--fee-place"), (antiExfil, "--anti-exfil"),
      (previous != nil, "--previous"), (withoutPrevious, "--without-previous"),
    ].filter(\.0).map(\.1)
    guard let first = others.first else { return }
    throw ValidationError("--ladder works without \(first): leave one of the two out")
  }

  /// Builds a fee ladder in the place of a payment, and says what it costs more.
  ///
  /// - Throws: `ProgramError` also for a payment that pays nobody else, or all that its coins are worth.
  func replace(
    _ payment: PaymentRecord, byLadderAt rates: [FeeRate], of wallet: WalletRecord,
    to place: PaymentPlace, _ session: CoordinatorSession, _ store: Store
  ) async throws {
    let number = payment.number
    let replacement = try await wholeReplacement(of: payment, wallet, session, store)
    let recipients = try replacement.samePayees()
    guard !recipients.isEmpty, recipients.allSatisfy({ $0.share != .everything }) else {
      throw ProgramError(
        "payment \(number) moves all of its coins to the wallet itself: there is no change that the steps could differ in",
        hint: "give one rate: `bump \(number) --fee-rate RATE --out FILE`")
    }
    guard let point = try store.lastSync(of: wallet) else {
      throw ProgramError("\(wallet.name) was never synced", hint: "run `sync \(wallet.name)`")
    }
    try store.requireUnfrozen(replacement.outPoints, of: wallet)
    let longTerm = try LongTermFeeRate(for: wallet, at: point.height, in: store)
    var request = PaymentRequest(
      recipients: recipients, feeRate: try await highest(of: rates, session, store, wallet),
      longTermFeeRate: longTerm.rate, coins: replacement.outPoints, tipHeight: point.height,
      tipTime: point.time, now: session.now)
    request.keepsChange = true
    request.isTRUC = payment.unsigned.isTRUC
    request.notBefore = try replacement.lockTime(
      in: store, now: session.now, as: place.format)
    try request.takeReplayLock(of: wallet.network)
    let limits = try ReviewLimits(of: store)
    request.feeRefusalPercent = limits.feeRefusalPercent
    let made = try makeLadder(
      at: rates, request,
      FeeQuestion(source: nil, own: try own(recipients, wallet, store), limits: limits),
      try SamePaymentTwice(of: wallet, in: store), nil, replacing: replacement,
      called: payment.summary, note: try replacement.note(in: store), wallet, to: place.target,
      as: place.format, session, store)
    guard let made else { return }
    session.console.warn(replacement.words(isLadder: true))
    replacement.warnOfNonces(unless: false, session.console, store)
    if let lock = request.notBefore { session.console.talk(lock.wordsOnConfirming) }
    let fee = try PaymentContents(payment, of: wallet, in: store).fee ?? payment.fee
    let (lowest, highest) = (made.built.steps[0].fee, made.built.steps.last?.fee ?? .zero)
    let more = lowest.satoshis - fee.satoshis
    let before =
      "\(fee.satoshis) sat" + (payment.final == nil ? "" : " (\(replacement.rate))")
    var cost =
      "Fee before: \(before). Fee of step 1: \(lowest.satoshis) sat; of the highest step: "
      + "\(highest.satoshis) sat. Step 1 costs "
      + (more >= 0 ? "\(more) sat more." : "\(-more) sat less.")
    if let words = replacement.heardWords { cost += " \(words)" }
    let step = made.recorded.payments[0]
    MadePayment(
      built: made.built.steps[0], payment: step,
      contents: try PaymentContents(step, of: wallet, in: store), place: place,
      isAntiExfil: false, late: made.late
    ).report(
      cost,
      [
        "way": "replacement", "replaces": .integer(number), "oldFee": .integer(fee.satoshis),
        "oldFeeRate": payment.final == nil ? .null : .number(replacement.rate.satPerVByte),
        "moreFee": .integer(more),
        "feesBuiltOnIt": replacement.heard.map { .integer($0) } ?? .null,
        "lockTime": .integer(Int64(made.built.steps[0].unsigned.lockTime.rawValue)),
      ], ladder: LadderReport(made.built, made.recorded), session.console)
    if let late = made.late { throw late }
  }
}
