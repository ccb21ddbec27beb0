internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

extension PaymentMakingCommand {
  /// How often another program may be faster before that is said.
  static var attempts: Int { 16 }

  /// Builds and records it; when another program takes a coin or the change address in between, anew.
  ///
  /// `summary` says in words what it does, where neither its label nor its recipients do; `keptNote` is the note of
  /// the payment that it takes the place of, and pays the same.
  func build(
    _ request: PaymentRequest, _ question: FeeQuestion, _ twice: SamePaymentTwice,
    _ basis: (any PaymentBasis)?, _ privacy: PrivacyCheck?, _ record: WalletRecord,
    _ console: Console, _ store: Store, summary: String? = nil, keptNote: String? = nil
  ) throws(ProgramError) -> (BuiltPayment, RecordedPayment, [PrivacyFinding]) {
    var random = SystemRandomNumberGenerator()
    let entropy = antiExfil ? try NonceEntropy.drawn() : nil
    var acknowledged: Set<Finding> = []
    var told: [PrivacyFinding] = []
    var attempt = 1
    while true {
      let built: BuiltPayment
      let findings: [PrivacyFinding]
      do {
        let plan: PaymentPlan
        (plan, findings) = try planned(
          request, question, twice, basis, privacy, record, store
        ) { found in
          let warnings = found.filter { !acknowledged.contains($0) }
          try acceptance.acknowledge(warnings, on: console)
          acknowledged.formUnion(warnings)
        }
        for finding in findings where !told.contains(finding) { console.talk(finding.words) }
        told += findings
        var payment = try plan.payment(
          previous: try store.previousTransactions(plan.neededTransactions, of: record),
          change: plan.hasChange ? try store.nextChange(of: record) : nil, using: &random)
        if let entropy {
          payment.psbt = try entropy.committed(
            payment.psbt, spending: try store.knownInputs(of: payment.unsigned, in: record))
        }
        payment.psbt.global.setChainTag(record.network)
        payment.psbt.global.setNote(note ?? keptNote)
        built = payment
      } catch {
        throw ProgramError(any: error)
      }
      do {
        let recorded = try keep(
          built.newPayment(
            summary: label ?? summary ?? Self.summary(request), created: request.now,
            nonceSecret: entropy?.secret),
          of: record, replacing: basis?.replaced, in: store, console)
        if recorded.change?.isBeyondGap == true {
          console.warn(
            """
            the \(record.gapLimit) change addresses before the one of this payment were never paid to in \
            a block: another wallet restored from the same seed may not find the change
            """)
        }
        return (built, recorded, findings)
      } catch let error as StorageError
        where attempt < Self.attempts && Self.canBuildAnew(request, after: error)
      {
        attempt += 1
      } catch {
        throw ProgramError(any: error)
      }
    }
  }

  /// Chooses its coins, and says what everybody would learn from it; nothing is recorded.
  ///
  /// `agree` is told what has to be agreed to before it may be built.
  func planned(
    _ request: PaymentRequest, _ question: FeeQuestion, _ twice: SamePaymentTwice,
    _ basis: (any PaymentBasis)?, _ privacy: PrivacyCheck?, _ record: WalletRecord,
    _ store: Store, agree: ([Finding]) throws -> Void
  ) throws -> (PaymentPlan, [PrivacyFinding]) {
    let coins = try store.coins(of: record)
    let waiting = try store.unconfirmedTransactions(of: record)
    let builder = PaymentBuilder(record)
    var random = SystemRandomNumberGenerator()
    func agreed(_ request: PaymentRequest, _ coins: [WalletCoin]) throws -> PaymentPlan {
      let plan = try builder.plan(
        request, from: coins, waiting: basis?.replaced == nil ? waiting : .init(), using: &random)
      try basis?.requireEnough(plan.quote, isRateGiven: feeRate != nil)
      try agree(
        question.warnings(about: plan.quote) + twice.warnings(about: plan.quote, replacing: basis)
          + (basis?.warnings(about: plan.quote) ?? []))
      return plan
    }
    let plan = try basis?.planned(request, among: coins, agreed) ?? agreed(request, coins)
    let findings =
      privacy?.findings(
        about: plan, among: coins, tipHeight: request.tipHeight
      ) { outPoints in
        var fewer = request
        fewer.coins = outPoints
        fewer.fence = .open
        return (try? builder.plan(fewer, from: coins, waiting: waiting, using: &random)) != nil
      } ?? []
    return (plan, findings)
  }

  /// Whether another payment can be built in the place of one that could not be recorded: with another
  /// change address, or with other coins where nobody named them.
  static func canBuildAnew(_ request: PaymentRequest, after error: StorageError) -> Bool {
    switch error {
    case .changeTaken: true
    case .coinTaken, .coinFrozen: request.coins == nil
    default: false
    }
  }

  /// Records it; a change address far above all that is known is asked about first (R07).
  private func keep(
    _ payment: NewPayment, of record: WalletRecord, replacing replaced: PaymentRecord?,
    in store: Store, _ console: Console
  ) throws -> RecordedPayment {
    do throws(StorageError) {
      return try store.record(payment, of: record, replacing: replaced)
    } catch {
      guard case .farAhead = error else { throw error }
      try acceptance.acknowledgeFarAhead(error, on: console)
      return try store.record(payment, of: record, replacing: replaced, evenFarAhead: true)
    }
  }

  static func summary(_ request: PaymentRequest) -> String {
    let most = 3
    let others = request.recipients.count - most
    return request.recipients.prefix(most).map { recipient in
      if case .exactly(let amount) = recipient.share {
        "\(amount.btc) to \(recipient.address)"
      } else {
        "all to \(recipient.address)"
      }
    }.joined(separator: ", ") + (others > 0 ? " and \(counted(others, "more recipient"))" : "")
  }
}
