internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import NodeClients
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// The options of `pay` that build the payment at several fee rates.
struct LadderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Build it at each of these fee rates in sat/vB, such as 2,5,10, to be signed together.",
      valueName: "rates"))
  var ladder: String?

  @Flag(
    name: .customLong("no-cancel"),
    help: "With --ladder: leave out the payment that takes it all back.")
  var noCancel = false

  /// The most fee rates of a ladder.
  static let mostSteps = PaymentLadder.most - 1

  func validate() throws {
    if noCancel, ladder == nil { throw ValidationError("--no-cancel needs --ladder RATES") }
    _ = try parsed()
  }

  private func parsed() throws -> [FeeRate]? {
    guard let ladder else { return nil }
    let texts = ladder.split(separator: ",", omittingEmptySubsequences: false)
    var rates: [FeeRate] = []
    for text in texts {
      guard let rate = try? FeeRate(satPerVByte: String(text)) else {
        throw ValidationError(
          "--ladder: '\(ForeignText.shown(String(text), limit: 20))' is no fee rate: give rates in sat/vB with commas "
            + "between them, such as 2,5,10")
      }
      rates.append(rate)
    }
    guard (1...Self.mostSteps).contains(rates.count) else {
      throw ValidationError("--ladder: \(rates.count) rates; at most \(Self.mostSteps) are taken")
    }
    guard rates.count > 1 || !noCancel else {
      throw ValidationError("--ladder: one rate without a cancel is no ladder: use --fee-rate")
    }
    for (lower, higher) in zip(rates, rates.dropFirst())
    where higher.satoshisPerKvB - lower.satoshisPerKvB < BuiltLadder.increment {
      throw ValidationError(
        "--ladder: each rate must be at least 1 sat/vB above the one before it, or nodes do not take it in its "
          + "place: \(lower), \(higher)")
    }
    return rates
  }

  /// The fee rates, the lowest first; nil without --ladder.
  ///
  /// - Throws: `ProgramError` where the target or the format holds one payment.
  func rates(
    to target: MessageOutput, as format: PayloadFormat?
  ) throws(ProgramError) -> [FeeRate]? {
    let rates: [FeeRate]?
    do { rates = try parsed() } catch { throw ProgramError(any: error) }
    if rates != nil { try Self.require(target, as: format) }
    return rates
  }

  /// Takes a place that holds several payments.
  ///
  /// - Throws: `ProgramError` for one that holds one, and for a peer that does not read ladders.
  static func require(
    _ target: MessageOutput, as format: PayloadFormat?
  ) throws(ProgramError) {
    let one = "`payments --payment NUMBER --out FILE.psbt` writes one step by itself"
    guard target.peer == nil || target.peer == .drawbridge else {
      throw ProgramError(
        "no other signer or wallet reads a fee ladder", hint: "leave --for out; \(one)",
        exitCode: .wrongUsage)
    }
    guard format == nil || format == .ur || format == .bbqr else {
      throw ProgramError(
        "a fee ladder is several payments, and --as \(format?.rawValue ?? "") holds one",
        hint: "leave --as out; \(one)", exitCode: .wrongUsage)
    }
    guard target.isQRCodes || target.isText else {
      throw ProgramError(
        "a fee ladder is several payments, and \(ForeignText.shown(target.argument)) would hold one",
        hint: "end the name with .txt, .gif, .png or /; \(one)", exitCode: .wrongUsage)
    }
  }

  /// - Throws: `ProgramError` where somebody gets what is left: then the fee comes out of that.
  func requireAmounts(_ recipients: [Recipient]) throws(ProgramError) {
    guard recipients.contains(where: { $0.share == .everything }) else { return }
    throw ProgramError(
      "the steps of a fee ladder pay the same amounts, and the recipient of `all` would pay the fee",
      hint: "give an amount, or leave --ladder out", exitCode: .wrongUsage)
  }
}

