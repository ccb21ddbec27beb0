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

/// The options of `pay` and `bump` that build the payment at several fee rates.
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
  static func requireAmounts(_ recipients: [Recipient]) throws(ProgramError) {
    guard recipients.contains(where: { $0.share == .everything }) else { return }
    throw ProgramError(
      "the steps of a fee ladder pay the same amounts, and the recipient of `all` would pay the fee",
      hint: "give an amount, or leave --ladder out", exitCode: .wrongUsage)
  }
}

extension PayCommand {
  func validateLadder() throws {
    guard ladder.ladder != nil else { return }
    let others = [
      (feeRate != nil, "--fee-rate"), (target != nil, "--target"), (feePlace != nil, "--fee-place"),
      (antiExfil, "--anti-exfil"), (choice.explain, "--explain"),
      (contents.subtractFee, "--subtract-fee"),
      (!contents.subtractFeeFrom.isEmpty, "--subtract-fee-from"), (previous != nil, "--previous"),
      (withoutPrevious, "--without-previous"), (prove != nil, "--prove"),
      (place.dryRun, "--dry-run"),
    ].filter(\.0).map(\.1)
    guard let first = others.first else { return }
    throw ValidationError("--ladder works without \(first): leave one of the two out")
  }
}
