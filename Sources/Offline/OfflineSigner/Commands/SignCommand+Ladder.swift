internal import AirgapMessages
internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import EncryptedVault
internal import KeyKeeper
internal import PacketSigning
internal import PaymentSigning
internal import Refusals
internal import SignerHome
internal import Signing
internal import TerminalUI
internal import TransactionReview

// One payment at several fees, signed after one question (decision 0033).
extension SignCommand {
  /// Refuses what a fee ladder has no use for, before anybody is asked.
  func requireLadder() throws(ProgramError) {
    let apart = "have each payment written by itself (`payments --payment NUMBER --out FILE`)"
    guard output.compare == nil, output.receipt == nil else {
      throw ProgramError(
        "--compare and --receipt are of one payment, and this is a fee ladder",
        hint: "leave them out; or \(apart)", exitCode: .wrongUsage)
    }
    guard output.format == nil || output.format == .ur || output.format == .bbqr else {
      throw ProgramError(
        "this is a fee ladder, and --as \(output.format?.rawValue ?? "") holds one payment",
        hint: "leave --as out; or \(apart)", exitCode: .wrongUsage)
    }
    guard let target = try output.targets().answer, target.isQRCodes || target.isText else {
      throw ProgramError(
        "this is a fee ladder, and \(ForeignText.shown(output.out ?? "")) would hold one payment",
        hint: "give --out a name that ends with .txt, .gif, .png or /; or \(apart)",
        exitCode: .wrongUsage)
    }
  }

  /// Reviews the payments, has each warning acknowledged and all of them signed.
  func sign(
    ladder payments: [Payment], _ contents: VaultContents, _ money: MoneyConsent,
    by keeper: KeeperClient, to targets: Targets, _ session: SignerSession
  ) throws(ProgramError) {
    let context = try contents.reviewContext(now: session.now, signingWith: with)
    let reviews = payments.map { Review(of: $0.psbt, in: context) }
    let ladder = try LadderReview(reviews)
    session.endRehearsal(of: reviews[0].facts)
    for (position, review) in reviews.enumerated() {
      guard review.facts.nonceRound == .none else {
        throw ProgramError(
          "\(ladder.name(position)) was built with anti-exfil, which a fee ladder has no place for",
          rule: .r28, hint: "have the ladder built without it")
      }
      guard review.refusals.isEmpty else {
        session.console.talk(ladder.text(columns: session.console.columns))
        throw ProgramError(
          ApprovalError.refused(review.refusals), during: ladder.name(position))
      }
      try requireKeys(of: review, contents)
    }
    let (approved, requests) = try approve(ladder, payments, money, session.console)
    let made = try keeper.sign(ladder: requests)
    var outcomes: [Signer.Outcome] = []
    for (review, step) in zip(approved, made) {
      do throws(SignerError) {
        outcomes.append(try Signer.Outcome(of: review, step.signatures))
      } catch {
        throw ProgramError(error)
      }
    }
    try deliver(ladder, outcomes, approved, made, payments, to: targets.answer, session.console)
  }

  private func approve(
    _ ladder: LadderReview, _ payments: [Payment], _ money: MoneyConsent, _ console: Console
  ) throws(ProgramError) -> (approved: [Review], requests: [SignRequest]) {
    var screen = LadderScreen(
      ladder, on: console, asking: SigningScreen(on: console, accepting: accept, money))
    var approved: [Review] = []
    var requests: [SignRequest] = []
    for (position, review) in ladder.reviews.enumerated() {
      screen.position = position
      let approval: Review
      do throws(ApprovalError) {
        approval = try review.approval(on: &screen).approvedReview()
      } catch {
        guard let trouble = screen.screen.trouble else {
          throw ProgramError(error, during: ladder.name(position))
        }
        if screen.screen.isUnread || error == .declined {
          throw ProgramError("nothing was signed: \(trouble.message)", hint: trouble.hint)
        }
        throw ProgramError("\(error): \(trouble.message)", rule: error.rule, hint: trouble.hint)
      }
      let answers = screen.screen.answers
      approved.append(approval)
      requests.append(
        SignRequest(
          packet: payments[position].bytes ?? approval.psbt.encoded(),
          isPutTogether: payments[position].bytes == nil, claims: ReviewClaims(approval),
          inputs: approval.signableInputs, round: approval.agreedRound,
          accepted: approval.acknowledgements.map {
            LoggedAcceptance($0, answers[$0] ?? .notKept)
          }))
    }
    return (approved, requests)
  }

  private func deliver(
    _ ladder: LadderReview, _ outcomes: [Signer.Outcome], _ reviews: [Review],
    _ made: [SignedStep], _ payments: [Payment], to target: MessageOutput?, _ console: Console
  ) throws(ProgramError) {
    // First: the entries are in the log, whatever becomes of the file.
    let log = made.last?.log.map { LogHead(count: $0.count, hash: $0.hash) }
    if let log {
      console.talk(
        "The log of this signer has \(log.text). Write both down: if it ever has fewer entries, or "
          + "`log verify --entries \(log.count)` shows other words, an older vault was put back.")
    }
    guard let message = PaymentLadder(outcomes.map { $0.psbt.encoded() }) else {
      throw ProgramError(
        "the signed payments are too large to cross the gap together", rule: .r18,
        hint: "they are in the log of this signer; have each written by itself, and sign these")
    }
    let out = output.out ?? "-"
    try target?.answering(payments[0].carriage).write(
      .ladder(message), as: output.format, on: console)
    let signatures = zip(outcomes, reviews).map { Signature($0, $1) }
    let missing = reviews.flatMap { $0.facts.progress.compactMap { $0?.missing } }.max() ?? 0
    let isComplete = signatures.allSatisfy(\.isComplete)
    let text =
      "Signed \(counted(reviews.count, "payment")) of a fee ladder"
      + (ladder.hasCancel ? ", the last of which takes it back. " : ". ")
      + (isComplete ? "All are complete. " : "More signatures are needed: pass it on. ")
      + OutputOptions.destination(out)
    guard out != "-" else { return console.talk(text) }
    console.result(
      sentences: text,
      json: [
        "signed": .integer(outcomes[0].signedInputs.count), "complete": .bool(isComplete),
        "inputs": .integer(outcomes[0].psbt.inputs.count),
        "missing": .integer(isComplete ? 0 : max(1, missing)),
        "txid": .string("\(made[0].log.map { Txid($0.txid) } ?? signatures[0].txid)"),
        "words": .string("\(reviews[0].facts.transaction.checkWords)"), "out": .string(out),
        "accepted": .array(Set(reviews.flatMap(\.acknowledgements)).sorted().map { .string($0) }),
        "log": log?.json ?? .null,
        "ladder": .array(
          zip(reviews, signatures).enumerated().map { position, step in
            [
              "step": ladder.hasCancel && position == reviews.count - 1
                ? .null : .integer(position + 1),
              "fee": step.0.facts.fee.map { .integer($0.satoshis) } ?? .null,
              "complete": .bool(step.1.isComplete),
              "txid": .string("\(made[position].log.map { Txid($0.txid) } ?? step.1.txid)"),
              "words": .string("\(step.0.facts.transaction.checkWords)"),
            ]
          }),
      ])
  }
}