/// A fee ladder that somebody has.
struct MadeLadder {
  let built: BuiltLadder
  let recorded: RecordedLadder
  let findings: [PrivacyFinding]
  let late: ProgramError?
}

extension PayCommand {
  func validateLadder() throws {
    guard ladder.ladder != nil else { return }
    let others = [
      (feeRate != nil, "--fee-rate"), (target != nil, "--target"), (feePlace != nil, "--fee-place"),
      (replace != nil, "--replace"), (antiExfil, "--anti-exfil"), (choice.explain, "--explain"),
      (contents.subtractFee, "--subtract-fee"),
      (!contents.subtractFeeFrom.isEmpty, "--subtract-fee-from"), (previous != nil, "--previous"),
      (withoutPrevious, "--without-previous"), (prove != nil, "--prove"),
    ].filter(\.0).map(\.1)
    guard let first = others.first else { return }
    throw ValidationError("--ladder works without \(first): leave one of the two out")
  }

  /// The highest of the rates, once the node relays the lowest.
  func highest(
    of rates: [FeeRate], _ session: CoordinatorSession, _ store: Store, _ record: WalletRecord
  ) async throws -> FeeRate {
    let highest = rates.max() ?? .zero
    guard !noSync else { return highest }
    let source = try session.source(session.activeNode(store))
    let status = try await session.asked { () async throws(NodeError) in try await source.status() }
    guard status.network == record.network else {
      throw ProgramError(
        NodeError.wrongNetwork(node: status.network.name, wallet: record.network.name))
    }
    guard let lowest = rates.min(), lowest >= status.minimumFeeRate else {
      throw ProgramError(
        "the node relays nothing below \(status.minimumFeeRate)",
        hint: "begin --ladder with a higher rate")
    }
    return highest
  }

  /// Builds the ladder, records it and hands it out.
  ///
  /// - Returns: nil where standard output lost it; how the command ends says so.
  func makeLadder(
    at rates: [FeeRate], _ request: PaymentRequest, _ question: FeeQuestion,
    _ twice: SamePaymentTwice, _ privacy: PrivacyCheck, _ record: WalletRecord,
    to target: MessageOutput, _ session: CoordinatorSession, _ store: Store
  ) throws -> MadeLadder? {
    var asked = LadderQuestions()
    var attempt = 1
    while true {
      var built: BuiltLadder
      do {
        built = try steps(
          at: rates, request, question, twice, privacy, record, &asked, session.console, store)
      } catch {
        throw ProgramError(any: error)
      }
      built.setNote(note)
      guard let message = PaymentLadder(built.all.map { $0.psbt.encoded() }) else {
        throw ProgramError(
          "the payments of this ladder are too large to cross the gap together", rule: .r18,
          hint: "give fewer rates, or name fewer coins with --coin")
      }
      do {
        let recorded = try keep(built, request, of: record, in: store, session.console)
        let late = try deliver(message, recorded, of: record, to: target, session, store)
        if session.console.hasLostResult { return nil }
        return MadeLadder(built: built, recorded: recorded, findings: asked.told, late: late)
      } catch let error as StorageError
        where attempt < Self.attempts && Self.canBuildAnew(request, after: error)
      {
        attempt += 1
      } catch {
        throw ProgramError(any: error)
      }
    }
  }

  /// What was asked and said so far; nobody is asked the same twice.
  private struct LadderQuestions {
    var acknowledged: Set<Finding> = []
    var told: [PrivacyFinding] = []
  }

