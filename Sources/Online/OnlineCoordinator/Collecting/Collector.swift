internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import ScriptVerification

/// Takes signatures into a payment, and nothing else (R31).
///
/// What comes back is held against what was sent, field by field; each signature is looked at and
/// its script is run before it is kept. What a signer adds beside signatures is left out.
struct Collector {
  /// What was sent, with the signatures collected so far.
  let ours: PSBT
  /// The outputs that the inputs spend, from this home's own records.
  let coins: [TxOut]

  /// The packet with what another one adds.
  func adding(_ theirs: PSBT) throws(CollectError) -> PSBT {
    guard theirs.unsignedTransaction == ours.unsignedTransaction else {
      throw .changedTransaction
    }
    try compare(ours.global.map, theirs.global.map, "the global map") { _ in false }
    for index in ours.outputs.indices {
      try compare(ours.outputs[index].map, theirs.outputs[index].map, "output \(index)") { _ in
        false
      }
    }
    var result = ours
    for index in ours.inputs.indices {
      try compare(ours.inputs[index].map, theirs.inputs[index].map, "input \(index)") {
        Self.isSignature($0) || $0 == PSBTInputKey.sighashType.rawValue
      }
      try take(theirs.inputs[index], index, into: &result)
    }
    try check(result)
    return result
  }

  /// The packet with the unlocking scripts of a finished transaction.
  func adding(_ finished: Transaction) throws(CollectError) -> PSBT {
    var bare = finished
    for index in bare.inputs.indices {
      bare.inputs[index].scriptSig = Script()
      bare.inputs[index].witness = []
    }
    guard bare == ours.unsignedTransaction else { throw .changedTransaction }
    var result = ours
    for (index, input) in finished.inputs.enumerated() where !ours.inputs[index].isFinal {
      result.updateInput(index) { map in
        if !input.scriptSig.isEmpty { map.setFinalScriptSig(input.scriptSig) }
        if !input.witness.isEmpty { map.setFinalScriptWitness(input.witness) }
      }
    }
    try check(result)
    return result
  }

  private static func isSignature(_ type: UInt64) -> Bool {
    switch PSBTInputKey(rawValue: type) {
    case .partialSig, .tapKeySig, .tapScriptSig, .finalScriptSig, .finalScriptWitness: true
    default: false
    }
  }

  /// Every field that both have must say the same; `skips` leaves types to others.
  private func compare(
    _ ours: PSBTMap, _ theirs: PSBTMap, _ name: String, skips: (UInt64) -> Bool
  ) throws(CollectError) {
    for field in theirs.fields where !skips(field.type) {
      guard let own = ours.value(key: field.key), own != field.value else { continue }
      if name.hasPrefix("input"), field.type == PSBTInputKey.nonWitnessUTXO.rawValue,
        let mine = try? PreviousTransaction(scanning: own),
        let other = try? PreviousTransaction(scanning: field.value), mine.txid == other.txid
      {
        continue  // the same transaction, with and without its witness
      }
      throw .changedField(map: name, field: "field \(String(field.type, radix: 16))")
    }
  }

  /// Takes the signatures of one input over.
  private func take(
    _ theirs: PSBTInput, _ index: Int, into result: inout PSBT
  ) throws(CollectError) {
    if let type = theirs.sighashType, type > 1 { throw .sighash(input: index, type: type) }
    let mine = result.inputs[index]
    if mine.isFinal { return }
    let keys =
      Set(mine.bip32Derivations.map { Array($0.publicKey) })
    for partial in theirs.partialSigs {
      guard keys.contains(Array(partial.publicKey)) else { throw .foreignKey(input: index) }
      let known = mine.partialSigs.first { $0.publicKey.elementsEqual(partial.publicKey) }
      if let known, known.signature != partial.signature { throw .contradiction(input: index) }
    }
    if let known = mine.tapKeySig, let new = theirs.tapKeySig, known != new {
      throw .contradiction(input: index)
    }
    result.updateInput(index) { map in
      for field in theirs.map.fields
      where Self.isSignature(field.type) && mine.map.value(key: field.key) == nil {
        map.setUnchecked(field)
      }
    }
  }

  /// Looks at every signature, and runs the script of every input that has all it needs.
  private func check(_ packet: PSBT) throws(CollectError) {
    var nonces: [[UInt8]: SignatureParts] = [:]
    for (index, input) in packet.inputs.enumerated() {
      let parts = try SignatureParts.all(
        of: input, at: index, spending: coins[index].scriptPubKey)
      for part in Set(parts) {
        let isWhole = part.isSchnorr ? part.sighash <= 1 : part.sighash == 1
        guard isWhole else { throw .sighash(input: index, type: part.sighash) }
        guard !part.hasWeakNonce else { throw .weakNonce(input: index) }
        if let other = nonces.updateValue(part, forKey: part.nonce), other.input != index {
          throw .reusedNonce(inputs: [other.input, index].sorted())
        }
      }
    }
    let (finalized, _) = Finalizer().finalizedWherePossible(packet)
    var transaction = packet.unsignedTransaction
    var toRun: [Int] = []
    for (index, input) in finalized.inputs.enumerated() where input.isFinal {
      if let script = input.finalScriptSig { transaction.inputs[index].scriptSig = script }
      if let witness = input.finalScriptWitness { transaction.inputs[index].witness = witness }
      toRun.append(index)
    }
    guard !toRun.isEmpty else { return }
    // The hashes that inputs share are computed once.
    guard let cache = try? SighashCache(transaction, spentOutputs: coins) else {
      throw .changedTransaction
    }
    for index in toRun {
      do {
        try ScriptVerifier.verify(inputIndex: index, in: cache, flags: .standard)
      } catch {
        throw .wrongSignature(input: index, reason: "\(error)")
      }
    }
  }

  /// The finished transaction, verified as a whole, or how many inputs are not complete yet.
  static func finished(
    _ packet: PSBT, spending coins: [TxOut]
  ) throws(ExtractorError) -> (transaction: Transaction?, missing: Int) {
    let (finalized, missing) = Finalizer().finalizedWherePossible(packet)
    guard missing.isEmpty else { return (nil, missing.count) }
    return (try Extractor(finalized).transaction(spending: coins), 0)
  }
}
