internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CoinSelection
internal import CommandLineInterface
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

extension PayCommand {
  /// The result: outputs, fee, words to compare, and what its options ask for.
  ///
  /// Without `payment` it is that of a dry run.
  func report(
    _ built: BuiltPayment, _ payment: PaymentRecord?, _ record: WalletRecord,
    _ previous: PreviousOutput, _ leftOut: LeftOutCoins?, _ explanation: ChoiceExplanation?,
    _ labels: [String: String], _ book: KnownRecipients, _ privacy: [PrivacyFinding],
    waitingFor lock: LockTime?, ladder: LadderReport? = nil, proved: [Int] = [],
    wouldAsk: [Finding] = [],
    _ console: Console
  ) {
    let beside = book.beside(labels, built.unsigned)
    var table =
      beside.isEmpty
      ? Table("", .init("BTC", .right), .init("", .left, .goesBelow))
      : Table(
        "", .init("BTC", .right), .init(labels.isEmpty ? "name" : "label", .left, .wraps),
        .init("", .left, .goesBelow))
    // A name or label stands before the address.
    func row(_ what: String, _ amount: String, _ text: String, label: String = "") {
      table.add(beside.isEmpty ? [what, amount, text] : [what, amount, label, text])
    }
    var paid: [Amount] = []
    var outputs: [JSONValue] = []
    var change = JSONValue.null
    for (position, output) in built.unsigned.outputs.enumerated() {
      let address = Address(script: output.scriptPubKey, network: record.network)?.string ?? ""
      let data = output.scriptPubKey.carriedData
      let isChange = position == built.changePosition
      // What is different in each step of a ladder stands in a table of its own.
      if !isChange || ladder == nil {
        row(
          isChange ? "change" : data == nil ? "pays" : "carries", output.amount?.btc ?? "",
          output.scriptPubKey.dataWords ?? address,
          label: isChange ? "" : beside[address] ?? "")
      }
      if !isChange, data == nil, let amount = output.amount { paid.append(amount) }
      outputs.append([
        "address": .string(address), "amount": .integer(output.rawValue),
        "change": .bool(isChange), "label": labels[address].map { .string($0) } ?? .null,
        "name": book.names[address].map { .string($0) } ?? .null,
        "data": data.map { .string(Hex.encode($0)) } ?? .null,
      ])
      if isChange {
        change = [
          "address": .string(address), "amount": .integer(output.rawValue),
          "position": .integer(position),
        ]
      }
    }
    if paid.count > 1, let sum = try? Amount.sum(of: paid) {
      row("paid together", sum.btc, counted(paid.count, "recipient"))
    }
    if ladder == nil { row("fee", built.fee.btc, "at least \(built.feeRate)") }
    let taken = built.choice.selection.deduction
    if taken > .zero {
      console.talk(
        "The recipients pay \(taken.satoshis) sat of the fee: together they get so much less.")
    }
    if let lock { console.talk(lock.wordsOnConfirming) }
    let unconfirmed = built.inputs.count { $0.height == nil }
    if unconfirmed > 0, coin.isEmpty {
      console.warn(
        "spends \(LeftOutCoins.coins(unconfirmed)) of change that is not confirmed: it can confirm only "
          + "with the payments that made the change")
    }
    if let leftOut, built.inputs.count < leftOut.freeCount {
      let count = LeftOutCoins.coins(leftOut.freeCount - built.inputs.count)
      console.warn("left out: \(count), worth less than the cost of spending at this fee rate")
    }
    let destination =
      output.out == "-" || payment == nil ? "" : ", written to \(output.out)"
    let coins = LeftOutCoins.coins(built.inputs.count)
    let head =
      ladder.map { "\($0.head), \(coins)\(destination)" }
      ?? "\(payment.map { "Payment \($0.number)" } ?? "Dry run"): \(coins) "
      + "(\(built.choice.selection.algorithm.rawValue))\(destination)"
    let next =
      payment == nil
      ? Self.wordsOfDryRun(wouldAsk)
      : ladder?.next ?? "\(built.unsigned.wordsToCompare)\n"
        + (previous.target == nil ? "" : "\(previous.line)\n")
        + (antiExfil
          ? "Next: round 1 of anti-exfil. Give it to `sign`, which signs nothing yet, then `collect --out` the answer."
          : "Next: review and sign it on the signer, then collect what comes back.")
    // Standard output has the payment itself then.
    guard output.out != "-" else {
      let steps = ladder.map { "\(console.laidOut($0.table))\n" } ?? ""
      console.talk("\(head)\n\(console.laidOut(table))\n\(steps)\(next)")
      if let explanation {
        console.talk(explanation.text(table: console.laidOut, words: { $0 }))
      }
      return
    }
    let text = """
      \(console.wrappedResult(head))
      \(console.shown(table))
      \(ladder.map { "\(console.shown($0.table))\n" } ?? "")\(console.wrappedResult(next))
      """
      + (explanation.map {
        "\n\n" + $0.text(table: console.shown, words: console.wrappedResult)
      } ?? "")
    console.result(
      text: text,
      json: [
        "payment": payment.map { .integer($0.number) } ?? .null,
        "words": payment == nil ? .null : .string("\(built.unsigned.checkWords)"),
        "fee": .integer(built.fee.satoshis), "feeRate": .number(built.feeRate.satPerVByte),
        "weight": .integer(built.weight.units),
        "inputs": .array(
          built.inputs.map {
            [
              "number": $0.number.map { .integer($0) } ?? .null,
              "outpoint": .string("\($0.outPoint)"), "amount": .integer($0.amount.satoshis),
            ]
          }), "outputs": .array(outputs), "change": change,
        "previous": previous.target.map { .string($0.argument) } ?? .null,
        "leftOut": leftOut?.json ?? .array([]), "unconfirmed": .integer(unconfirmed),
        "antiExfil": .bool(antiExfil),
        "proved": .array(proved.map { .integer($0) }),
        "replaces": replace.map { .integer($0.number) } ?? .null,
        "explanation": explanation?.json ?? .null,
        "privacy": .array(privacy.map(\.json)),
        "subtracted": .integer(taken.satoshis),
        "lockTime": .integer(Int64(built.unsigned.lockTime.rawValue)),
        "ladder": ladder?.json ?? .array([]),
        "wouldAsk": .array(
          wouldAsk.map {
            [
              "rule": .string($0.rule.rawValue), "message": .string($0.message),
              "details": .array($0.details.map { .string($0) }), "mend": .string($0.mend),
            ]
          }),
      ])
  }

  private static func wordsOfDryRun(_ wouldAsk: [Finding]) -> String {
    (wouldAsk.map { "You would be asked: \($0)" }
      + ["Nothing was recorded. To build it, give --out in the place of --dry-run."])
      .joined(separator: "\n")
  }
}
