public import BitcoinPrimitives
internal import Bytes
internal import ScriptVerification
internal import Secp256k1

extension MultisigPayload {
  /// The payload as a PSBT: redeem scripts, signatures, and the previous transactions that are
  /// known.
  ///
  /// Transactions that no input spends are left out. Derivations are added by those who know the
  /// wallet. Outputs that pay the same script get it as well.
  ///
  /// - Throws: `MultisigPayloadError.badSignatures` for any signature with a fault, and when a coin
  ///   is not locked by the redeem script.
  public func psbt(
    previousTransactions: [Transaction] = []
  ) throws(MultisigPayloadError) -> PSBT {
    let (psbt, faults) = try psbtLeavingOutFaults(previousTransactions: previousTransactions)
    guard faults.isEmpty else { throw .badSignatures(faults) }
    return psbt
  }

  /// The payload as a PSBT without the signatures that have a fault, and those faults to be named.
  ///
  /// - Throws: `MultisigPayloadError` when a coin is not locked by the redeem script.
  public func psbtLeavingOutFaults(
    previousTransactions: [Transaction] = []
  ) throws(MultisigPayloadError) -> (psbt: PSBT, faults: [MultisigSignatureFault]) {
    let creator: Creator
    do {
      creator = try Creator(transaction)
    } catch {
      throw .signedInput(0)  // cannot be: checked when the payload was made
    }
    var psbt = creator.created()
    let faults = faults()
    let bad = Set(faults.map { Place(key: $0.key, input: $0.input) })
    let byTxid = PreviousTransaction.spent(by: transaction, among: previousTransactions)
    for (input, txIn) in transaction.inputs.enumerated() {
      let previous = try previousTransaction(of: txIn.previousOutput, input: input, in: byTxid)
      psbt.updateInput(input) { map in
        if let previous { map.setNonWitnessUTXO(previous) }
        map.setRedeemScript(redeemScript.script)
        for (key, entries) in signatures.sorted(by: { $0.key < $1.key })
        where !bad.contains(Place(key: key, input: input)) {
          map.setPartialSig(entries[input], publicKey: redeemScript.keys[key].encoded)
        }
      }
    }
    for (output, txOut) in transaction.outputs.enumerated()
    where txOut.scriptPubKey == redeemScript.scriptPubKey {
      psbt.updateOutput(output) { $0.setRedeemScript(redeemScript.script) }
    }
    return (psbt, faults)
  }

  private struct Place: Hashable {
    let key: Int
    let input: Int
  }

  private func previousTransaction(
    of outPoint: OutPoint, input: Int, in known: [Txid: PreviousTransaction]
  ) throws(MultisigPayloadError) -> PreviousTransaction? {
    guard let previous = known[outPoint.txid] else { return nil }
    guard let coin = previous.output(at: outPoint.vout) else {
      throw .noSuchOutput(input: input, vout: outPoint.vout, outputs: previous.outputCount)
    }
    guard coin.scriptPubKey == redeemScript.scriptPubKey else { throw .otherCoin(input: input) }
    return previous
  }

  /// The payload that says what a PSBT says: its transaction, its one redeem script, its
  /// signatures.
  ///
  /// Everything else of the PSBT (previous transactions, derivations, unknown fields) is not in it.
  /// Signatures are NOT verified here; see ``faults()``.
  ///
  /// - Throws: `MultisigPayloadError` unless every input is an unfinished legacy P2SH input of one
  ///   multisig redeem script with sighash ALL, and each key has signed all inputs or none.
  public init(_ psbt: PSBT) throws(MultisigPayloadError) {
    guard let script = psbt.inputs.first?.redeemScript else {
      if psbt.inputs.isEmpty { throw .emptyTransaction("inputs") }
      throw .unfit(input: 0, reason: Self.noRedeemScript)
    }
    let redeemScript: MultisigScript
    do {
      redeemScript = try MultisigScript(script)
    } catch {
      throw .redeemScript(error)
    }
    var places: [[UInt8]: Int] = [:]
    for (place, key) in redeemScript.keys.enumerated() { places[key.encoded] = place }
    var found: [Int: [Int: [UInt8]]] = [:]
    for (index, input) in psbt.inputs.enumerated() {
      try Self.requireFit(input, of: psbt, at: index, redeemScript)
      for signature in input.partialSigs {
        guard let place = places[Array(signature.publicKey)] else {
          throw .unfit(input: index, reason: "has a signature of a key outside the redeem script")
        }
        found[place, default: [:]][index] = Array(signature.signature)
      }
    }
    var signatures: [Int: [[UInt8]]] = [:]
    for (key, entries) in found.sorted(by: { $0.key < $1.key }) {
      var list: [[UInt8]] = []
      for index in psbt.inputs.indices {
        guard let entry = entries[index] else { throw .partlySigned(key: key, missingInput: index) }
        list.append(entry)
      }
      signatures[key] = list
    }
    try self.init(psbt.unsignedTransaction, redeemScript: redeemScript, signatures: signatures)
  }

