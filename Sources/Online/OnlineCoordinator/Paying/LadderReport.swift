internal import BitcoinPrimitives
internal import Bytes
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletTypes

/// A fee ladder that was built, as `pay` says it.
struct LadderReport {
  private let built: BuiltLadder
  private let payments: [PaymentRecord]

  init(_ built: BuiltLadder, _ recorded: RecordedLadder) {
    self.built = built
    payments = recorded.payments
  }

  private var number: Int64 { payments.first?.number ?? 0 }

  /// What it is, for the beginning of a sentence.
  var head: String {
    "Ladder \(number): \(counted(built.steps.count, "step"))"
      + (built.cancel == nil ? "" : " and a cancel")
  }

  /// What to do now.
  var next: String {
    """
    The steps spend the same coins and pay the same; only one of them can confirm. Highest fee: \
    \(built.all.map(\.fee.satoshis).max() ?? 0) sat.
    Next: sign them together on the signer, collect what comes back, then `broadcast \(number)` sends step 1.
    """
  }

  /// A row a step: its number here, its fee, what comes back, and the words that the signer shows.
  var table: Table {
    var table = Table(
      "step", .init("payment", .right), .init("sat/vB", .right), .init("fee sat", .right),
      .init("back BTC", .right), "words")
    for (position, (payment, built)) in zip(payments, built.all).enumerated() {
      table.add([
        payment.ladder?.step == nil ? "cancel" : "\(position + 1)", "\(payment.number)",
        built.feeRate.satPerVByte, built.fee.satoshis.description, change(of: built)?.btc ?? "",
        "\(built.unsigned.checkWords)",
      ])
    }
    return table
  }

  var json: JSONValue {
    .array(
      zip(payments, built.all).map { payment, built in
        [
          "step": payment.ladder?.step.map { .integer($0) } ?? .null,
          "payment": .integer(payment.number), "fee": .integer(built.fee.satoshis),
          "feeRate": .number(built.feeRate.satPerVByte),
          "change": .integer(change(of: built)?.satoshis ?? 0),
          "words": .string("\(built.unsigned.checkWords)"),
          "txid": .string("\(built.unsigned.txid)"),
        ]
      })
  }

  private func change(of built: BuiltPayment) -> Amount? {
    built.changePosition.flatMap { built.unsigned.outputs[$0].amount }
  }
}
