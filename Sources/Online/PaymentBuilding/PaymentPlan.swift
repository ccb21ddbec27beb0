public import BitcoinPSBT
public import BitcoinPrimitives
internal import CoinSelection
internal import Descriptors
public import WalletTypes

/// A payment whose coins are chosen: what it will cost is known, and what it still takes to build it.
///
/// Nothing is handed out for it and nothing is written down, so declining it costs nothing.
public struct PaymentPlan: Sendable {
  /// What it will cost.
  public let quote: PaymentQuote
  /// The coins that it spends, in the order of its inputs.
  public let inputs: [WalletCoin]
  /// How its coins were chosen.
  public let choice: ChosenCoins
  /// The transactions that signers need as proof of the amounts: those that made its coins; none for
  /// taproot, whose signatures commit to the amounts.
  public let neededTransactions: Set<Txid>

  let request: PaymentRequest
  let descriptor: Descriptor
  let packets: PacketBuilder
  private var selection: Selection { choice.selection }

  /// What goes back to the wallet; nil for nothing.
  public var change: Amount? { selection.change }

  /// Whether something is left over, which goes back to the wallet.
  public var hasChange: Bool { selection.change != nil }

  /// The payment.
  ///
  /// `previous` has at least the transactions that are needed; `change` is where what is left over goes,
  /// an address of the wallet that nobody was given: whoever records the payment hands it out.
  /// - Throws: `PaymentError`, also for a transaction or an address of change that is missing.
  public func payment(
    previous: [Txid: PreviousTransaction], change: ScriptPlace?,
    using random: inout some RandomNumberGenerator
  ) throws -> BuiltPayment {
    for txid in inputs.map(\.outPoint.txid)
    where neededTransactions.contains(txid) && previous[txid] == nil {
      throw PaymentError.missingTransaction(txid)
    }
    var outputs: [(output: TxOut, own: DerivedScript?)] = quote.payments.map { ($0, nil) }
    if let amount = selection.change {
      guard let change else { throw PaymentError.packet(reason: "no address for its change") }
      let derived = try descriptor.derived(branch: change.branch, index: change.index)
      outputs.append((TxOut(amount: amount, scriptPubKey: derived.scriptPubKey), derived))
    }
    // Nor does the order of the outputs reveal which is the change.
    if request.form == .ordinary { outputs.shuffle(using: &random) }
    let changePosition = outputs.firstIndex { $0.own != nil }
    var own: [Int: DerivedScript] = [:]
    if let changePosition { own[changePosition] = outputs[changePosition].own }
    // The lower sequence signals that the payment may be replaced, and lets the lock time count.
    let sequence: UInt32 = request.form == .payload ? 0xffff_ffff : 0xffff_fffd
    let transaction = Transaction(
      version: request.isTRUC ? 3 : request.form == .payload ? 1 : 2,
      inputs: inputs.map { TxIn(previousOutput: $0.outPoint, sequence: sequence) },
      outputs: outputs.map(\.output),
      lockTime: request.form == .payload ? .none : request.lockTime(using: &random))
    let psbt = try packets.packet(
      for: transaction, spending: inputs, previous: previous, paying: own)
    return BuiltPayment(
      psbt: psbt, inputs: inputs, fee: selection.fee, weight: selection.weight,
      changePosition: changePosition, change: selection.change == nil ? nil : change,
      choice: choice)
  }
}
