internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors

/// What checking and signing a PSBT costs, in bytes hashed (R18).
public struct PacketWork: Sendable {
  /// What is left for the signatures and scripts that came along: signing was counted first.
  let meter: WorkMeter
  /// What signing alone costs, known before anything is hashed.
  public let signing: Int
  /// How many inputs are signed here.
  let signedInputs: Int
  /// The bytes of the transaction, which each input from before segwit hashes.
  let transactionBytes: Int

  init(of psbt: PSBT, inputs: [InputFacts], in context: ReviewContext) {
    transactionBytes = psbt.unsignedTransaction.baseSize
    var signing = 0
    var signed = 0
    for (number, input) in inputs.enumerated() {
      guard let place = input.place, !psbt.inputs[number].isFinal else { continue }
      let keys = context.wallets[place.wallet].signingKeys.count
      guard keys > 0 else { continue }
      signed += 1
      signing += keys * WorkMeter.signing
      let script = place.derived.redeemScript ?? place.derived.scriptPubKey
      // From before segwit: everything from this input on is hashed for it.
      if script.witnessProgram == nil {
        signing += max(0, transactionBytes - 41 * number) + script.count
      }
    }
    self.signing = signing
    signedInputs = signed
    meter = WorkMeter(limit: context.limits.work)
    _ = meter.spend(signing)
  }

  /// All that was counted, in bytes hashed; beyond the limit by what was refused first.
  public var counted: Int { meter.spent }
}
