public import Bytes

/// Computes the signature hashes of one transaction, sharing the work between its inputs.
///
/// Immutable once made and safe to use from several threads.
public struct SighashCache: Sendable {
  /// The transaction that is signed.
  public let transaction: Transaction
  /// The outputs it spends, in the order of the inputs, when they are known.
  public let spentOutputs: [TxOut]?
  /// What the hashes made here, and the scripts that are run with them, may cost.
  public let meter: WorkMeter
  private let shared: SharedHashes
  private let segwit: SegwitV0Sighash
  private let legacy: LegacySighash

  /// Hashes once what all inputs share.
  ///
  /// `spentOutputs` may be left out when nothing spends taproot. `meter` is shared by all that is
  /// done for one transaction. Throws when there are more or fewer outputs than inputs.
  public init(
    _ transaction: Transaction, spentOutputs: [TxOut]? = nil, meter: WorkMeter = WorkMeter()
  ) throws(SighashError) {
    if let spentOutputs, spentOutputs.count != transaction.inputs.count {
      throw .spentOutputs(expected: transaction.inputs.count, found: spentOutputs.count)
    }
    self.transaction = transaction
    self.spentOutputs = spentOutputs
    self.meter = meter
    shared = SharedHashes(transaction, spentOutputs: spentOutputs)
    segwit = SegwitV0Sighash(shared)
    // A script hash may hide legacy multisig, whose inputs hash the whole transaction each; where
    // it hides segwit, the states cost one hash of it more.
    let hasLegacy = spentOutputs?.contains { $0.scriptPubKey.witnessProgram == nil } ?? true
    legacy = LegacySighash(transaction, keepingStates: hasLegacy)
  }

  /// The legacy hash for `scriptCode`, whose OP_CODESEPARATORs are left out.
  ///
  /// Removing the signature from the script (FindAndDelete) is up to the caller. Any type is
  /// hashed as consensus does, SINGLE without its output as the number one. Throws when there is
  /// no such input, and `SighashError.tooMuchWork` when the meter does not allow it.
  public func legacy(
    input index: Int, scriptCode: Script, type: SighashType
  ) throws(SighashError) -> Bytes32 {
    try requireInput(index)
    try spend(legacy.cost(input: index, scriptCode: scriptCode, type: type))
    return legacy.digest(of: transaction, input: index, scriptCode: scriptCode, type: type)
  }

  /// The hash of BIP-143 for `scriptCode` and the satoshis of the output spent.
  ///
  /// Throws when there is no such input, and `SighashError.tooMuchWork` when the meter does not
  /// allow it.
  public func segwitV0(
    input index: Int, scriptCode: Script, amount: Int64, type: SighashType
  ) throws(SighashError) -> Bytes32 {
    try requireInput(index)
    try spend(SegwitV0Sighash.cost(of: transaction, index, scriptCode: scriptCode, type: type))
    return segwit.digest(
      of: transaction, input: index, scriptCode: scriptCode, amount: amount, type: type)
  }

  /// The hash of BIP-341, with `tapscript` for a script path.
  ///
  /// `annex` is the whole annex with its first byte 0x50. Throws when there is no such input, when
  /// the spent outputs are unknown, when the type is undefined, for SINGLE without its output, and
  /// `SighashError.tooMuchWork` when the meter does not allow it.
  public func taproot(
    input index: Int, type: SighashType = .default, annex: [UInt8]? = nil,
    tapscript: TapscriptContext? = nil
  ) throws(SighashError) -> Bytes32 {
    try taproot(
      input: index, type: type, annexHash: annex.map(Taproot.annexHash), tapscript: tapscript)
  }

  /// The hash of BIP-341 with ``Taproot/annexHash(_:)`` computed before, so that many signatures
  /// of one input do not hash a long annex each.
  ///
  /// Throws as the other form does.
  public func taproot(
    input index: Int, type: SighashType, annexHash: Bytes32?, tapscript: TapscriptContext?
  ) throws(SighashError) -> Bytes32 {
    try requireInput(index)
    guard let spentOutputs else { throw .missingSpentOutputs }
    try spend(TaprootSighash.cost(of: transaction, index, type: type))
    return try TaprootSighash.digest(
      of: transaction, spentOutputs: spentOutputs, shared: shared, input: index, type: type,
      annexHash: annexHash, tapscript: tapscript)
  }

  private func spend(_ bytes: Int) throws(SighashError) {
    guard meter.spend(bytes) else { throw .tooMuchWork(limit: meter.limit) }
  }

  private func requireInput(_ index: Int) throws(SighashError) {
    guard transaction.inputs.indices.contains(index) else {
      throw .inputOutOfRange(index: index, count: transaction.inputs.count)
    }
  }
}
