internal import AirgapTransfer
internal import BitcoinPSBT
internal import Bytes
internal import CommandLineInterface
internal import PaymentSigning
internal import Refusals
internal import Signing
internal import TerminalUI
internal import TransactionReview

// Round 1 of anti-exfil: the answer holds openings, and no signature (decision 0019).
extension SignCommand {
  /// Refuses what round 1 has no use for, before anybody is asked.
  func requireAnswerable(_ review: Review, _ payment: Payment) throws(ProgramError) {
    guard review.facts.nonceRound == .first else { return }
    guard output.compare == nil, output.receipt == nil else {
      throw ProgramError(
        "this is round 1 of anti-exfil: nothing is signed yet, so there is nothing to compare and no receipt",
        hint: "answer round 1 with --out, and compare in round 2", exitCode: .wrongUsage)
    }
    guard payment.answerFormat(output.format, to: output.out ?? "") != .multisig else {
      throw ProgramError(
        "a multisig payload has no place for the openings of anti-exfil",
        hint: "write a PSBT: leave --as out, and give --out a name ending with .psbt or .gif",
        exitCode: .wrongUsage)
    }
  }

  /// Writes the answer to round 1.
  func deliverOpenings(
    _ answer: PSBT, _ payment: Payment, _ review: Review, to target: MessageOutput?,
    _ console: Console
  ) throws(ProgramError) {
    let out = output.out ?? "-"
    let answer = answer.withoutConfirmationProofs
    try target?.answering(payment.carriage).write(
      payment.answer(answer, as: output.format), as: output.format, on: console)
    let count = answer.inputs.indices.reduce(0) { sum, number in
      sum + answer.inputs[number].nonceFields.agreements.values.count { $0.opening != nil }
        - review.psbt.inputs[number].nonceFields.agreements.values.count { $0.opening != nil }
    }
    let text = """
      Round 1 of 2: nothing is signed yet. \(counted(count, "opening")) for the coordinator. \
      \(OutputOptions.destination(out))
      Next: give it to `collect`, then sign what the coordinator writes for round 2.
      Words: \(review.facts.transaction.checkWords) (compare with the coordinator)
      """
    guard out != "-" else { return console.talk(text) }
    console.result(
      sentences: text,
      json: [
        "round": .integer(1), "openings": .integer(count), "signed": .integer(0),
        "complete": .bool(false), "inputs": .integer(answer.inputs.count),
        "words": .string("\(review.facts.transaction.checkWords)"), "out": .string(out),
        "accepted": .array(review.acknowledgements.map { .string($0) }),
      ])
  }
}
