internal import ArgumentParser
internal import BitcoinPSBT
internal import Bytes
internal import EncryptedVault
internal import KeyKeeper
internal import PaymentSigning
internal import SignerHome
internal import Signing
internal import TerminalUI
internal import TransactionReview

/// `review`: what a payment would do.
struct ReviewCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Shows what a payment would really do. Signs nothing.",
    discussion: """
      Change is found by deriving it again from your registered wallets, amounts
      are proved by the transactions that made the coins: nothing in the payment is
      believed.

        offline-signer review payment.gif
        offline-signer review camera
        offline-signer review payment.psbt --json

      Words: the coordinator shows the same four words for the same payment. If they
      differ, it is another payment: do not sign.
      They are not secret and not part of a seed.

      A payment that `sign` would refuse is still shown, and the exit code is 1. It
      is 0 when there are no problems, or only warnings.
      """)

  @Argument(help: "The payment: file, picture, folder of pictures, `-`, `camera` or `paste`.")
  var input: [String]

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try session.requireVault()
    let (contents, steps) = try session.contents(beside: { () throws(ProgramError) in
      try Payment.steps(input, on: session.console)
    })
    guard steps.count == 1 else { return try show(ladder: steps, contents, session) }
    let payment = steps[0]
    let context = try contents.reviewContext(
      now: session.now, payload: payment.payload)
    let review = Review(of: payment.psbt, in: context)
    let (text, json) = Self.answer(review, payment, session.console)
    session.console.result(text: text, json: json)
    // A script that only looks at the exit code must not go on with a payment that is refused.
    guard review.refusals.isEmpty else {
      throw ProgramError(ApprovalError.refused(review.refusals)).besideResult()
    }
  }
}

extension ReviewCommand {
  /// Shows a fee ladder: the payment once, and a row for each fee.
  private func show(
    ladder steps: [Payment], _ contents: VaultContents, _ session: SignerSession
  ) throws(ProgramError) {
    let context = try contents.reviewContext(now: session.now)
    let ladder = try LadderReview(steps.map { Review(of: $0.psbt, in: context) })
    var json = ReviewJSON(ladder.reviews[0]).value
    if case .object(var object) = json {
      object["ladder"] = .array(ladder.reviews.map { ReviewJSON($0).value })
      json = .object(object)
    }
    session.console.result(
      text: ladder.text(columns: session.console.resultColumns), json: json)
    guard let refused = ladder.reviews.first(where: { !$0.refusals.isEmpty }) else { return }
    throw ProgramError(ApprovalError.refused(refused.refusals)).besideResult()
  }

  /// The review, and for a payload of no wallet of this vault who has signed it: the review knows the
  /// keys of wallets alone.
  fileprivate static func answer(
    _ review: Review, _ payment: Payment, _ console: Console
  ) -> (text: String, json: JSONValue) {
    let text = ReviewText(review, columns: console.resultColumns).trimmedText
    let json = ReviewJSON(review).value
    guard let payload = payment.payload, review.facts.spentWallets.isEmpty,
      case .object(var object) = json
    else { return (text, json) }
    let report = MultisigReport(payload)
    object["payload"] = report.json
    let lines = ["", "This is \(MultisigReport.unknownWallet)."] + report.lines
    let said = console.wrappedResult(lines.joined(separator: "\n"))
    return ("\(text)\n\(said)", .object(object))
  }
}
