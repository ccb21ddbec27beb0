internal import BitcoinPSBT
internal import BitcoinPrimitives
public import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Refusals

/// The review as JSON, with stable names and amounts in satoshis as integers.
///
/// `feeRate` is in satoshis per virtual byte, a decimal number; an unknown amount is null, and so is
/// `txid` while a legacy input is not signed.
public struct ReviewJSON: Sendable {
  /// The object: {network, wallet, txid, unsignedTxid, words, inputs, outputs, signatures, inputTotal,
  /// outputTotal, leaving, totalDebit, fee, feeRate, highestFeeRate, vsize, lockTime, replaceable,
  /// note, signedBefore, warnings, refusals, notes}.
  ///
  /// `signedBefore` names earlier payments that this one resembles (R33): {kind, input, output, txid,
  /// time, count, difference}, where kind is same-payee, known-payee, same-coin or replacement. For the
  /// last two, `difference` says what changed against the latest of them: {txid, time, fee, recipients,
  /// addedCoins, droppedCoins}, a recipient as {change, outputs, before, now} with new, amount or gone.
  ///
  /// `note` is what whoever made the payment wrote to those who sign, null for nothing; nobody checked it.
  ///
  /// `confirmed` of an input says what its proof says (R02): {blocks, work}, the work as a power of two of hashes.
  ///
  /// An output of a registered wallet has its class as `trust`: sole, joint, shared, handed-out or
  /// sweep. A finding is {rule, message, details, hint, accept}: `accept` is what a script names to
  /// acknowledge a warning.
  ///
  /// `signatures` has an object for each wallet of several keys, and for inputs of it whose
  /// signatures stand alike: {wallet, policy, inputs, signed, signing, missing, candidates}; a key
  /// is {key, origin, seed}, numbered from 1 as the text does. `highestFeeRate` is what the rate
  /// becomes when foreign inputs are signed with next to nothing; `leaving` beside such inputs is
  /// what our wallets have less than before, our part of the fee included.
  public let value: JSONValue

  /// Renders a review.
  public init(_ review: Review) {
    let facts = review.facts
    let names = facts.spentWallets.sorted().map { facts.context.wallets[$0].name }
    // As in the text: where one proof is wrong, none is shown. Looked at once: a payment has thousands of inputs.
    let check = facts.confirmations.flatMap { $0.holds ? $0 : nil }
    value = .object(
      [
        "network": .string(facts.context.network.name),
        "wallet": names.isEmpty ? .null : .string(names.joined(separator: ", ")),
        "txid": facts.txid.map { .string("\($0)") } ?? .null,
        "unsignedTxid": .string("\(facts.transaction.txid)"),
        "words": .string("\(facts.transaction.checkWords)"),
        "inputs": .array(
          facts.inputs.enumerated().map { number, input in
            Self.input(input, check?.inputs[number], facts.context)
          }),
        "outputs": .array(facts.outputs.map { Self.output($0, facts.context) }),
        "signatures": .array(
          SigningGroup.all(in: facts).map { Self.group($0, facts.context) }),
        "inputTotal": Self.amount(facts.inputTotal),
        "outputTotal": Self.amount(facts.outputTotal),
        "leaving": Self.amount(facts.leavingUs),
        "totalDebit": Self.amount(facts.totalDebit),
        "fee": Self.amount(facts.fee),
        "feeRate": facts.feeRate.map { .number($0.satPerVByte) } ?? .null,
        "highestFeeRate": facts.highestFeeRate.map { .number($0.satPerVByte) } ?? .null,
        "vsize": .integer(facts.signedWeight.vsize),
        "lockTime": .integer(facts.transaction.lockTime.rawValue),
        "replaceable": .bool(facts.transaction.signalsReplacement),
        "note": facts.secretInNote == nil
          ? facts.psbt.global.note.map { .string($0) } ?? .null : .null,
        "signedBefore": .array(R33SignedBefore.matches(in: facts).map(Self.match)),
        "warnings": .array(review.warnings.map(Self.finding)),
        "refusals": .array(review.refusals.map(Self.finding)),
        "notes": .array(review.notes.map(Self.finding)),
      ])
  }

  private static func input(
    _ input: InputFacts, _ confirmed: Result<ConfirmationCheck.Depth, ConfirmationFlaw>?,
    _ context: ReviewContext
  ) -> JSONValue {
    .object(
      [
        "outpoint": .string("\(input.outPoint)"),
        "amount": input.output.map { .integer($0.rawValue) } ?? .null,
        "proof": .string(name(of: input.proof)),
        "confirmed": (try? confirmed?.get()).map(depth) ?? .null,
        "sequence": .integer(input.sequence),
        "ours": .bool(input.place != nil),
        "wallet": wallet(input.place, context),
        "path": path(input.place, context),
      ])
  }