  /// This payload with the signatures of a PSBT of the same payment, and with no others.
  ///
  /// What only payloads say (unknown members, the order of members) stays; the signatures here are
  /// replaced, also those of keys that have signed again. Of more keys than the script takes, those
  /// that had signed before stay, then the lowest. They are NOT verified; see ``faults()``.
  ///
  /// - Throws: `MultisigPayloadError` as ``init(_:)`` does, and for another transaction or script.
  public func answered(by psbt: PSBT) throws(MultisigPayloadError) -> MultisigPayload {
    let answer = try MultisigPayload(psbt)
    guard transaction == answer.transaction else {
      throw .otherTransaction(expected: transaction.txid, found: answer.transaction.txid)
    }
    guard redeemScript == answer.redeemScript else { throw .otherRedeemScript }
    var result = self
    let keys = answer.signatures.keys.sorted {
      (signatures[$0] == nil ? 1 : 0, $0) < (signatures[$1] == nil ? 1 : 0, $1)
    }
    let taken = Set(keys.prefix(redeemScript.threshold))
    result.signatures = answer.signatures.filter { taken.contains($0.key) }
    return result
  }

  private static let noRedeemScript = "has no redeem script: a payload is for legacy P2SH multisig"

  private static func requireFit(
    _ input: PSBTInput, of psbt: PSBT, at index: Int, _ redeemScript: MultisigScript
  ) throws(MultisigPayloadError) {
    guard !input.isFinal else { throw .unfit(input: index, reason: "is already final") }
    guard let script = input.redeemScript else {
      throw .unfit(input: index, reason: noRedeemScript)
    }
    guard script == redeemScript.script else {
      throw .unfit(input: index, reason: "has another redeem script than input 0")
    }
    if let coin = psbt.claimedOutput(ofInput: index),
      coin.scriptPubKey != redeemScript.scriptPubKey
    {
      throw .otherCoin(input: index)
    }
    guard input.witnessScript == nil else {
      throw .unfit(input: index, reason: "has a witness script: a payload is for legacy P2SH")
    }
    guard input.sighashType ?? SighashType.all.rawValue == SighashType.all.rawValue else {
      throw .unfit(input: index, reason: "asks for another sighash type than ALL")
    }
  }

  /// The finished transaction: each input with the threshold's number of signatures, those of the
  /// lowest keys that verify, in the order of the script; every script was run.
  ///
  /// The coins themselves need not be known: the legacy signature hash commits to the redeem
  /// script, not to the amount. A coin that is not locked by it would not take these signatures.
  ///
  /// - Throws: `MultisigPayloadError.missingSignatures` with the status.
  public func finalTransaction() throws(MultisigPayloadError) -> Transaction {
    let (psbt, _) = try psbtLeavingOutFaults()
    // Any amount will do: only the script matters.
    let coin = TxOut(rawValue: 0, scriptPubKey: redeemScript.scriptPubKey)
    let known = Dictionary(uniqueKeysWithValues: psbt.inputs.indices.map { ($0, coin) })
    guard let final = try? Finalizer(knowing: known).finalized(psbt),
      let result = try? Extractor(final).uncheckedTransaction()
    else { throw .missingSignatures(status()) }
    let coins = result.inputs.map { _ in coin }
    guard let cache = try? SighashCache(result, spentOutputs: coins) else {
      throw .invalid(input: 0)
    }
    for index in result.inputs.indices {
      do {
        try ScriptVerifier.verify(inputIndex: index, in: cache, flags: .standard)
      } catch {
        throw .invalid(input: index)
      }
    }
    return result
  }
}
