public import BitcoinPSBT
public import BitcoinPrimitives
internal import CoinSelection
internal import Descriptors
public import WalletTypes

/// One payment at several fee rates, and perhaps what takes it back, ready to be signed together.
///
/// All spend the same coins. The steps pay the same people in the same order and differ in their fee and the amount of
/// their change alone; what takes them back pays the address of that change, and nobody else.
public struct BuiltLadder: Sendable {
  /// The steps, the lowest fee first.
  public private(set) var steps: [BuiltPayment]
  /// What takes the payment back; nil for none.
  public private(set) var cancel: BuiltPayment?

  /// All of them, what takes the payment back last.
  public var all: [BuiltPayment] { steps + (cancel.map { [$0] } ?? []) }

  /// Sends a note along with each of them; nil for none.
  public mutating func setNote(_ note: String?) {
    for index in steps.indices { steps[index].psbt.global.setNote(note) }
    cancel?.psbt.global.setNote(note)
  }

  /// Says in each of them which chain it is for.
  public mutating func setChainTag(_ network: Network) {
    for index in steps.indices { steps[index].psbt.global.setChainTag(network) }
    cancel?.psbt.global.setChainTag(network)
  }

  /// What a step pays at least more than the one before it, in sat/kvB: what nodes ask of a replacement for its own size
  /// (BIP-125, rule 4; Bitcoin Core 30 asks for a tenth of that).
  public static let increment: Int64 = 1000
}

extension PaymentPlan {
  /// The payment at each of these rates, of which the highest is the one that it was planned for.
  ///
  /// `cancel` is the plan of what takes all of its coins back.
  /// - Throws: `PaymentError`, also where a rate leaves no change.
  public func ladder(
    at rates: [FeeRate], takenBackBy cancel: PaymentPlan?, previous: [Txid: PreviousTransaction],
    change: ScriptPlace, using random: inout some RandomNumberGenerator
  ) throws -> BuiltLadder {
    let top = try payment(previous: previous, change: change, using: &random)
    guard let position = top.changePosition, let rest = top.unsigned.outputs[position].amount else {
      throw PaymentError.stepWithoutChange(request.feeRate)
    }
    let derived = try descriptor.derived(branch: change.branch, index: change.index)
    var steps: [BuiltPayment] = []
    for rate in rates where rate < request.feeRate {
      let fee = try rate.fee(for: top.weight)
      var outputs = top.unsigned.outputs
      outputs[position] = TxOut(
        amount: try rest.adding(top.fee).subtracting(fee), scriptPubKey: derived.scriptPubKey)
      steps.append(
        try rebuilt(
          top, paying: outputs, lockTime: top.unsigned.lockTime, fee: fee, weight: top.weight,
          changePosition: position, derived, previous))
    }
    steps.append(top)
    guard let cancel else { return BuiltLadder(steps: steps, cancel: nil) }
    // It replaces each step, the highest too: more than that pays, and room for its own size (BIP-125, rules 3 and 4).
    let weight = cancel.quote.weight
    let room = try FeeRate(satoshisPerKvB: BuiltLadder.increment).fee(for: weight)
    let fee = max(cancel.quote.fee, try top.fee.adding(room))
    let inputs = cancel.quote.inputTotal
    guard let back = try? inputs.subtracting(fee),
      back >= TxOut.dustThreshold(for: derived.scriptPubKey)
    else { throw PaymentError.nothingTakenBack(fee: fee, inputs: inputs) }
    guard
      fee.satoshis <= 100_000
        || Int128(fee.satoshis) * 100 <= Int128(inputs.satoshis)
          * Int128(request.feeRefusalPercent)
    else {
      throw PaymentError.feeTooHigh(
        fee: fee, inputs: inputs, percent: request.feeRefusalPercent)
    }
    return BuiltLadder(
      steps: steps,
      cancel: try rebuilt(
        top, paying: [TxOut(amount: back, scriptPubKey: derived.scriptPubKey)],
        // It is to confirm at once, whatever the payment waits for.
        lockTime: request.notBefore == nil ? top.unsigned.lockTime : .none, fee: fee,
        weight: weight, changePosition: 0, derived, previous))
  }

  /// The same coins in the same order, paying something else.
  private func rebuilt(
    _ top: BuiltPayment, paying outputs: [TxOut], lockTime: LockTime, fee: Amount, weight: Weight,
    changePosition: Int, _ own: DerivedScript, _ previous: [Txid: PreviousTransaction]
  ) throws -> BuiltPayment {
    let transaction = Transaction(
      version: top.unsigned.version, inputs: top.unsigned.inputs, outputs: outputs,
      lockTime: lockTime)
    return BuiltPayment(
      psbt: try packets.packet(
        for: transaction, spending: inputs, previous: previous, paying: [changePosition: own]),
      inputs: inputs, fee: fee, weight: weight, changePosition: changePosition,
      change: top.change, choice: choice)
  }
}

extension PaymentQuote {
  /// The same at another fee, which is taken from what comes back.
  public func paying(_ fee: Amount) -> PaymentQuote {
    PaymentQuote(
      fee: fee, inputTotal: inputTotal, weight: weight, payments: payments, coins: coins)
  }
}