  private static func depth(_ depth: ConfirmationCheck.Depth) -> JSONValue {
    .object(["blocks": .integer(depth.blocks), "work": .integer(Int(depth.hashes.exponent))])
  }

  private static func output(_ output: OutputFacts, _ context: ReviewContext) -> JSONValue {
    .object(
      [
        "amount": .integer(output.output.rawValue),
        "kind": .string(name(of: output.kind)),
        "address": output.address.map { .string($0.string) } ?? .null,
        "script": .string(output.output.scriptPubKey.hex),
        "ours": .bool(output.isOurs),
        "wallet": wallet(output.place, context),
        "trust": output.place.map { .string(context.wallets[$0.wallet].trust.rawValue) } ?? .null,
        "path": path(output.place, context),
      ])
  }

  private static func group(_ group: SigningGroup, _ context: ReviewContext) -> JSONValue {
    let wallet = context.wallets[group.wallet]
    let keys = { (positions: [Int]) -> JSONValue in
      .array(positions.map { key($0, of: wallet) })
    }
    return .object(
      [
        "wallet": .string(wallet.name),
        "policy": .string("\(group.policy)"),
        "inputs": .array(group.inputs.map { .integer($0) }),
        "signed": keys(group.progress.signed),
        "signing": keys(group.progress.signing),
        "missing": .integer(group.progress.missing),
        "candidates": keys(group.progress.candidates),
      ])
  }

  private static func key(_ position: Int, of wallet: RegisteredWallet) -> JSONValue {
    let keys = wallet.descriptor.keys
    let origin = keys.indices.contains(position) ? keys[position].origin : nil
    return .object(
      [
        "key": .integer(position + 1),
        "origin": origin.map { .string("\($0)") } ?? .null,
        "seed": wallet.seedNames[position].map { .string($0) } ?? .null,
      ])
  }

  private static func amount(_ amount: Amount?) -> JSONValue {
    amount.map { .integer($0.satoshis) } ?? .null
  }

  private static func wallet(_ place: WalletPlace?, _ context: ReviewContext) -> JSONValue {
    place.map { .string(context.wallets[$0.wallet].name) } ?? .null
  }

  private static func path(_ place: WalletPlace?, _ context: ReviewContext) -> JSONValue {
    place.map { place in
      let steps = context.wallets[place.wallet].descriptor.steps(
        branch: place.branch, index: place.index)
      return .string(steps ?? "\(place.branch)/\(place.index)")
    } ?? .null
  }

  private static func match(_ match: R33SignedBefore.Match) -> JSONValue {
    let isOutput = [.samePayee, .knownPayee].contains(match.likeness)
    return .object(
      [
        "kind": .string(match.likeness.rawValue),
        "input": isOutput ? .null : .integer(match.number),
        "output": isOutput ? .integer(match.number) : .null,
        "txid": .string("\(match.first.txid)"), "time": .integer(match.first.time),
        "count": .integer(match.count), "difference": match.difference.map(difference) ?? .null,
      ])
  }

  private static func difference(_ difference: ReplacementDifference) -> JSONValue {
    let recipients = difference.recipients.map { all in
      JSONValue.array(
        all.map { recipient in
          .object(
            [
              "change": .string(recipient.change.rawValue),
              "outputs": .array(recipient.outputs.map { .integer($0) }),
              "before": .integer(Int64(clamping: recipient.before)),
              "now": .integer(Int64(clamping: recipient.now)),
            ])
        })
    }
    return .object(
      [
        "txid": .string("\(difference.earlier.txid)"),
        "time": .integer(difference.earlier.time),
        "fee": difference.fee.map { .integer($0.now - $0.before) } ?? .null,
        "recipients": recipients ?? .null,
        "addedCoins": difference.addedCoins.map { .integer($0) } ?? .null,
        "droppedCoins": .integer(difference.droppedCoins),
      ])
  }

  private static func finding(_ finding: Finding) -> JSONValue {
    .object(
      [
        "rule": .string(finding.rule.rawValue), "message": .string(finding.message),
        "details": .array(finding.details.map { .string($0) }),
        "hint": .string(finding.mend), "accept": .string(finding.acknowledgement),
      ])
  }

  private static func name(of proof: AmountProof) -> String {
    switch proof {
    case .previousTransaction: "previous-transaction"
    case .provedBefore: "proved-before"
    case .taproot: "taproot"
    case .claimed: "claimed"
    case .unknown: "unknown"
    }
  }

  private static func name(of kind: OutputClass) -> String {
    switch kind {
    case .payment: "payment"
    case .change: "change"
    case .ownReceive: "own-receive"
    case .otherWallet: "other-wallet"
    case .data: "data"
    }
  }
}
