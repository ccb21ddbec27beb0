import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ParallelWork
import ScriptVerification
import Secp256k1

/// R20: a signature that is there already must parse, and verify with the right sighash.
enum R20ExistingSignatures {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let hasAny = facts.psbt.inputs.contains {
      $0.isFinal || !$0.partialSigs.isEmpty || $0.tapKeySig != nil || !$0.tapScriptSigs.isEmpty
    }
    guard hasAny else { return [] }
    let outputs = facts.inputs.compactMap(\.output)
    guard outputs.count == facts.inputs.count,
      let cache = try? SighashCache(facts.transaction, spentOutputs: outputs)
    else {
      return [refusal("signatures are there, but not every coin is known: they cannot be checked")]
    }
    let final = finalCache(facts, outputs)
    return ParallelMap.results(count: facts.inputs.count) { number in
      judged(number, facts.psbt.inputs[number], facts.inputs[number], outputs, cache, final)
    }.flatMap { $0 }
  }

  private static func judged(
    _ number: Int, _ map: PSBTInput, _ input: InputFacts, _ outputs: [TxOut],
    _ cache: SighashCache, _ final: SighashCache?
  ) -> [Finding] {
    var findings: [Finding] = []
    if map.isFinal {
      if !verifies(number, final) {
        findings.append(refusal("input \(number) is final, but its script does not verify"))
      } else if input.place != nil {
        findings.append(
          Finding(
            rule: "R20", severity: .show,
            message: "input \(number) is ours and already final; it is not signed again",
            mend: "nothing to do"))
      }
    }
    findings += judgedPartial(number, map, outputs[number], cache)
    if let sig = map.tapKeySig, !verifiesKeyPath(number, sig, outputs[number], cache) {
      findings.append(refusal("input \(number): its taproot signature does not verify"))
    }
    if !map.tapScriptSigs.isEmpty {
      findings.append(refusal("input \(number): its script path signatures cannot be checked here"))
    }
    return findings
  }

  /// No script takes more signatures than a multisig has keys.
  private static let mostSignatures = 20

  private static func judgedPartial(
    _ number: Int, _ map: PSBTInput, _ output: TxOut, _ cache: SighashCache
  ) -> [Finding] {
    let sigs = map.partialSigs
    guard sigs.count <= mostSignatures else {
      return [refusal("input \(number): \(sigs.count) signatures are more than any script takes")]
    }
    // A legacy digest hashes the whole transaction: once for all keys of the script.
    var digests: [SignedScript: Bytes32] = [:]
    return sigs.compactMap { sig in
      if sig.sighashByte == 1, let key = try? PublicKey(decoding: sig.publicKey),
        let signature = try? ECDSASignature(der: sig.der),
        let script = signedScript(map, output, key: key)
      {
        let known = digests[script] ?? script.digest(number, output, cache)
        digests[script] = known
        if let known, key.verifies(signature, of: known) { return nil }
      }
      return refusal(
        "input \(number): the signature of \(Hex.encode(sig.publicKey)) does not verify")
    }
  }

  /// The script that an ECDSA signature runs under.
  private struct SignedScript: Hashable {
    let code: Script
    let isSegwit: Bool

    func digest(_ number: Int, _ output: TxOut, _ cache: SighashCache) -> Bytes32? {
      isSegwit
        ? try? cache.segwitV0(
          input: number, scriptCode: code, amount: output.rawValue, type: .all)
        : try? cache.legacy(input: number, scriptCode: code, type: .all)
    }
  }

  /// What a signature of this key signs for; nil when the script is not known, cannot run, or is
  /// that of another key.
  private static func signedScript(
    _ map: PSBTInput, _ output: TxOut, key: PublicKey
  ) -> SignedScript? {
    var script = map.redeemScript ?? output.scriptPubKey
    // Nested segwit without its redeem script: the only form that is named by a key alone.
    if script.isP2SH { script = .p2wpkh(key) }
    guard script.count <= Script.maxSize,
      script == output.scriptPubKey || Script.p2sh(script) == output.scriptPubKey
    else { return nil }
    if script.isP2WPKH {
      return script == .p2wpkh(key) ? SignedScript(code: .p2pkh(key), isSegwit: true) : nil
    }
    if let witness = map.witnessScript {
      guard witness.count <= Script.maxSize, script == .p2wsh(witness), names(witness, key) else {
        return nil
      }
      return SignedScript(code: witness, isSegwit: true)
    }
    guard script == .p2pkh(key) || (!script.isP2PKH && names(script, key)) else { return nil }
    return SignedScript(code: script, isSegwit: false)
  }

  /// Whether a script pushes the key.
  private static func names(_ script: Script, _ key: PublicKey) -> Bool {
    let encoded = key.encoded
    return ((try? script.instructions()) ?? []).contains {
      $0.data.map { $0.elementsEqual(encoded) } ?? false
    }
  }

  private static func verifiesKeyPath(
    _ number: Int, _ signature: ArraySlice<UInt8>, _ output: TxOut, _ cache: SighashCache
  ) -> Bool {
    guard case .p2tr(let outputKey) = output.scriptPubKey.type,
      let key = try? XOnlyPublicKey(decoding: outputKey.bytes)
    else { return false }
    let type: SighashType
    switch signature.count {
    case 64: type = .default
    case 65 where signature.last == 1: type = .all
    default: return false
    }
    guard let digest = try? cache.taproot(input: number, type: type) else { return false }
    return key.verifies(schnorr: Array(signature.prefix(64)), of: digest)
  }

  /// The transaction with every final script in it, hashed once for all of them; nil when no input
  /// is final.
  private static func finalCache(_ facts: ReviewFacts, _ outputs: [TxOut]) -> SighashCache? {
    guard facts.psbt.inputs.contains(where: \.isFinal) else { return nil }
    var transaction = facts.transaction
    for (number, map) in facts.psbt.inputs.enumerated() where map.isFinal {
      transaction.inputs[number].scriptSig = map.finalScriptSig ?? Script()
      transaction.inputs[number].witness = map.finalScriptWitness ?? []
    }
    return try? SighashCache(transaction, spentOutputs: outputs)
  }

  private static func verifies(_ number: Int, _ cache: SighashCache?) -> Bool {
    guard let cache else { return false }
    do {
      try ScriptVerifier.verify(inputIndex: number, in: cache, flags: .standard)
      return true
    } catch {
      return false
    }
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: "R20", severity: .refuse, message: message,
      mend: "start again from the unsigned PSBT")
  }
}
