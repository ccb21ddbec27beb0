internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Refusals
internal import Secp256k1

/// R20: a signature that is there already must parse, and verify with the right sighash.
///
/// One that does not is somebody's mistake or somebody's lie; nothing is signed on top of it.
enum R20ExistingSignatures {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    guard let signatures = facts.signatures else { return [] }
    guard signatures.coinsAreKnown else {
      return [
        refusal(
          "the payment does not hold every coin that it spends, so its signatures "
            + "cannot be checked")
      ]
    }
    return facts.inputs.indices.flatMap { judged($0, signatures, facts) }
  }

  private static func judged(
    _ number: Int, _ signatures: ExistingSignatures, _ facts: ReviewFacts
  ) -> [Finding] {
    var findings: [Finding] = []
    let place = facts.inputs[number].place
    if facts.psbt.inputs[number].isFinal {
      if signatures.finalRuns(number) == false {
        findings.append(refusal("input \(number) is final, but its script does not verify"))
      } else if let script = facts.inputs[number].output?.scriptPubKey,
        let type = ExistingSignatures.otherType(in: facts.psbt.inputs[number], spending: script)
      {
        findings.append(
          refusal("input \(number) is final, but was signed with sighash \(type) instead of ALL"))
      } else if place != nil {
        findings.append(
          Finding(
            rule: .r20, severity: .show,
            message: "input \(number) is ours and already final; it is not signed again",
            mend: "continue: this input needs no signature of ours"))
      }
    }
    if let excess = signatures.excess(number) {
      findings.append(
        refusal("input \(number): \(excess) signatures are more than any script takes"))
    }
    if let wrong = ofAnotherKind(facts.psbt.inputs[number], facts.inputs[number]) {
      findings.append(refusal("input \(number): \(wrong)"))
    }
    guard let judged = signatures[number] else { return findings }
    if let problem = judged.problem {
      findings.append(
        refusal("input \(number): its signatures cannot be checked: \(problem)"))
    }
    // Those of another kind were named together.
    for fault in judged.faults where fault.fault != .wrongKind {
      let name = name(of: fault, place, facts)
      findings.append(refusal("input \(number): the signature \(name) \(fault.fault)"))
    }
    return findings
  }

  /// Signatures that the coin's script can have no use for: nobody made them for it.
  private static func ofAnotherKind(_ map: PSBTInput, _ input: InputFacts) -> String? {
    let isTaproot = input.output?.scriptPubKey.isP2TR == true
    if isTaproot, !map.partialSigs.isEmpty {
      return "its signatures are ECDSA, which cannot spend a taproot coin"
    }
    if !isTaproot, map.tapKeySig != nil || !map.tapScriptSigs.isEmpty {
      return "its signature is a taproot one, which cannot spend this older kind of coin"
    }
    return nil
  }

  private static func name(
    of fault: InputSignatures.Stray, _ place: WalletPlace?, _ facts: ReviewFacts
  ) -> String {
    let leaf = fault.leaf.map { " for the leaf \(Hex.encode($0.bytes))" } ?? ""
    guard let faulty = fault.key else { return leaf }
    if case .xOnly = faulty, fault.leaf == nil { return "of the taproot output's key" }
    let whose = owner(of: place, facts) { key in
      fault.leaf == nil
        ? key.publicKey.encoded == faulty.bytes
        : key.publicKey.xOnly.bytes.bytes == faulty.bytes
    }
    return "of \(faulty)\(whose)\(leaf)"
  }

  /// Names a key of a wallet of several: the person has to find the one who sent the signature.
  private static func owner(
    of place: WalletPlace?, _ facts: ReviewFacts, where isIt: (DerivedKey) -> Bool
  ) -> String {
    guard let place, place.derived.keys.count > 1 else { return "" }
    guard let position = place.derived.keys.firstIndex(where: isIt) else {
      return " (no key of this wallet)"
    }
    return " (\(facts.context.wallets[place.wallet].label(ofKey: position)))"
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r20, severity: .refuse, message: message,
      mend: "start again from the unsigned PSBT")
  }
}