  /// Builds the payments; what is asked about is the highest fee, which no other step exceeds, and that of the cancel.
  private func steps(
    at rates: [FeeRate], _ request: PaymentRequest, _ question: FeeQuestion,
    _ twice: SamePaymentTwice, _ privacy: PrivacyCheck, _ record: WalletRecord,
    _ asked: inout LadderQuestions, _ console: Console, _ store: Store
  ) throws -> BuiltLadder {
    var random = SystemRandomNumberGenerator()
    let builder = PaymentBuilder(record)
    let coins = try store.coins(of: record)
    let waiting = try store.unconfirmedTransactions(of: record)
    let plan = try builder.plan(request, from: coins, waiting: waiting, using: &random)
    var back: PaymentPlan?
    if !ladder.noCancel {
      var request = request
      request.recipients = []
      request.data = nil
      request.returnsAll = true
      request.keepsChange = false
      request.coins = plan.inputs.map(\.outPoint)
      request.fence = .open
      back = try builder.plan(request, from: coins, waiting: waiting, using: &random)
    }
    let built = try plan.ladder(
      at: rates, takenBackBy: back,
      previous: try store.previousTransactions(plan.neededTransactions, of: record),
      change: try store.nextChange(of: record), using: &random)
    var findings =
      question.warnings(about: plan.quote) + twice.warnings(about: plan.quote, replacing: nil)
    if let back, let cancel = built.cancel {
      findings += question.warnings(about: back.quote.paying(cancel.fee))
    }
    findings.removeAll(where: asked.acknowledged.contains)
    try acceptance.acknowledge(findings, on: console)
    asked.acknowledged.formUnion(findings)
    let learnt = privacy.findings(about: plan, among: coins, tipHeight: request.tipHeight) { _ in
      // Fewer coins would leave no change at the highest rate.
      false
    }
    for finding in learnt where !asked.told.contains(finding) {
      console.talk(finding.words)
      asked.told.append(finding)
    }
    return built
  }

  /// Records it; a change address far above all that is known is asked about first (R07).
  private func keep(
    _ built: BuiltLadder, _ request: PaymentRequest, of record: WalletRecord, in store: Store,
    _ console: Console
  ) throws -> RecordedLadder {
    let summary = label ?? Self.summary(request)
    let new = NewLadder(
      steps: built.steps.map { $0.newPayment(summary: summary, created: request.now) },
      cancel: built.cancel.map {
        $0.newPayment(summary: "takes it back: \(summary)", created: request.now)
      })
    let recorded: RecordedLadder
    do throws(StorageError) {
      recorded = try store.record(new, of: record)
    } catch {
      guard case .farAhead = error else { throw error }
      try acceptance.acknowledgeFarAhead(error, on: console)
      recorded = try store.record(new, of: record, evenFarAhead: true)
    }
    if recorded.change?.isBeyondGap == true {
      console.warn(
        """
        the \(record.gapLimit) change addresses before the one of this payment were never paid to in a block: \
        another wallet restored from the same seed may not find the change
        """)
    }
    return recorded
  }

  /// Writes it to where the signer gets it from.
  ///
  /// - Returns: what went wrong although it was written.
  /// - Throws: `ProgramError` when nobody got it; then its coins are free again.
  private func deliver(
    _ message: PaymentLadder, _ recorded: RecordedLadder, of record: WalletRecord,
    to target: MessageOutput, _ session: CoordinatorSession, _ store: Store
  ) throws -> ProgramError? {
    session.warnOfHandedOut(store)
    session.warnOfNoSharedFolder()
    let number = recorded.payments.first?.number ?? 0
    var late: ProgramError?
    do throws(ProgramError) {
      try target.write(.ladder(message), as: output.format, on: session.console)
    } catch {
      guard error.newContentsAreInPlace else {
        do throws(StorageError) {
          try store.discard(recorded, of: record)
        } catch let kept {
          throw ProgramError(
            "\(error); ladder \(number) could not be taken back: \(kept)",
            hint:
              "ladder \(number) is still recorded and holds its coins: check the disk, then run "
              + "`cancel \(number)`")
        }
        throw error
      }
      late = ProgramError(
        "\(error)",
        hint:
          "ladder \(number) is kept: keep the machine on, and check the disk; `payments --payment "
          + "NUMBER --out FILE` writes a step again"
      ).besideResult()
    }
    // Standard output took nothing, or not all of it; how the command ends says so.
    if session.console.hasLostResult {
      _ = try store.cancel(number)
    } else {
      session.noteWritten(recorded.payments.map(\.number), store)
    }
    return late
  }
}
