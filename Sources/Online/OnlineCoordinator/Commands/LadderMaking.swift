internal import AirgapMessages
internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import NodeClients
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// A fee ladder that somebody has.
struct MadeLadder {
  let built: BuiltLadder
  let recorded: RecordedLadder
  let findings: [PrivacyFinding]
  let late: ProgramError?
}

/// What was asked and said so far while a ladder is built; nobody is asked the same twice.
private struct LadderQuestions {
  var acknowledged: Set<Finding> = []
  var told: [PrivacyFinding] = []
}

/// A command that builds a payment at several fee rates: `pay --ladder`, `bump --ladder`.
protocol LadderMakingCommand: PaymentMakingCommand {
  var ladder: LadderOptions { get }
}

extension LadderMakingCommand {
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
    _ twice: SamePaymentTwice, _ privacy: PrivacyCheck?, replacing replacement: Replacement?,
    called summary: String, note keptNote: String?, _ record: WalletRecord,
    to target: MessageOutput, as format: PayloadFormat?, _ session: CoordinatorSession,
    _ store: Store
  ) throws -> MadeLadder? {
    var asked = LadderQuestions()
    var attempt = 1
    while true {
      var built: BuiltLadder
      do {
        built = try steps(
          at: rates, request, question, twice, privacy, replacement, record, &asked,
          session.console, store)
      } catch {
        throw ProgramError(any: error)
      }
      built.setChainTag(record.network)
      built.setNote(note ?? keptNote)
      guard let message = PaymentLadder(built.all.map { $0.psbt.encoded() }) else {
        throw ProgramError(
          "the payments of this ladder are too large to cross the gap together", rule: .r18,
          hint: "give fewer rates, or name fewer coins with --coin")
      }
      do {
        let recorded = try keep(
          built, called: label ?? summary, at: request.now, replacing: replacement?.payment,
          of: record, in: store, session.console)
        let late = try deliver(
          message, recorded, of: record, to: target, as: format, session, store)
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

  /// Builds the payments; what is asked about is the highest fee, which no other step exceeds, and that of the cancel.
  private func steps(
    at rates: [FeeRate], _ request: PaymentRequest, _ question: FeeQuestion,
    _ twice: SamePaymentTwice, _ privacy: PrivacyCheck?, _ replacement: Replacement?,
    _ record: WalletRecord, _ asked: inout LadderQuestions, _ console: Console, _ store: Store
  ) throws -> BuiltLadder {
    var random = SystemRandomNumberGenerator()
    let builder = PaymentBuilder(record)
    var coins = try store.coins(of: record)
    let waiting =
      replacement == nil
      ? try store.unconfirmedTransactions(of: record) : UnconfirmedTransactions()
    let lowest = rates.min() ?? request.feeRate
    let planned = { (request: PaymentRequest, pool: [WalletCoin]) in
      coins = pool
      let plan = try builder.plan(request, from: pool, waiting: waiting, using: &random)
      guard plan.hasChange else { throw PaymentError.stepWithoutChange(request.feeRate) }
      // The others pay more.
      try replacement?.requireEnough(
        ofLowestStep: plan.quote.paying(try lowest.fee(for: plan.quote.weight)))
      return plan
    }
    let plan =
      try replacement?.planned(request, among: coins, planned) ?? planned(request, coins)
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
      question.warnings(about: plan.quote)
      + twice.warnings(about: plan.quote, replacing: replacement)
      + (replacement?.warnings(about: plan.quote) ?? [])
    if let back, let cancel = built.cancel {
      findings += question.warnings(about: back.quote.paying(cancel.fee))
    }
    findings.removeAll(where: asked.acknowledged.contains)
    try acceptance.acknowledge(findings, on: console)
    asked.acknowledged.formUnion(findings)
    let learnt =
      privacy?.findings(about: plan, among: coins, tipHeight: request.tipHeight) { _ in
        // Fewer coins would leave no change at the highest rate.
        false
      } ?? []
    for finding in learnt where !asked.told.contains(finding) {
      console.talk(finding.words)
      asked.told.append(finding)
    }
    return built
  }

  /// Records it; a change address far above all that is known is asked about first (R07).
  private func keep(
    _ built: BuiltLadder, called summary: String, at now: Int64,
    replacing replaced: PaymentRecord?, of record: WalletRecord, in store: Store,
    _ console: Console
  ) throws -> RecordedLadder {
    let new = NewLadder(
      steps: built.steps.map { $0.newPayment(summary: summary, created: now) },
      cancel: built.cancel.map {
        $0.newPayment(summary: "takes it back: \(summary)", created: now)
      })
    let recorded: RecordedLadder
    do throws(StorageError) {
      recorded = try store.record(new, of: record, replacing: replaced)
    } catch {
      guard case .farAhead = error else { throw error }
      try acceptance.acknowledgeFarAhead(error, on: console)
      recorded = try store.record(new, of: record, replacing: replaced, evenFarAhead: true)
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
    to target: MessageOutput, as format: PayloadFormat?, _ session: CoordinatorSession,
    _ store: Store
  ) throws -> ProgramError? {
    session.warnOfHandedOut(store)
    session.warnOfNoSharedFolder()
    let number = recorded.payments.first?.number ?? 0
    var late: ProgramError?
    do throws(ProgramError) {
      try target.write(.ladder(message), as: format, on: session.console)
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
    } else if session.environment.writesForSigners {
      session.noteWritten(recorded.payments.map(\.number), store)
    }
    return late
  }
}
